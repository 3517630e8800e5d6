package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// restoreCases change a repository.
func restoreCases() []restoreCase {
	const damaged = "the backup is damaged"
	return []restoreCase{
		{"unchanged", func(string) error { return nil }, ""},
		{"a blob cut short", changeLargest("blobs", func(b []byte) []byte { return b[:len(b)/2] }), damaged},
		{"an altered blob", changeLargest("blobs", func(b []byte) []byte { b[len(b)/2] ^= 1; return b }), damaged},
		{"a root cut short", changeLargest("roots", func(b []byte) []byte { return b[:len(b)-9] }), damaged},
		{"an altered root", changeLargest("roots", func(b []byte) []byte { return bytes.Replace(b, []byte(`"size"`), []byte(`"sise"`), 1) }), damaged},
		{"a newer format", newerFormat, "made by another release"},
	}
}

// changeLargest changes the largest file of a folder in a repository.
func changeLargest(folder string, change func([]byte) []byte) func(string) error {
	return func(repository string) error {
		path, content, err := largest(filepath.Join(repository, folder))
		if err != nil {
			return err
		}
		return os.WriteFile(path, change(content), 0o600)
	}
}

func largest(dir string) (path string, content []byte, err error) {
	err = filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(name)
		if len(raw) > len(content) {
			path, content = name, raw
		}
		return err
	})
	if err == nil && path == "" {
		err = fmt.Errorf("%s is empty", dir)
	}
	return path, content, err
}

// newerFormat writes the root as a later release might, with a name that fits.
func newerFormat(repository string) error {
	path, content, err := largest(filepath.Join(repository, "roots"))
	if err != nil {
		return err
	}
	content = bytes.Replace(content, []byte("perimeter backup 1"), []byte("perimeter backup 9"), 1)
	at, _, _ := strings.Cut(filepath.Base(path), "-")
	renamed := filepath.Join(filepath.Dir(path), fmt.Sprintf("%s-%.16s.json", at, fmt.Sprintf("%x", sha256.Sum256(content))))
	return errors.Join(os.WriteFile(renamed, content, 0o600), os.Remove(path))
}

// archiveEntry is a file in a backup of one file.
type archiveEntry struct {
	name    string
	content []byte
}

// archiveCases write changed copies of an archive.
func archiveCases(archive string) ([]restoreCase, error) {
	raw, err := os.ReadFile(archive)
	if err != nil {
		return nil, err
	}
	entries, err := readArchive(raw)
	if err != nil {
		return nil, err
	}
	bytesOf := func(content []byte) func(string) error {
		return func(path string) error { return os.WriteFile(path, content, 0o600) }
	}
	changed := func(change func([]archiveEntry) []archiveEntry) func(string) error {
		return func(path string) error { return writeArchive(path, change(slices.Clone(entries))) }
	}
	altered := bytes.Clone(raw)
	altered[len(altered)/2] ^= 1
	return []restoreCase{
		{"an archive cut short", bytesOf(raw[:len(raw)/2]), "nothing was restored"},
		{"an altered archive", bytesOf(altered), "nothing was restored"},
		{"the archive of an older release, which has no checksums", changed(func(all []archiveEntry) []archiveEntry {
			return slices.DeleteFunc(all, func(e archiveEntry) bool { return e.name == "sha256sums.txt" })
		}), ""},
		{"the archive of a newer release", changed(func(all []archiveEntry) []archiveEntry {
			all = slices.DeleteFunc(all, func(e archiveEntry) bool { return e.name == "sha256sums.txt" })
			for i, e := range all {
				if e.name == "database.jsonl" {
					all[i].content = newerSchema(e.content)
				}
			}
			return all
		}), "nothing was restored"},
	}, nil
}

var schemaNumber = regexp.MustCompile(`("schema":)\d+`)

// newerSchema raises the number of the newest migration, which the first line tells.
func newerSchema(dump []byte) []byte {
	first, rest, _ := bytes.Cut(dump, []byte("\n"))
	return slices.Concat(schemaNumber.ReplaceAll(first, []byte("${1}99999")), []byte("\n"), rest)
}

func readArchive(raw []byte) (entries []archiveEntry, err error) {
	uncompressed, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	for in := tar.NewReader(uncompressed); ; {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		entries = append(entries, archiveEntry{header.Name, content})
	}
}

func writeArchive(path string, entries []archiveEntry) error {
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	w := tar.NewWriter(compressed)
	for _, e := range entries {
		if err := w.WriteHeader(&tar.Header{Name: e.name, Mode: 0o600, Size: int64(len(e.content))}); err != nil {
			return err
		}
		if _, err := w.Write(e.content); err != nil {
			return err
		}
	}
	if err := errors.Join(w.Close(), compressed.Close()); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o600)
}
