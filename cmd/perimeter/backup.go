package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/store"
)

// A backup is a compressed tar archive: a dump of the database as databaseEntry,
// then every uploaded file in objectsFolder.
const (
	databaseEntry = "database.jsonl"
	objectsFolder = "objects/"
)

type backupCommand struct {
	dataFlags
	File string `arg:"" help:"File to write; - means standard output."`
}

func (c backupCommand) Run(ctx context.Context, s streams) error {
	db, storage, err := c.openData(ctx, mustExist)
	if err != nil {
		return err
	}
	defer db.Close()
	if c.File == "-" {
		_, err := writeBackup(ctx, s.out, db, storage)
		return err
	}
	var files int
	size, err := replaceFile(c.File, func(w io.Writer) (err error) {
		files, err = writeBackup(ctx, w, db, storage)
		return err
	})
	if err != nil {
		return fmt.Errorf("the backup was not written: %w", err)
	}
	fmt.Fprintf(s.out, "Wrote the database and %d uploaded files to %s (%.1f MB).\n", files, c.File, float64(size)/1e6)
	return nil
}

// writeBackup writes the archive and returns how many uploaded files it holds.
func writeBackup(ctx context.Context, w io.Writer, db *store.Store, storage media.Storage) (files int, err error) {
	compressed := gzip.NewWriter(w)
	archive := tar.NewWriter(compressed)
	// A tar header needs the size in advance. The database holds only text, so
	// the dump fits into memory.
	var dump bytes.Buffer
	if err := db.Dump(ctx, &dump); err != nil {
		return 0, err
	}
	if err := addEntry(archive, databaseEntry, int64(dump.Len()), time.Now(), &dump); err != nil {
		return 0, err
	}
	for info, err := range storage.List(ctx, media.ImagesDir) {
		if err != nil {
			return files, err
		}
		if err := addObject(ctx, archive, storage, info.Key); err != nil {
			if errs.KindOf(err) == errs.NotFound { // deleted meanwhile
				continue
			}
			return files, err
		}
		files++
	}
	return files, errors.Join(archive.Close(), compressed.Close())
}

func addObject(ctx context.Context, archive *tar.Writer, storage media.Storage, key string) error {
	file, err := storage.Open(ctx, key)
	if err != nil {
		return err
	}
	defer file.Close()
	return addEntry(archive, objectsFolder+key, file.Size, file.ModifiedAt, file)
}

func addEntry(archive *tar.Writer, name string, size int64, modified time.Time, r io.Reader) error {
	if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: modified}); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if _, err := io.Copy(archive, r); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// replaceFile writes a temporary file and renames it once it is complete and on
// disk, so that a failed backup never damages the previous one.
func replaceFile(path string, write func(io.Writer) error) (size int64, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name()) // after the rename, this does nothing
	if err := write(file); err != nil {
		return 0, errors.Join(err, file.Close())
	}
	size, err = file.Seek(0, io.SeekEnd)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return 0, err
	}
	return size, os.Rename(file.Name(), path)
}

type restoreCommand struct {
	dataFlags
	File string `arg:"" help:"Backup to read." type:"existingfile"`
}

// Run restores the uploaded files first and the database last, in one transaction.
// If anything fails before that, the site stays as it was.
func (c restoreCommand) Run(ctx context.Context, s streams) error {
	// Detect a damaged archive before changing anything.
	if err := eachEntry(c.File, func(_ string, r io.Reader) error {
		_, err := io.Copy(io.Discard, r)
		return err
	}); err != nil {
		return fmt.Errorf("nothing was restored, the backup cannot be read: %w", err)
	}
	db, storage, err := c.openData(ctx, mayCreate)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.LockForServing(); err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}

	var dump []byte
	files := map[string]bool{}
	err = eachEntry(c.File, func(name string, r io.Reader) error {
		content, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if name == databaseEntry {
			dump = content
			return nil
		}
		key := strings.TrimPrefix(name, objectsFolder)
		files[key] = true
		return storage.Put(ctx, key, content)
	})
	if err != nil {
		return fmt.Errorf("the database was not touched, an uploaded file could not be restored: %w", err)
	}
	if err := db.Load(ctx, bytes.NewReader(dump)); err != nil {
		return fmt.Errorf("the database was not touched: %w", err)
	}
	if err := removeOthers(ctx, storage, files); err != nil {
		return fmt.Errorf("everything was restored, but files that are newer than the backup could not be removed: %w", err)
	}
	fmt.Fprintf(s.out, "Restored the database and %d uploaded files from %s.\n", len(files), c.File)
	return nil
}

// removeOthers deletes the files that are not in the backup. The restored database
// does not know them, so nobody could delete them otherwise, but they would still
// be served.
func removeOthers(ctx context.Context, storage media.Storage, files map[string]bool) error {
	for _, folder := range []string{media.ImagesDir, media.UploadsDir} {
		for info, err := range storage.List(ctx, folder) {
			if err != nil {
				return err
			}
			if files[info.Key] {
				continue
			}
			if err := storage.Delete(ctx, info.Key); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachEntry calls fn for every entry of a backup. It fails if the file is not a
// backup.
func eachEntry(path string, fn func(name string, r io.Reader) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	uncompressed, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("it is not a compressed archive: %w", err)
	}
	archive := tar.NewReader(uncompressed)
	for database := false; ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			if !database {
				return errors.New("it holds no database")
			}
			// The checksum is at the very end.
			_, err := io.Copy(io.Discard, uncompressed)
			return err
		}
		if err != nil {
			return err
		}
		switch {
		case header.Name == databaseEntry:
			database = true
		case !strings.HasPrefix(header.Name, objectsFolder):
			return fmt.Errorf("it holds %q, which no backup of this program does", header.Name)
		}
		if err := fn(header.Name, archive); err != nil {
			return fmt.Errorf("%s: %w", header.Name, err)
		}
	}
}
