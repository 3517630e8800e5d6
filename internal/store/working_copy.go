package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"perimeter/internal/store/db"
	"perimeter/internal/workingcopy"
)

var workingCopyNoun = subject{noun: "working copy"}

func workingCopyInfo(row db.ListWorkingCopiesRow) workingcopy.Info {
	return workingcopy.Info{
		Kind: workingcopy.Kind(row.Kind), RecordID: row.RecordID, Title: row.Title, BasedOn: row.BasedOn,
		SavedAt: instant(row.SavedAt),
	}
}

// WorkingCopies implements workingcopy.Store.
func (r reader) WorkingCopies(ctx context.Context, userID int64, kind workingcopy.Kind) ([]workingcopy.Info, error) {
	list := func(ctx context.Context) ([]db.ListWorkingCopiesRow, error) {
		return r.q.ListWorkingCopies(ctx, db.ListWorkingCopiesParams{UserID: userID, Kind: string(kind)})
	}
	return all(ctx, r, list, workingCopyInfo)
}

// WorkingCopy implements workingcopy.Store.
func (r reader) WorkingCopy(ctx context.Context, userID int64, kind workingcopy.Kind, id string) (workingcopy.Copy, error) {
	key := db.GetWorkingCopyParams{UserID: userID, Kind: string(kind), RecordID: id}
	row, err := one(ctx, r, workingCopyNoun, r.q.GetWorkingCopy, key, func(row db.WorkingCopy) db.WorkingCopy { return row })
	if err != nil {
		return workingcopy.Copy{}, err
	}
	c := workingcopy.Copy{
		Info: workingCopyInfo(db.ListWorkingCopiesRow{
			Kind: row.Kind, RecordID: row.RecordID, Title: row.Title, BasedOn: row.BasedOn, SavedAt: row.SavedAt,
		}),
		UserID: row.UserID,
	}
	if err := errors.Join(json.Unmarshal([]byte(row.Original), &c.Original), json.Unmarshal([]byte(row.Fields), &c.Values)); err != nil {
		return workingcopy.Copy{}, fmt.Errorf("read a working copy: %w", err)
	}
	return c, nil
}

// PutWorkingCopy implements workingcopy.Store.
func (s *Store) PutWorkingCopy(ctx context.Context, c workingcopy.Copy, keep int) error {
	original, err := fieldsText(c.Original)
	if err != nil {
		return err
	}
	fields, err := fieldsText(c.Values)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(t tx) error {
		err := exec(ctx, t, workingCopyNoun, t.q.PutWorkingCopy, db.PutWorkingCopyParams{
			UserID: c.UserID, Kind: string(c.Kind), RecordID: c.RecordID, Title: c.Title, BasedOn: c.BasedOn,
			Original: original, Fields: fields, SavedAt: micros(c.SavedAt),
		})
		if err != nil {
			return err
		}
		return exec(ctx, t, workingCopyNoun, t.q.DeleteWorkingCopiesBeyond,
			db.DeleteWorkingCopiesBeyondParams{UserID: c.UserID, Kept: int32(keep)})
	})
}

// fieldsText returns fields as JSON. Escaped HTML would be six times as long.
func fieldsText(fields workingcopy.Fields) (string, error) {
	var text strings.Builder
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	if err := out.Encode(fields); err != nil {
		return "", fmt.Errorf("write a working copy: %w", err)
	}
	return text.String(), nil
}

// DeleteWorkingCopy implements workingcopy.Store.
func (s *Store) DeleteWorkingCopy(ctx context.Context, userID int64, kind workingcopy.Kind, id string) error {
	return s.transact(ctx, func(t tx) error {
		return exec(ctx, t, workingCopyNoun, t.q.DeleteWorkingCopy,
			db.DeleteWorkingCopyParams{UserID: userID, Kind: string(kind), RecordID: id})
	})
}
