package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"perimeter/internal/backup"
	"perimeter/internal/blob"
)

// backupFlags say where and when the server makes backups.
type backupFlags struct {
	BackupTo string `help:"Where nightly backups are written: a folder, or s3://bucket?endpoint=…; empty means the folder backups in the data folder, which does not survive the machine." env:"PERIMETER_BACKUP_TO" placeholder:"FOLDER|URL"`
	BackupAt string `help:"Time of day of the nightly backup, in the company's time zone." default:"02:30" env:"PERIMETER_BACKUP_AT" placeholder:"HH:MM"`
}

// openBackups opens the storage of a repository of backups.
func openBackups(place string) (backup.Storage, error) {
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

func (f backupFlags) backupTarget(data dataFlags) (backup.Storage, error) {
	return openBackups(f.place(data))
}

// backupTime returns the time of day, which checkBackups has checked.
func (f backupFlags) backupTime() backup.Time {
	t, _ := backup.ParseTime(f.BackupAt)
	return t
}

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
		}
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
