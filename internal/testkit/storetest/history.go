package storetest

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/history"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// unversioned are the writing methods of transactions that store no version, with
// the reason.
var unversioned = map[string]string{
	"MarkStarterDone":  "it changes no record",
	"PutRedirect":      "redirects follow from the saves that change a slug",
	"DeleteRedirect":   "redirects follow from the saves that change a slug",
	"PlaceService":     "it belongs to the put of a service that comes back",
	"PlaceSocialLink":  "it belongs to the put of a link that comes back",
	"PutImageAttempts": "nobody sees them",
	"PutImageAlias":    "an image that was uploaded again keeps its name",
	"PutUpload":        "an upload is no record of the site",
	"DeleteUpload":     "an upload is no record of the site",

	"PutCreateKey":        "the key of a create is no record of the site",
	"DeleteOldCreateKeys": "the key of a create is no record of the site",
}

// versionsOf returns the versions of a record, the newest first.
func versionsOf(t *testing.T, s Stores, kind history.Kind, recordID string) []history.Version {
	t.Helper()
	query := history.Query{Kind: kind, RecordID: recordID, Before: math.MaxInt64, Limit: 100}
	return testkit.Must(s.History().Versions(t.Context(), query))(t)
}

func allVersions(t *testing.T, s Stores) []history.Version {
	t.Helper()
	return versionsOf(t, s, "", "")
}

// anna is who makes the changes of the tests.
func byAnna(ctx context.Context) context.Context {
	return history.WithActor(ctx, func() history.Actor { return history.Actor{UserID: 7, User: "Anna Example"} })
}

// writesOf returns, for each writing method, a call that changes a stored record of
// the kind. They run in the order of the list.
func writesOf(s Stores) []struct {
	method string
	kind   history.Kind
	action history.Action
	run    func(context.Context) error
} {
	var content site.ContentItem
	var service site.Service
	var post site.Post
	var link site.SocialLink
	var day site.SpecialDay
	image := newImage(uploadNamed("A"))
	inSite := func(fn func(context.Context, site.Tx) error) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.Site().Publish(ctx, func(tx site.Tx) error { return fn(ctx, tx) })
		}
	}
	inMedia := func(fn func(context.Context, media.Tx) error) func(context.Context) error {
		return func(ctx context.Context) error {
			return s.Media().Publish(ctx, func(tx media.Tx) error { return fn(ctx, tx) })
		}
	}
	type writes = []struct {
		method string
		kind   history.Kind
		action history.Action
		run    func(context.Context) error
	}
	return writes{
		{"PutContentItem", history.Content, history.Create, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			content, err = tx.PutContentItem(ctx, newContentItem("a"))
			return err
		})},
		{"PutContentItem", history.Content, history.Update, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			_, err = tx.PutContentItem(ctx, content)
			return err
		})},
		{"DeleteContentItem", history.Content, history.Delete, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.DeleteContentItem(ctx, content.ID)
		})},
		{"PutService", history.Service, history.Create, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			service, err = tx.PutService(ctx, newService("a"))
			return err
		})},
		{"PutService", history.Service, history.Update, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			service.Hidden = true
			_, err = tx.PutService(ctx, service)
			return err
		})},
		{"OrderServices", history.Service, history.Reorder, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.OrderServices(ctx, []int64{service.ID})
		})},
		{"DeleteService", history.Service, history.Delete, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.DeleteService(ctx, service.ID)
		})},
		{"PutPost", history.Post, history.Create, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			post, err = tx.PutPost(ctx, newPost("a"))
			return err
		})},
		{"PutPost", history.Post, history.Update, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			_, err = tx.PutPost(ctx, post)
			return err
		})},
		{"DeletePost", history.Post, history.Delete, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.DeletePost(ctx, post.ID)
		})},
		{"PutSocialLink", history.SocialLink, history.Create, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			link, err = tx.PutSocialLink(ctx, newSocialLink("x"))
			return err
		})},
		{"OrderSocialLinks", history.SocialLink, history.Reorder, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.OrderSocialLinks(ctx, []int64{link.ID})
		})},
		{"DeleteSocialLink", history.SocialLink, history.Delete, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.DeleteSocialLink(ctx, link.ID)
		})},
		{"PutDayHours", history.Hours, history.Create, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.PutDayHours(ctx, site.DayHours{Day: "monday", IsClosed: true})
		})},
		{"PutDayHours", history.Hours, history.Update, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.PutDayHours(ctx, site.DayHours{Day: "monday", OpenTime: "9", CloseTime: "5"})
		})},
		{"DeleteDayHours", history.Hours, history.Delete, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.DeleteDayHours(ctx, "monday")
		})},
		{"PutSpecialDay", history.SpecialDay, history.Create, inSite(func(ctx context.Context, tx site.Tx) (err error) {
			day, err = tx.PutSpecialDay(ctx, site.SpecialDay{Date: "2026-11-26", EndDate: "2026-11-26", IsClosed: true})
			return err
		})},
		{"DeleteSpecialDay", history.SpecialDay, history.Delete, inSite(func(ctx context.Context, tx site.Tx) error {
			return tx.DeleteSpecialDay(ctx, day.ID)
		})},
		{"PutCompany", history.Company, history.Create, func(ctx context.Context) error {
			return s.Company().Publish(ctx, func(tx company.Tx) error {
				return tx.PutCompany(ctx, company.Record{Document: company.Sample()})
			})
		}},
		{"PutCompany", history.Company, history.Update, func(ctx context.Context) error {
			return s.Company().Publish(ctx, func(tx company.Tx) error {
				return tx.PutCompany(ctx, company.Record{Document: company.Sample(), UpdatedAt: noon})
			})
		}},
		{"PutImage", history.Image, history.Create, inMedia(func(ctx context.Context, tx media.Tx) error {
			return tx.PutImage(ctx, image)
		})},
		{"PutImage", history.Image, history.Update, inMedia(func(ctx context.Context, tx media.Tx) error {
			image.Alt = "A house"
			return tx.PutImage(ctx, image)
		})},
		{"DeleteImage", history.Image, history.Delete, inMedia(func(ctx context.Context, tx media.Tx) error {
			return tx.DeleteImage(ctx, image.ID)
		})},
	}
}

var historyTests = []test{
	{"history: every write stores a version", func(t *testing.T, s Stores) {
		tested := map[string]bool{}
		for _, w := range writesOf(s) {
			tested[w.method] = true
			ctx, stored := history.Watch(byAnna(t.Context()))
			if err := w.run(ctx); err != nil {
				t.Fatalf("%s: %v", w.method, err)
			}
			newest := allVersions(t, s)[0]
			if newest.Kind != w.kind || newest.Action != w.action || newest.User != "Anna Example" || newest.UserID != 7 {
				t.Errorf("%s (%s %s) has stored %+v", w.method, w.action, w.kind, newest)
			}
			if age := time.Since(newest.At); age < 0 || age > time.Hour {
				t.Errorf("%s: the version is of %s", w.method, newest.At)
			}
			if ids := stored.IDs(); len(ids) == 0 || ids[len(ids)-1] != newest.ID {
				t.Errorf("%s has noted the versions %v, want the last to be %d", w.method, ids, newest.ID)
			}
			if !json.Valid(newest.Fields) || len(newest.Fields) < len(`{"ids":[1]}`) {
				t.Errorf("%s: the version has the fields %s", w.method, newest.Fields)
			}
		}
		for _, transaction := range []reflect.Type{reflect.TypeFor[site.Tx](), reflect.TypeFor[company.Tx](), reflect.TypeFor[media.Tx]()} {
			for method := range transaction.Methods() {
				writes := strings.HasPrefix(method.Name, "Put") || strings.HasPrefix(method.Name, "Delete") ||
					strings.HasPrefix(method.Name, "Order") || strings.HasPrefix(method.Name, "Place") || strings.HasPrefix(method.Name, "Mark")
				if writes && !tested[method.Name] && unversioned[method.Name] == "" {
					t.Errorf("%s.%s is not tested to store a version", transaction, method.Name)
				}
			}
		}
	}},

	{"history: versions are listed newest first, in parts", func(t *testing.T, s Stores) {
		first := put(t, s.Site(), site.Tx.PutService, newService("first"))
		second := put(t, s.Site(), site.Tx.PutService, newService("second"))
		put(t, s.Site(), site.Tx.PutPost, newPost("post"))
		first.Name = "Changed"
		put(t, s.Site(), site.Tx.PutService, first)

		ofFirst := versionsOf(t, s, history.Service, strconv.FormatInt(first.ID, 10))
		if len(ofFirst) != 2 || ofFirst[0].Action != history.Update || ofFirst[1].Action != history.Create {
			t.Fatalf("the first service has the versions %+v", ofFirst)
		}
		var fields site.Service
		if err := json.Unmarshal(ofFirst[0].Fields, &fields); err != nil {
			t.Fatal(err)
		}
		same(t, fields, first)
		if n := len(versionsOf(t, s, history.Service, "")); n != 3 {
			t.Errorf("there are %d versions of services, want 3", n)
		}
		rest := testkit.Must(s.History().Versions(t.Context(), history.Query{Before: ofFirst[0].ID, Limit: 2}))(t)
		if len(rest) != 2 || rest[0].Kind != history.Post || rest[1].RecordID != strconv.FormatInt(second.ID, 10) {
			t.Errorf("before the newest are %+v", rest)
		}
		one := testkit.Must(s.History().Version(t.Context(), ofFirst[1].ID))(t)
		same(t, one, ofFirst[1])
		_, err := s.History().Version(t.Context(), 1<<40)
		wantError(t, err, errs.NotFound)
	}},

	{"history: a transaction that fails stores no version", func(t *testing.T, s Stores) {
		put(t, s.Site(), site.Tx.PutService, newService("taken"))
		before := len(allVersions(t, s))
		wantError(t, tryPut(t, s.Site(), site.Tx.PutService, newService("taken")), errs.Conflict)
		if n := len(allVersions(t, s)); n != before {
			t.Errorf("there are %d versions, want %d", n, before)
		}
	}},

	{"history: what nobody reads stores no version", func(t *testing.T, s Stores) {
		image := newImage(uploadNamed("A"))
		putImage(t, s, image, image.ID)
		record := company.Record{Document: company.Sample()}
		publish(t, s.Company(), func(tx company.Tx) error { return tx.PutCompany(t.Context(), record) })
		before := len(allVersions(t, s))
		image.Optimised = true
		publish(t, s.Media(), func(tx media.Tx) error { return tx.PutImage(t.Context(), image) })
		record.ChecklistDismissed = true
		publish(t, s.Company(), func(tx company.Tx) error { return tx.PutCompany(t.Context(), record) })
		if n := len(allVersions(t, s)); n != before {
			t.Errorf("there are %d versions, want %d", n, before)
		}
	}},

	{"history: the first new order keeps the one before", func(t *testing.T, s Stores) {
		a, b := put(t, s.Site(), site.Tx.PutService, newService("a")), put(t, s.Site(), site.Tx.PutService, newService("b"))
		for _, ids := range [][]int64{{b.ID, a.ID}, {a.ID, b.ID}} {
			publish(t, s.Site(), func(tx site.Tx) error { return tx.OrderServices(t.Context(), ids) })
		}
		var actions []history.Action
		for _, v := range versionsOf(t, s, history.Service, history.OrderID) {
			actions = append(actions, v.Action)
		}
		same(t, actions, []history.Action{history.Reorder, history.Reorder, history.Start})
	}},

	{"history: old versions are deleted, but not the newest of a record", func(t *testing.T, s Stores) {
		often := put(t, s.Site(), site.Tx.PutService, newService("often"))
		seldom := put(t, s.Site(), site.Tx.PutService, newService("seldom"))
		for range 5 {
			put(t, s.Site(), site.Tx.PutService, often)
		}
		prune := func(before time.Time, limit int) int {
			return testkit.Must(s.History().PruneVersions(t.Context(), before, 3, limit))(t)
		}
		if n := prune(time.Now().Add(-time.Hour), 10); n != 0 {
			t.Errorf("%d versions were deleted that are not old", n)
		}
		future := time.Now().Add(time.Hour)
		newest := versionsOf(t, s, history.Service, strconv.FormatInt(often.ID, 10))[:3]
		if first, second, third := prune(future, 2), prune(future, 2), prune(future, 2); first != 2 || second != 1 || third != 0 {
			t.Errorf("deleted %d, %d and %d versions, want 2, 1 and 0", first, second, third)
		}
		same(t, versionsOf(t, s, history.Service, strconv.FormatInt(often.ID, 10)), newest)
		if n := len(versionsOf(t, s, history.Service, strconv.FormatInt(seldom.ID, 10))); n != 1 {
			t.Errorf("the other service has %d versions", n)
		}
	}},

	{"history: starting it adds nothing to what has versions", func(t *testing.T, s Stores) {
		for _, w := range writesOf(s) {
			if w.action != history.Delete {
				if err := w.run(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		before, revisionBefore := allVersions(t, s), revision(t, s)
		if err := s.History().StartHistory(t.Context()); err != nil {
			t.Fatal(err)
		}
		same(t, allVersions(t, s), before)
		if n := revision(t, s); n != revisionBefore {
			t.Errorf("the revision has become %d, want %d", n, revisionBefore)
		}
	}},
}
