package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/site"
)

// versions lists the versions that the query chooses.
func (a *app) versions(t testing.TB, query string) []record.Version {
	t.Helper()
	return data[[]record.Version](t, a.call(t, admin, get, "/api/admin/history?"+query, nil).wants(t, 200))
}

func restorePath(v record.Version) string { return fmt.Sprintf("/api/admin/history/%d/restore", v.ID) }

func undoPath(v record.Version) string { return fmt.Sprintf("/api/admin/history/%d/undo", v.ID) }

// edit returns the body with other values for some of its fields.
func edit(body fields, changes fields) fields {
	edited := fields{}
	for _, part := range []fields{body, changes} {
		for name, value := range part {
			edited[name] = value
		}
	}
	return edited
}

func TestSavesAppearInTheHistory(t *testing.T) {
	a := newApp(t)
	saved := a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants")).wants(t, 200)
	version := a.versions(t, "kind=post&id=1")[0]
	if version.Action != record.Create || version.User != "Somebody" || version.RecordID != "1" {
		t.Errorf("the version is %+v", version)
	}
	if want := fmt.Sprintf(`"versions":[%d]`, version.ID); !strings.Contains(saved.text, want) {
		t.Errorf("the response is %s, want %s in it", saved.text, want)
	}
	if listed := a.call(t, admin, get, "/api/admin/content", nil); strings.Contains(listed.text, "versions") {
		t.Errorf("a call that saves nothing names versions: %s", listed.text)
	}
	a.call(t, admin, post, "/api/admin/business-hours", fields{"day": "monday", "isClosed": true, "copyTo": []string{"friday"}}).wants(t, 200)
	if days := a.versions(t, "kind=hours"); len(days) != 2 || days[0].RecordID != "friday" || days[1].RecordID != "monday" {
		t.Errorf("the versions of hours are %+v", days)
	}
	for _, query := range []string{"kind=user", "id=1", "limit=101", "before=-1"} {
		a.call(t, admin, get, "/api/admin/history?"+query, nil).wants(t, 400)
	}
}

func TestRestoreIsASaveWithAPrecondition(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants")).wants(t, 200)
	a.call(t, admin, post, "/api/admin/blog-posts", edit(postBody("big-ants"), fields{"id": 1, "title": "Big ants"})).wants(t, 200)
	all := a.versions(t, "kind=post&id=1")
	newest, first := all[0], all[1]

	refused := a.call(t, admin, post, restorePath(first), fields{"basedOn": first.ID}).wants(t, 409)
	if stored := data[site.Post](t, refused); stored.Title != "Big ants" {
		t.Errorf("the refusal has the record %+v", stored)
	}
	a.call(t, admin, post, restorePath(first), fields{"basedOn": newest.ID}).wants(t, 200)
	restored := data[[]site.Post](t, a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 200))[0]
	if restored.Slug != "ants" || restored.Title != "Termites" {
		t.Errorf("the post is now %+v", restored)
	}
	if found, err := a.Site.Post(t.Context(), "big-ants"); err != nil || found.Slug != "ants" {
		t.Errorf("the slug in between leads to %q, %v", found.Slug, err)
	}
	if newest := a.versions(t, "kind=post&id=1")[0]; newest.Action != record.Restore {
		t.Errorf("the restore is in the history as %+v", newest)
	}
	if len(a.lines(t, "Version restored")) != 1 {
		t.Error("the restore is not logged")
	}
	a.call(t, admin, post, "/api/admin/history/999/restore", nil).wants(t, 404)
}

func TestDeletedRecordsAreRestoredUnderTheirID(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants")).wants(t, 200)
	a.call(t, admin, remove, "/api/admin/blog-posts/1", nil).wants(t, 200)
	deleted := a.versions(t, "kind=post")[0]
	if deleted.Action != record.Delete {
		t.Fatalf("the newest version is %+v", deleted)
	}
	a.call(t, admin, post, restorePath(deleted), fields{"basedOn": deleted.ID}).wants(t, 200)
	posts := data[[]site.Post](t, a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 200))
	if len(posts) != 1 || posts[0].ID != 1 || posts[0].Slug != "ants" {
		t.Errorf("the posts are now %+v", posts)
	}
	newest := a.versions(t, "kind=post&id=1")[0]
	if newest.Action != record.Restore {
		t.Errorf("the restore is in the history as %+v", newest)
	}
	a.call(t, admin, post, restorePath(deleted), fields{"basedOn": deleted.ID}).wants(t, 409)

	a.call(t, admin, post, undoPath(newest), nil).wants(t, 200)
	if posts := data[[]site.Post](t, a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 200)); len(posts) != 0 {
		t.Errorf("after the restore was undone there is %+v", posts)
	}
	// A new post does not get the ID of one that can still come back.
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants")).wants(t, 200)
	a.call(t, admin, post, restorePath(deleted), nil).wants(t, 409) // the slug is taken
	if posts := data[[]site.Post](t, a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 200)); len(posts) != 1 || posts[0].ID == 1 {
		t.Errorf("the posts are now %+v", posts)
	}
}

func TestFormerSlugsLeadToARestoredRecord(t *testing.T) {
	for kind, tt := range map[string]struct {
		path, list string
		bodies     [2]fields
		find       func(a *app, slug string) (string, error)
	}{
		"post": {"/api/admin/blog-posts", "/api/admin/blog-posts", [2]fields{postBody("ants"), postBody("bees")}, func(a *app, slug string) (string, error) {
			found, err := a.Site.Post(t.Context(), slug)
			return found.Slug, err
		}},
		"service": {"/api/admin/service", "/api/admin/services", [2]fields{serviceBody("ants"), serviceBody("bees")}, func(a *app, slug string) (string, error) {
			found, err := a.Site.Service(t.Context(), slug)
			return found.Slug, err
		}},
	} {
		t.Run(kind, func(t *testing.T) {
			a := newApp(t)
			a.call(t, admin, post, tt.path, tt.bodies[0]).wants(t, 200)
			a.call(t, admin, post, tt.path, edit(tt.bodies[1], fields{"id": 1})).wants(t, 200)
			a.call(t, admin, remove, tt.list+"/1", nil).wants(t, 200)
			if slug, err := tt.find(a, "ants"); errs.KindOf(err) != errs.NotFound {
				t.Errorf("the former slug of a deleted record leads to %q, %v", slug, err)
			}
			a.call(t, admin, post, undoPath(a.versions(t, "limit=1")[0]), nil).wants(t, 200)
			if slug, err := tt.find(a, "ants"); slug != "bees" || err != nil {
				t.Errorf("the former slug leads to %q, %v", slug, err)
			}
		})
	}
}

func TestTheSlugOfADeletedRecordLeadsToItWhenItComesBackWithAnother(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants")).wants(t, 200)
	created := a.versions(t, "limit=1")[0]
	a.call(t, admin, post, "/api/admin/blog-posts", edit(postBody("bees"), fields{"id": 1})).wants(t, 200)
	a.call(t, admin, remove, "/api/admin/blog-posts/1", nil).wants(t, 200)
	if found, err := a.Site.Post(t.Context(), "bees"); errs.KindOf(err) != errs.NotFound {
		t.Errorf("the slug of a deleted post leads to %q, %v", found.Slug, err)
	}
	a.call(t, admin, post, restorePath(created), nil).wants(t, 200)
	if found, err := a.Site.Post(t.Context(), "bees"); found.Slug != "ants" || err != nil {
		t.Errorf("the slug that it was deleted with leads to %q, %v", found.Slug, err)
	}
}

func TestAnOrderFromBeforeADeletionStillHolds(t *testing.T) {
	a := newApp(t)
	for _, slug := range []string{"ants", "bees", "crickets"} {
		a.call(t, admin, post, "/api/admin/service", serviceBody(slug)).wants(t, 200)
	}
	a.call(t, admin, post, "/api/admin/services/order", fields{"ids": []int{2, 1, 3}}).wants(t, 200)
	ordered := a.versions(t, "limit=1")[0]
	a.call(t, admin, remove, "/api/admin/services/2", nil).wants(t, 200)
	a.call(t, admin, post, undoPath(a.versions(t, "limit=1")[0]), nil).wants(t, 200)
	a.call(t, admin, post, "/api/admin/services/order", fields{"ids": []int{3, 1, 2}}).wants(t, 200)
	a.call(t, admin, post, restorePath(ordered), nil).wants(t, 200)
	var slugs []string
	for _, service := range data[[]site.Service](t, a.call(t, nobody, get, "/api/services", nil).wants(t, 200)) {
		slugs = append(slugs, service.Slug)
	}
	if want := []string{"bees", "ants", "crickets"}; !slices.Equal(slugs, want) {
		t.Errorf("the order is %q, want %q", slugs, want)
	}
}

func TestUndoTakesBackTheNewestChange(t *testing.T) {
	monday := fields{"day": "monday", "openTime": "9", "closeTime": "12", "secondOpenTime": "1", "secondCloseTime": "5"}
	for name, tt := range map[string]struct {
		before []call // what was saved before
		undone call
		read   string
	}{
		"a new post":           {nil, call{post, "/api/admin/blog-posts", postBody("ants")}, "/api/blog-posts?fields=summary&limit=9"},
		"a changed service":    {[]call{{post, "/api/admin/service", serviceBody("ants")}}, call{post, "/api/admin/service", edit(serviceBody("bugs"), fields{"id": 1, "hidden": true, "template": ""})}, "/api/services"},
		"a new order":          {[]call{{post, "/api/admin/service", serviceBody("ants")}, {post, "/api/admin/service", serviceBody("bugs")}}, call{post, "/api/admin/services/order", fields{"ids": []int{2, 1}}}, "/api/services"},
		"changed content":      {[]call{{post, "/api/admin/content", contentBody("hero_title")}}, call{post, "/api/admin/content", fields{"id": 1, "value": "Hi"}}, "/api/content"},
		"the first hours":      {nil, call{post, "/api/admin/business-hours", monday}, "/api/business-hours"},
		"hours with a break":   {[]call{{post, "/api/admin/business-hours", fields{"day": "monday", "openTime": "8", "closeTime": "5"}}}, call{post, "/api/admin/business-hours", monday}, "/api/business-hours"},
		"a changed link":       {[]call{{post, "/api/admin/social-links", fields{"platform": "x", "url": "https://x.com/pest"}}}, call{post, "/api/admin/social-links", fields{"id": 1, "active": false}}, "/api/social-links"},
		"a changed day":        {[]call{{post, "/api/admin/special-days", fields{"date": "2026-11-26"}}}, call{post, "/api/admin/special-days", fields{"id": 1, "label": "Thanksgiving"}}, "/api/special-days"},
		"a changed page text":  {[]call{{post, "/api/admin/company", fields{"phone": "(254) 555-0142"}}}, call{post, "/api/admin/company", fields{"texts": fields{"serve.title": "Hi"}}}, "/api/page-texts/home"},
		"a changed fact":       {[]call{{post, "/api/admin/company", fields{"phone": "(254) 555-0142"}}}, call{post, "/api/admin/company", fields{"town": "Waco"}}, "/api/page-texts/home"},
		"a new special day":    {nil, call{post, "/api/admin/special-days", fields{"date": "2026-11-26"}}, "/api/special-days"},
		"a new social link":    {nil, call{post, "/api/admin/social-links", fields{"platform": "x", "url": "https://x.com/pest"}}, "/api/social-links"},
		"a new order of links": {[]call{{post, "/api/admin/social-links", fields{"platform": "x", "url": "https://x.com/pest"}}, {post, "/api/admin/social-links", fields{"platform": "y", "url": "https://y.com/pest"}}}, call{post, "/api/admin/social-links/order", fields{"ids": []int{2, 1}}}, "/api/social-links"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newApp(t)
			for _, c := range tt.before {
				a.call(t, admin, c.method, c.path, c.body).wants(t, 200)
			}
			before := a.call(t, nobody, get, tt.read, nil).wants(t, 200).text
			a.call(t, admin, tt.undone.method, tt.undone.path, tt.undone.body).wants(t, 200)
			version := a.versions(t, "limit=1")[0]
			a.call(t, admin, post, undoPath(version), nil).wants(t, 200)
			if after := a.call(t, nobody, get, tt.read, nil).wants(t, 200).text; after != before {
				t.Errorf("after the undo there is %s, want %s", after, before)
			}
			a.call(t, admin, post, undoPath(version), nil).wants(t, 409) // it is not the newest any more
		})
	}
}

// call is a request by an administrator.
type call struct {
	method, path string
	body         any
}

func TestUndoBringsADeletedRecordBack(t *testing.T) {
	day := func(date string) fields { return fields{"date": date} }
	link := func(name string) fields { return fields{"platform": name, "url": "https://" + name + ".example/pest"} }
	for name, tt := range map[string]struct {
		path   string
		bodies [3]fields
		undone string // the path at which the second record is deleted
		read   string
	}{
		"a service": {"/api/admin/service", [3]fields{serviceBody("ants"), serviceBody("bees"), serviceBody("crickets")}, "/api/admin/services/2", "/api/services"},
		"a post":    {"/api/admin/blog-posts", [3]fields{postBody("ants"), postBody("bees"), postBody("crickets")}, "/api/admin/blog-posts/2", "/api/blog-posts"},
		"a link":    {"/api/admin/social-links", [3]fields{link("a"), link("b"), link("c")}, "/api/admin/social-links/2", "/api/social-links"},
		"a day":     {"/api/admin/special-days", [3]fields{day("2026-11-26"), day("2026-12-25"), day("2027-01-01")}, "/api/admin/special-days/2", "/api/special-days"},
		"a text":    {"/api/admin/content", [3]fields{contentBody("hero_title"), contentBody("about_title"), contentBody("contact_title")}, "/api/admin/content/2", "/api/content"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newApp(t)
			for _, body := range tt.bodies {
				a.now = a.now.Add(time.Hour)
				a.call(t, admin, post, tt.path, body).wants(t, 200)
			}
			// Apart from the time of the save, which is new.
			read := func() []map[string]any {
				records := data[[]map[string]any](t, a.call(t, nobody, get, tt.read, nil).wants(t, 200))
				for _, record := range records {
					delete(record, "updatedAt")
				}
				return records
			}
			before := read()
			a.now = a.now.Add(time.Hour)
			a.call(t, admin, remove, tt.undone, nil).wants(t, 200)
			deleted := a.versions(t, "limit=1")[0]
			a.call(t, admin, post, undoPath(deleted), nil).wants(t, 200)
			for _, again := range []string{undoPath(deleted), restorePath(deleted)} {
				a.call(t, admin, post, again, fields{"basedOn": deleted.ID}).wants(t, 409)
			}
			if diff := cmp.Diff(before, read()); diff != "" {
				t.Errorf("after the undo (-before +after):\n%s", diff)
			}
		})
	}
}

func TestARestoreNamesTheFieldsThatItLeftOut(t *testing.T) {
	for want, fields := range map[string][]string{
		"Version restored": nil,
		`Version restored. Its field "color" is unknown to this release and was left out.`:        {"color"},
		"Version restored. Its fields color, size are unknown to this release and were left out.": {"color", "size"},
	} {
		if got := withUnknown("Version restored", fields); got != want {
			t.Errorf("the message is %q, want %q", got, want)
		}
	}
}
