package server

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestContentIsSavedListedAndShown(t *testing.T) {
	a := newApp(t)
	created := a.call(t, admin, post, "/api/admin/content", contentBody("hero_title")).wants(t, 200)
	if created.Message != "Content created" {
		t.Errorf("message %q", created.Message)
	}
	id := data[struct{ ID int }](t, created).ID
	updated := a.call(t, admin, post, "/api/admin/content", fields{"id": id, "value": "Howdy <all>"}).wants(t, 200)
	if updated.Message != "Content updated" {
		t.Errorf("message %q", updated.Message)
	}

	items := data[[]map[string]any](t, a.call(t, admin, get, "/api/admin/content", nil).wants(t, 200))
	want := map[string]any{"id": float64(id), "key": "hero_title", "section": "home", "type": "text", "value": "Howdy <all>"}
	if len(items) != 1 {
		t.Fatalf("items %v", items)
	}
	delete(items[0], "updatedAt")
	if diff := cmp.Diff(want, items[0]); diff != "" {
		t.Errorf("item (-want +got):\n%s", diff)
	}
	entries := data[[]map[string]any](t, a.call(t, nobody, get, "/api/content", nil).wants(t, 200))
	if diff := cmp.Diff([]map[string]any{{"key": "hero_title", "content": "Howdy <all>"}}, entries); diff != "" {
		t.Errorf("public entries (-want +got):\n%s", diff)
	}

	a.call(t, admin, post, "/api/admin/content", contentBody("hero_title")).wants(t, 409)
	a.call(t, admin, post, "/api/admin/content", fields{"id": 99, "value": "x"}).wants(t, 404)
	for _, required := range []string{"key", "section", "type", "value"} {
		if res := a.call(t, admin, post, "/api/admin/content", contentBody("other").without(required)).wants(t, 400); !strings.Contains(res.Message, required) {
			t.Errorf("without %s: %q", required, res.Message)
		}
	}
}

func TestSaveContentReportsRemovedHTML(t *testing.T) {
	a := newApp(t)
	body := contentBody("about_content").with("type", "html").with("value", `<p onclick="x">Hi</p><script>1</script>`)
	res := a.call(t, admin, post, "/api/admin/content", body).wants(t, 200)
	if want := "Content created. Removed for safety: <script>, onclick."; res.Message != want {
		t.Errorf("message %q", res.Message)
	}
	if value := data[struct{ Value string }](t, res).Value; value != "<p>Hi</p>" {
		t.Errorf("value %q", value)
	}
}

func TestRemovedHTMLMessageIsShortened(t *testing.T) {
	a := newApp(t)
	value := strings.Builder{}
	value.WriteString("<p>Hi</p>")
	for i := range 30 {
		value.WriteString("<" + strings.Repeat(string(rune('a'+i%26)), 50+i) + ">")
	}
	res := a.call(t, admin, post, "/api/admin/content", contentBody("x").with("type", "html").with("value", value.String())).wants(t, 200)
	if len(res.Message) > 500 || !strings.HasSuffix(res.Message, ", and more.") {
		t.Errorf("message %q", res.Message)
	}
}

func TestEveryWriteIsLoggedOnce(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("doomed")).wants(t, 200)
	for _, write := range []struct {
		method, path string
		body         any
		message      string
		what         map[string]any
	}{
		{post, "/api/admin/content", contentBody("hero_title"), "Content created", map[string]any{"id": 1.0, "key": "hero_title"}},
		{post, "/api/admin/content", fields{"id": 1, "value": "typed"}, "Content updated", map[string]any{"id": 1.0, "key": "hero_title"}},
		{post, "/api/admin/service", serviceBody("termites"), "Service created", map[string]any{"id": 1.0, "slug": "termites"}},
		{post, "/api/admin/social-links", fields{"platform": "x", "url": "https://x.com"}, "Social link created", map[string]any{"id": 1.0, "platform": "x"}},
		{post, "/api/admin/business-hours", fields{"day": "monday", "isClosed": true}, "Business hours updated", map[string]any{"day": "monday"}},
		{post, "/api/admin/blog-posts", fields{"id": 1, "title": "typed"}, "Blog post updated", map[string]any{"id": 1.0, "slug": "doomed"}},
		{remove, "/api/admin/blog-posts/1", nil, "Blog post deleted", map[string]any{"id": 1.0, "slug": "doomed"}},
	} {
		before := strings.Count(a.log.String(), "\n")
		a.call(t, admin, write.method, write.path, write.body).wants(t, 200)
		if after := strings.Count(a.log.String(), "\n"); after != before+1 {
			t.Errorf("%s left %d lines", write.message, after-before)
		}
		lines := a.lines(t, write.message)
		if len(lines) != 1 || lines[0]["user"] != "anna" || lines[0]["client_ip"] != "192.0.2.1" || lines[0]["level"] != "INFO" {
			t.Fatalf("%s: %v", write.message, lines)
		}
		for name, want := range write.what {
			if lines[0][name] != want {
				t.Errorf("%s: %s is %v, want %v", write.message, name, lines[0][name], want)
			}
		}
	}
	for _, secret := range []string{admin, "typed"} {
		if strings.Contains(a.log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, a.log)
		}
	}
	a.log.Reset()
	a.call(t, admin, post, "/api/admin/content", fields{}).wants(t, 400)
	a.call(t, nobody, get, "/api/content", nil).wants(t, 200)
	if a.log.Len() > 0 {
		t.Errorf("what changed nothing was logged: %s", a.log)
	}
}
