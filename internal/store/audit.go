package store

import (
	"context"
	"time"

	"perimeter/internal/audit"
	"perimeter/internal/store/db"
)

func auditEvent(row db.AuditEvent) audit.Event {
	return audit.Event{
		ID:       row.ID,
		At:       instant(row.HappenedAt),
		Kind:     audit.Kind(row.Kind),
		Person:   row.Person,
		ClientIP: row.ClientIp,
		Count:    int(row.Occurrences),
		Subject:  row.Subject,
		Detail:   row.Detail,
	}
}

// AuditEvents implements audit.Store.
func (r reader) AuditEvents(ctx context.Context, before int64, limit int) ([]audit.Event, error) {
	list := func(ctx context.Context) ([]db.AuditEvent, error) {
		return r.q.ListAuditEvents(ctx, db.ListAuditEventsParams{ID: before, Limit: int32(limit)})
	}
	return all(ctx, r, list, auditEvent)
}

// AppendAuditEvent implements audit.Store.
func (s *Store) AppendAuditEvent(ctx context.Context, e audit.Event) error {
	return s.transact(ctx, func(t tx) error {
		return exec(ctx, t, subject{}, t.q.AppendAuditEvent, db.AppendAuditEventParams{
			HappenedAt:  micros(e.At),
			Kind:        string(e.Kind),
			Person:      e.Person,
			ClientIp:    e.ClientIP,
			Occurrences: int64(e.Count),
			Subject:     e.Subject,
			Detail:      e.Detail,
		})
	})
}

// PurgeAuditEvents implements audit.Store.
func (s *Store) PurgeAuditEvents(ctx context.Context, before time.Time, limit int) (deleted int, err error) {
	err = s.transact(ctx, func(t tx) error {
		return exec(ctx, t, subject{}, func(ctx context.Context, p db.PurgeAuditEventsParams) error {
			n, err := t.q.PurgeAuditEvents(ctx, p)
			deleted = int(n)
			return err
		}, db.PurgeAuditEventsParams{HappenedAt: micros(before), Limit: int32(limit)})
	})
	return deleted, err
}
