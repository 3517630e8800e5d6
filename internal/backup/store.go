package backup

import (
	"context"
	"time"
)

// Record is what is known of a backup that was made here.
type Record struct {
	Name      string
	At        time.Time
	Written   int64 // bytes that it has added to the repository
	Size      int64 // bytes that it restores
	Took      time.Duration
	CheckedAt time.Time // when the proof ended; zero if there was none yet
	ProofTook time.Duration
	Proven    bool
	// Difference is what the proof has found first, or "".
	Difference string
	// Keys is the fingerprint of the keys that it was proven with, or "".
	Keys string
}

// failedProof reports whether the backup was found to be wrong.
func (r Record) failedProof() bool { return !r.CheckedAt.IsZero() && !r.Proven }

// State is what is known of making backups.
type State struct {
	Since        time.Time // since when backups are due
	ClaimedUntil time.Time // one replica makes a backup until then
	NotBefore    time.Time // when to try again after a failure
	FailedAt     time.Time // of the last attempt; zero if it succeeded
	Failure      string
	WarnedAt     time.Time // when the staff were last told; zero if all is well
	// Sheet is the fingerprint of the recovery sheet that somebody has confirmed to have
	// printed, or "".
	Sheet string
}

// Outcome is how an attempt to make a backup ended.
type Outcome struct {
	NotBefore time.Time
	FailedAt  time.Time // zero if it succeeded
	Failure   string
}

// Store keeps the records of backups. None of them is part of a backup. Every method
// returns Unavailable when the database cannot be reached.
type Store interface {
	// Backups returns the records, newest first.
	Backups(ctx context.Context) ([]Record, error)
	// PutBackup inserts the record or replaces the one with its name.
	PutBackup(ctx context.Context, r Record) error
	// DeleteBackup deletes the record, if it exists.
	DeleteBackup(ctx context.Context, name string) error
	BackupState(ctx context.Context) (State, error)
	// StartBackups sets State.Since, once.
	StartBackups(ctx context.Context, at time.Time) error
	// ClaimBackup reports whether the process may make a backup until the time, or go
	// on with it: no other one has claimed that after now.
	ClaimBackup(ctx context.Context, process string, now, until time.Time) (bool, error)
	// ReleaseBackup ends the claim of the process, if it has one.
	ReleaseBackup(ctx context.Context, process string, o Outcome) error
	// PutRecoverySheet sets State.Sheet.
	PutRecoverySheet(ctx context.Context, sheet string) error
	// PutBackupWarning sets State.WarnedAt, unless another process was faster. Of
	// several processes that have seen the same value, one gets true.
	PutBackupWarning(ctx context.Context, seen, at time.Time) (bool, error)
}
