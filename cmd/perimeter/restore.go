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

	"github.com/alecthomas/kong"

	"perimeter/internal/audit"
	"perimeter/internal/media"
	"perimeter/internal/safehtml"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/temporary"
)

type restoreCommand struct {
	dataFlags
	keyFlags
	File            string `arg:"" optional:"" help:"Backup to read." type:"existingfile"`
	From            string `help:"Where nightly backups are: a folder, or s3://bucket?endpoint=…. Without --data, the newest is restored into a new folder." placeholder:"FOLDER|URL"`
	At              string `help:"With --from: restore the newest backup that is not newer than this time, as 2026-05-14T09:30:00Z, or 2026-05-14 09:30 in the company's time zone." placeholder:"TIME"`
	Check           bool   `help:"Check the backup and say what would change, but change nothing."`
	AllowIncomplete bool   `help:"Restore without the uploaded files that are missing or damaged in the backup."`
}

// Run checks the whole backup first. Then it restores the uploaded files, and the
// database last, in one transaction. If anything fails before that, the records
// stay as they were.
func (c restoreCommand) Run(ctx context.Context, command *kong.Context, s streams) error {
	p := newProgress(s)
	defer p.end()
	from, keys, err := c.source(ctx, command, s)
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	dump, err := newSpool()
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	defer dump.close()
	r, err := c.check(ctx, from, dump, p)
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	if c.Check {
		p.end()
		return c.printCheck(ctx, from, r, s)
	}
	db, storage, err := c.openData(ctx, forRestoring)
	if err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	defer db.Close()

	if err := r.putFiles(ctx, from, storage, p); err != nil {
		return fmt.Errorf("the database was not touched, an uploaded file could not be restored: %w", err)
	}
	p.show("Restoring the database", "…")
	if err := dump.load(ctx, db); err != nil {
		return fmt.Errorf("the database was not touched: %w", err)
	}
	recordCommand(ctx, newAuditLog(db), audit.Restored, "backup", "")
	if err := c.keepKeys(c.dataFlags, keys); err != nil {
		fmt.Fprintf(s.err, "Warning: the key of the backups could not be stored in %s: %v.\n", c.Data, err)
	}
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
	fmt.Fprintf(s.out, "Restored the database and %d uploaded files from %s.\n", len(r.sums), from)
	if c.From != "" {
		fmt.Fprintf(s.out, "Start the site with: perimeter serve --data %s\n", c.Data)
	}
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
func (c restoreCommand) check(ctx context.Context, from restoreSource, dump *spool, p *progress) (restorable, error) {
	var r restorable
	archive, err := from.read(ctx, dump, p)
	if err != nil {
		return r, err
	}
	p.show("Checking the database", "…")
	var files []media.ImageFile
	if files, r.removed, err = checkDump(ctx, dump); err != nil {
		return r, fmt.Errorf("the database of the backup cannot be used: %w", err)
	}
	r.sums = map[string]string{}
	for _, file := range files {
		name := objectsFolder + file.Key
		if fault := archive.fault(name, file.Hash); fault != "" {
			r.problems = append(r.problems, name+" "+fault)
			continue
		}
		r.sums[file.Key] = archive.sums[name]
	}
	if len(r.problems) > 0 && !c.AllowIncomplete {
		return r, fmt.Errorf("the backup is damaged: %s; to restore it without these files, add --allow-incomplete",
			shorten(r.problems))
	}
	return r, nil
}

// checkDump replaces the dump by what this release would write, with clean HTML, and
// returns the files of its images.
func checkDump(ctx context.Context, dump *spool) (files []media.ImageFile, removed safehtml.Removed, err error) {
	dir, err := temporary.NewFolder("perimeter-restore-")
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
	files, err = dump.write(ctx, db)
	return files, removed, err
}

// putFiles stores the uploaded files, if they are still those that were checked.
func (r restorable) putFiles(ctx context.Context, from restoreSource, storage media.Storage, p *progress) error {
	stored := 0
	err := from.each(ctx, p, "Restoring uploaded files", func(name string, in io.Reader) error {
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
	for _, folder := range []string{media.ImagesDir, media.UploadsDir, media.DeletedDir} {
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
