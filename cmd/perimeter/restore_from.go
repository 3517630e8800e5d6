package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"perimeter/internal/backup"
	"perimeter/internal/record"
	"perimeter/internal/store"
)

// restoreSource is a backup that can be restored.
type restoreSource interface {
	// read reads all of the backup, and its database into dump.
	read(ctx context.Context, dump *spool, p *progress) (archive, error)
	// each calls fn for the entries of the uploaded files, by the name that read has
	// returned.
	each(ctx context.Context, p *progress, step string, fn func(name string, r io.Reader) error) error
	String() string
}

// fileSource is a backup in one file.
type fileSource string

func (f fileSource) read(_ context.Context, dump *spool, p *progress) (archive, error) {
	return readArchive(string(f), dump, p)
}

func (f fileSource) each(_ context.Context, p *progress, step string, fn func(name string, r io.Reader) error) error {
	return eachEntry(string(f), p, step, fn)
}

func (f fileSource) String() string { return string(f) }

// snapshotSource is a backup in a repository.
type snapshotSource struct{ *backup.Snapshot }

func (s snapshotSource) read(ctx context.Context, dump *spool, p *progress) (archive, error) {
	p.show("Reading the database", "…")
	if err := s.WriteDatabase(ctx, dump); err != nil {
		return archive{}, err
	}
	a := archive{sums: map[string]string{}}
	err := s.contents(ctx, p, "Checking uploaded files", func(file backup.File, _ []byte, err error) error {
		if damage := (*backup.Damage)(nil); errors.As(err, &damage) {
			return nil // it counts as missing
		}
		a.sums[objectsFolder+file.Key] = file.Hash
		return err
	})
	return a, err
}

func (s snapshotSource) each(ctx context.Context, p *progress, step string, fn func(name string, r io.Reader) error) error {
	return s.contents(ctx, p, step, func(file backup.File, content []byte, err error) error {
		if damage := (*backup.Damage)(nil); errors.As(err, &damage) {
			return nil
		}
		if err != nil {
			return err
		}
		return fn(objectsFolder+file.Key, bytes.NewReader(content))
	})
}

// contents reads every uploaded file.
func (s snapshotSource) contents(ctx context.Context, p *progress, step string, fn func(backup.File, []byte, error) error) error {
	done := 0
	for file, err := range s.Files(ctx) {
		if err != nil {
			return err
		}
		content, err := s.Content(ctx, file)
		if err := fn(file, content, err); err != nil {
			return err
		}
		done++
		p.show(step, "%d", done)
	}
	return nil
}

func (s snapshotSource) String() string {
	return "the backup of " + s.At().UTC().Format(time.RFC3339)
}

// source opens the backup that the flags choose, with its keys, and says where it is
// restored to.
func (c *restoreCommand) source(ctx context.Context, command *kong.Context, s streams) (restoreSource, backup.Keys, error) {
	var keys backup.Keys
	switch {
	case c.From == "" && c.At != "":
		return nil, keys, errors.New("--at needs --from")
	case c.From == "" && c.File == "":
		return nil, keys, errors.New("name a file, or say with --from where the backups are")
	case c.From != "" && c.File != "":
		return nil, keys, errors.New("name a file or give --from, not both")
	case c.From == "":
		return fileSource(c.File), keys, nil
	}
	storage, err := openBackups(c.From)
	if err != nil {
		return nil, keys, err
	}
	if keys, err = c.readKeys(c.dataFlags); err != nil {
		return nil, keys, err
	}
	repo, keys, err := openWithKeys(ctx, storage, keys, s)
	if err != nil {
		return nil, keys, err
	}
	snapshot, err := chooseBackup(ctx, repo, c.At)
	if err != nil {
		return nil, keys, err
	}
	if !isGiven(command, "data") && !isGiven(command, "database-url") {
		// Without a word about where to, nothing that exists is replaced.
		folder, err := filepath.Abs("restored-" + snapshot.At().UTC().Format("20060102T150405Z"))
		if err != nil {
			return nil, keys, err
		}
		c.dataFlags = dataFlags{Data: folder, Site: c.Site}
	}
	return snapshotSource{snapshot}, keys, nil
}

// isGiven reports whether a flag is on the command line.
func isGiven(command *kong.Context, name string) bool {
	return slices.ContainsFunc(command.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == name })
}

// chooseBackup opens the newest backup that is not newer than the time, or the newest
// of all.
func chooseBackup(ctx context.Context, repo *backup.Repository, at string) (*backup.Snapshot, error) {
	names, err := repo.Names(ctx)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("there are no backups")
	}
	newest, err := repo.Open(ctx, names[0])
	if at == "" {
		return newest, err
	}
	location := time.UTC
	if err == nil {
		location = newest.Location()
	}
	until, err := parseTime(at, location)
	if err != nil {
		return nil, err
	}
	name, err := repo.NameAt(ctx, until)
	if err != nil {
		return nil, fmt.Errorf("%w The oldest is %s", err, names[len(names)-1])
	}
	return repo.Open(ctx, name)
}

// parseTime reads a time as people write it.
func parseTime(text string, location *time.Location) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	for _, layout := range []string{time.DateTime, "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, location); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--at %q is no time; write it like 2026-05-14T09:30:00Z or 2026-05-14 09:30", text)
}

// maxChanges is how many changes a check counts.
const maxChanges = 1000

// printCheck says what the restore would change.
func (c restoreCommand) printCheck(ctx context.Context, from restoreSource, r restorable, s streams) error {
	fmt.Fprintf(s.out, "%s can be restored: the database and %d uploaded files.\n", from, len(r.sums))
	for _, problem := range r.problems {
		fmt.Fprintf(s.out, "It is incomplete: %s.\n", problem)
	}
	if c.DatabaseURL == "" && !store.HasSQLite(c.Data) {
		fmt.Fprintf(s.out, "Nothing would be replaced: there is no site in %s.\n", c.Data)
		return nil
	}
	db, err := c.openStore(ctx, mustExist)
	if err != nil {
		return err
	}
	defer db.Close()
	snapshot, ok := from.(snapshotSource)
	if !ok {
		fmt.Fprintln(s.out, "The site that is there would be replaced.")
		return nil
	}
	versions, err := db.History().Versions(ctx, record.Query{Limit: maxChanges})
	if err != nil {
		return err
	}
	lost := slices.IndexFunc(versions, func(v record.Version) bool { return !v.At.After(snapshot.At()) })
	if lost < 0 {
		lost = len(versions)
	}
	fmt.Fprintf(s.out, "The site that is there would be replaced. %d changes since the backup would be lost.\n", lost)
	for _, v := range versions[:min(lost, 5)] {
		fmt.Fprintf(s.out, "  %s  %s %s, by %s\n", v.At.UTC().Format(time.RFC3339), v.Kind, v.RecordID, cmp.Or(v.User, "the server"))
	}
	return nil
}
