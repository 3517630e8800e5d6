package server

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOnlyActiveSocialLinksArePublic(t *testing.T) {
	a := newApp(t)
	created := a.call(t, admin, post, "/api/admin/social-links", fields{"platform": "facebook", "url": "https://facebook.com/pest", "icon": ""}).wants(t, 200)
	if created.Message != "Social link created" {
		t.Errorf("message %q", created.Message)
	}
	want := map[string]any{"id": 1.0, "platform": "facebook", "url": "https://facebook.com/pest", "icon": "", "active": true}
	for _, path := range []string{"/api/social-links", "/api/admin/social-links"} {
		if strings.Contains(path, "admin") {
			want["updatedAt"] = "2026-03-02T12:00:00Z"
		}
		if diff := cmp.Diff([]map[string]any{want}, data[[]map[string]any](t, a.call(t, admin, get, path, nil).wants(t, 200))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	updated := a.call(t, admin, post, "/api/admin/social-links", fields{"id": 1, "active": false}).wants(t, 200)
	if updated.Message != "Social link updated" {
		t.Errorf("message %q", updated.Message)
	}
	if shown := a.call(t, nobody, get, "/api/social-links", nil); string(shown.Data) != "[]" {
		t.Errorf("shown %s", shown.Data)
	}
	want["active"] = false
	if diff := cmp.Diff([]map[string]any{want}, data[[]map[string]any](t, a.call(t, admin, get, "/api/admin/social-links", nil))); diff != "" {
		t.Errorf("back office (-want +got):\n%s", diff)
	}
	for _, url := range []any{"", "javascript:alert(1)", "facebook.com", nil} {
		a.call(t, admin, post, "/api/admin/social-links", fields{"platform": "x", "url": url}).wants(t, 400)
	}
	a.call(t, admin, post, "/api/admin/social-links", fields{"url": "https://x.com"}).wants(t, 400)
	a.call(t, admin, post, "/api/admin/social-links", fields{"id": 9, "active": false}).wants(t, 404)
}
