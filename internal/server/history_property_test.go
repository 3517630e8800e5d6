package server

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"perimeter/internal/history"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// randomSaves makes random changes through the API. Slugs, keys and dates are never
// used twice, so that each version can be restored whatever the others are.
type randomSaves struct {
	*app
	random  *rand.Rand
	image   string
	count   int
	records map[string]int // how many records of a kind there are
}

// save makes one change.
func (r *randomSaves) save(t *testing.T) {
	t.Helper()
	r.count++
	n := r.count
	text := fmt.Sprintf("Text %d", n)
	one := func(kind, path string, body fields) {
		if stored := r.records[kind]; stored > 0 && r.random.IntN(3) > 0 {
			body["id"] = 1 + r.random.IntN(stored)
		} else {
			r.records[kind]++
		}
		r.call(t, admin, post, path, body).wants(t, 200)
	}
	reorder := func(kind, path string) {
		ids := r.random.Perm(r.records[kind])
		for i := range ids {
			ids[i]++
		}
		r.call(t, admin, post, path, fields{"ids": ids}).wants(t, 200)
	}
	keys := []string{"hero_title", "hero_subtitle", "services_title", "contact_title", "about_title"}
	switch r.random.IntN(10) {
	case 0:
		if stored := r.records["content"]; stored == len(keys) || stored > 0 && n%2 == 0 {
			r.call(t, admin, post, "/api/admin/content", fields{"id": 1 + r.random.IntN(stored), "value": text}).wants(t, 200)
		} else {
			r.records["content"]++
			r.call(t, admin, post, "/api/admin/content", fields{"key": keys[stored], "section": "home", "type": "text", "value": text}).wants(t, 200)
		}
	case 1, 2:
		one("service", "/api/admin/service", edit(serviceBody(fmt.Sprintf("service-%d", n)), fields{
			"name": text, "hidden": n%5 == 0, "template": "<p>" + text + "</p>", "features": []string{text}, "imageUrl": r.image,
		}))
	case 3:
		one("post", "/api/admin/blog-posts", edit(postBody(fmt.Sprintf("post-%d", n)), fields{"title": text, "content": text}))
	case 4:
		one("social-link", "/api/admin/social-links", fields{"platform": text, "url": fmt.Sprintf("https://social.example/%d", n), "active": n%3 > 0})
	case 5:
		hours := fields{"day": site.Weekdays[r.random.IntN(7)], "isClosed": n%4 == 0, "openTime": text, "closeTime": "5 PM", "secondOpenTime": "", "secondCloseTime": ""}
		if n%2 == 0 {
			hours["secondOpenTime"], hours["secondCloseTime"] = "6 PM", "8 PM"
		}
		r.call(t, admin, post, "/api/admin/business-hours", hours).wants(t, 200)
	case 6:
		one("special-day", "/api/admin/special-days", fields{"date": fmt.Sprintf("2027-%02d-%02d", 1+n/28, 1+n%28), "endDate": "", "label": text})
	case 7:
		r.call(t, admin, post, "/api/admin/company", fields{"tagline": text, "texts": fields{"serve.title": []string{text, ""}[n%2]}}).wants(t, 200)
	case 8:
		r.call(t, admin, post, "/api/admin/images", fields{"id": media.UploadsIn(r.image)[0], "alt": text}).wants(t, 200)
	case 9:
		reorder("service", "/api/admin/services/order")
		reorder("social-link", "/api/admin/social-links/order")
	}
}

// pages returns a hash of the data of every page.
func (r *randomSaves) pages(t *testing.T) string {
	t.Helper()
	ids := []site.PageID{{Kind: site.PageHome}, {Kind: site.PageServices}, {Kind: site.PageAbout}, {Kind: site.PageContact}, {Kind: site.PageBlog}}
	for _, service := range testkit.Must(r.Site.AllServices(t.Context()))(t) {
		ids = append(ids, site.PageID{Kind: site.PageService, Slug: service.Slug})
	}
	for _, p := range testkit.Must(r.Site.Posts(t.Context()))(t) {
		ids = append(ids, site.PageID{Kind: site.PagePost, Slug: p.Slug})
	}
	hash := sha256.New()
	for _, id := range ids {
		page := testkit.Must(r.Site.Page(t.Context(), id))(t)
		hash.Write(testkit.Must(json.Marshal(page))(t))
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// goBack restores every record to its newest version up to the ID, and deletes
// those that were created later.
func (r *randomSaves) goBack(t *testing.T, to int64) {
	t.Helper()
	newest, then := map[string]history.Version{}, map[string]history.Version{}
	for before := int64(0); ; {
		part := r.versions(t, fmt.Sprintf("limit=100&before=%d", before))
		for _, v := range part {
			record := string(v.Kind) + " " + v.RecordID
			if _, known := newest[record]; !known {
				newest[record] = v
			}
			if _, known := then[record]; !known && (v.ID <= to || v.Action == history.Start) {
				then[record] = v
			}
		}
		if len(part) < 100 {
			break
		}
		before = part[len(part)-1].ID
	}
	var later, orders []history.Version
	for record, v := range newest {
		old, existed := then[record]
		switch {
		case v.Action == history.Delete && (!existed || old.Action == history.Delete):
		case !existed:
			later = append(later, v)
		case v.ID == old.ID:
		case v.RecordID == history.OrderID:
			orders = append(orders, old)
		default:
			r.call(t, admin, post, restorePath(old), fields{"basedOn": v.ID}).wants(t, 200)
		}
	}
	records := VersionedRecords(r.Site, r.Company, r.Library)
	for _, v := range later {
		if err := records[v.Kind].Delete(t.Context(), v.RecordID); err != nil {
			t.Fatalf("delete the %s %s: %v", v.Kind, v.RecordID, err)
		}
	}
	for _, v := range orders { // when only the records of then are left
		r.call(t, admin, post, restorePath(v), nil).wants(t, 200)
	}
}

func TestRestoringEverythingBringsEveryPageBack(t *testing.T) {
	const saves = 60
	for name, open := range map[string]func(t *testing.T) *store.Store{
		"SQLite": func(t *testing.T) *store.Store { t.Helper(); return testkit.NewStore(t) },
		"PostgreSQL": func(t *testing.T) *store.Store {
			t.Helper()
			return testkit.OpenStore(t, store.Config{DatabaseURL: testkit.PostgresURL(t)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			r := &randomSaves{random: rand.New(rand.NewPCG(seed, 1)), records: map[string]int{}}
			r.app = newApp(t, func(a *app, _ *Config) { a.store = open(t) })
			if err := r.Company.Fill(t.Context()); err != nil {
				t.Fatal(err)
			}
			r.image = r.storeImage(t)
			hashes, ids := []string{r.pages(t)}, []int64{r.versions(t, "limit=1")[0].ID}
			for range saves {
				r.save(t)
				hashes, ids = append(hashes, r.pages(t)), append(ids, r.versions(t, "limit=1")[0].ID)
			}
			if len(slices.Compact(slices.Clone(hashes))) < saves/2 {
				t.Fatal("most saves change no page")
			}
			// From the newest back to the oldest: what was deleted does not come back
			// under its ID.
			steps := []int{saves, saves * 3 / 4, saves / 2, 1 + r.random.IntN(saves/2), 0}
			for _, step := range steps {
				r.goBack(t, ids[step])
				if got := r.pages(t); got != hashes[step] {
					t.Errorf("after going back to save %d of %d the pages differ (seed %d)", step, saves, seed)
				}
			}
		})
	}
}

// storeImage stores an image and returns its URL.
func (r *randomSaves) storeImage(t *testing.T) string {
	t.Helper()
	image := media.Image{
		ID: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", Name: "House", MediaType: "image/png", Size: 1, Width: 800, Height: 600,
		UploadedAt: r.now, Hash: "00", Optimised: true,
	}
	err := r.store.Media().Publish(t.Context(), func(tx media.Tx) error {
		if err := tx.PutImage(t.Context(), image); err != nil {
			return err
		}
		return tx.PutImageAlias(t.Context(), media.Alias{UploadID: image.ID, ImageID: image.ID})
	})
	if err != nil {
		t.Fatal(err)
	}
	return media.ImageURL(image.ID)
}
