package store

import (
	"context"

	"perimeter/internal/errs"
	"perimeter/internal/history"
)

// StartHistory implements history.Store.
func (s *Store) StartHistory(ctx context.Context) error {
	return s.exclusive(ctx, func(t tx) error { return t.startHistory(ctx) })
}

// startHistory keeps a version of every record that has none.
func (t tx) startHistory(ctx context.Context) error {
	for _, start := range []func(context.Context) error{
		starting(t, history.Content, t.q.ListContentWithoutVersion, recordID, t.ContentItem),
		starting(t, history.Service, t.q.ListServicesWithoutVersion, recordID, t.Service),
		starting(t, history.Post, t.q.ListPostsWithoutVersion, recordID, t.Post),
		starting(t, history.SocialLink, t.q.ListSocialLinksWithoutVersion, recordID, t.SocialLink),
		starting(t, history.SpecialDay, t.q.ListSpecialDaysWithoutVersion, recordID, t.SpecialDay),
		starting(t, history.Hours, t.q.ListHoursWithoutVersion, same, t.dayHours),
		starting(t, history.Image, t.q.ListImagesWithoutVersion, same, t.imageNames),
		t.startCompanyHistory,
	} {
		if err := start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// starting returns a function that keeps a version of each listed record.
func starting[ID, T any](
	t tx, kind history.Kind, list func(context.Context) ([]ID, error), text func(ID) string,
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
