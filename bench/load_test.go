package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"
	"testing"
)

func TestWithoutPathRemovesThePathOfTheBinary(t *testing.T) {
	binary, err := filepath.Abs("bin/perimeter")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, "mapped from "+binary+" at 0"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	cleaned, err := withoutPath(packed.Bytes(), "bin/perimeter")
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(cleaned))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if want := "mapped from " + string(bytes.Repeat([]byte("-"), len(binary))) + " at 0"; err != nil || string(got) != want {
		t.Errorf("got %q (%v), want %q", got, err, want)
	}
}
