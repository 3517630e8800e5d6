package storetest

import (
	"context"
	"encoding/json"
	"iter"
	"math"
	"strconv"
	"testing"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// versionsOf returns the versions of a record, the newest first.
func versionsOf(t *testing.T, s Stores, kind record.Kind, recordID string) []record.Version {
	t.Helper()
	query := record.Query{Kind: kind, RecordID: recordID, Before: math.MaxInt64, Limit: 100}
	return testkit.Must(s.History().Versions(t.Context(), query))(t)
}

func allVersions(t *testing.T, s Stores) []record.Version {
	t.Helper()
	return versionsOf(t, s, "", "")
}

// anna is who makes the changes of the tests.
var anna = record.By(record.Actor{UserID: 7, User: "Anna Example"})

// recordChange is a change of a record of the kind, as a domain package makes it.
type recordChange struct {
	name   string
	kind   record.Kind
	action record.Action
	run    func(context.Context) ([]int64, error)
}

// changesOf returns changes of every kind. They run in the order of the list.
func changesOf(t *testing.T, s Stores) []recordChange {
	t.Helper()
	now := site.New(site.Config{Store: s.Site(), Company: company.Fixed(company.Sample())})
	facts := company.New(company.Config{Store: s.Company()})
	library := media.New(media.Config{Store: s.Media(), Storage: noFiles{}})
	image := newImage(uploadNamed("A"))
	putImage(t, s, image, image.ID)
	id := new(int64) // of the record that was saved last
	return []recordChange{
		{"create content", record.Content, record.Create, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveContent(ctx, anna, site.ContentEdit{Key: new("a"), Section: new(site.SectionHome), Type: new(site.ContentText), Value: new("a")})
			*id = saved.Record.ID
			return saved.Versions, err
		}},
		{"save content", record.Content, record.Update, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveContent(ctx, anna, site.ContentEdit{ID: id, Value: new("b")})
			return saved.Versions, err
		}},
		{"delete content", record.Content, record.Delete, func(ctx context.Context) ([]int64, error) {
			deleted, err := now.DeleteContent(ctx, anna, *id)
			return deleted.Versions, err
		}},
		{"create a service", record.Service, record.Create, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveService(ctx, anna, site.ServiceEdit{Name: new("A"), Slug: new("a"), ShortDescription: new("s"), FullDescription: new("f")})
			*id = saved.Record.ID
			return saved.Versions, err
		}},
		{"save a service", record.Service, record.Update, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveService(ctx, anna, site.ServiceEdit{ID: id, Hidden: new(true)})
			return saved.Versions, err
		}},
		{"order services", record.Service, record.Reorder, func(ctx context.Context) ([]int64, error) {
			ordered, err := now.OrderServices(ctx, anna, []int64{*id})
			return ordered.Versions, err
		}},
		{"delete a service", record.Service, record.Delete, func(ctx context.Context) ([]int64, error) {
			deleted, err := now.DeleteService(ctx, anna, *id)
			return deleted.Versions, err
		}},
		{"create a post", record.Post, record.Create, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SavePost(ctx, anna, site.PostEdit{Title: new("A"), Slug: new("a"), Excerpt: new("e"), Content: new("c")})
			*id = saved.Record.ID
			return saved.Versions, err
		}},
		{"save a post", record.Post, record.Update, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SavePost(ctx, anna, site.PostEdit{ID: id, Title: new("B")})
			return saved.Versions, err
		}},
		{"delete a post", record.Post, record.Delete, func(ctx context.Context) ([]int64, error) {
			deleted, err := now.DeletePost(ctx, anna, *id)
			return deleted.Versions, err
		}},
		{"create a link", record.SocialLink, record.Create, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveSocialLink(ctx, anna, site.SocialLinkEdit{Platform: new("x"), URL: new("https://x.example")})
			*id = saved.Record.ID
			return saved.Versions, err
		}},
		{"order links", record.SocialLink, record.Reorder, func(ctx context.Context) ([]int64, error) {
			ordered, err := now.OrderSocialLinks(ctx, anna, []int64{*id})
			return ordered.Versions, err
		}},
		{"delete a link", record.SocialLink, record.Delete, func(ctx context.Context) ([]int64, error) {
			deleted, err := now.DeleteSocialLink(ctx, anna, *id)
			return deleted.Versions, err
		}},
		{"create hours", record.Hours, record.Create, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveDayHours(ctx, anna, site.DayHoursEdit{Day: "monday", IsClosed: new(true)})
			return saved.Versions, err
		}},
		{"save hours", record.Hours, record.Update, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveDayHours(ctx, anna, site.DayHoursEdit{Day: "monday", IsClosed: new(false), OpenTime: new("9"), CloseTime: new("5")})
			return saved.Versions, err
		}},
		{"delete hours", record.Hours, record.Delete, func(ctx context.Context) ([]int64, error) {
			return now.Versioned()[record.Hours].Delete(ctx, anna, "monday")
		}},
		{"create a special day", record.SpecialDay, record.Create, func(ctx context.Context) ([]int64, error) {
			saved, err := now.SaveSpecialDay(ctx, anna, site.SpecialDayEdit{Date: new("2026-11-26")})
			*id = saved.Record.ID
			return saved.Versions, err
		}},
		{"delete a special day", record.SpecialDay, record.Delete, func(ctx context.Context) ([]int64, error) {
			deleted, err := now.DeleteSpecialDay(ctx, anna, *id)
			return deleted.Versions, err
		}},
		{"create the company", record.Company, record.Create, func(ctx context.Context) ([]int64, error) {
			saved, err := facts.Save(ctx, anna, company.Edit{Name: new("A")})
			return saved.Versions, err
		}},
		{"save the company", record.Company, record.Update, func(ctx context.Context) ([]int64, error) {
			saved, err := facts.Save(ctx, anna, company.Edit{Name: new("B")})
			return saved.Versions, err
		}},
		{"save an image", record.Image, record.Update, func(ctx context.Context) ([]int64, error) {
			saved, err := library.Save(ctx, anna, media.ImageEdit{ID: image.ID, Alt: new("A house")})
			return saved.Versions, err
		}},
		{"delete an image", record.Image, record.Delete, func(ctx context.Context) ([]int64, error) {
			deleted, err := library.Delete(ctx, anna, image.ID, false)
			return deleted.Versions, err
		}},
	}
}

// noFiles is a storage that has no files.
type noFiles struct{ media.Storage }

func (noFiles) List(context.Context, string) iter.Seq2[media.FileInfo, error] {
	return func(func(media.FileInfo, error) bool) {}
}

func (noFiles) Open(context.Context, string) (*media.StoredFile, error) {
	return nil, errs.Errorf(errs.NotFound, "There is no such file.")
}

func (noFiles) Delete(context.Context, string) error { return nil }

// putKept stores a service with a version.
func putKept(t *testing.T, s Stores, v site.Service) site.Service {
	t.Helper()
	return put(t, s.Site(), func(tx site.Tx, ctx context.Context, v site.Service) (site.Service, error) {
		action := record.Update
		if v.ID == 0 {
			action = record.Create
		}
		stored, err := putService(tx, ctx, v)
		if err != nil {
			return stored, err
		}
		version, err := record.NewVersion(record.Service, strconv.FormatInt(stored.ID, 10), action, anna.Actor, stored)
		if err == nil {
			tx.Keep(version)
		}
		return stored, err
	}, v)
}

var historyTests = []test{
	{"history: every change stores a version", func(t *testing.T, s Stores) {
		for _, c := range changesOf(t, s) {
			stored, err := c.run(t.Context())
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			newest := allVersions(t, s)[0]
			if newest.Kind != c.kind || newest.Action != c.action || newest.User != "Anna Example" || newest.UserID != 7 {
				t.Errorf("%s has stored %+v", c.name, newest)
			}
			if age := time.Since(newest.At); age < 0 || age > time.Hour {
				t.Errorf("%s: the version is of %s", c.name, newest.At)
			}
			if len(stored) == 0 || stored[len(stored)-1] != newest.ID {
				t.Errorf("%s has returned the versions %v, want the last to be %d", c.name, stored, newest.ID)
			}
			if !json.Valid(newest.Fields) || len(newest.Fields) < len(`{"ids":[1]}`) || newest.Format != record.FirstFormat {
				t.Errorf("%s: the version has the fields %s of format %d", c.name, newest.Fields, newest.Format)
			}
		}
	}},

	{"history: versions are listed newest first, in parts", func(t *testing.T, s Stores) {
		first := putKept(t, s, newService("first"))
		second := putKept(t, s, newService("second"))
		publish(t, s.Site(), func(tx site.Tx) error {
			version, err := record.NewVersion(record.Post, "1", record.Create, anna.Actor, newPost("post"))
			tx.Keep(version)
			return err
		})
		first.Name = "Changed"
		putKept(t, s, first)

		ofFirst := versionsOf(t, s, record.Service, strconv.FormatInt(first.ID, 10))
		if len(ofFirst) != 2 || ofFirst[0].Action != record.Update || ofFirst[1].Action != record.Create {
			t.Fatalf("the first service has the versions %+v", ofFirst)
		}
		var fields site.Service
		if err := json.Unmarshal(ofFirst[0].Fields, &fields); err != nil {
			t.Fatal(err)
		}
		same(t, fields, first)
		if n := len(versionsOf(t, s, record.Service, "")); n != 3 {
			t.Errorf("there are %d versions of services, want 3", n)
		}
		rest := testkit.Must(s.History().Versions(t.Context(), record.Query{Before: ofFirst[0].ID, Limit: 2}))(t)
		if len(rest) != 2 || rest[0].Kind != record.Post || rest[1].RecordID != strconv.FormatInt(second.ID, 10) {
			t.Errorf("before the newest are %+v", rest)
		}
		one := testkit.Must(s.History().Version(t.Context(), ofFirst[1].ID))(t)
		same(t, one, ofFirst[1])
		_, err := s.History().Version(t.Context(), 1<<40)
		wantError(t, err, errs.NotFound)
	}},

	{"history: a transaction that fails stores no version", func(t *testing.T, s Stores) {
		putKept(t, s, newService("taken"))
		before := len(allVersions(t, s))
		wantError(t, s.Site().Publish(t.Context(), func(tx site.Tx) error {
			tx.Keep(&record.Version{Kind: record.Service, RecordID: "2", Action: record.Create, Fields: []byte("{}")})
			_, err := putService(tx, t.Context(), newService("taken"))
			return err
		}), errs.Conflict)
		if n := len(allVersions(t, s)); n != before {
			t.Errorf("there are %d versions, want %d", n, before)
		}
	}},

	{"history: what nobody reads stores no version", func(t *testing.T, s Stores) {
		image := newImage(uploadNamed("A"))
		putImage(t, s, image, image.ID)
		facts := company.New(company.Config{Store: s.Company()})
		if err := facts.Fill(t.Context()); err != nil {
			t.Fatal(err)
		}
		before := len(allVersions(t, s))
		library := media.New(media.Config{Store: s.Media()})
		testkit.Must(library.Save(t.Context(), anna, media.ImageEdit{ID: image.ID, Name: &image.Name}))(t)
		if err := facts.DismissChecklist(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := len(allVersions(t, s)); n != before {
			t.Errorf("there are %d versions, want %d", n, before)
		}
	}},

	{"history: the first new order keeps the one before", func(t *testing.T, s Stores) {
		a, b := putKept(t, s, newService("a")), putKept(t, s, newService("b"))
		now := site.New(site.Config{Store: s.Site(), Company: company.Fixed(company.Sample())})
		for _, ids := range [][]int64{{b.ID, a.ID}, {a.ID, b.ID}} {
			testkit.Must(now.OrderServices(t.Context(), anna, ids))(t)
		}
		var actions []record.Action
		for _, v := range versionsOf(t, s, record.Service, record.OrderID) {
			actions = append(actions, v.Action)
		}
		same(t, actions, []record.Action{record.Reorder, record.Reorder, record.Start})
	}},

	{"history: old versions are deleted, but not the newest of a record", func(t *testing.T, s Stores) {
		often := putKept(t, s, newService("often"))
		seldom := putKept(t, s, newService("seldom"))
		for range record.KeptVersions + 2 {
			putKept(t, s, often)
		}
		prune := func(before time.Time, limit int) int {
			return testkit.Must(s.History().PruneVersions(t.Context(), before, limit))(t)
		}
		if n := prune(time.Now().Add(-time.Hour), 10); n != 0 {
			t.Errorf("%d versions were deleted that are not old", n)
		}
		future := time.Now().Add(time.Hour)
		newest := versionsOf(t, s, record.Service, strconv.FormatInt(often.ID, 10))[:record.KeptVersions]
		if first, second, third := prune(future, 2), prune(future, 2), prune(future, 2); first != 2 || second != 1 || third != 0 {
			t.Errorf("deleted %d, %d and %d versions, want 2, 1 and 0", first, second, third)
		}
		same(t, versionsOf(t, s, record.Service, strconv.FormatInt(often.ID, 10)), newest)
		if n := len(versionsOf(t, s, record.Service, strconv.FormatInt(seldom.ID, 10))); n != 1 {
			t.Errorf("the other service has %d versions", n)
		}
	}},

	{"history: starting it adds nothing to what has versions", func(t *testing.T, s Stores) {
		for _, c := range changesOf(t, s) {
			if c.action != record.Delete {
				testkit.Must(c.run(t.Context()))(t)
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
