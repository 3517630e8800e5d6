package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/errs"
	"perimeter/internal/store"
)

// backupsCommands manage the backups that the server makes.
type backupsCommands struct {
	List   listBackupsCommand   `cmd:"" help:"List the backups, newest first."`
	Verify verifyBackupsCommand `cmd:"" help:"Restore every backup into a temporary folder and read all of its files."`
	NewKey newKeyCommand        `cmd:"" help:"Add a new key for encrypted backups. The old ones are kept for older backups."`
	Prune  pruneBackupsCommand  `cmd:"" help:"Delete the backups that are not kept: all but those of 7 days, 4 weeks and 12 months."`
}

// repositoryFlags say where the backups are.
type repositoryFlags struct {
	dataFlags
	backupFlags
}

func (f repositoryFlags) repository() (*backup.Repository, error) {
	storage, err := f.backupTarget(f.dataFlags)
	if err != nil {
		return nil, err
	}
	keys, err := f.readKeys(f.dataFlags)
	return backup.NewRepository(storage).WithKeys(keys), err
}

// records opens the records of the site, if there is one here: backups can be listed
// on any machine.
func (f repositoryFlags) records(ctx context.Context) (db *store.Store, err error) {
	if f.DatabaseURL == "" && !store.HasSQLite(f.Data) {
		return nil, nil
	}
	return f.openStore(ctx, mustExist)
}

type listBackupsCommand struct{ repositoryFlags }

func (c listBackupsCommand) Run(ctx context.Context, s streams) error {
	repo, err := c.repository()
	if err != nil {
		return err
	}
	names, err := repo.Names(ctx)
	if err != nil {
		return err
	}
	proofs, err := c.proofs(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "AT (UTC)\tSIZE\tADDED\tRELEASE\tPROOF")
	for _, name := range names {
		snapshot, err := repo.Open(ctx, name)
		if err != nil {
			fmt.Fprintf(out, "%s\t\t\t\t%v\n", name, err)
			continue
		}
		proof, known := proofs[name]
		if !known {
			proof = "not known here"
		}
		fmt.Fprintf(out, "%s\t%.1f MB\t%.1f MB\t%s\t%s\n", snapshot.At().UTC().Format(time.DateTime),
			float64(snapshot.Size())/1e6, float64(snapshot.Written())/1e6, snapshot.Release(), proof)
	}
	return out.Flush()
}

// proofs says how the proof of each backup went.
func (c listBackupsCommand) proofs(ctx context.Context) (map[string]string, error) {
	db, err := c.records(ctx)
	if err != nil || db == nil {
		return nil, err
	}
	defer db.Close()
	records, err := db.Backup().Backups(ctx)
	proofs := map[string]string{}
	for _, r := range records {
		switch {
		case r.CheckedAt.IsZero():
			proofs[r.Name] = "none yet"
		case r.Proven:
			proofs[r.Name] = "identical"
		default:
			proofs[r.Name] = r.Difference
		}
	}
	return proofs, err
}

type verifyBackupsCommand struct{ repositoryFlags }

func (c verifyBackupsCommand) Run(ctx context.Context, s streams) error {
	storage, err := c.backupTarget(c.dataFlags)
	if err != nil {
		return err
	}
	keys, err := c.readKeys(c.dataFlags)
	if err != nil {
		return err
	}
	repo, _, err := openWithKeys(ctx, storage, keys, s)
	if err != nil {
		return err
	}
	names, err := repo.Names(ctx)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return errors.New("there are no backups")
	}
	broken := 0
	for _, name := range names {
		problem, err := verifyBackup(ctx, repo, name)
		if errs.KindOf(err) == errs.NotFound {
			fmt.Fprintf(s.out, "%s: deleted meanwhile\n", name)
			continue
		}
		if err != nil {
			return err
		}
		if problem != "" {
			broken++
			fmt.Fprintf(s.out, "%s: %s\n", name, problem)
			continue
		}
		fmt.Fprintf(s.out, "%s: complete\n", name)
	}
	if broken > 0 {
		return fmt.Errorf("%d of %d backups cannot be restored completely", broken, len(names))
	}
	return nil
}

// verifyBackup says what is wrong with a backup, or "". It returns NotFound if the
// server has deleted it since it was listed; another error means that it could not be
// found out.
func verifyBackup(ctx context.Context, repo *backup.Repository, name string) (problem string, err error) {
	snapshot, err := repo.Open(ctx, name)
	if err == nil {
		var restored temporaryStore
		if restored, problem, err = restoreForProof(ctx, snapshot); err == nil && problem == "" {
			defer restored.close()
			problem, err = missingFile(ctx, snapshot, restored.Store)
		}
	}
	damage, locked := (*backup.Damage)(nil), (*backup.Locked)(nil)
	if errors.As(err, &damage) || errors.As(err, &locked) {
		return err.Error(), nil
	}
	return problem, err
}

type pruneBackupsCommand struct{ repositoryFlags }

func (c pruneBackupsCommand) Run(ctx context.Context, s streams) error {
	db, err := c.openStore(ctx, mustExist)
	if err != nil {
		return err
	}
	defer db.Close()
	backups := backup.New(backup.Config{
		Store: db.Backup(), Target: func() (backup.Storage, error) { return c.backupTarget(c.dataFlags) },
		Keys: func() (backup.Keys, error) { return c.readKeys(c.dataFlags) },
	})
	deleted, err := backups.Prune(ctx)
	return errors.Join(err, printDeleted(s.out, deleted))
}

func printDeleted(w io.Writer, names []string) error {
	for _, name := range names {
		if _, err := fmt.Fprintf(w, "Deleted %s.\n", name); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "Deleted %d backups.\n", len(names))
	return err
}
