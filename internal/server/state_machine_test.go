package server

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// machine makes random changes through the API and compares what everybody can read
// with the model. Its exported methods are the actions that rapid chooses from.
type machine struct {
	*app
	tb    testing.TB
	model *model
	steps int
	ids   map[record.Kind][]int64 // of all records that ever were
}

// The slugs and images that records take from each other.
var (
	modelSlugs  = []string{"ants", "bees", "crickets", "dust-mites"}
	modelImages = []string{"", strings.Repeat("A", 26), strings.Repeat("B", 26)}
)

// resources are the paths of the API, by kind.
var resources = map[record.Kind]struct{ save, remove, all, public, page string }{
	record.Service:    {servicePath, "/api/admin/services", "/api/services", "/api/services", servicesPath},
	record.Post:       {postPath, postPath, postsPath, postsPath, blogPath},
	record.SocialLink: {linkPath, linkPath, linkPath, "/api/social-links", "/about"},
}

var modelKinds = []record.Kind{record.Service, record.Post, record.SocialLink}

func TestEverythingAgreesWithAModel(t *testing.T) {
	fewChecks(t, 5)
	t.Run("SQLite", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) { runMachine(t, r, testkit.NewStore) })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		empty := testkit.PostgresURL(t)
		testkit.Check(t, testkit.Must(store.Open(t.Context(), store.Config{DatabaseURL: empty}))(t).Close())
		rapid.Check(t, func(r *rapid.T) {
			runMachine(t, r, func(tb testing.TB) *store.Store {
				tb.Helper()
				return testkit.OpenStore(tb, store.Config{DatabaseURL: testkit.PostgresCopy(tb, empty)})
			})
		})
	})
}

// fewChecks makes rapid run n checks, unless RAPID_CHECKS or -rapid.checks asks for
// more.
func fewChecks(t *testing.T, n int) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	usual := checks.Value.String()
	if os.Getenv("RAPID_CHECKS") != "" || usual != checks.DefValue {
		return
	}
	testkit.Check(t, checks.Value.Set(strconv.Itoa(n)))
	t.Cleanup(func() { testkit.Check(t, checks.Value.Set(usual)) })
}

func runMachine(t *testing.T, r *rapid.T, open func(testing.TB) *store.Store) {
	t.Helper()
	tb := rapidTB{t, r}
	m := &machine{tb: tb, ids: map[record.Kind][]int64{}}
	m.app = newApp(tb, func(a *app, _ *Config) { a.store = open(tb) })
	m.usePages(tb, &plainRenderer{}, fstest.MapFS{
		"client/.vite/admin.json": {Data: []byte(`{"src/entry-admin.tsx": {"file": "assets/admin-1.js"}}`)},
		"server/worker.js":        {Data: []byte("work()")},
	})
	for _, id := range modelImages[1:] {
		m.storeImage(tb, id)
	}
	m.model = newModel(m.now)
	// Rapid ends a check early if most actions find nothing to do.
	for i, kind := range slices.Concat(modelKinds, modelKinds) {
		m.step()
		item := modelItem{text: fmt.Sprintf("%s text %d", kind, m.steps), shown: true}
		if kind != record.SocialLink {
			item.slug = modelSlugs[i/len(modelKinds)]
		}
		m.create(m.model.kinds[kind], item)
	}
	r.Repeat(rapid.StateMachineActions(m))
}

// rapidTB lets the helpers of other tests fail a check of rapid, and clean up after
// it.
type rapidTB struct {
	testing.TB
	check *rapid.T
}

func (t rapidTB) Error(args ...any)                 { t.check.Error(args...) }
func (t rapidTB) Errorf(format string, args ...any) { t.check.Errorf(format, args...) }
func (t rapidTB) Fatal(args ...any)                 { t.check.Fatal(args...) }
func (t rapidTB) Fatalf(format string, args ...any) { t.check.Fatalf(format, args...) }
func (t rapidTB) Cleanup(f func())                  { t.check.Cleanup(f) }

// step begins an action.
func (m *machine) step() {
	m.steps++
	m.now = m.now.Add(time.Second)
	m.model.now = m.now
}

// body returns a record as the API takes it.
func body(kind record.Kind, item modelItem) fields {
	image := ""
	if item.image != "" {
		image = media.ImageURL(item.image)
	}
	switch kind {
	case record.Service:
		return fields{
			"name": item.text, "slug": item.slug, "shortDescription": "Short", "fullDescription": "<p>Full</p>", "hidden": !item.shown,
			"imageUrl": cmp.Or(image, "/art/termite.svg"), "features": []string{}, "featuredOnHome": true, "template": "",
		}
	case record.Post:
		content := "Long"
		if image != "" {
			content += "\n\n![A picture](" + image + ")"
		}
		return fields{"title": item.text, "slug": item.slug, "excerpt": "Short", "content": content, "imageUrl": ""}
	}
	return fields{"platform": item.text, "url": "https://social.example/company", "active": item.shown}
}

// drawItem returns a record with some other values than before.
func (m *machine) drawItem(r *rapid.T, kind record.Kind, before modelItem) modelItem {
	item := before
	if before.text == "" || rapid.Bool().Draw(r, "other text") {
		item.text = fmt.Sprintf("%s text %d", kind, m.steps)
	}
	item.shown = kind == record.Post || rapid.IntRange(0, 3).Draw(r, "shown") > 0
	if kind != record.SocialLink {
		item.slug = rapid.SampledFrom(modelSlugs).Draw(r, "slug")
		item.image = rapid.SampledFrom(modelImages).Draw(r, "image")
	}
	return item
}

// drawID returns the ID of a record that is or was there.
func (m *machine) drawID(r *rapid.T, kind record.Kind) int64 {
	return rapid.SampledFrom(m.ids[kind]).Draw(r, "id")
}

// expect compares an answer with the one of the model, and learns the IDs of the
// versions.
func (m *machine) expect(res *response, status int, kept []modelVersion) {
	if res.StatusCode != status {
		m.tb.Fatalf("the answer is %d, want %d: %s", res.StatusCode, status, res.text)
	}
	var stored struct{ Versions []int64 }
	if err := json.Unmarshal([]byte(res.text), &stored); err != nil || len(stored.Versions) != len(kept) {
		m.tb.Fatalf("the answer names the versions %v, want %d (%v)", stored.Versions, len(kept), err)
	}
	for i, id := range stored.Versions {
		kept[i].id = id
		m.model.versions = append(m.model.versions, kept[i])
	}
}

// Create saves a new record.
func (m *machine) Create(r *rapid.T) {
	m.step()
	k := m.model.kinds[rapid.SampledFrom(modelKinds).Draw(r, "kind")]
	m.create(k, m.drawItem(r, k.kind, modelItem{}))
}

func (m *machine) create(k *modelKind, item modelItem) {
	if k.kind == record.Post {
		item.published = m.now
	}
	res := m.call(m.tb, admin, post, resources[k.kind].save, body(k.kind, item))
	var saved struct{ ID int64 }
	if res.StatusCode == http.StatusOK {
		saved = data[struct{ ID int64 }](m.tb, res)
		if slices.Contains(m.ids[k.kind], saved.ID) {
			m.tb.Fatalf("the new %s has the ID %d of another", k.kind, saved.ID)
		}
		m.ids[k.kind] = append(m.ids[k.kind], saved.ID)
	}
	status, kept := m.model.save(k, saved.ID, true, item, time.Time{})
	m.expect(res, status, kept)
}

// Save changes a record: its texts, its slug, its image. The editor may have begun
// with an older version than the stored one.
func (m *machine) Save(r *rapid.T) {
	m.step()
	k := m.model.kinds[rapid.SampledFrom(modelKinds).Draw(r, "kind")]
	id := m.drawID(r, k.kind)
	item := m.drawItem(r, k.kind, k.items[id])
	basedOn := rapid.SampledFrom(append([]time.Time{{}}, k.saved[id]...)).Draw(r, "based on")
	m.save(k, id, item, basedOn)
}

func (m *machine) save(k *modelKind, id int64, item modelItem, basedOn time.Time) *response {
	sent := body(k.kind, item).with("id", id)
	if !basedOn.IsZero() {
		sent["basedOn"] = basedOn
	}
	res := m.call(m.tb, admin, post, resources[k.kind].save, sent)
	status, kept := m.model.save(k, id, false, item, basedOn)
	m.expect(res, status, kept)
	return res
}

// Merge lets two people start from one version. The second is refused, adds their own
// change to the stored record and saves that.
func (m *machine) Merge(r *rapid.T) {
	m.step()
	k := m.model.kinds[rapid.SampledFrom(modelKinds).Draw(r, "kind")]
	if len(k.items) == 0 {
		m.create(k, m.drawItem(r, k.kind, modelItem{}))
		return
	}
	id := rapid.SampledFrom(k.inOrder()).Draw(r, "id")
	began := k.items[id]
	basedOn := k.saved[id][len(k.saved[id])-1]
	theirs := began
	theirs.text = fmt.Sprintf("%s text %d", k.kind, m.steps)
	m.save(k, id, theirs, basedOn)
	m.step()
	mine := began
	mine.text = fmt.Sprintf("%s text %d", k.kind, m.steps)
	refused := data[struct{ UpdatedAt time.Time }](m.tb, m.save(k, id, mine, basedOn))
	m.step()
	m.save(k, id, mine, refused.UpdatedAt)
}

// Delete deletes a record.
func (m *machine) Delete(r *rapid.T) {
	m.step()
	k := m.model.kinds[rapid.SampledFrom(modelKinds).Draw(r, "kind")]
	id := m.drawID(r, k.kind)
	res := m.call(m.tb, admin, remove, fmt.Sprintf("%s/%d", resources[k.kind].remove, id), nil)
	status, kept := m.model.delete(k, id)
	m.expect(res, status, kept)
}

// Order sorts the records of a kind. The order may lack one that another person has
// added, or name one that is deleted.
func (m *machine) Order(r *rapid.T) {
	m.step()
	k := m.model.kinds[rapid.SampledFrom([]record.Kind{record.Service, record.SocialLink}).Draw(r, "kind")]
	ids := k.inOrder()
	if rapid.IntRange(0, 3).Draw(r, "outdated") == 0 || len(ids) == 0 {
		ids = m.ids[k.kind]
	}
	ids = rapid.Permutation(ids).Draw(r, "order")
	res := m.call(m.tb, admin, post, resources[k.kind].remove+"/order", fields{"ids": ids})
	status, kept := m.model.order(k, ids, record.Reorder)
	m.expect(res, status, kept)
}

func (m *machine) drawVersion(r *rapid.T) modelVersion {
	// The newest ones more often: of them most can be undone.
	last := len(m.model.versions) - 1
	return m.model.versions[last-min(last, rapid.IntRange(0, 30).Draw(r, "version"))]
}

// Undo takes back a change, if it is the newest of its record.
func (m *machine) Undo(r *rapid.T) {
	m.step()
	v := m.drawVersion(r)
	res := m.call(m.tb, admin, post, undoPath(record.Version{ID: v.id}), nil)
	status, kept := m.model.undo(v)
	m.expect(res, status, kept)
}

// Restore saves a record as one of its versions has it.
func (m *machine) Restore(r *rapid.T) {
	m.step()
	v := m.drawVersion(r)
	newest := m.model.newest(v.kind, v.recordID).id
	seen := rapid.SampledFrom([]int64{newest, newest, 0, v.id}).Draw(r, "based on")
	res := m.call(m.tb, admin, post, restorePath(record.Version{ID: v.id}), fields{"basedOn": seen})
	status, kept := m.model.restore(v, seen)
	m.expect(res, status, kept)
}

// Copy stores a working copy of a post, or deletes one if there is one.
func (m *machine) Copy(r *rapid.T) {
	m.step()
	id := rapid.SampledFrom([]string{"new", "1", "2"}).Draw(r, "id")
	if rapid.IntRange(0, 2).Draw(r, "deletes") == 0 {
		m.call(m.tb, admin, remove, copiesPath+"post/"+id, nil).wants(m.tb, 200)
		delete(m.model.copies, id)
		return
	}
	text := fmt.Sprintf("typed %d", m.steps)
	m.call(m.tb, admin, put, copiesPath+"post/"+id, fields{"values": fields{"title": text}}).wants(m.tb, 200)
	m.model.copies[id] = text
}
