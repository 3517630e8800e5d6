package store

import (
	"context"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/history"
)

// StartHistory implements history.Store.
func (s *Store) StartHistory(ctx context.Context) error {
	return s.exclusive(ctx, func(t tx) error {
		revision, err := t.storedRevision(ctx)
		if err != nil {
			return err
		}
		return t.startHistory(ctx, revision, s.clock.Stamp())
	})
}

// startBatch bounds the memory that versions take before they are stored.
const startBatch = 100

// startHistory stores a version of every record that has none.
func (t tx) startHistory(ctx context.Context, revision int64, now time.Time) error {
	flush := func() error {
		_, err := t.storeVersions(ctx, revision, now)
		*t.kept = (*t.kept)[:0]
		return err
	}

	for _, start := range []func(context.Context) error{
		starting(t, flush, history.Content, t.q.ListContentWithoutVersion, recordID, t.ContentItem),
		starting(t, flush, history.Service, t.q.ListServicesWithoutVersion, recordID, t.Service),
		starting(t, flush, history.Post, t.q.ListPostsWithoutVersion, recordID, t.Post),
		starting(t, flush, history.SocialLink, t.q.ListSocialLinksWithoutVersion, recordID, t.SocialLink),
		starting(t, flush, history.SpecialDay, t.q.ListSpecialDaysWithoutVersion, recordID, t.SpecialDay),
		starting(t, flush, history.Hours, t.q.ListHoursWithoutVersion, same, t.dayHours),
		starting(t, flush, history.Image, t.q.ListImagesWithoutVersion, same, t.imageNames),
		t.startCompanyHistory,
	} {
		if err := start(ctx); err != nil {
			return err
		}
	}
	return flush()
}

// starting returns a function that keeps a version of each listed record.
func starting[ID, T any](
	t tx, flush func() error, kind history.Kind, list func(context.Context) ([]ID, error), text func(ID) string,
	get func(context.Context, ID) (T, error),
) func(context.Context) error {
	return func(ctx context.Context) error {
		ids, err := all(ctx, t.reader, list, same)
		if err != nil {
			return err
		}
		for _, id := range ids {
			record, err := get(ctx, id)
			if err != nil {
				return err
			}
			if err := t.keep(kind, text(id), history.Start, record); err != nil {
				return err
			}
			if len(*t.kept) == startBatch {
				if err := flush(); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

func (t tx) startCompanyHistory(ctx context.Context) error {
	newest, err := t.newestVersion(ctx, history.Company, history.CompanyID)
	if err != nil || newest > 0 {
		return err
	}
	record, err := t.CompanyRecord(ctx)
	if errs.KindOf(err) == errs.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return t.keep(history.Company, history.CompanyID, history.Start, record)
}
