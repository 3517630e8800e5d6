package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"perimeter/internal/history"
	"perimeter/internal/store/db"
)

func version(row db.Version) history.Version {
	return history.Version{
		ID:       row.ID,
		Kind:     history.Kind(row.Kind),
		RecordID: row.RecordID,
		Action:   history.Action(row.Action),
		Revision: row.Revision,
		Actor:    history.Actor{UserID: row.UserID, User: row.UserName},
		At:       instant(row.SavedAt),
		Fields:   json.RawMessage(row.Fields),
	}
}

// Version implements history.Store.
func (r reader) Version(ctx context.Context, id int64) (history.Version, error) {
	return one(ctx, r, subject{noun: "version"}, r.q.GetVersion, id, version)
}

// Versions implements history.Store.
func (r reader) Versions(ctx context.Context, q history.Query) ([]history.Version, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.Version, error) {
		kind, limit := string(q.Kind), int32(q.Limit)
		switch {
		case q.RecordID != "":
			return r.q.ListVersionsOfRecord(ctx, db.ListVersionsOfRecordParams{Kind: kind, RecordID: q.RecordID, ID: q.Before, Limit: limit})
		case q.Kind != "":
			return r.q.ListVersionsOfKind(ctx, db.ListVersionsOfKindParams{Kind: kind, ID: q.Before, Limit: limit})
		default:
			return r.q.ListVersions(ctx, db.ListVersionsParams{ID: q.Before, Limit: limit})
		}
	}, version)
}

// PruneVersions implements history.Store.
func (s *Store) PruneVersions(ctx context.Context, before time.Time, keep, limit int) (deleted int, err error) {
	err = s.transact(ctx, func(t tx) error {
		return exec(ctx, t, subject{}, func(ctx context.Context, p db.PruneVersionsParams) error {
			n, err := t.q.PruneVersions(ctx, p)
			deleted = int(n)
			return err
		}, db.PruneVersionsParams{Before: micros(before), Kept: int32(keep - 1), LimitedTo: int32(limit)})
	})
	return deleted, err
}

// keptVersion is a version that the transaction stores when it ends.
type keptVersion struct {
	kind     history.Kind
	recordID string
	action   history.Action
	fields   string
}

// keep records that the transaction changes a record. Every method that stores or
// deletes a record of a kind calls it, with the record as it is stored or as it was
// before the deletion.
func (t tx) keep(kind history.Kind, recordID string, action history.Action, record any) error {
	var fields bytes.Buffer
	encoder := json.NewEncoder(&fields)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(record); err != nil {
		return fmt.Errorf("keep a version: %w", err)
	}
	*t.kept = append(*t.kept, keptVersion{kind, recordID, action, string(bytes.TrimSpace(fields.Bytes()))})
	return nil
}

// keepPut is keep for a record that a Put method has stored. Those without an ID
// were created.
func (t tx) keepPut(kind history.Kind, givenID, storedID int64, record any) error {
	action := history.Update
	if givenID == 0 {
		action = history.Create
	}
	return t.keep(kind, recordID(storedID), action, record)
}

// useFormerID gives a record that the transaction has inserted the ID of the deleted
// one that it restores, if it restores one. GivenID is the ID with which the record
// was put, and id the one that it got.
func (t tx) useFormerID(ctx context.Context, kind history.Kind, table string, givenID int64, id *int64) error {
	restoration, restores := history.RestorationOf(ctx)
	if givenID != 0 || !restores || restoration.Kind != kind {
		return nil
	}
	former, err := strconv.ParseInt(restoration.RecordID, 10, 64)
	if err != nil {
		return fmt.Errorf("restore a deleted record: %w", err)
	}
	// Somebody else may have restored it in the meantime.
	if err := t.checkRestoration(ctx, restoration); err != nil {
		return err
	}
	if _, err := t.sql.ExecContext(ctx, "UPDATE "+table+" SET id = $1 WHERE id = $2", former, *id); err != nil {
		return t.failed(ctx, subject{}, err)
	}
	*id = former
	return nil
}

// checkRestoration returns Conflict if the record was changed since the version that
// the editor has seen.
func (t tx) checkRestoration(ctx context.Context, r history.Restoration) error {
	newest, err := t.newestVersion(ctx, r.Kind, r.RecordID)
	if err == nil && r.BasedOn != 0 && newest != r.BasedOn {
		return history.ErrChanged
	}
	return err
}

func recordID(id int64) string { return strconv.FormatInt(id, 10) }

// order is the fields of a version of the order of records.
type order struct {
	IDs []int64 `json:"ids"`
}

// keepOrder keeps the new order of a kind's records, and before the first one also
// the order until then, so that there is one to go back to.
func (t tx) keepOrder(ctx context.Context, kind history.Kind, before, after []int64) error {
	newest, err := t.newestVersion(ctx, kind, history.OrderID)
	if err != nil {
		return err
	}
	if newest == 0 {
		if err := t.keep(kind, history.OrderID, history.Start, order{before}); err != nil {
			return err
		}
	}
	return t.keep(kind, history.OrderID, history.Reorder, order{after})
}

func (t tx) newestVersion(ctx context.Context, kind history.Kind, recordID string) (int64, error) {
	return one(ctx, t.reader, subject{}, t.q.GetNewestVersionID,
		db.GetNewestVersionIDParams{Kind: string(kind), RecordID: recordID}, same)
}

// storeVersions stores what the transaction has kept and returns the IDs.
func (t tx) storeVersions(ctx context.Context, revision int64, at time.Time) ([]int64, error) {
	actor := history.ActorOf(ctx)
	restoration, restores := history.RestorationOf(ctx)
	ids := make([]int64, 0, len(*t.kept))
	for _, v := range *t.kept {
		if restores && v.kind == restoration.Kind && v.recordID == restoration.RecordID {
			if err := t.checkRestoration(ctx, restoration); err != nil {
				return nil, err
			}
			if v.action != history.Delete {
				v.action = history.Restore
			}
		}
		by := actor
		if v.action == history.Start {
			by = history.Actor{} // whoever changed it then is unknown
		}
		id, err := one(ctx, t.reader, subject{}, t.q.InsertVersion, db.InsertVersionParams{
			Kind: string(v.kind), RecordID: v.recordID, Revision: revision, SavedAt: micros(at),
			UserID: by.UserID, UserName: by.User, Action: string(v.action), Fields: v.fields,
		}, same)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}
