// Package blobtest owns the conformance suite of media.Storage. It must not know
// which storage it tests.
package blobtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/media"
)

// Run runs the suite. Each test uses its own key prefix, so that several runs can
// share one storage.
func Run(t *testing.T, storage media.Storage) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(*testing.T, media.Storage, string)
	}{
		{"a stored file can be read", testRead},
		{"the extension determines the media type", testMediaType},
		{"Put replaces a file", testReplace},
		{"an empty file can be stored", testEmptyFile},
		{"a file can be read from any offset", testSeek},
		{"http.ServeContent can serve it", testServeContent},
		{"a missing file is NotFound", testMissing},
		{"a file can be deleted twice", testDelete},
		{"List yields the files with the prefix", testList},
		{"List can be stopped early", testListStop},
		{"readers see the old file or the new one", testAtomicPut},
		{"invalid keys are refused", testInvalidKeys},
		{"a cancelled call returns", testCancel},
		{"Check succeeds and leaves nothing behind", testCheck},
	} {
		t.Run(test.name, func(t *testing.T) {
			prefix := "test-" + rand.Text() + "/"
			t.Cleanup(func() {
				for file, err := range storage.List(context.Background(), prefix) {
					if err == nil {
						_ = storage.Delete(context.Background(), file.Key)
					}
				}
			})
			test.run(t, storage, prefix)
		})
	}
}

func put(t *testing.T, s media.Storage, key string, data []byte) {
	t.Helper()
	if err := s.Put(t.Context(), key, data); err != nil {
		t.Fatalf("put %s: %v", key, err)
	}
}

func open(t *testing.T, s media.Storage, key string) *media.StoredFile {
	t.Helper()
	file, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("open %s: %v", key, err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

func read(t *testing.T, r io.Reader) string {
	t.Helper()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	return string(data)
}

func testRead(t *testing.T, s media.Storage, prefix string) {
	want := bytes.Repeat([]byte("perimeter"), 600_000) // several network packets
	before := time.Now().Add(-2 * time.Second)         // S3 stores whole seconds
	put(t, s, prefix+"a/b/c.jpg", want)

	file := open(t, s, prefix+"a/b/c.jpg")
	if got := read(t, file); got != string(want) {
		t.Errorf("%d bytes came back, %d were stored, or they differ", len(got), len(want))
	}
	if file.Key != prefix+"a/b/c.jpg" || file.Size != int64(len(want)) {
		t.Errorf("described as %+v", file.FileInfo)
	}
	if file.ModifiedAt.Before(before) || file.ModifiedAt.After(time.Now().Add(2*time.Second)) {
		t.Errorf("modified at %v", file.ModifiedAt)
	}
	if !strings.HasPrefix(file.ETag, `"`) || !strings.HasSuffix(file.ETag, `"`) || len(file.ETag) < 4 {
		t.Errorf("ETag is %s", file.ETag)
	}
}

func testMediaType(t *testing.T, s media.Storage, prefix string) {
	for name, want := range map[string]string{
		"a.jpg":  "image/jpeg",
		"a.png":  "image/png",
		"a.gif":  "image/gif",
		"a.webp": "image/webp",
		"a.avif": "image/avif",
		"a.svg":  "image/svg+xml",
		"a.html": "application/octet-stream",
		"a":      "application/octet-stream",
	} {
		put(t, s, prefix+name, []byte("<p>"))
		if got := open(t, s, prefix+name).Type; got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func testReplace(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"a", []byte("first, and longer"))
	first := open(t, s, prefix+"a").ETag
	put(t, s, prefix+"a", []byte("second"))
	file := open(t, s, prefix+"a")
	if got := read(t, file); got != "second" {
		t.Errorf("got %q", got)
	}
	if file.ETag == first {
		t.Error("the ETag stayed the same")
	}
}

func testEmptyFile(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"a", nil)
	file := open(t, s, prefix+"a")
	if got := read(t, file); got != "" || file.Size != 0 {
		t.Errorf("got %q, size %d", got, file.Size)
	}
}

func testSeek(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"a", []byte("0123456789"))
	file := open(t, s, prefix+"a")
	for _, step := range []struct {
		offset int64
		whence int
		want   string
	}{
		{7, io.SeekStart, "789"},
		{0, io.SeekStart, "0123456789"},
		{-4, io.SeekEnd, "6789"},
		{-3, io.SeekCurrent, "789"},
		{0, io.SeekEnd, ""},
		{2, io.SeekStart, "23456789"},
	} {
		if _, err := file.Seek(step.offset, step.whence); err != nil {
			t.Fatalf("seek: %v", err)
		}
		if got := read(t, file); got != step.want {
			t.Errorf("after seeking to %d (%d): got %q, want %q", step.offset, step.whence, got, step.want)
		}
	}
	if _, err := file.Seek(-1, io.SeekStart); err == nil {
		t.Error("seeking before the beginning is no error")
	}
}

func testServeContent(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"a.png", []byte("0123456789"))
	serve := func(header, value string) *httptest.ResponseRecorder {
		file := open(t, s, prefix+"a.png")
		answer := httptest.NewRecorder()
		answer.Header().Set("ETag", file.ETag)
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set(header, value)
		http.ServeContent(answer, request, file.Key, file.ModifiedAt, file)
		return answer
	}
	if answer := serve("Range", "bytes=3-5"); answer.Code != http.StatusPartialContent || answer.Body.String() != "345" {
		t.Errorf("range: %d %q", answer.Code, answer.Body)
	}
	etag := open(t, s, prefix+"a.png").ETag
	if answer := serve("If-None-Match", etag); answer.Code != http.StatusNotModified || answer.Body.Len() > 0 {
		t.Errorf("condition: %d %q", answer.Code, answer.Body)
	}
}

func testMissing(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"folder/file", []byte("x"))
	for _, key := range []string{prefix + "nothing", prefix + "folder", prefix + "folder/other/deep"} {
		if _, err := s.Open(t.Context(), key); errs.KindOf(err) != errs.NotFound {
			t.Errorf("%s: %v, want an error of kind NotFound", key, err)
		}
	}
}

func testDelete(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"a/one", []byte("1"))
	put(t, s, prefix+"a/two", []byte("2"))
	for range 2 {
		if err := s.Delete(t.Context(), prefix+"a/one"); err != nil {
			t.Fatalf("delete: %v", err)
		}
	}
	if _, err := s.Open(t.Context(), prefix+"a/one"); errs.KindOf(err) != errs.NotFound {
		t.Errorf("after delete: %v", err)
	}
	if got := read(t, open(t, s, prefix+"a/two")); got != "2" {
		t.Errorf("its neighbour is %q", got)
	}
	if err := s.Delete(t.Context(), prefix+"a/two"); err != nil {
		t.Fatal(err)
	}
	put(t, s, prefix+"a/three", []byte("3")) // the folder can be used again
	if err := s.Delete(t.Context(), prefix+"never/was"); err != nil {
		t.Errorf("deleting nothing: %v", err)
	}
}

func keys(t *testing.T, s media.Storage, prefix string) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	for file, err := range s.List(t.Context(), prefix) {
		if err != nil {
			t.Fatalf("list: %v", err)
		}
		if file.ModifiedAt.IsZero() {
			t.Errorf("%s has no time", file.Key)
		}
		found[file.Key] = file.Size
	}
	return found
}

func testList(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"images/a/1.webp", []byte("1"))
	put(t, s, prefix+"images/a/2.webp", []byte("22"))
	put(t, s, prefix+"images/b/1.webp", []byte("333"))
	put(t, s, prefix+"uploads/a", []byte("4444"))
	if diff := cmp.Diff(map[string]int64{
		prefix + "images/a/1.webp": 1,
		prefix + "images/a/2.webp": 2,
		prefix + "images/b/1.webp": 3,
	}, keys(t, s, prefix+"images/")); diff != "" {
		t.Errorf("below images/ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int64{prefix + "images/b/1.webp": 3}, keys(t, s, prefix+"images/b/")); diff != "" {
		t.Errorf("below images/b/ (-want +got):\n%s", diff)
	}
	if got := keys(t, s, prefix+"nothing/"); len(got) != 0 {
		t.Errorf("below nothing/: %v", got)
	}
}

func testListStop(t *testing.T, s media.Storage, prefix string) {
	put(t, s, prefix+"a", []byte("1"))
	put(t, s, prefix+"b", []byte("2"))
	n := 0
	for range s.List(t.Context(), prefix) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d files before the break", n)
	}
}

func testAtomicPut(t *testing.T, s media.Storage, prefix string) {
	const size = 200_000
	versions := [][]byte{bytes.Repeat([]byte("a"), size), bytes.Repeat([]byte("b"), size)}
	put(t, s, prefix+"a", versions[0])

	var writers sync.WaitGroup
	for _, version := range versions {
		writers.Go(func() {
			for range 5 {
				if err := s.Put(t.Context(), prefix+"a", version); err != nil {
					t.Errorf("put: %v", err)
				}
			}
		})
	}
	for range 20 {
		file, err := s.Open(t.Context(), prefix+"a")
		if err != nil {
			t.Errorf("open: %v", err)
			break
		}
		got, err := io.ReadAll(file)
		file.Close()
		if err != nil {
			t.Errorf("read: %v", err)
		}
		if !slices.ContainsFunc(versions, func(v []byte) bool { return bytes.Equal(v, got) }) {
			t.Errorf("read %d bytes that are neither version", len(got))
		}
	}
	writers.Wait()
}

func testInvalidKeys(t *testing.T, s media.Storage, prefix string) {
	for _, key := range []string{
		"", "/", "/etc/passwd", "../outside", prefix + "../../outside", prefix + "a//b", prefix + "a/",
		prefix + "a/./b", prefix + ".hidden", prefix + "a\\b", prefix + "a\x00b", prefix + "a b", prefix + "ü",
		prefix + strings.Repeat("x", 300),
	} {
		if err := s.Put(t.Context(), key, []byte("x")); err == nil {
			t.Errorf("put %q was accepted", key)
		}
		if file, err := s.Open(t.Context(), key); err == nil {
			file.Close()
			t.Errorf("open %q was accepted", key)
		}
		if err := s.Delete(t.Context(), key); err == nil {
			t.Errorf("delete %q was accepted", key)
		}
	}
}

func testCancel(t *testing.T, s media.Storage, prefix string) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Put(ctx, prefix+"a", []byte("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v", err)
	}
	for _, err := range s.List(ctx, prefix) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("list: %v", err)
		}
	}
	if got := keys(t, s, prefix); len(got) != 0 {
		t.Errorf("it left %v", got)
	}
}

func testCheck(t *testing.T, s media.Storage, _ string) {
	if err := s.Check(t.Context()); err != nil {
		t.Fatalf("check: %v", err)
	}
	if got := keys(t, s, "check/"); len(got) != 0 {
		t.Errorf("it left %v", got)
	}
}
