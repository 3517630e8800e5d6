package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"perimeter/internal/audit"
	"perimeter/internal/media"
	"perimeter/internal/safehtml"
	"perimeter/internal/site"
	"perimeter/internal/store"
)

type restoreCommand struct {
	dataFlags
	File            string `arg:"" help:"Backup to read." type:"existingfile"`
	AllowIncomplete bool   `help:"Restore without the uploaded files that are missing or damaged in the backup."`
}

// Run checks the whole backup first. Then it restores the uploaded files, and the
// database last, in one transaction. If anything fails before that, the records
// stay as they were.
func (c restoreCommand) Run(ctx context.Context, s streams) error {
	p := newProgress(s)
	defer p.end()
	dump, err := newSpool()
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	defer dump.close()
	r, err := c.check(ctx, dump, p)
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	db, storage, err := c.openData(ctx, forRestoring)
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	defer db.Close()

	if err := r.putFiles(ctx, c.File, storage, p); err != nil {
		return fmt.Errorf("the database was not touched, an uploaded file could not be restored: %w", err)
	}
	p.show("Restoring the database", "…")
	if err := dump.load(ctx, db); err != nil {
		return fmt.Errorf("the database was not touched: %w", err)
	}
	recordCommand(ctx, newAuditLog(db), audit.Restored, "backup", "")
	p.show("Removing files that are not in the backup", "…")
	if err := removeOthers(ctx, storage, r.sums); err != nil {
		return fmt.Errorf("everything was restored, but files that are newer than the backup could not be removed: %w", err)
	}
	p.end()
	if len(r.problems) > 0 {
		fmt.Fprintf(s.err, "Warning: the backup is incomplete: %s.\n", shorten(r.problems))
	}
	if len(r.removed) > 0 {
		fmt.Fprintf(s.err, "Warning: removed from stored HTML, because it is not allowed: %s.\n", shorten(r.removed))
	}
	fmt.Fprintf(s.out, "Restored the database and %d uploaded files from %s.\n", len(r.sums), c.File)
	return nil
}

// restorable is a backup that was checked.
type restorable struct {
	sums     map[string]string // SHA-256 in hexadecimal of the uploaded files to restore, by key
	problems []string          // of files that are left out
	removed  safehtml.Removed  // from stored HTML
}

// check reads the whole backup and loads its database into a temporary folder, so
// that whatever is wrong with it is found before anything is changed. It leaves the
// database in dump, with clean HTML.
func (c restoreCommand) check(ctx context.Context, dump *spool, p *progress) (restorable, error) {
	var r restorable
	archive, err := readArchive(c.File, dump, p)
	if err != nil {
		return r, err
	}
	p.show("Checking the database", "…")
	var images []media.Image
	if images, r.removed, err = checkDump(ctx, dump); err != nil {
		return r, fmt.Errorf("the database of the backup cannot be used: %w", err)
	}
	r.sums = map[string]string{}
	for _, image := range images {
		files, err := image.Files()
		if err != nil {
			return r, fmt.Errorf("the database of the backup cannot be used: %w", err)
		}
		for _, file := range files {
			name := objectsFolder + file.Key
			if fault := archive.fault(name, file.Hash); fault != "" {
				r.problems = append(r.problems, name+" "+fault)
				continue
			}
			r.sums[file.Key] = archive.sums[name]
		}
	}
	if len(r.problems) > 0 && !c.AllowIncomplete {
		return r, fmt.Errorf("the backup is damaged: %s; to restore it without these files, add --allow-incomplete",
			shorten(r.problems))
	}
	return r, nil
}

// checkDump replaces the dump by what this release would write, with clean HTML, and
// returns its images.
func checkDump(ctx context.Context, dump *spool) (images []media.Image, removed safehtml.Removed, err error) {
	dir, err := os.MkdirTemp("", "perimeter-restore-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(ctx, store.Config{DataDir: dir, Lock: store.LockRestoring})
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	if err := dump.load(ctx, db); err != nil {
		return nil, nil, err
	}
	if removed, err = site.CleanStored(ctx, db.Site()); err != nil {
		return nil, nil, err
	}
	images, err = dump.write(ctx, db)
	return images, removed, err
}

// putFiles stores the uploaded files, if they are still those that were checked.
func (r restorable) putFiles(ctx context.Context, path string, storage media.Storage, p *progress) error {
	stored := 0
	err := eachEntry(path, p, "Restoring uploaded files", func(name string, in io.Reader) error {
		key := strings.TrimPrefix(name, objectsFolder)
		want, ok := r.sums[key]
		if !ok {
			return nil
		}
		content, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
			return errChanged
		}
		stored++
		return storage.Put(ctx, key, content)
	})
	if err == nil && stored != len(r.sums) {
		return errChanged
	}
	return err
}

var errChanged = errors.New("the backup has changed while it was read")

// removeOthers deletes the files that are not in the backup. The restored database
// does not know them, so nobody could delete them otherwise.
func removeOthers(ctx context.Context, storage media.Storage, files map[string]string) error {
	for _, folder := range []string{media.ImagesDir, media.UploadsDir} {
		for info, err := range storage.List(ctx, folder) {
			if err != nil {
				return err
			}
			if _, keep := files[info.Key]; keep {
				continue
			}
			if err := storage.Delete(ctx, info.Key); err != nil {
				return err
			}
		}
	}
	return nil
}
