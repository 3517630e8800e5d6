package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzArchive checks that an archive is refused, or is what it says: one database, and
// files that cannot leave their folder.
func FuzzArchive(f *testing.F) {
	for _, names := range [][]string{
		{databaseEntry}, {databaseEntry, objectsFolder + "images/a/b.png"}, {databaseEntry, databaseEntry},
		{databaseEntry, objectsFolder + "../../etc/passwd"}, {"other"}, {objectsFolder + "a"}, {},
	} {
		var raw bytes.Buffer
		w := tar.NewWriter(&raw)
		for _, name := range names {
			if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: 2}); err != nil {
				f.Fatal(err)
			}
			if _, err := w.Write([]byte("{}")); err != nil {
				f.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add(raw.Bytes(), true)
		f.Add(raw.Bytes(), false)
	}
	file := filepath.Join(f.TempDir(), "archive")
	f.Fuzz(func(t *testing.T, raw []byte, compress bool) {
		if compress { // otherwise few inputs would get further than the checksum
			var compressed bytes.Buffer
			w := gzip.NewWriter(&compressed)
			if _, err := w.Write(raw); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			raw = compressed.Bytes()
		}
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		dump, err := newSpool()
		if err != nil {
			t.Fatal(err)
		}
		defer dump.close()
		read, err := readArchive(file, dump, nil)
		if err != nil {
			return
		}
		if read.sums[databaseEntry] == "" {
			t.Error("an archive without a database was accepted")
		}
		for name := range read.sums {
			isKnown := name == databaseEntry || name == sumsEntry || strings.HasPrefix(path.Clean(name), objectsFolder)
			if !isKnown || !filepath.IsLocal(name) {
				t.Errorf("the entry %q was accepted", name)
			}
		}
	})
}
