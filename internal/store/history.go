package store

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/store/db"
)

func version(row db.Version) record.Version {
	return record.Version{
		ID:       row.ID,
		Kind:     record.Kind(row.Kind),
		RecordID: row.RecordID,
		Action:   record.Action(row.Action),
		Revision: row.Revision,
		Actor:    record.Actor{UserID: row.UserID, User: row.UserName},
		At:       instant(row.SavedAt),
		Fields:   json.RawMessage(row.Fields),
		Format:   int(row.Format),
	}
}

// Version implements record.VersionStore.
func (r reader) Version(ctx context.Context, id int64) (record.Version, error) {
	return one(ctx, r, subject{noun: "version"}, r.q.GetVersion, id, version)
}

// Versions implements record.VersionStore.
func (r reader) Versions(ctx context.Context, q record.Query) ([]record.Version, error) {
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

// PruneVersions implements record.VersionStore.
func (s *Store) PruneVersions(ctx context.Context, before time.Time, limit int) (deleted int, err error) {
	err = s.transact(ctx, func(t tx) error {
		return exec(ctx, t, subject{}, func(ctx context.Context, p db.PruneVersionsParams) error {
			n, err := t.q.PruneVersions(ctx, p)
			deleted = int(n)
			return err
		}, db.PruneVersionsParams{Before: micros(before), LimitedTo: int32(limit)})
	})
	return deleted, err
}

// Keep implements record.VersionTx.
func (t tx) Keep(v *record.Version) { *t.kept = append(*t.kept, v) }

func recordID(id int64) string { return strconv.FormatInt(id, 10) }

// NewestVersion implements record.VersionTx.
func (r reader) NewestVersion(ctx context.Context, kind record.Kind, recordID string) (int64, error) {
	return one(ctx, r, subject{}, r.q.GetNewestVersionID,
		db.GetNewestVersionIDParams{Kind: string(kind), RecordID: recordID}, same)
}

// storeVersions stores what the transaction has kept, and sets the IDs.
func (t tx) storeVersions(ctx context.Context, revision int64, at time.Time) (err error) {
	for _, v := range *t.kept {
		v.ID, err = one(ctx, t.reader, subject{}, t.q.InsertVersion, db.InsertVersionParams{
			Kind: string(v.Kind), RecordID: v.RecordID, Revision: revision, SavedAt: micros(at),
			UserID: v.UserID, UserName: v.User, Action: string(v.Action), Fields: string(v.Fields), Format: int64(v.Format),
		}, same)
		if err != nil {
			return err
		}
		err = exec(ctx, t, subject{}, t.q.SupersedeVersion,
			db.SupersedeVersionParams{Kind: string(v.Kind), RecordID: v.RecordID, Kept: record.KeptVersions})
		if err != nil {
			return err
		}
	}
	return nil
}

// supersedeVersions marks all versions that retention may delete.
func (t tx) supersedeVersions(ctx context.Context) error {
	return exec(ctx, t, subject{}, t.q.SupersedeVersions, record.KeptVersions-1)
}
