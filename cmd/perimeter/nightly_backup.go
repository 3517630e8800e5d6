package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"perimeter/internal/backup"
	"perimeter/internal/blob"
	"perimeter/internal/media"
)

// backupFlags say where and when the server makes backups.
type backupFlags struct {
	keyFlags
	BackupTo        string `help:"Where nightly backups are written: a folder, or s3://bucket?endpoint=…; empty means the folder backups in the data folder, which does not survive the machine." env:"PERIMETER_BACKUP_TO" placeholder:"FOLDER|URL"`
	BackupAt        string `help:"Time of day of the nightly backup, in the company's time zone." default:"02:30" env:"PERIMETER_BACKUP_AT" placeholder:"HH:MM"`
	BackupRecipient string `help:"Encrypt backups: auto makes a key in the data folder, age1… is a recipient whose key is in --backup-identity." env:"PERIMETER_BACKUP_RECIPIENT" placeholder:"auto|RECIPIENT"`
}

// openBackups opens the storage of a repository of backups.
func openBackups(place string) (media.Storage, error) {
	if !strings.Contains(place, "://") {
		return blob.OpenFolder(place)
	}
	return blob.Open(blob.Config{
		StorageURL: place, AccessKeyID: os.Getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
	})
}

// place returns where the backups of the data are.
func (f backupFlags) place(data dataFlags) string {
	if f.BackupTo == "" {
		return filepath.Join(data.Data, "backups")
	}
	return f.BackupTo
}

func (f backupFlags) backupTarget(data dataFlags) (media.Storage, error) {
	return openBackups(f.place(data))
}

// backupTime returns the time of day, which checkBackups has checked.
func (f backupFlags) backupTime() backup.Time {
	t, _ := backup.ParseTime(f.BackupAt)
	return t
}

// checkBackups tests the settings without asking the storage, which may be away.
func (f backupFlags) checkBackups(data dataFlags) checkResult {
	result := checkResult{part: "backups", detail: "every night at " + f.BackupAt + " to " + f.BackupTo}
	if f.BackupTo == "" {
		result.detail = "every night at " + f.BackupAt + " to a folder of this machine"
	}
	if _, err := backup.ParseTime(f.BackupAt); err != nil {
		result.err = fmt.Errorf("backups cannot be made at %q: %w", f.BackupAt, err)
		result.advice = "Leave out PERIMETER_BACKUP_AT, or set it to a time of day such as 02:30."
		return result
	}
	if strings.Contains(f.BackupTo, "://") { // a folder is created when it is needed
		if _, err := f.backupTarget(data); err != nil {
			result.err, result.advice = err, "Correct PERIMETER_BACKUP_TO: a folder, or s3://bucket?endpoint=… with the access keys."
			return result
		}
	}
	keys, err := f.keys(data)
	if err != nil {
		result.err = fmt.Errorf("backups cannot be encrypted: %w", err)
		result.advice = fmt.Sprintf("Set PERIMETER_BACKUP_RECIPIENT to auto, or put the key of the recipient (AGE-SECRET-KEY-1…) into %s; "+
			"replicas need PERIMETER_BACKUP_IDENTITY, a file that all of them have.", f.keyFile(data))
	} else if keys.Encrypts() {
		result.detail += ", encrypted"
	}
	return result
}

// tryBackups also writes to the storage and opens the newest backup with the keys.
func (f backupFlags) tryBackups(ctx context.Context, data dataFlags) checkResult {
	if info, err := os.Stat(data.Data); err != nil || !info.IsDir() {
		return checkResult{part: "backups", detail: "not tried", advice: "Correct the data folder first."}
	}
	result := f.checkBackups(data)
	if result.err != nil {
		return result
	}
	storage, err := f.backupTarget(data)
	if err == nil {
		err = storage.Check(ctx)
	}
	if err != nil {
		result.err = fmt.Errorf("no backup can be written: %w", withoutSecret(err, f.BackupTo))
		result.advice = "See that PERIMETER_BACKUP_TO is right, that it can be reached and written, and that there is space."
		return result
	}
	keys, err := f.keys(data)
	if err != nil {
		result.err, result.advice = err, "See that this user may read "+f.keyFile(data)+"."
		return result
	}
	repo := backup.NewRepository(storage).WithKeys(keys)
	names, err := repo.Names(ctx)
	if err == nil && len(names) > 0 {
		_, err = repo.Open(ctx, names[0])
	}
	if locked := (*backup.Locked)(nil); errors.As(err, &locked) {
		result.err, result.advice = err, "Add that key to "+f.keyFile(data)+"; it is on the recovery sheet of that time."
	} else if err != nil {
		result.err, result.advice = fmt.Errorf("the newest backup cannot be opened: %w", err), "Run: perimeter backups verify"
	}
	return result
}

// showBackups adds what is known of the backups.
func (m *metrics) showBackups(b *backup.Backups) {
	gauge := func(name, help string, value func(backup.Condition) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			status := b.Known()
			if status == nil {
				return 0
			}
			return value(*status)
		}))
	}
	proven := func(value func(backup.Entry) float64) func(backup.Condition) float64 {
		return func(s backup.Condition) float64 {
			if s.Proven == nil {
				return 0
			}
			return value(*s.Proven)
		}
	}
	gauge("perimeter_backup_proven_timestamp_seconds", "When the newest proven backup was made; 0 if there is none.",
		proven(func(e backup.Entry) float64 { return float64(e.At.Unix()) }))
	gauge("perimeter_backup_bytes", "How much the newest proven backup restores.",
		proven(func(e backup.Entry) float64 { return float64(e.Size) }))
	gauge("perimeter_backup_written_bytes", "How much the newest proven backup has added to those before it.",
		proven(func(e backup.Entry) float64 { return float64(e.Bytes) }))
	gauge("perimeter_backup_seconds", "How long the newest proven backup and its proof took.",
		proven(func(e backup.Entry) float64 { return e.Seconds + e.ProofSeconds }))
	gauge("perimeter_backup_problem", "1 if the backups need attention, otherwise 0.", func(s backup.Condition) float64 {
		if s.Problem == "" {
			return 0
		}
		return 1
	})
}
