package server

import (
	"flag"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

var propertySeed = flag.Uint64("seed", 0, "repeat the random changes of this seed")

// randomChanges makes random changes through the API. Slugs and dates are never
// used twice, so that each version can be restored whatever the others are.
type randomChanges struct {
	*app
	random *rand.Rand
	image  string
	count  int
	stored map[string][]int64 // the IDs of the records, by the path that saves them
	keys   map[int64]string   // the keys of the stored content items
}

const (
	contentPath    = "/api/admin/content"
	servicePath    = "/api/admin/service"
	postPath       = "/api/admin/blog-posts"
	linkPath       = "/api/admin/social-links"
	specialDayPath = "/api/admin/special-days"
	hoursPath      = "/api/admin/business-hours"
)

// textKeys are content keys of several pages.
var textKeys = []string{"hero_title", "hero_subtitle", "services_title", "contact_title", "about_title"}

// change makes one change.
func (r *randomChanges) change(t *testing.T) {
	t.Helper()
	r.count++
	// All changes are within the idle time of a session, which a fast clock would
	// not prolong in time.
	r.now = r.now.Add(8 * time.Minute)
	n := r.count
	text := fmt.Sprintf("Text %d", n)
	switch r.random.IntN(12) {
	case 0:
		r.changeContent(t, text)
	case 1, 2:
		r.saveOrDelete(t, servicePath, edit(serviceBody(fmt.Sprintf("service-%d", n)), fields{
			"name": text, "hidden": n%5 == 0, "template": `<p class="p-4">` + text + "</p>", "features": []string{text}, "imageUrl": r.image,
		}))
	case 3, 4:
		r.saveOrDelete(t, postPath, edit(postBody(fmt.Sprintf("post-%d", n)), fields{"title": text, "content": text}))
	case 5:
		r.saveOrDelete(t, linkPath, fields{"platform": text, "url": fmt.Sprintf("https://social.example/%d", n), "active": n%3 > 0})
	case 6:
		r.saveOrDelete(t, specialDayPath, fields{"date": fmt.Sprintf("2027-%02d-%02d", 1+n/28, 1+n%28), "endDate": "", "label": text})
	case 7, 8:
		r.changeHours(t, text)
	case 9:
		r.call(t, admin, post, "/api/admin/company", fields{
			"name": text, "tagline": text, "texts": fields{"serve.title": []string{text, ""}[n%2]},
		}).wants(t, 200)
	case 10:
		r.call(t, admin, post, "/api/admin/images", fields{"id": media.UploadsIn(r.image)[0], "name": text, "alt": text}).wants(t, 200)
	case 11:
		for _, path := range []string{servicePath, linkPath} {
			ids := slices.Clone(r.stored[path])
			r.random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			r.call(t, admin, post, listOf(path)+"/order", fields{"ids": ids}).wants(t, 200)
		}
	}
}

// saveOrDelete saves a new record or a stored one, or deletes one.
func (r *randomChanges) saveOrDelete(t *testing.T, path string, body fields) {
	t.Helper()
	stored := r.stored[path]
	if len(stored) > 0 {
		id := stored[r.random.IntN(len(stored))]
		switch r.random.IntN(4) {
		case 0, 1:
			body["id"] = id
		case 2:
			r.delete(t, path, id)
			return
		}
	}
	r.save(t, path, body)
}

// save saves a record and notes its ID if it is new.
func (r *randomChanges) save(t *testing.T, path string, body fields) int64 {
	t.Helper()
	saved := data[struct{ ID int64 }](t, r.call(t, admin, post, path, body).wants(t, 200))
	if !slices.Contains(r.stored[path], saved.ID) {
		r.stored[path] = append(r.stored[path], saved.ID)
	}
	return saved.ID
}

func (r *randomChanges) delete(t *testing.T, path string, id int64) {
	t.Helper()
	r.call(t, admin, remove, fmt.Sprintf("%s/%d", listOf(path), id), nil).wants(t, 200)
	r.stored[path] = slices.DeleteFunc(r.stored[path], func(other int64) bool { return other == id })
	if path == contentPath {
		delete(r.keys, id)
	}
}

// deleteOneOfEach deletes a record of every kind, whatever the random changes do.
func (r *randomChanges) deleteOneOfEach(t *testing.T) {
	t.Helper()
	for _, path := range []string{contentPath, servicePath, postPath, linkPath, specialDayPath} {
		if ids := r.stored[path]; len(ids) > 0 {
			r.delete(t, path, ids[0])
		}
	}
}

// listOf returns the path below which the records are ordered and deleted that are
// saved at a path.
func listOf(path string) string {
	if path == servicePath {
		return "/api/admin/services"
	}
	return path
}

// changeContent saves or deletes one of a few texts. A deleted one is created again
// under the same key.
func (r *randomChanges) changeContent(t *testing.T, text string) {
	t.Helper()
	key := textKeys[r.random.IntN(len(textKeys))]
	for id, stored := range r.keys {
		if stored != key {
			continue
		}
		if r.random.IntN(2) == 0 {
			r.delete(t, contentPath, id)
			return
		}
		r.save(t, contentPath, fields{"id": id, "value": text})
		return
	}
	id := r.save(t, contentPath, fields{"key": key, "section": "home", "type": "text", "value": text})
	r.keys[id] = key
}

// changeHours saves the hours of a day, or undoes the first save of one, which is
// the only way to delete them.
func (r *randomChanges) changeHours(t *testing.T, text string) {
	t.Helper()
	day := site.Weekdays[r.random.IntN(7)]
	if newest := r.versions(t, "limit=1&kind=hours&id="+day); len(newest) > 0 && newest[0].Action == record.Create {
		r.call(t, admin, post, undoPath(newest[0]), nil).wants(t, 200)
		return
	}
	hours := fields{"day": day, "isClosed": r.count%4 == 0, "openTime": text, "closeTime": "5 PM", "secondOpenTime": "", "secondCloseTime": ""}
	if r.count%2 == 0 {
		hours["secondOpenTime"], hours["secondCloseTime"] = "6 PM", "8 PM"
	}
	r.call(t, admin, post, hoursPath, hours).wants(t, 200)
}

// snapshot is what visitors see, and the version that was the newest then.
type snapshot struct {
	version int64
	pages   map[string]string // the HTML of every public page, by its path
	// The names of services and links in the order in which they are listed.
	services, links []string
}

// What differs although the page is the same, because a restore is a save at its
// own time.
var (
	serviceStylesURL = regexp.MustCompile(regexp.QuoteMeta(serviceStylesPath) + `[^"]*`)
	modified         = regexp.MustCompile(`"dateModified":"[^"]*"`)
)

func (r *randomChanges) snapshot(t *testing.T) snapshot {
	t.Helper()
	s := snapshot{version: r.versions(t, "limit=1")[0].ID, pages: map[string]string{}}
	paths := []string{"/-"}
	for _, kind := range namedPages {
		paths = append(paths, pathOf(site.PageID{Kind: kind}))
	}
	for _, service := range testkit.Must(r.Site.AllServices(t.Context()))(t) {
		paths = append(paths, servicesPath+"/"+service.Slug)
		s.services = append(s.services, service.Slug)
	}
	for _, p := range testkit.Posts(t, r.Site) {
		paths = append(paths, blogPath+"/"+p.Slug)
	}
	for _, link := range testkit.Must(r.Site.SocialLinks(t.Context()))(t) {
		s.links = append(s.links, link.URL)
	}
	for _, path := range paths {
		page := r.read(t, path)
		shown, _, _ := strings.Cut(page, `<script type="application/json" id="page-data">`)
		shown = modified.ReplaceAllString(shown, "")
		s.pages[path] = serviceStylesURL.ReplaceAllStringFunc(shown, func(url string) string { return r.read(t, html.UnescapeString(url)) })
	}
	return s
}

// read returns what visitors get at a path.
func (a *app) read(t testing.TB, path string) string {
	t.Helper()
	res := a.call(t, nobody, get, path, nil)
	if res.StatusCode >= 500 {
		t.Fatalf("%s: status %d", path, res.StatusCode)
	}
	if res.Header.Get("Content-Encoding") == "gzip" && !isAPI(path) { // call has unpacked the API's
		return gunzip(t, strings.NewReader(res.text))
	}
	return res.text
}

// goBack restores every record to its newest version of the snapshot's time, and
// deletes those that were created later.
func (r *randomChanges) goBack(t *testing.T, to snapshot) {
	t.Helper()
	newest, then := map[string]record.Version{}, map[string]record.Version{}
	for before := int64(0); ; {
		part := r.versions(t, fmt.Sprintf("limit=100&before=%d", before))
		for _, v := range part {
			key := string(v.Kind) + " " + v.RecordID
			if _, known := newest[key]; !known {
				newest[key] = v
			}
			if _, known := then[key]; !known && v.ID <= to.version {
				then[key] = v
			}
		}
		if len(part) < 100 {
			break
		}
		before = part[len(part)-1].ID
	}
	records := VersionedRecords(r.Site, r.Company, r.Library)
	isThere := func(v record.Version, existed bool) bool { return existed && v.Action != record.Delete }
	// What was created later is deleted first: it may have a key or slug of a record
	// that comes back.
	for _, key := range slices.Sorted(maps.Keys(newest)) {
		v := newest[key]
		old, existed := then[key]
		if isThere(v, true) && !isThere(old, existed) && v.RecordID != record.OrderID {
			if _, err := records[v.Kind].Delete(t.Context(), record.Change{}, v.RecordID); err != nil {
				t.Fatalf("delete the %s %s: %v", v.Kind, v.RecordID, err)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(newest)) {
		v := newest[key]
		old, existed := then[key]
		if isThere(old, existed) && v.ID != old.ID && v.RecordID != record.OrderID {
			r.call(t, admin, post, restorePath(old), fields{"basedOn": v.ID}).wants(t, 200)
		}
	}
	// The first version of an order is stored with the first change of it, which may
	// be later than the snapshot, so the order is set by names.
	services := testkit.Must(r.Site.AllServices(t.Context()))(t)
	reorder(t, r, servicePath, to.services, services, func(s site.Service) (string, int64) { return s.Slug, s.ID })
	links := testkit.Must(r.Site.SocialLinks(t.Context()))(t)
	reorder(t, r, linkPath, to.links, links, func(l site.SocialLink) (string, int64) { return l.URL, l.ID })
}

// reorder puts the stored records into the order of the names.
func reorder[T any](t *testing.T, r *randomChanges, path string, names []string, stored []T, nameAndID func(T) (string, int64)) {
	t.Helper()
	ids := make([]int64, len(names))
	for _, record := range stored {
		name, id := nameAndID(record)
		i := slices.Index(names, name)
		if i < 0 {
			t.Fatalf("%s is there, but was not", name)
		}
		ids[i] = id
	}
	r.call(t, admin, post, listOf(path)+"/order", fields{"ids": ids}).wants(t, 200)
}

// newRandomChanges returns an app with the real renderer and page cache on the store.
func newRandomChanges(t *testing.T, db *store.Store, seed uint64) *randomChanges {
	t.Helper()
	bundle := testkit.BuiltFrontEnd(t)
	r := &randomChanges{
		app: newApp(t, func(a *app, _ *Config) {
			a.store = db
			// The changes go on past midnight, so that a wrong date of a post shows.
			a.now = time.Date(2026, 3, 3, 0, 0, 0, 0, time.UTC)
		}),
		random: rand.New(rand.NewPCG(seed, 1)), stored: map[string][]int64{}, keys: map[int64]string{},
	}
	r.usePages(t, testkit.Must(ssr.New(bundle, ssr.Options{Timeout: time.Minute, Logger: r.Logger}))(t), bundle)
	if err := r.Company.Fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.image = r.storeImage(t, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return r
}

func TestRestoringEverythingBringsEveryPageBack(t *testing.T) {
	const changes, between = 80, 20
	for name, open := range map[string]func(t *testing.T) *store.Store{
		"SQLite": func(t *testing.T) *store.Store { t.Helper(); return testkit.NewStore(t) },
		"PostgreSQL": func(t *testing.T) *store.Store {
			t.Helper()
			return testkit.OpenStore(t, store.Config{DatabaseURL: testkit.PostgresURL(t)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			seed := *propertySeed
			if seed == 0 {
				seed = rand.Uint64()
			}
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("repeat this with -run %s -args -seed %d", t.Name(), seed)
				}
			})
			r := newRandomChanges(t, open(t), seed)
			snapshots := []snapshot{r.snapshot(t)}
			for i := range changes {
				if i == changes/2 {
					r.deleteOneOfEach(t)
				}
				r.change(t)
				if (i+1)%between == 0 {
					snapshots = append(snapshots, r.snapshot(t))
				}
			}
			for i, s := range slices.Backward(snapshots) {
				r.goBack(t, s)
				again := r.snapshot(t)
				if diff := cmp.Diff(slices.Sorted(maps.Keys(s.pages)), slices.Sorted(maps.Keys(again.pages))); diff != "" {
					t.Errorf("after going back to change %d there are other pages (-then +now):\n%s", i*between, diff)
				}
				for path, want := range s.pages {
					if got := again.pages[path]; got != want {
						t.Errorf("after going back to change %d %s differs:\n%s", i*between, path, firstDifference(want, got))
					}
				}
			}
		})
	}
}
