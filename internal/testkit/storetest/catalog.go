package storetest

import (
	"context"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// catalogTests are about what an owner may delete and put into an order.
var catalogTests = []test{
	{"services and social links keep the order that was set; new ones come last", func(t *testing.T, s Stores) {
		ctx := t.Context()
		var services, links []int64
		for _, name := range []string{"a", "b", "c"} {
			services = append(services, put(t, s.Site(), putService, newService(name)).ID)
			links = append(links, put(t, s.Site(), putSocialLink, newSocialLink(name)).ID)
		}
		publish(t, s.Site(), func(tx site.Tx) error {
			if err := tx.SocialLinks().Order(ctx, []int64{links[1], links[2], links[0]}); err != nil {
				return err
			}
			return tx.Services().Order(ctx, []int64{services[2], services[0], services[1]})
		})
		// A save does not move a service.
		moved := testkit.Must(s.Site().ServiceBySlug(ctx, "c"))(t)
		moved.Name = "changed"
		put(t, s.Site(), putService, moved)
		put(t, s.Site(), putService, newService("d"))
		put(t, s.Site(), putSocialLink, newSocialLink("d"))

		var slugs, platforms []string
		for _, service := range testkit.Must(s.Site().Services(ctx))(t) {
			slugs = append(slugs, service.Slug)
		}
		for _, link := range testkit.Must(s.Site().SocialLinks(ctx))(t) {
			platforms = append(platforms, link.Platform)
		}
		same(t, slugs, []string{"c", "a", "b", "d"})
		same(t, platforms, []string{"b", "c", "a", "d"})
	}},

	{"ordering an unknown record fails and moves nothing", func(t *testing.T, s Stores) {
		first := put(t, s.Site(), putService, newService("first"))
		second := put(t, s.Site(), putService, newService("second"))
		link := put(t, s.Site(), putSocialLink, newSocialLink("x"))
		wantError(t, s.Site().Publish(t.Context(), func(tx site.Tx) error {
			return tx.Services().Order(t.Context(), []int64{second.ID, first.ID, 99})
		}), errs.NotFound)
		wantError(t, s.Site().Publish(t.Context(), func(tx site.Tx) error {
			return tx.SocialLinks().Order(t.Context(), []int64{99, link.ID})
		}), errs.NotFound)
		same(t, testkit.Must(s.Site().Services(t.Context()))(t), []site.Service{first, second})
	}},

	{"records are deleted once, and their IDs are not used again", func(t *testing.T, s Stores) {
		tests := map[string]struct {
			create func() int64
			remove func(site.Tx, context.Context, int64) error
		}{
			"content item": {func() int64 { return put(t, s.Site(), putContentItem, newContentItem("k")).ID }, deleteContentItem},
			"service":      {func() int64 { return put(t, s.Site(), putService, newService("s")).ID }, deleteService},
			"social link":  {func() int64 { return put(t, s.Site(), putSocialLink, newSocialLink("l")).ID }, deleteSocialLink},
			"special day":  {func() int64 { return put(t, s.Site(), putSpecialDay, newSpecialDay("2026-11-26")).ID }, deleteSpecialDay},
		}
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				id := tt.create()
				publish(t, s.Site(), func(tx site.Tx) error { return tt.remove(tx, t.Context(), id) })
				wantError(t, s.Site().Publish(t.Context(), func(tx site.Tx) error { return tt.remove(tx, t.Context(), id) }), errs.NotFound)
				if again := tt.create(); again == id {
					t.Errorf("the id %d was used twice", id)
				}
			})
		}
	}},

	{"special days are stored, updated and listed by date", func(t *testing.T, s Stores) {
		later := put(t, s.Site(), putSpecialDay, newSpecialDay("2026-12-25"))
		week := newSpecialDay("2026-12-24")
		week.EndDate, week.IsClosed, week.OpenTime, week.CloseTime = "2027-01-02", false, "9:00 AM", "noon"
		week = put(t, s.Site(), putSpecialDay, week)
		first := put(t, s.Site(), putSpecialDay, newSpecialDay("2026-12-24"))
		same(t, testkit.Must(s.Site().SpecialDays(t.Context()))(t), []site.SpecialDay{first, week, later})

		first = site.SpecialDay{ID: first.ID, Date: "2028-02-29", EndDate: "2028-02-29", OpenTime: "8", CloseTime: "9", Label: "Leap Day"}
		same(t, put(t, s.Site(), putSpecialDay, first), first)
		same(t, testkit.Must(get(t, s.Site().Publish, getSpecialDay, first.ID))(t), first)
		same(t, testkit.Must(s.Site().SpecialDays(t.Context()))(t), []site.SpecialDay{week, later, first})

		unknown := newSpecialDay("2026-01-01")
		unknown.ID = 99
		wantError(t, tryPut(t, s.Site(), putSpecialDay, unknown), errs.NotFound)
		wantTaken(t, tryPut(t, s.Site(), putSpecialDay, newSpecialDay("2026-12-25")), "2026-12-25")
	}},
}

func newSpecialDay(date string) site.SpecialDay {
	return site.SpecialDay{Date: date, EndDate: date, IsClosed: true, Label: "Holiday"}
}
