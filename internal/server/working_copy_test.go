package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/site"
	"perimeter/internal/workingcopy"
)

const copiesPath = "/api/admin/working-copies/"

func TestWorkingCopiesAreKeptPerPerson(t *testing.T) {
	a := newApp(t)
	const other = "token-of-another-admin"
	a.addSession(t, "olga", auth.RoleAdmin, other)
	typed := fields{
		"title": "Ants", "basedOn": "2026-03-01T10:00:00Z",
		"original": fields{"title": "Ant"}, "values": fields{"title": "Ants", "tags": []any{"a", nil, 1.5}},
	}
	info := data[workingcopy.Info](t, a.call(t, admin, put, copiesPath+"post/7", typed).wants(t, 200))
	if want := (workingcopy.Info{Kind: "post", RecordID: "7", Title: "Ants", BasedOn: "2026-03-01T10:00:00Z", SavedAt: a.now}); info != want {
		t.Errorf("the answer is %+v, want %+v", info, want)
	}
	got := data[fields](t, a.call(t, admin, get, copiesPath+"post/7", nil).wants(t, 200))
	want := typed.with("id", "7").with("kind", "post").with("savedAt", "2026-03-02T12:00:00Z")
	want["original"], want["values"] = map[string]any{"title": "Ant"}, map[string]any{"title": "Ants", "tags": []any{"a", nil, 1.5}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}

	a.call(t, other, get, copiesPath+"post/7", nil).wants(t, 404)
	a.call(t, other, remove, copiesPath+"post/7", nil).wants(t, 200)
	a.call(t, admin, get, copiesPath+"post/7", nil).wants(t, 200)
	if list := a.call(t, other, get, "/api/admin/working-copies?kind=post", nil).wants(t, 200); string(list.Data) != "[]" {
		t.Errorf("another person's list is %s", list.Data)
	}

	a.now = a.now.Add(time.Minute)
	a.call(t, admin, put, copiesPath+"post/new", fields{"values": fields{"title": "New"}}).wants(t, 200)
	list := data[[]workingcopy.Info](t, a.call(t, admin, get, "/api/admin/working-copies?kind=post", nil).wants(t, 200))
	if len(list) != 2 || list[0].RecordID != "new" || list[1].RecordID != "7" {
		t.Errorf("the list is %+v, want the newest first", list)
	}
	a.call(t, admin, remove, copiesPath+"post/7", nil).wants(t, 200)
	a.call(t, admin, remove, copiesPath+"post/7", nil).wants(t, 200)
	a.call(t, admin, get, copiesPath+"post/7", nil).wants(t, 404)
}

func TestListOfCopiesMarksDeletedPosts(t *testing.T) {
	a := newApp(t)
	saved := data[site.Post](t, a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants")).wants(t, 200))
	for _, id := range []string{"new~a", fmt.Sprint(saved.ID), fmt.Sprint(saved.ID) + "~b", "99"} {
		a.call(t, admin, put, copiesPath+"post/"+id, fields{"values": fields{"title": "Mine"}}).wants(t, 200)
	}
	deleted := func() map[string]bool {
		got := map[string]bool{}
		for _, info := range data[[]workingcopy.Info](t, a.call(t, admin, get, "/api/admin/working-copies?kind=post", nil).wants(t, 200)) {
			got[info.RecordID] = info.Deleted
		}
		return got
	}
	want := map[string]bool{"new~a": false, "99": true, fmt.Sprint(saved.ID): false, fmt.Sprint(saved.ID) + "~b": false}
	if diff := cmp.Diff(want, deleted()); diff != "" {
		t.Errorf("while the post exists (-want +got):\n%s", diff)
	}
	a.call(t, admin, remove, fmt.Sprintf("/api/admin/blog-posts/%d", saved.ID), nil).wants(t, 200)
	want[fmt.Sprint(saved.ID)], want[fmt.Sprint(saved.ID)+"~b"] = true, true
	if diff := cmp.Diff(want, deleted()); diff != "" {
		t.Errorf("after it was deleted (-want +got):\n%s", diff)
	}
}

func TestWorkingCopiesAreChecked(t *testing.T) {
	a := newApp(t)
	typed := fields{"values": fields{"title": "Ants"}}
	for name, tt := range map[string]struct {
		path string
		body any
		want int
	}{
		"an unknown kind":     {"people/1", typed, 400},
		"a strange ID":        {"post/a%20b", typed, 400},
		"no values":           {"post/1", fields{"values": fields{}}, 400},
		"values of one type":  {"post/1", fields{"values": "text"}, 400},
		"a long title":        {"post/1", typed.with("title", strings.Repeat("a", 301)), 400},
		"too much text":       {"post/1", fields{"values": fields{"a": strings.Repeat("a", workingcopy.MaxSize)}}, 413},
		"the longest post":    {"post/1", fields{"values": fields{"a": strings.Repeat("é", 100_000)}, "original": fields{"a": strings.Repeat("é", 100_000)}}, 200},
		"an ID with a suffix": {"content/text-hero_title~2", typed, 200},
	} {
		t.Run(name, func(t *testing.T) { a.call(t, admin, put, copiesPath+tt.path, tt.body).wants(t, tt.want) })
	}
	a.call(t, admin, get, "/api/admin/working-copies?kind=people", nil).wants(t, 400)
	a.call(t, admin, get, copiesPath+"people/1", nil).wants(t, 400)
	a.call(t, admin, remove, copiesPath+"people/1", nil).wants(t, 400)
}
