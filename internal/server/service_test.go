package server

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestServicesAreSavedListedAndFound(t *testing.T) {
	a := newApp(t)
	created := a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	if created.Message != "Service created" {
		t.Errorf("message %q", created.Message)
	}
	want := map[string]any{
		"id": 1.0, "name": "Termites", "slug": "termites", "shortDescription": "Short", "fullDescription": "<p>Full</p>",
		"imageUrl": "/art/termite.svg", "features": []any{"A", "B"}, "featuredOnHome": true, "template": "<b>{name}</b>", "hidden": false,
	}
	for name, res := range map[string]*response{
		"the answer": created,
		"by slug":    a.call(t, nobody, get, "/api/services/termites", nil),
		"by id":      a.call(t, nobody, get, "/api/services/1", nil),
	} {
		got := data[map[string]any](t, res.wants(t, 200))
		delete(got, "updatedAt")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if list := data[[]any](t, a.call(t, nobody, get, "/api/services", nil).wants(t, 200)); len(list) != 1 {
		t.Errorf("list %v", list)
	}
	for _, missing := range []string{"/api/services/rodents", "/api/services/2", "/api/services/%00", "/api/services/%FF", "/api/services/99999999999999999999", "/api/services/..%2f", "/api/services/-1"} {
		a.call(t, nobody, get, missing, nil).wants(t, 404)
	}
}

func TestSaveServiceKeepsOmittedFields(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	dialog := serviceBody("termites").with("id", 1).with("name", "Ants").without("template")
	a.call(t, admin, post, "/api/admin/service", dialog).wants(t, 200)
	panel := fields{"id": 1, "name": "Bees", "slug": "termites", "shortDescription": "S", "fullDescription": "F", "imageUrl": nil}
	res := a.call(t, admin, post, "/api/admin/service", panel).wants(t, 200)
	if res.Message != "Service updated" {
		t.Errorf("message %q", res.Message)
	}
	got := data[map[string]any](t, res)
	if got["name"] != "Bees" || got["template"] != "<b>{name}</b>" || got["featuredOnHome"] != true || len(got["features"].([]any)) != 2 || got["imageUrl"] != "/art/termite.svg" {
		t.Errorf("stored %v", got)
	}
	got = data[map[string]any](t, a.call(t, admin, post, "/api/admin/service", fields{"id": 1, "template": ""}).wants(t, 200))
	if got["template"] != "" || got["name"] != "Bees" {
		t.Errorf("stored %v", got)
	}
}

func TestSaveServiceErrorNamesField(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	for _, required := range []string{"name", "slug", "shortDescription", "fullDescription"} {
		if res := a.call(t, admin, post, "/api/admin/service", serviceBody("ants").without(required)).wants(t, 400); !strings.Contains(res.Message, required) {
			t.Errorf("without %s: %q", required, res.Message)
		}
	}
	if res := a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 409); !strings.Contains(res.Message, "termites") {
		t.Errorf("a taken slug: %q", res.Message)
	}
	a.call(t, admin, post, "/api/admin/service", serviceBody("ants").with("slug", "2025")).wants(t, 400)
	a.call(t, admin, post, "/api/admin/service", serviceBody("ants").with("id", 7)).wants(t, 404)
}

func TestSaveServiceReportsRemovedHTML(t *testing.T) {
	a := newApp(t)
	res := a.call(t, admin, post, "/api/admin/service", serviceBody("termites").with("template", `<a href="javascript:1">{name}</a>`)).wants(t, 200)
	if want := "Service created. Removed for safety: javascript:."; res.Message != want {
		t.Errorf("message %q", res.Message)
	}
}

func TestTemplatePreview(t *testing.T) {
	a := newApp(t)
	res := a.call(t, admin, post, "/api/admin/template-preview", fields{"html": `<p class="p-4" onclick="x">a</p>`}).wants(t, 200)
	want := map[string]any{"html": `<p class="p-4">a</p>`, "css": ".p-4{padding:1rem}"}
	if diff := cmp.Diff(want, data[map[string]any](t, res)); diff != "" {
		t.Errorf("preview (-want +got):\n%s", diff)
	}
	if res := a.call(t, admin, post, "/api/admin/template-preview", fields{"html": strings.Repeat("<b>", 1000)}).wants(t, 400); !strings.Contains(res.Message, "HTML") {
		t.Errorf("message %q", res.Message)
	}
	if a.log.Len() > 0 {
		t.Errorf("logged: %s", a.log)
	}
}
