package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"perimeter/internal/audit"
	"perimeter/internal/durable"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/store"
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
	p := newProgress(s)
	defer p.end()
	var b *fileBackup
	write := func(w io.Writer) error {
		b = newFileBackup(w, db, storage, p)
		return b.write(ctx)
	}
	var size int64
	if c.File == "-" {
		err = write(s.out)
	} else {
		size, err = replaceFile(c.File, write)
	}
	p.end()
	if err != nil {
		return fmt.Errorf("the backup was not written: %w", err)
	}
	recordCommand(ctx, newAuditLog(db), audit.Exported, "backup", "")
	if c.File != "-" {
		fmt.Fprintf(s.out, "Wrote the database and %d uploaded files to %s (%.1f MB).\n", b.files, c.File, float64(size)/1e6)
	}
	if len(b.lost) > 0 {
		fmt.Fprintf(s.err, "Warning: %d files of the image library are missing or damaged: %s. "+
			"This backup can be restored only with --allow-incomplete.\n", len(b.lost), shorten(b.lost))
	}
	return nil
}

// maxDumps bounds how often a backup starts over because images were deleted.
const maxDumps = 20

// fileBackup is a backup in one file that is being written.
type fileBackup struct {
	archive *archiveWriter
	db      *store.Store
	storage media.Storage
	p       *progress

	size  int64    // of the files in the archive
	files int      // that belong to the backup
	lost  []string // keys of files that the library names and that are missing or damaged
}

func newFileBackup(w io.Writer, db *store.Store, storage media.Storage, p *progress) *fileBackup {
	return &fileBackup{archive: newArchiveWriter(w), db: db, storage: storage, p: p}
}

// write writes files until the archive holds all those that one dump names. A file
// is stored before its record and deleted after it, so a file that is missing
// belongs to an image that was deleted since the dump, and a newer dump does not
// name it. If it does, the file is lost.
func (b *fileBackup) write(ctx context.Context) error {
	dump, err := newSpool()
	if err != nil {
		return err
	}
	defer dump.close()
	missing := map[string]bool{}
	for range maxDumps {
		b.p.show("Reading the database", "…")
		files, err := dump.write(ctx, b.db)
		if err != nil {
			return err
		}
		names, again := []string{databaseEntry}, false
		b.lost = nil
		for _, file := range files {
			found, err := b.addFile(ctx, file)
			if err != nil {
				return err
			}
			if found {
				names = append(names, objectsFolder+file.Key)
				continue
			}
			again = again || !missing[file.Key]
			missing[file.Key] = true
			b.lost = append(b.lost, file.Key)
		}
		if again {
			continue
		}
		b.files = len(names) - 1
		size, err := dump.rewind()
		if err != nil {
			return err
		}
		if err := b.archive.add(databaseEntry, size, time.Now(), dump); err != nil {
			return err
		}
		return b.archive.finish(names)
	}
	return errors.New("images were deleted all the time; please try again later")
}

// addFile adds a file unless the archive has it, and reports whether it exists and
// has the right bytes.
func (b *fileBackup) addFile(ctx context.Context, file media.ImageFile) (found bool, err error) {
	name := objectsFolder + file.Key
	if _, done := b.archive.sums[name]; !done {
		content, err := b.storage.Open(ctx, file.Key)
		if errs.KindOf(err) == errs.NotFound {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		defer content.Close()
		if err := b.archive.add(name, content.Size, content.ModifiedAt, content); err != nil {
			return false, err
		}
		b.size += content.Size
		b.p.show("Writing uploaded files", "%d, %.1f MB", len(b.archive.sums), float64(b.size)/1e6)
	}
	return file.Hash == "" || file.Hash == b.archive.sums[name], nil
}

// shorten joins at most five names.
func shorten(names []string) string {
	const most = 5
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
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
	if err := os.Rename(file.Name(), path); err != nil {
		return 0, err
	}
	return size, durable.SyncFolder(filepath.Dir(path))
}
