package store

import (
	"context"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
)

// StartHistory implements record.VersionStore. Every record that this release stores
// has a version, so the search is done once.
func (s *Store) StartHistory(ctx context.Context) error {
	started, err := one(ctx, s.reader, subject{}, func(ctx context.Context, _ struct{}) (bool, error) {
		return s.q.GetHistoryStarted(ctx)
	}, struct{}{}, same)
	if started || err != nil {
		return err
	}
	return s.exclusive(ctx, func(t tx) error {
		revision, err := t.storedRevision(ctx)
		if err != nil {
			return err
		}
		if err := t.startHistory(ctx, revision, s.clock.Stamp()); err != nil {
			return err
		}
		return t.failed(ctx, subject{}, t.q.MarkHistoryStarted(ctx))
	})
}

// imageNames returns the part of an image that has versions.
func (r reader) imageNames(ctx context.Context, id string) (media.Names, error) {
	found, err := r.Image(ctx, id)
	return found.Names(), err
}

// startBatch bounds the memory that versions take before they are stored.
const startBatch = 100

// startHistory stores a version of every record that has none.
func (t tx) startHistory(ctx context.Context, revision int64, now time.Time) error {
	flush := func() error {
		err := t.storeVersions(ctx, revision, now)
		*t.kept = (*t.kept)[:0]
		return err
	}

	for _, start := range []func(context.Context) error{
		starting(t, flush, record.Content, t.q.ListContentWithoutVersion, recordID, t.ContentItem),
		starting(t, flush, record.Service, t.q.ListServicesWithoutVersion, recordID, t.Service),
		starting(t, flush, record.Post, t.q.ListPostsWithoutVersion, recordID, posts{t.reader}.Get),
		starting(t, flush, record.SocialLink, t.q.ListSocialLinksWithoutVersion, recordID, t.SocialLink),
		starting(t, flush, record.SpecialDay, t.q.ListSpecialDaysWithoutVersion, recordID, t.SpecialDay),
		starting(t, flush, record.Hours, t.q.ListHoursWithoutVersion, same, t.dayHours),
		starting(t, flush, record.Image, t.q.ListImagesWithoutVersion, same, t.imageNames),
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
	t tx, flush func() error, kind record.Kind, list func(context.Context) ([]ID, error), text func(ID) string,
	get func(context.Context, ID) (T, error),
) func(context.Context) error {
	return func(ctx context.Context) error {
		ids, err := all(ctx, t.reader, list, same)
		if err != nil {
			return err
		}
		for _, id := range ids {
			stored, err := get(ctx, id)
			if err != nil {
				return err
			}
			if err := t.keepStart(kind, text(id), stored); err != nil {
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

// keepStart keeps a version of a record that has none. Nobody knows who saved it.
func (t tx) keepStart(kind record.Kind, recordID string, stored any) error {
	version, err := record.NewVersion(kind, recordID, record.Start, record.Actor{}, stored)
	if err == nil {
		t.Keep(version)
	}
	return err
}

func (t tx) startCompanyHistory(ctx context.Context) error {
	newest, err := t.NewestVersion(ctx, record.Company, record.CompanyID)
	if err != nil || newest > 0 {
		return err
	}
	stored, err := t.CompanyRecord(ctx)
	if errs.KindOf(err) == errs.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return t.keepStart(record.Company, record.CompanyID, stored)
}
