package server

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/testkit"
)

// toggle is a change that can be taken back. It is off at first.
type toggle struct {
	on, off func()
	// path is a public one that shows whether it is on; empty if none does.
	path string
}

// TestSwitchesThereAndBackLeaveEveryPublicByte switches things on and off in random
// orders and reads everything that visitors and search engines can read. The clock
// stands still: the time of a save is the one thing that may differ.
func TestSwitchesThereAndBackLeaveEveryPublicByte(t *testing.T) {
	seed := cmp.Or(*propertySeed, rand.Uint64())
	random := rand.New(rand.NewPCG(seed, 1))
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("repeat this with -run %s -args -seed %d", t.Name(), seed)
		}
	})
	a := newApp(t)
	bundle := testkit.BuiltFrontEnd(t)
	a.usePages(t, testkit.Must(ssr.New(bundle, ssr.Options{Timeout: time.Minute, Logger: a.Logger}))(t), bundle)
	testkit.Check(t, a.Company.Fill(t.Context()))
	for _, slug := range []string{"ants", "bees", "termite-control"} {
		a.call(t, admin, post, servicePath, serviceBody(slug)).wants(t, 200)
	}
	a.call(t, admin, post, postPath, postBody("ants")).wants(t, 200)
	a.call(t, admin, post, linkPath, fields{"platform": "x", "url": "https://x.com/pest"}).wants(t, 200)
	a.requireSecondFactor(t)
	a.call(t, strong, post, "/api/admin/people/second-factor", fields{"required": false}).wants(t, 200)
	toggles := a.toggles(t)
	toggles["a brand"].off() // from the first save on the sitemap has its date
	before := a.everything(t)

	shuffled := func() []string {
		names := slices.Sorted(maps.Keys(toggles))
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		return names
	}
	for range 2 {
		on, off := shuffled(), shuffled()
		for _, name := range on {
			path := toggles[name].path
			then := a.read(t, cmp.Or(path, "/"))
			// Otherwise it would prove nothing.
			if toggles[name].on(); path != "" && a.read(t, path) == then {
				t.Errorf("%s: %s is the same", name, path)
			}
		}
		for _, name := range off {
			toggles[name].off()
		}
		after := a.everything(t)
		if diff := gocmp.Diff(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))); diff != "" {
			t.Fatalf("on: %q, off: %q: there are other paths (-before +after):\n%s", on, off, diff)
		}
		for path, want := range before {
			if got := after[path]; got != want {
				t.Fatalf("on: %q, off: %q: %s differs:\n%s", on, off, path, firstDifference(want, got))
			}
		}
	}
}

// toggles returns changes of all kinds, by name. All are made by an administrator who
// has shown a second factor.
func (a *app) toggles(t *testing.T) map[string]toggle {
	t.Helper()
	do := func(method, path string, body any) *response {
		return a.call(t, strong, method, path, body).wants(t, 200)
	}
	save := func(path string, body fields) func() { return func() { do(post, path, body) } }
	remove := func(path string) func() { return func() { do(remove, path, nil) } }
	// The newest version of a kind is that of its only toggle.
	undo := func(kind record.Kind) func() {
		return func() {
			newest := data[[]record.Version](t, do(get, "/api/admin/history?limit=1&kind="+string(kind), nil))[0]
			do(post, undoPath(newest), nil)
		}
	}
	brand := func(main, accent string) fields { return fields{"brand": fields{"main": main, "accent": accent}} }
	const company, rule = "/api/admin/company", "/api/admin/people/second-factor"
	return map[string]toggle{
		"a hidden service":          {save(servicePath, fields{"id": 1, "hidden": true}), save(servicePath, fields{"id": 1, "hidden": false}), "/services"},
		"a special day":             {save(specialDayPath, fields{"date": "2026-03-05", "label": "Inventory"}), a.deleteSpecialDays(t, remove), "/contact"},
		"a brand":                   {save(company, brand("#2f6b3c", "#b4501e")), save(company, brand("", "")), "/"},
		"a required second factor":  {save(rule, fields{"required": true}), save(rule, fields{"required": false}), ""},
		"a link that is not active": {save(linkPath, fields{"id": 1, "active": false}), save(linkPath, fields{"id": 1, "active": true}), "/about"},
		"a deleted post":            {remove(postPath + "/1"), undo(record.Post), "/blog"},
		"a changed text":            {save(contentPath, contentBody("hero_title")), undo(record.Content), "/"},
	}
}

// deleteSpecialDays returns what deletes every special day, as the API does.
func (a *app) deleteSpecialDays(t *testing.T, remove func(path string) func()) func() {
	t.Helper()
	return func() {
		for _, day := range testkit.Must(a.Site.SpecialDays(t.Context()))(t) {
			remove(fmt.Sprintf("%s/%d", specialDayPath, day.ID))()
		}
	}
}

// everything returns what visitors and search engines get, by path.
func (a *app) everything(t *testing.T) map[string]string {
	t.Helper()
	paths := []string{"/-", robotsPath, sitemapPath, feedPath, manifestPath, ssr.FaviconPath, ssr.LoginPath, shareCardsPath + "/services.jpg"}
	for _, kind := range namedPages {
		paths = append(paths, pathOf(site.PageID{Kind: kind}))
	}
	for _, pattern := range publicRoutes {
		if path, ok := strings.CutPrefix(pattern, "GET "); ok && !strings.Contains(path, "{") && pattern != visitorEventsRoute {
			paths = append(paths, path)
		}
	}
	for _, service := range testkit.Must(a.Site.AllServices(t.Context()))(t) {
		paths = append(paths, servicesPath+"/"+service.Slug, "/api/services/"+service.Slug, fmt.Sprintf("%s%d.css", serviceStylesPath, service.ID))
	}
	for _, p := range testkit.Posts(t, a.Site) {
		paths = append(paths, blogPath+"/"+p.Slug)
	}
	all := map[string]string{}
	for _, path := range paths {
		all[path] = a.read(t, path)
	}
	return all
}
