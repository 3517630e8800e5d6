package server

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/testkit/picture"
)

func slugsIn(t *testing.T, res *response) []string {
	t.Helper()
	slugs := []string{}
	for _, service := range data[[]struct{ Slug string }](t, res.wants(t, 200)) {
		slugs = append(slugs, service.Slug)
	}
	return slugs
}

func TestHiddenServicesAreForAdministratorsOnly(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/service", serviceBody("shown")).wants(t, 200)
	saved := a.call(t, admin, post, "/api/admin/service", serviceBody("secret").with("hidden", true)).wants(t, 200)
	if got := data[map[string]any](t, saved); got["hidden"] != true {
		t.Errorf("saved %v", got)
	}
	for range 2 { // what one of them is given must not be kept for another
		for _, who := range []string{nobody, staff, "expired"} {
			if diff := cmp.Diff([]string{"shown"}, slugsIn(t, a.call(t, who, get, "/api/services", nil))); diff != "" {
				t.Errorf("%q sees (-want +got):\n%s", who, diff)
			}
			a.call(t, who, get, "/api/services/secret", nil).wants(t, 404)
			a.call(t, who, get, "/api/services/2", nil).wants(t, 404)
		}
		all := a.call(t, admin, get, "/api/services", nil)
		if diff := cmp.Diff([]string{"shown", "secret"}, slugsIn(t, all)); diff != "" {
			t.Errorf("an administrator sees (-want +got):\n%s", diff)
		}
		if got := all.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("the administrator's list may be kept: %q", got)
		}
		a.call(t, admin, get, "/api/services/2", nil).wants(t, 200)
	}
	a.call(t, admin, post, "/api/admin/service", fields{"id": 2, "hidden": false}).wants(t, 200)
	if diff := cmp.Diff([]string{"shown", "secret"}, slugsIn(t, a.call(t, nobody, get, "/api/services", nil))); diff != "" {
		t.Errorf("shown again (-want +got):\n%s", diff)
	}
}

func TestServicesAreOrderedAndDeleted(t *testing.T) {
	a := newApp(t)
	for _, slug := range []string{"a", "b", "c"} {
		a.call(t, admin, post, "/api/admin/service", serviceBody(slug)).wants(t, 200)
	}
	ordered := a.call(t, admin, post, "/api/admin/services/order", fields{"ids": []int{3, 1, 2}})
	if diff := cmp.Diff([]string{"c", "a", "b"}, slugsIn(t, ordered)); diff != "" || ordered.Message != "Services reordered" {
		t.Errorf("message %q; answered (-want +got):\n%s", ordered.Message, diff)
	}
	for body, status := range map[string]int{
		`{"ids":[3,1]}`: 409, `{"ids":[3,1,9]}`: 409, `{}`: 409, `{"ids":[3,3,1]}`: 400, `{"ids":"3,1,2"}`: 400, `[3,1,2]`: 400,
	} {
		a.call(t, admin, post, "/api/admin/services/order", body).wants(t, status)
	}
	if deleted := a.call(t, admin, remove, "/api/admin/services/1", nil).wants(t, 200); deleted.Message != "Service deleted" {
		t.Errorf("message %q", deleted.Message)
	}
	a.call(t, admin, remove, "/api/admin/services/1", nil).wants(t, 404)
	a.call(t, nobody, get, "/api/services/a", nil).wants(t, 404)
	if diff := cmp.Diff([]string{"c", "b"}, slugsIn(t, a.call(t, nobody, get, "/api/services", nil))); diff != "" {
		t.Errorf("after the deletion (-want +got):\n%s", diff)
	}
	for message, field := range map[string]string{"Services reordered": "ids", "Service deleted": "slug"} {
		lines := a.lines(t, message)
		if len(lines) != 1 || lines[0]["user"] != "anna" || lines[0][field] == nil {
			t.Errorf("%s was logged as %v", message, lines)
		}
	}
}

func TestContentAndSocialLinksAreDeletedAndOrdered(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/content", contentBody("hero_title")).wants(t, 200)
	for _, platform := range []string{"facebook", "x"} {
		a.call(t, admin, post, "/api/admin/social-links", fields{"platform": platform, "url": "https://social.example/"}).wants(t, 200)
	}
	a.call(t, admin, post, "/api/admin/social-links/order", fields{"ids": []int{2, 1}}).wants(t, 200)
	a.call(t, admin, post, "/api/admin/social-links/order", fields{"ids": []int{2}}).wants(t, 409)
	links := data[[]struct{ Platform string }](t, a.call(t, nobody, get, "/api/social-links", nil).wants(t, 200))
	if len(links) != 2 || links[0].Platform != "x" {
		t.Errorf("the links are %v", links)
	}
	for path, message := range map[string]string{"content": "Content deleted", "social-links": "Social link deleted"} {
		if res := a.call(t, admin, remove, "/api/admin/"+path+"/1", nil).wants(t, 200); res.Message != message {
			t.Errorf("message %q", res.Message)
		}
		a.call(t, admin, remove, "/api/admin/"+path+"/1", nil).wants(t, 404)
		if len(a.lines(t, message)) != 1 {
			t.Errorf("%s was not logged", message)
		}
	}
	if list := a.call(t, nobody, get, "/api/content", nil).wants(t, 200); string(list.Data) != "[]" {
		t.Errorf("content %s", list.Data)
	}
}

func TestSpecialDaysAreSavedListedAndDeleted(t *testing.T) {
	a := newApp(t) // on 2 March 2026
	past := fields{"date": "2026-01-01", "isClosed": true, "label": "New Year's Day"}
	a.call(t, admin, post, "/api/admin/special-days", past).wants(t, 200)
	created := a.call(t, admin, post, "/api/admin/special-days", fields{
		"date": "2026-12-24", "endDate": "2026-12-26", "isClosed": false, "openTime": "9:00 AM", "closeTime": "noon", "label": "Christmas",
	}).wants(t, 200)
	want := map[string]any{
		"id": 2.0, "date": "2026-12-24", "endDate": "2026-12-26", "isClosed": false, "openTime": "9:00 AM", "closeTime": "noon", "label": "Christmas",
		"updatedAt": "2026-03-02T12:00:00Z",
	}
	if diff := cmp.Diff(want, data[map[string]any](t, created)); diff != "" || created.Message != "Special day created" {
		t.Errorf("message %q; answered (-want +got):\n%s", created.Message, diff)
	}
	count := func(who, path string) int {
		return len(data[[]any](t, a.call(t, who, get, path, nil).wants(t, 200)))
	}
	if all, coming := count(admin, "/api/admin/special-days"), count(nobody, "/api/special-days"); all != 2 || coming != 1 {
		t.Errorf("%d days, %d coming; want 2 and 1", all, coming)
	}
	a.call(t, admin, post, "/api/admin/special-days", past).wants(t, 409)
	a.call(t, admin, post, "/api/admin/special-days", fields{"date": "tomorrow"}).wants(t, 400)
	a.call(t, admin, post, "/api/admin/special-days", fields{"id": 9, "label": "x"}).wants(t, 404)
	a.call(t, admin, remove, "/api/admin/special-days/1", nil).wants(t, 200)
	a.call(t, admin, remove, "/api/admin/special-days/1", nil).wants(t, 404)
	if coming := count(nobody, "/api/special-days"); coming != 1 {
		t.Errorf("%d days are coming, want 1", coming)
	}
	a.now = time.Date(2026, 12, 27, 6, 0, 0, 0, time.UTC) // midnight in Texas
	if coming := count(nobody, "/api/special-days"); coming != 0 {
		t.Errorf("%d days are coming after the last", coming)
	}
}

func TestDeletedImageIsReplacedEverywhereAtOnce(t *testing.T) {
	a := newApp(t)
	image := a.upload(t, picture.PNG(t, picture.Photo(60, 40, 1)))
	a.call(t, admin, post, "/api/admin/service", serviceBody("termite-control").
		with("imageUrl", image.URL).with("fullDescription", `<p>A<img src="`+image.URL+`" alt=""></p>`)).wants(t, 200)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("news").with("imageUrl", image.URL)).wants(t, 200)
	a.call(t, admin, post, "/api/admin/content", fields{"key": "hero_image", "section": "home", "type": "image", "value": image.URL}).wants(t, 200)
	paths := []string{"/api/services", "/api/services/termite-control", "/api/blog-posts", "/api/content"}
	for _, path := range paths {
		if res := a.call(t, nobody, get, path, nil).wants(t, 200); !strings.Contains(res.text, image.ID) {
			t.Errorf("%s lacks the image: %s", path, res.text)
		}
	}
	a.call(t, admin, remove, "/api/admin/images/"+image.ID+"?confirm=true", nil).wants(t, http.StatusOK)
	for _, path := range paths {
		if res := a.call(t, nobody, get, path, nil).wants(t, 200); strings.Contains(res.text, image.ID) {
			t.Errorf("%s still names the image: %s", path, res.text)
		}
	}
	service := data[map[string]any](t, a.call(t, nobody, get, "/api/services/termite-control", nil).wants(t, 200))
	if service["imageUrl"] != "/art/termite.svg" {
		t.Errorf("the service shows %v", service["imageUrl"])
	}
}
