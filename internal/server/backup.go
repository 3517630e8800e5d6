package server

import (
	"context"

	"perimeter/internal/audit"
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

// getRecoverySheet is a sensitive route: the sheet holds the key of the backups.
func (a *api) getRecoverySheet(ctx context.Context, _ *noInput) (*output[backup.Sheet], error) {
	if a.backups == nil {
		return nil, errNoBackups
	}
	sheet, err := a.backups.RecoverySheet(ctx)
	if err == nil {
		a.logChange(ctx, "recovery sheet shown")
		a.record(ctx, audit.Exported, "recovery sheet", "")
	}
	return respond(sheet, err)
}

type sheetInput struct {
	Body struct {
		Words []string `json:"words" doc:"The words of the sheet at the positions that the status names"`
	} `nameHint:"SheetWords"`
}

// confirmRecoverySheet records that somebody has the sheet.
func (a *api) confirmRecoverySheet(ctx context.Context, in *sheetInput) (*messageOutput, error) {
	if a.backups == nil {
		return nil, errNoBackups
	}
	if err := a.backups.ConfirmSheet(ctx, in.Body.Words); err != nil {
		return nil, err
	}
	a.logChange(ctx, "recovery sheet confirmed")
	return respondMessage("Backups are on once one was proven")
}
