package store

import (
	"context"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
)

// startBatch is how many first versions one transaction stores. However many records
// there are, no transaction takes longer.
const startBatch = 100

// StartHistory implements record.VersionStore. Every record that this release stores
// has a version, so the search is done once. A process that is killed leaves whole
// batches; the next start finds the records that still have no version.
func (s *Store) StartHistory(ctx context.Context) error {
	return s.startHistory(ctx, startBatch, func() error { return nil })
}

// startHistory calls done after each batch that is stored.
func (s *Store) startHistory(ctx context.Context, batch int, done func() error) error {
	started, err := one(ctx, s.reader, subject{}, func(ctx context.Context, _ struct{}) (bool, error) {
		return s.q.GetHistoryStarted(ctx)
	}, struct{}{}, same)
	if started || err != nil {
		return err
	}
	starts, err := s.withoutVersion(ctx)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(starts, batch) {
		err := s.exclusive(ctx, func(t tx) error {
			for _, start := range part {
				if err := start(ctx, t); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			err = done()
		}
		if err != nil {
			return err
		}
	}
	return s.exclusive(ctx, func(t tx) error { return t.failed(ctx, subject{}, t.q.MarkHistoryStarted(ctx)) })
}

// imageNames returns the part of an image that has versions.
func (r reader) imageNames(ctx context.Context, id string) (media.Names, error) {
	found, err := r.Image(ctx, id)
	return found.Names(), err
}

// recordStart keeps the first version of one record, unless it has got one meanwhile or
// is gone.
type recordStart func(context.Context, tx) error

// withoutVersion returns what keeps a version of every record that has none.
func (r reader) withoutVersion(ctx context.Context) (starts []recordStart, err error) {
	for _, list := range []func(context.Context, reader) ([]recordStart, error){
		starting(record.Content, r.q.ListContentWithoutVersion, recordID, reader.ContentItem),
		starting(record.Service, r.q.ListServicesWithoutVersion, recordID, reader.Service),
		starting(record.Post, r.q.ListPostsWithoutVersion, recordID, func(r reader, ctx context.Context, id int64) (site.Post, error) {
			return posts{r}.Get(ctx, id)
		}),
		starting(record.SocialLink, r.q.ListSocialLinksWithoutVersion, recordID, reader.SocialLink),
		starting(record.SpecialDay, r.q.ListSpecialDaysWithoutVersion, recordID, reader.SpecialDay),
		starting(record.Hours, r.q.ListHoursWithoutVersion, same, reader.dayHours),
		starting(record.Image, r.q.ListImagesWithoutVersion, same, reader.imageNames),
	} {
		more, err := list(ctx, r)
		if err != nil {
			return nil, err
		}
		starts = append(starts, more...)
	}
	newest, err := r.NewestVersion(ctx, record.Company, record.CompanyID)
	if err != nil || newest > 0 {
		return starts, err
	}
	return append(starts, firstVersion(record.Company, record.CompanyID, func(r reader, ctx context.Context) (any, error) {
		return r.CompanyRecord(ctx)
	})), nil
}

// starting returns a function that lists the records of a kind without a version.
func starting[ID, T any](
	kind record.Kind, list func(context.Context) ([]ID, error), text func(ID) string,
	get func(reader, context.Context, ID) (T, error),
) func(context.Context, reader) ([]recordStart, error) {
	return func(ctx context.Context, r reader) ([]recordStart, error) {
		ids, err := all(ctx, r, list, same)
		starts := make([]recordStart, len(ids))
		for i, id := range ids {
			starts[i] = firstVersion(kind, text(id), func(r reader, ctx context.Context) (any, error) { return get(r, ctx, id) })
		}
		return starts, err
	}
}

func firstVersion(kind record.Kind, id string, get func(reader, context.Context) (any, error)) recordStart {
	return func(ctx context.Context, t tx) error {
		newest, err := t.NewestVersion(ctx, kind, id)
		if err != nil || newest > 0 {
			return err
		}
		stored, err := get(t.reader, ctx)
		if errs.KindOf(err) == errs.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		return t.keepStart(kind, id, stored)
	}
}

// startHistory stores a version of every record that has none, in this transaction.
func (t tx) startHistory(ctx context.Context, revision int64, now time.Time) error {
	starts, err := t.withoutVersion(ctx)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(starts, startBatch) { // to bound the memory
		for _, start := range part {
			if err := start(ctx, t); err != nil {
				return err
			}
		}
		err := t.storeVersions(ctx, revision, now)
		*t.kept = (*t.kept)[:0]
		if err != nil {
			return err
		}
	}
	return nil
}

// keepStart keeps a version of a record that has none. Nobody knows who saved it.
func (t tx) keepStart(kind record.Kind, recordID string, stored any) error {
	version, err := record.NewVersion(kind, recordID, record.Start, record.Actor{}, stored)
	if err == nil {
		t.Keep(version)
	}
	return err
}
