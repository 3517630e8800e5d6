package store

import (
	"context"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/store/db"
)

var backupSubject = subject{noun: "backup"}

// Backup returns the store of the records of backups.
func (s *Store) Backup() backup.Store { return s }

func backupRecord(row db.Backup) backup.Record {
	return backup.Record{
		Name: row.Name, At: instant(row.MadeAt), Written: row.Written, Size: row.Size,
		Took:      time.Duration(row.Took) * time.Microsecond,
		CheckedAt: optionalInstant(row.CheckedAt), ProofTook: time.Duration(row.ProofTook) * time.Microsecond,
		Proven: row.Proven, Difference: row.Difference, Keys: row.Keys,
	}
}

func backupState(row db.BackupState) backup.State {
	return backup.State{
		Since: optionalInstant(row.Since), ClaimedUntil: optionalInstant(row.ClaimedUntil), NotBefore: optionalInstant(row.NotBefore),
		FailedAt: optionalInstant(row.FailedAt), Failure: row.Failure, WarnedAt: optionalInstant(row.WarnedAt),
		Sheet: row.Sheet,
	}
}

// Backups implements backup.Store.
func (r reader) Backups(ctx context.Context) ([]backup.Record, error) {
	return all(ctx, r, r.q.ListBackups, backupRecord)
}

// PutBackup implements backup.Store.
func (s *Store) PutBackup(ctx context.Context, r backup.Record) error {
	return s.transact(ctx, func(t tx) error {
		return exec(ctx, t, backupSubject, t.q.PutBackup, db.PutBackupParams{
			Name: r.Name, MadeAt: micros(r.At), Written: r.Written, Size: r.Size, Took: r.Took.Microseconds(),
			CheckedAt: optionalMicros(r.CheckedAt), ProofTook: r.ProofTook.Microseconds(), Proven: r.Proven, Difference: r.Difference, Keys: r.Keys,
		})
	})
}

// DeleteBackup implements backup.Store.
func (s *Store) DeleteBackup(ctx context.Context, name string) error {
	return s.transact(ctx, func(t tx) error { return exec(ctx, t, backupSubject, t.q.DeleteBackup, name) })
}

// BackupState implements backup.Store.
func (r reader) BackupState(ctx context.Context) (backup.State, error) {
	state := func(ctx context.Context, _ struct{}) (db.BackupState, error) { return r.q.GetBackupState(ctx) }
	return one(ctx, r, backupSubject, state, struct{}{}, backupState)
}

// StartBackups implements backup.Store.
func (s *Store) StartBackups(ctx context.Context, at time.Time) error {
	return s.transact(ctx, func(t tx) error { return exec(ctx, t, backupSubject, t.q.StartBackups, micros(at)) })
}

// ClaimBackup implements backup.Store.
func (s *Store) ClaimBackup(ctx context.Context, process string, now, until time.Time) (claimed bool, err error) {
	err = s.transact(ctx, func(t tx) (err error) {
		claimed, err = one(ctx, t.reader, backupSubject, t.q.ClaimBackup, db.ClaimBackupParams{
			ClaimedBy: process, Until: micros(until), Now: micros(now),
		}, func(n int64) bool { return n > 0 })
		return err
	})
	return claimed, err
}

// ReleaseBackup implements backup.Store.
func (s *Store) ReleaseBackup(ctx context.Context, process string, o backup.Outcome) error {
	return s.transact(ctx, func(t tx) error {
		return exec(ctx, t, backupSubject, t.q.ReleaseBackup, db.ReleaseBackupParams{
			ClaimedBy: process, NotBefore: optionalMicros(o.NotBefore), FailedAt: optionalMicros(o.FailedAt), Failure: o.Failure,
		})
	})
}

// PutRecoverySheet implements backup.Store.
func (s *Store) PutRecoverySheet(ctx context.Context, sheet string) error {
	return s.transact(ctx, func(t tx) error { return exec(ctx, t, backupSubject, t.q.PutRecoverySheet, sheet) })
}

// PutBackupWarning implements backup.Store.
func (s *Store) PutBackupWarning(ctx context.Context, seen, at time.Time) (put bool, err error) {
	err = s.transact(ctx, func(t tx) (err error) {
		put, err = one(ctx, t.reader, backupSubject, t.q.PutBackupWarning, db.PutBackupWarningParams{
			WarnedAt: optionalMicros(at), Seen: optionalMicros(seen),
		}, func(n int64) bool { return n > 0 })
		return err
	})
	return put, err
}
