package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"time"
)

// A backup is a compressed tar archive: uploaded files in objectsFolder, a dump of
// the database as databaseEntry, and last sumsEntry, which lists the SHA-256 of
// all of them in the format of sha256sum. A file that is not listed was deleted
// while the backup was made and is no part of it.
const (
	databaseEntry = "database.jsonl"
	objectsFolder = "objects/"
	sumsEntry     = "sha256sums.txt"
)

// archiveWriter writes a backup.
type archiveWriter struct {
	*tar.Writer
	compressed *gzip.Writer
	sums       map[string]string // SHA-256 in hexadecimal of the entries, by name
}

func newArchiveWriter(w io.Writer) *archiveWriter {
	compressed := gzip.NewWriter(w)
	return &archiveWriter{Writer: tar.NewWriter(compressed), compressed: compressed, sums: map[string]string{}}
}

// add writes an entry. A tar header needs the size in advance.
func (a *archiveWriter) add(name string, size int64, modified time.Time, r io.Reader) error {
	if err := a.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: modified}); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	hash := sha256.New()
	if _, err := io.Copy(a, io.TeeReader(r, hash)); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	a.sums[name] = hex.EncodeToString(hash.Sum(nil))
	return nil
}

// finish lists the named entries and ends the archive.
func (a *archiveWriter) finish(names []string) error {
	var list strings.Builder
	for _, name := range names {
		fmt.Fprintf(&list, "%s  %s\n", a.sums[name], name)
	}
	err := a.add(sumsEntry, int64(list.Len()), time.Now(), strings.NewReader(list.String()))
	return errors.Join(err, a.Close(), a.compressed.Close())
}

// archive is what a backup holds, apart from the database and the contents of
// uploaded files.
type archive struct {
	sums   map[string]string // SHA-256 in hexadecimal of the entries, by name
	listed map[string]string // what sumsEntry says of them; nil if there is none
}

// readArchive reads a backup to its end, and its database into dump.
func readArchive(path string, dump *spool, p *progress) (archive, error) {
	a := archive{sums: map[string]string{}}
	err := eachEntry(path, p, "Checking the backup", func(name string, r io.Reader) error {
		if _, twice := a.sums[name]; twice {
			return errors.New("it is there twice")
		}
		hash := sha256.New()
		r = io.TeeReader(r, hash)
		var err error
		switch name {
		case databaseEntry:
			_, err = io.Copy(dump, r)
		case sumsEntry:
			a.listed, err = readSums(r)
		default:
			_, err = io.Copy(io.Discard, r)
		}
		a.sums[name] = hex.EncodeToString(hash.Sum(nil))
		return err
	})
	switch {
	case err != nil:
		return a, fmt.Errorf("the backup cannot be read: %w", err)
	case a.sums[databaseEntry] == "":
		return a, errors.New("the backup cannot be read: it holds no database")
	case a.listed != nil && a.listed[databaseEntry] != a.sums[databaseEntry]:
		return a, fmt.Errorf("the backup is damaged: %s is not the database that was backed up", databaseEntry)
	}
	return a, nil
}

func readSums(r io.Reader) (map[string]string, error) {
	list, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(list)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || len(sum) != hex.EncodedLen(sha256.Size) {
			return nil, fmt.Errorf("it holds the line %q", line)
		}
		sums[name] = sum
	}
	return sums, nil
}

// fault says what is wrong with an uploaded file, or "". The hash is that of the
// database, or "" if it has none. Archives of older releases list no checksums.
func (a archive) fault(name, hash string) string {
	sum, ok := a.sums[name]
	switch {
	case !ok:
		return "is missing"
	case hash != "" && sum != hash, a.listed != nil && sum != a.listed[name]:
		return "has other bytes than were backed up"
	}
	return ""
}

// eachEntry calls fn for every entry of a backup. It fails if the file is not a
// backup. It shows its progress as that of the step.
func eachEntry(archive string, p *progress, step string, fn func(name string, r io.Reader) error) error {
	file, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer file.Close()
	uncompressed, err := gzip.NewReader(p.reader(file, step))
	if err != nil {
		return fmt.Errorf("it is not a compressed archive: %w", err)
	}
	entries := tar.NewReader(uncompressed)
	for {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) {
			// The checksum is at the very end.
			_, err := io.Copy(io.Discard, uncompressed)
			return err
		}
		if err != nil {
			return err
		}
		known := header.Name == databaseEntry || header.Name == sumsEntry || strings.HasPrefix(header.Name, objectsFolder) && path.Clean(header.Name) == header.Name
		if !known || header.Typeflag != tar.TypeReg {
			return fmt.Errorf("it holds %q, which no backup of this program does", header.Name)
		}
		if err := fn(header.Name, entries); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
}
