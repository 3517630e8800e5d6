package storetest

import (
	"context"
	"strconv"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// creations create records of every kind whose records have IDs from the database.
func creations(now *site.Site) map[record.Kind]func(ctx context.Context, name string) (int64, error) {
	dates := map[string]string{"other": "2026-12-24", "restored": "2026-12-25", "next": "2026-12-27"}
	return map[record.Kind]func(context.Context, string) (int64, error){
		record.Content: func(ctx context.Context, name string) (int64, error) {
			saved, err := now.SaveContent(ctx, anna, site.ContentEdit{Key: &name, Section: new(site.SectionHome), Type: new(site.ContentText), Value: &name})
			return saved.Record.ID, err
		},
		record.Service: func(ctx context.Context, name string) (int64, error) {
			saved, err := now.SaveService(ctx, anna, site.ServiceEdit{Name: &name, Slug: &name, ShortDescription: &name, FullDescription: &name})
			return saved.Record.ID, err
		},
		record.Post: func(ctx context.Context, name string) (int64, error) {
			saved, err := now.SavePost(ctx, anna, site.PostEdit{Title: &name, Slug: &name, Excerpt: &name, Content: &name})
			return saved.Record.ID, err
		},
		record.SocialLink: func(ctx context.Context, name string) (int64, error) {
			saved, err := now.SaveSocialLink(ctx, anna, site.SocialLinkEdit{Platform: &name, URL: new("https://social.example/" + name)})
			return saved.Record.ID, err
		},
		record.SpecialDay: func(ctx context.Context, name string) (int64, error) {
			saved, err := now.SaveSpecialDay(ctx, anna, site.SpecialDayEdit{Date: new(dates[name])})
			return saved.Record.ID, err
		},
	}
}

var restorationTests = []test{
	{"history: a deleted record is restored under its ID, and only once", func(t *testing.T, s Stores) {
		now := site.New(site.Config{Store: s.Site(), Company: company.Fixed(company.Sample())})
		h := record.NewHistory(record.HistoryConfig{Store: s.History(), Records: now.Versioned()})
		for kind, create := range creations(now) {
			other := testkit.Must(create(t.Context(), "other"))(t)
			id := testkit.Must(create(t.Context(), "restored"))(t)
			recordID := strconv.FormatInt(id, 10)
			testkit.Must(now.Versioned()[kind].Delete(t.Context(), anna, recordID))(t)
			deletion := versionsOf(t, s, kind, recordID)[0]
			restored := testkit.Must(h.Restore(t.Context(), anna.Actor, deletion.ID, deletion.ID))(t)
			newest := versionsOf(t, s, kind, "")[0]
			if newest.Action != record.Restore || newest.RecordID != recordID || newest.User != anna.Actor.User {
				t.Errorf("the restored %s has the version %+v", kind, newest)
			}
			same(t, restored.Stored, []int64{newest.ID})
			// Somebody else who restores it at the same time has read that it is deleted.
			_, err := now.Versioned()[kind].Restore(t.Context(), record.Change{Restoring: deletion.ID}, deletion)
			wantError(t, err, errs.Conflict)
			testkit.Must(now.Versioned()[kind].Delete(t.Context(), anna, recordID))(t) // so it is stored under its ID
			if next := testkit.Must(create(t.Context(), "next"))(t); next <= max(id, other) {
				t.Errorf("the next %s has the ID %d, which was used before", kind, next)
			}
		}
	}},
}
