package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"perimeter/internal/company"
	"perimeter/internal/record"
)

func TestCompanyIsReadAndSaved(t *testing.T) {
	a := newApp(t)
	read := func() companyData {
		t.Helper()
		var data companyData
		res := a.call(t, admin, "GET", "/api/admin/company", nil)
		if err := json.Unmarshal(res.Data, &data); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("status %d, %v", res.StatusCode, err)
		}
		return data
	}
	first := read()
	if first.Name != company.Sample().Name || first.FromFile || len(first.TextFields) == 0 {
		t.Errorf("at first the company is %+v", first)
	}
	res := a.call(t, admin, "POST", "/api/admin/company", map[string]any{
		"basedOn": first.UpdatedAt, "name": "Bosque Pest", "phone": "254 555 0199",
		"texts": map[string]string{"mission": "A harmless mission"},
	})
	if res.StatusCode != http.StatusOK || !strings.Contains(res.Message, "harmless") {
		t.Errorf("status %d, message %q; want a note about the claim", res.StatusCode, res.Message)
	}
	if saved := read(); saved.Name != "Bosque Pest" || saved.PhoneE164 != "+12545550199" || saved.Town != first.Town {
		t.Errorf("saved is %+v", saved.Identity)
	}
	if texts := a.call(t, nobody, "GET", "/api/page-texts/about", nil); !strings.Contains(texts.text, "A harmless mission") {
		t.Errorf("the about page has %s", texts.text)
	}
	if res := a.call(t, nobody, "GET", "/api/page-texts/nothing", nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown page has status %d", res.StatusCode)
	}
	if report := a.call(t, admin, "GET", "/api/admin/claims", nil); !strings.Contains(report.text, `"kind":"company"`) {
		t.Errorf("the report on claims is %s", report.text)
	}

	stale := a.call(t, admin, "POST", "/api/admin/company", map[string]any{"basedOn": first.UpdatedAt, "name": "Another"})
	if stale.StatusCode != http.StatusConflict {
		t.Errorf("a save over an unseen version has status %d", stale.StatusCode)
	}
}

func TestInvalidCompanyFieldIsNamed(t *testing.T) {
	a := newApp(t)
	res := a.call(t, admin, "POST", "/api/admin/company", map[string]any{"timeZone": "Texas"})
	var body struct{ Field, Rule string }
	if err := json.Unmarshal([]byte(res.text), &body); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusBadRequest || body.Field != "timeZone" || body.Rule == "" || !strings.Contains(res.Message, `"timeZone"`) {
		t.Errorf("status %d, %s", res.StatusCode, res.text)
	}
}

func TestCompanyOfASiteFileIsReadOnly(t *testing.T) {
	document := company.Sample()
	a := newApp(t)
	cfg := a.Config
	a.wire(&cfg, &document)
	a.Handler = New(cfg)
	if res := a.call(t, admin, "GET", "/api/admin/company", nil); !strings.Contains(res.text, `"fromFile":true`) {
		t.Errorf("the company is %s", res.text)
	}
	res := a.call(t, admin, "POST", "/api/admin/company", map[string]any{"name": "Bosque Pest"})
	if res.StatusCode != http.StatusForbidden || !strings.Contains(res.Message, "site file") {
		t.Errorf("status %d, %q", res.StatusCode, res.Message)
	}
}

func TestChecklistIsComputedAndDismissed(t *testing.T) {
	a := newApp(t)
	read := func() (list company.Checklist) {
		t.Helper()
		if err := json.Unmarshal(a.call(t, admin, "GET", "/api/admin/checklist", nil).Data, &list); err != nil {
			t.Fatal(err)
		}
		return list
	}
	done := func() (keys []string) {
		for _, item := range read().Items {
			if item.Done {
				keys = append(keys, item.Key)
			}
		}
		return keys
	}
	if list := read(); !list.Sample || !list.Show || strings.Join(done(), " ") != "texts account" {
		t.Errorf("at first the list is %+v", list)
	}
	a.call(t, admin, "POST", "/api/admin/company", map[string]any{
		"name": "Bosque Pest", "phone": "(254) 555-0199", "email": "hi@bosque.example", "street": "1 Main Street",
	})
	a.call(t, admin, "POST", "/api/admin/business-hours", map[string]any{"day": "sunday", "isClosed": true})
	a.addSession(t, "bo", "admin", "token-of-bo")
	if got := strings.Join(done(), " "); got != "identity texts account hours administrator" {
		t.Errorf("done are %s", got)
	}
	if res := a.call(t, admin, "DELETE", "/api/admin/checklist", nil); res.StatusCode != http.StatusOK || read().Show {
		t.Errorf("status %d, the list is %+v", res.StatusCode, read())
	}
}

// The policy names the host of the chat's script, so it must be as new as the page
// that loads the script.
func TestPolicyFollowsTheCompanysChat(t *testing.T) {
	a := newApp(t)
	pages, err := NewPages(PagesConfig{
		Site: a.Site, Company: a.Company, Renderer: &plainRenderer{}, BaseURL: a.BaseURL, Logger: a.Logger,
		Bundle: fstest.MapFS{"client/assets/a-1.css": {Data: []byte("a{}")}},
		Policy: PagePolicy(a.Config), AdminPolicy: AdminPolicy(a.Config),
	})
	if err != nil {
		t.Fatal(err)
	}
	ready := NewReady(a.Config, pages, func() {})
	a.Config.Pages = pages
	a.Handler = New(a.Config)
	for _, host := range []string{"https://one.example", "https://two.example"} {
		importScript(t, a, host+"/w.js")
		policy := a.call(t, nobody, "GET", "/contact", nil).Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, host) {
			t.Errorf("after an import the policy is %s", policy)
		}
		if head, _ := ready.Find("/contact", "", ""); !strings.Contains(string(head), host) {
			t.Errorf("the fast path sends %s", head)
		}
	}
}

// importScript makes another provider's script the chat, as the command line does.
func importScript(t *testing.T, a *app, script string) {
	t.Helper()
	document := company.Sample()
	document.Chat = company.ChatSetup{Provider: company.ChatScript, Script: script}
	if err := a.Company.Import(t.Context(), record.Change{}, document); err != nil {
		t.Fatal(err)
	}
}

func TestBackOfficeCannotChooseAnotherProvidersScript(t *testing.T) {
	a := newApp(t)
	const path = "/api/admin/company"
	script := func(url string) fields { return fields{"provider": "script", "script": url} }
	refused := func(res *response) {
		t.Helper()
		if res.wants(t, 403); !strings.Contains(res.text, "site file") {
			t.Errorf("the answer is %s", res.text)
		}
	}
	refused(a.call(t, admin, post, path, fields{"chat": script("https://evil.example/w.js")}))
	importScript(t, a, "https://widget.example/w.js")
	a.call(t, admin, post, path, fields{"name": "Oak", "chat": script("https://widget.example/w.js")}).wants(t, 200)
	refused(a.call(t, admin, post, path, fields{"chat": script("https://widget.example/other.js")}))
	// A way back does not choose it either.
	a.call(t, admin, post, path, fields{"chat": fields{"provider": "own"}}).wants(t, 200)
	versions := a.versions(t, "kind=company")
	refused(a.call(t, admin, post, undoPath(versions[0]), nil))
	refused(a.call(t, admin, post, restorePath(versions[1]), fields{}))
}

func TestPaletteIsDerivedFromTwoColors(t *testing.T) {
	a := newApp(t)
	const path = "/api/admin/company/palette"
	palette := data[paletteData](t, a.call(t, admin, post, path, fields{"main": "#2f6b3c", "accent": "#b4501e"}).wants(t, 200))
	if palette.Light["primary-fill"] != "#2f6b3c" || len(palette.Dark) == 0 || len(palette.Presets) == 0 {
		t.Errorf("the palette is %+v", palette)
	}
	if usual := data[paletteData](t, a.call(t, admin, post, path, fields{}).wants(t, 200)); len(usual.Light) != 0 || len(usual.Presets) == 0 {
		t.Errorf("without colors the palette is %+v", usual)
	}
	a.call(t, admin, post, path, fields{"main": "green", "accent": "#b4501e"}).wants(t, 400)
}
