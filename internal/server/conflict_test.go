package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

// never is the basedOn of a record that nobody has saved.
const never = "0001-01-01T00:00:00Z"

func TestRefusedSaveCarriesTheStoredRecord(t *testing.T) {
	hours := func(opens string) fields { return fields{"day": "monday", "openTime": opens, "closeTime": "5:00 PM"} }
	for name, tt := range map[string]struct {
		path                string
		first, theirs, mine fields
		field               string // of the stored record
		want                any
	}{
		"content": {
			"/api/admin/content", contentBody("hero_title"),
			fields{"id": 1, "value": "Theirs"}, fields{"id": 1, "value": "Mine"}, "value", "Theirs",
		},
		"service": {
			"/api/admin/service", serviceBody("termites"),
			fields{"id": 1, "name": "Theirs"}, fields{"id": 1, "name": "Mine"}, "name", "Theirs",
		},
		"post": {
			"/api/admin/blog-posts", postBody("termites"),
			fields{"id": 1, "content": "Theirs"}, fields{"id": 1, "content": "Mine"}, "content", "Theirs",
		},
		"social link": {
			"/api/admin/social-links", fields{"platform": "x", "url": "https://x.com/pest"},
			fields{"id": 1, "platform": "theirs"}, fields{"id": 1, "platform": "mine"}, "platform", "theirs",
		},
		"special day": {
			"/api/admin/special-days", fields{"date": "2026-11-26"},
			fields{"id": 1, "label": "Theirs"}, fields{"id": 1, "label": "Mine"}, "label", "Theirs",
		},
		"hours": {"/api/admin/business-hours", hours("8:00 AM"), hours("9:00 AM"), hours("10:00 AM"), "openTime", "9:00 AM"},
		"company": {
			"/api/admin/company", fields{"tagline": "First"},
			fields{"tagline": "Theirs"}, fields{"tagline": "Mine"}, "tagline", "Theirs",
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newApp(t)
			first := data[map[string]any](t, a.call(t, admin, post, tt.path, tt.first).wants(t, 200))
			a.now = a.now.Add(time.Minute)
			a.call(t, admin, post, tt.path, tt.theirs.with("basedOn", first["updatedAt"])).wants(t, 200)
			a.now = a.now.Add(time.Minute)
			mine := tt.mine.with("basedOn", first["updatedAt"])
			refused := a.call(t, admin, post, tt.path, mine).wants(t, 409)
			stored := data[map[string]any](t, refused)
			if stored[tt.field] != tt.want || !strings.Contains(refused.Message, "Somebody else") {
				t.Errorf("message %q, stored record %v", refused.Message, stored)
			}
			a.call(t, admin, post, tt.path, mine.with("basedOn", stored["updatedAt"])).wants(t, 200)
			a.call(t, admin, post, tt.path, tt.theirs).wants(t, 200) // as scripts do
		})
	}
}

func TestImageTextsAndRepliesAreNotOverwritten(t *testing.T) {
	a := newApp(t)
	image := a.upload(t, picture.PNG(t, picture.Photo(60, 40, 1)))
	a.call(t, admin, post, "/api/admin/images", fields{"id": image.ID, "alt": "Theirs", "basedOn": never}).wants(t, 200)
	refused := a.call(t, admin, post, "/api/admin/images", fields{"id": image.ID, "alt": "Mine", "basedOn": never}).wants(t, 409)
	if stored := data[map[string]any](t, refused); stored["alt"] != "Theirs" || stored["updatedAt"] == nil {
		t.Errorf("the stored image is %v", stored)
	}

	inbox := data[map[string]any](t, a.call(t, admin, get, "/api/admin/chat", nil))
	save := fields{"replies": []string{"Theirs"}, "basedOn": inbox["repliesUpdatedAt"]}
	a.call(t, admin, post, "/api/admin/chat/replies", save).wants(t, 200)
	a.call(t, admin, post, "/api/admin/chat/replies", save).wants(t, 200) // sent twice, it changes nothing
	refused = a.call(t, admin, post, "/api/admin/chat/replies", save.with("replies", []string{"Mine"})).wants(t, 409)
	stored := data[struct {
		Replies   []string
		UpdatedAt time.Time
	}](t, refused)
	if len(stored.Replies) != 1 || stored.Replies[0] != "Theirs" || !stored.UpdatedAt.Equal(a.now) {
		t.Errorf("the stored replies are %v", stored)
	}
	a.call(t, admin, post, "/api/admin/chat/replies", save.with("replies", []string{"Mine"}).with("basedOn", stored.UpdatedAt)).wants(t, 200)
}

func TestSecondCreateOfDefaultTextIsRefusedWithTheFirst(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/content", contentBody("hero_title").with("value", "Theirs")).wants(t, 200)
	refused := a.call(t, admin, post, "/api/admin/content", contentBody("hero_title").with("value", "Mine")).wants(t, 409)
	if stored := data[map[string]any](t, refused); stored["value"] != "Theirs" || stored["id"] != 1.0 {
		t.Errorf("the stored item is %v", stored)
	}
	if !strings.Contains(refused.text, `"field":"key"`) {
		t.Errorf("the response names no field: %s", refused.text)
	}
	fromDefault := contentBody("hero_title").with("value", "Mine").with("basedOn", never)
	refused = a.call(t, admin, post, "/api/admin/content", fromDefault).wants(t, 409)
	if stored := data[map[string]any](t, refused); stored["value"] != "Theirs" || !strings.Contains(refused.Message, "Somebody else") {
		t.Errorf("message %q, stored item %v", refused.Message, stored)
	}
}

func TestPublicDoesNotSeeWhenHoursAndLinksWereSaved(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/social-links", fields{"platform": "x", "url": "https://x.com/pest"}).wants(t, 200)
	a.call(t, admin, post, "/api/admin/business-hours", fields{"day": "sunday", "isClosed": true}).wants(t, 200)
	a.call(t, admin, post, "/api/admin/special-days", fields{"date": "2026-11-26"}).wants(t, 200)
	for _, name := range []string{"social-links", "business-hours", "special-days"} {
		if public := a.call(t, nobody, get, "/api/"+name, nil).wants(t, 200); strings.Contains(public.text, "updatedAt") {
			t.Errorf("%s: %s", name, public.text)
		}
		if saved := a.call(t, admin, get, "/api/admin/"+name, nil).wants(t, 200); !strings.Contains(saved.text, "updatedAt") {
			t.Errorf("the back office does not see when %s were saved: %s", name, saved.text)
		}
	}
}

func TestRepeatedCreateReturnsTheSameRecord(t *testing.T) {
	for path, tt := range map[string]struct {
		body    fields
		another string // a field to change
	}{
		"/api/admin/content":      {contentBody("hero_title"), "value"},
		"/api/admin/service":      {serviceBody("termites"), "name"},
		"/api/admin/blog-posts":   {postBody("termites"), "title"},
		"/api/admin/social-links": {fields{"platform": "x", "url": "https://x.com/pest"}, "icon"},
		"/api/admin/special-days": {fields{"date": "2026-11-26"}, "label"},
	} {
		t.Run(path, func(t *testing.T) {
			body := tt.body
			a := newApp(t)
			who, person := admin, a.personID(t, "anna")
			create := func(body fields, key string) *response {
				t.Helper()
				return a.call(t, who, post, path, body, "Idempotency-Key", key)
			}
			// An idle session ends, so the same person signs in again.
			pass := func(hours int) {
				t.Helper()
				a.now = a.now.Add(time.Duration(hours) * time.Hour)
				who = fmt.Sprintf("token-after-%d-hours", hours)
				if err := a.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
					return tx.Sessions().Put(t.Context(), a.session(person, who))
				}); err != nil {
					t.Fatal(err)
				}
			}
			first := create(body, "one").wants(t, 200)
			pass(23)
			revision := testkit.Must(a.store.Revision(t.Context()))(t)
			again := create(body, "one").wants(t, 200)
			if a.store.ChangedSince(revision, nil) {
				t.Error("the second response has made pages stale")
			}
			if string(again.Data) != string(first.Data) || again.Message != first.Message {
				t.Errorf("the second response is %s, the first was %s", again.text, first.text)
			}
			reused := create(body.with(tt.another, "Another"), "one").wants(t, 400)
			if !strings.Contains(reused.Message, "Idempotency-Key") {
				t.Errorf("message %q", reused.Message)
			}
			create(body, strings.Repeat("k", 201)).wants(t, 400)
			if path == "/api/admin/blog-posts" {
				create(body, "two").wants(t, 409) // the slug is in use
				a.call(t, who, remove, path+"/1", nil).wants(t, 200)
				create(body, "one").wants(t, 404)
				pass(2)
				create(body, "one").wants(t, 200) // a day later it is another request
			}
		})
	}
}
