package storetest

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/history"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// recordsFunc restores every record by a call.
type recordsFunc func(context.Context) error

func (restore recordsFunc) Restore(ctx context.Context, _ string, _ []byte) error {
	return restore(ctx)
}

func (recordsFunc) Delete(context.Context, string) error { return nil }

// deletion creates and deletes records of one kind.
type deletion struct {
	create func(ctx context.Context, name string) (id int64, err error)
	remove func(ctx context.Context, id int64) error
}

// deletions are those of every kind whose records have IDs from the database.
func deletions(s Stores) map[history.Kind]deletion {
	dates := map[string]string{"other": "2026-12-24", "restored": "2026-12-25", "restored too": "2026-12-26", "next": "2026-12-27"}
	slug := func(name string) string { return strings.ReplaceAll(name, " ", "-") }
	return map[history.Kind]deletion{
		history.Content:    deletionOf(s, newContentItem, site.Tx.PutContentItem, func(r site.ContentItem) int64 { return r.ID }, site.Tx.DeleteContentItem),
		history.Service:    deletionOf(s, func(name string) site.Service { return newService(slug(name)) }, site.Tx.PutService, func(r site.Service) int64 { return r.ID }, site.Tx.DeleteService),
		history.Post:       deletionOf(s, func(name string) site.Post { return newPost(slug(name)) }, site.Tx.PutPost, func(r site.Post) int64 { return r.ID }, site.Tx.DeletePost),
		history.SocialLink: deletionOf(s, newSocialLink, site.Tx.PutSocialLink, func(r site.SocialLink) int64 { return r.ID }, site.Tx.DeleteSocialLink),
		history.SpecialDay: deletionOf(s, func(name string) site.SpecialDay { return newSpecialDay(dates[name]) }, site.Tx.PutSpecialDay, func(r site.SpecialDay) int64 { return r.ID }, site.Tx.DeleteSpecialDay),
	}
}

func deletionOf[T any](
	s Stores, record func(name string) T, put func(site.Tx, context.Context, T) (T, error), idOf func(T) int64,
	remove func(site.Tx, context.Context, int64) error,
) deletion {
	return deletion{
		create: func(ctx context.Context, name string) (id int64, err error) {
			err = s.Site().Publish(ctx, func(tx site.Tx) error {
				stored, err := put(tx, ctx, record(name))
				id = idOf(stored)
				return err
			})
			return id, err
		},
		remove: func(ctx context.Context, id int64) error {
			return s.Site().Publish(ctx, func(tx site.Tx) error { return remove(tx, ctx, id) })
		},
	}
}

var restorationTests = []test{
	{"history: a deleted record is restored under its ID, and only once", func(t *testing.T, s Stores) {
		for kind, tt := range deletions(s) {
			other := testkit.Must(tt.create(t.Context(), "other"))(t)
			id := testkit.Must(tt.create(t.Context(), "restored"))(t)
			if err := tt.remove(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			deletion := versionsOf(t, s, kind, strconv.FormatInt(id, 10))[0]
			records := recordsFunc(func(ctx context.Context) error {
				_, err := tt.create(ctx, "restored")
				return err
			})
			h := history.New(history.Config{Store: s.History(), Records: map[history.Kind]history.Records{kind: records}})
			if _, err := h.Restore(t.Context(), deletion.ID, deletion.ID); err != nil {
				t.Fatalf("restore a %s: %v", kind, err)
			}
			if newest := versionsOf(t, s, kind, "")[0]; newest.Action != history.Restore || newest.RecordID != deletion.RecordID {
				t.Errorf("the restored %s has the version %+v", kind, newest)
			}
			if err := tt.remove(t.Context(), id); err != nil {
				t.Errorf("the %s is not stored under its ID: %v", kind, err)
			}
			// Two people who restore it at the same time have both read that it is deleted.
			deletion = versionsOf(t, s, kind, strconv.FormatInt(id, 10))[0]
			var both int
			h = history.New(history.Config{Store: s.History(), Records: map[history.Kind]history.Records{
				kind: recordsFunc(func(ctx context.Context) error {
					_, first := tt.create(ctx, "restored")
					_, second := tt.create(ctx, "restored too")
					if first == nil && errs.KindOf(second) == errs.Conflict {
						both++
					}
					return first
				}),
			}})
			if _, err := h.Undo(t.Context(), deletion.ID); err != nil || both != 1 {
				t.Errorf("two restores of a %s at once: %v, and the second was not refused", kind, err)
			}
			if next := testkit.Must(tt.create(t.Context(), "next"))(t); next <= max(id, other) {
				t.Errorf("the next %s has the ID %d, which was used before", kind, next)
			}
		}
	}},
}
