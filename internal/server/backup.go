package server

import (
	"context"

	"perimeter/internal/backup"
	"perimeter/internal/errs"
)

var errNoBackups = errs.Errorf(errs.Unavailable, "No backups are made here.")

func (a *api) listBackups(ctx context.Context, _ *noInput) (*output[[]backup.Entry], error) {
	if a.backups == nil {
		return nil, errNoBackups
	}
	return respond(a.backups.List(ctx))
}

func (a *api) getBackupStatus(ctx context.Context, _ *noInput) (*output[backup.Condition], error) {
	if a.backups == nil {
		return nil, errNoBackups
	}
	return respond(a.backups.Condition(ctx))
}

// acceptedOutput says that work has begun.
type acceptedOutput struct{ Body messageEnvelope }

// startBackup answers at once: the list shows when the backup is there and whether it
// was proven.
func (a *api) startBackup(ctx context.Context, _ *noInput) (*acceptedOutput, error) {
	if a.backups == nil {
		return nil, errNoBackups
	}
	if err := a.backups.Start(ctx); err != nil {
		return nil, err
	}
	a.logChange(ctx, "backup started")
	return &acceptedOutput{messageEnvelope{Success: true, Message: "The backup has begun"}}, nil
}
