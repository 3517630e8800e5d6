package site_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func postEdit(slug string) site.PostEdit {
	return site.PostEdit{
		Title: new("Termites: silent destroyers"), Slug: &slug, Excerpt: new("What they do."),
		Content: new("1. Signs\n\n- mud tubes\n- wings"), ImageURL: new("/art/article-termites.svg"),
	}
}

func TestSavePostKeepsDateAndOmittedFields(t *testing.T) {
	f := newFixture(t)
	created := testkit.Must(f.SavePost(t.Context(), postEdit("termites")))(t)
	if want := f.now.Truncate(time.Microsecond); !created.PublishedAt.Equal(want) {
		t.Errorf("published at %s, want %s", created.PublishedAt, want)
	}
	f.now = f.now.Add(48 * time.Hour)
	updated := testkit.Must(f.SavePost(t.Context(), site.PostEdit{ID: &created.ID, Title: new("Termites"), ImageURL: new("")}))(t)
	want := created
	want.Title, want.ImageURL, want.UpdatedAt = "Termites", "", updated.UpdatedAt
	if diff := cmp.Diff(want, updated); diff != "" {
		t.Errorf("after the update (-want +got):\n%s", diff)
	}
	if !updated.UpdatedAt.After(created.UpdatedAt) {
		t.Errorf("updated at %s, not after %s", updated.UpdatedAt, created.UpdatedAt)
	}
}

func TestSavePostKeepsContentUnchanged(t *testing.T) {
	f := newFixture(t)
	content := "\n  <script>not HTML here</script>\n\n| a | b |\r\n|---|---|\n" + strings.Repeat("🐜", 50_000)
	edit := postEdit("raw")
	edit.Content = &content
	testkit.Must(f.SavePost(t.Context(), edit))(t)
	if got := testkit.Must(f.Post(t.Context(), "raw"))(t); got.Content != content {
		t.Error("the content changed")
	}
}

func TestSavePostValidates(t *testing.T) {
	f := newFixture(t)
	taken := testkit.Must(f.SavePost(t.Context(), postEdit("termites")))(t)
	tests := map[string]struct {
		change func(*site.PostEdit)
		kind   errs.Kind
		word   string
	}{
		"no title":             {func(e *site.PostEdit) { e.Title = nil }, errs.Invalid, `"title"`},
		"a blank title":        {func(e *site.PostEdit) { e.Title = new("  ") }, errs.Invalid, `"title"`},
		"no slug":              {func(e *site.PostEdit) { e.Slug = nil }, errs.Invalid, `"slug"`},
		"a bad slug":           {func(e *site.PostEdit) { e.Slug = new("a--b") }, errs.Invalid, `"slug"`},
		"no excerpt":           {func(e *site.PostEdit) { e.Excerpt = nil }, errs.Invalid, `"excerpt"`},
		"no content":           {func(e *site.PostEdit) { e.Content = nil }, errs.Invalid, `"content"`},
		"giant content":        {func(e *site.PostEdit) { e.Content = new(strings.Repeat("x", 100_001)) }, errs.Invalid, `"content"`},
		"a NUL":                {func(e *site.PostEdit) { e.Title = new("a\x00") }, errs.Invalid, `"title"`},
		"a bad image":          {func(e *site.PostEdit) { e.ImageURL = new("data:,x") }, errs.Invalid, `"imageUrl"`},
		"a slug that is taken": {func(e *site.PostEdit) { e.Slug = &taken.Slug }, errs.Conflict, taken.Slug},
		"an unknown id":        {func(e *site.PostEdit) { e.ID = new(int64(99)) }, errs.NotFound, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			edit := postEdit("rodents")
			tt.change(&edit)
			_, err := f.SavePost(t.Context(), edit)
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
	if posts := testkit.Posts(t, f.Site); len(posts) != 1 {
		t.Errorf("a refused save left %d posts", len(posts))
	}
}

func TestSavePostAcceptsSlugOfDigits(t *testing.T) {
	f := newFixture(t)
	testkit.Must(f.SavePost(t.Context(), postEdit("2025")))(t)
	testkit.Must(f.Post(t.Context(), "2025"))(t)
}

func TestPostIsFoundByFormerSlug(t *testing.T) {
	f := newFixture(t)
	post := testkit.Must(f.SavePost(t.Context(), postEdit("before")))(t)
	testkit.Must(f.SavePost(t.Context(), site.PostEdit{ID: &post.ID, Slug: new("after")}))(t)
	if got := testkit.Must(f.Post(t.Context(), "before"))(t); got.Slug != "after" {
		t.Errorf("before leads to %s", got.Slug)
	}
	for _, slug := range []string{"never", "", "a\x00b", "UPPER"} {
		_, err := f.Post(t.Context(), slug)
		testkit.WantError(t, err, errs.NotFound, "")
	}
}

func TestDeletePostEndsItsRedirects(t *testing.T) {
	f := newFixture(t)
	post := testkit.Must(f.SavePost(t.Context(), postEdit("before")))(t)
	testkit.Must(f.SavePost(t.Context(), site.PostEdit{ID: &post.ID, Slug: new("after")}))(t)
	revision := f.revision(t)
	if deleted := testkit.Must(f.DeletePost(t.Context(), post.ID))(t); deleted.Slug != "after" {
		t.Errorf("deleted %+v", deleted)
	}
	if f.revision(t) <= revision {
		t.Error("the deletion did not move the revision")
	}
	for _, slug := range []string{"before", "after"} {
		_, err := f.Post(t.Context(), slug)
		testkit.WantError(t, err, errs.NotFound, "")
	}
	_, err := f.DeletePost(t.Context(), post.ID)
	testkit.WantError(t, err, errs.NotFound, "")
}

func TestPostsAreDatedInLocalTime(t *testing.T) {
	f := newFixture(t)
	f.now = time.Date(2026, 7, 2, 3, 30, 0, 0, time.UTC) // late on the 1st in Texas
	saved := testkit.Must(f.SavePost(t.Context(), postEdit("late")))(t)
	found := []site.Post{testkit.Must(f.Post(t.Context(), saved.Slug))(t)}
	found = append(found, testkit.Posts(t, f.Site)...)
	found = append(found, testkit.Must(f.PostPage(t.Context(), site.PostPageQuery{Summary: true}))(t).Posts...)
	for _, post := range found {
		if got := post.PublishedAt.Format(time.DateOnly); got != "2026-07-01" {
			t.Errorf("published on %s", got)
		}
	}
}

func TestPostsAreListedNewestFirst(t *testing.T) {
	f := newFixture(t)
	for _, slug := range []string{"old", "newer", "newest"} {
		testkit.Must(f.SavePost(t.Context(), postEdit(slug)))(t)
		f.now = f.now.Add(time.Hour)
	}
	var slugs []string
	for _, post := range testkit.Posts(t, f.Site) {
		slugs = append(slugs, post.Slug)
	}
	if diff := cmp.Diff([]string{"newest", "newer", "old"}, slugs); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestPostKeepsItsDayAcrossDaylightSavingChanges(t *testing.T) {
	for published, want := range map[string]string{
		"2026-03-08T05:59:59Z": "2026-03-07 23:59 CST", // the clock goes forward at 08:00Z
		"2026-03-08T07:59:59Z": "2026-03-08 01:59 CST",
		"2026-03-08T08:00:00Z": "2026-03-08 03:00 CDT",
		"2026-03-09T04:59:59Z": "2026-03-08 23:59 CDT",
		"2026-11-01T04:59:59Z": "2026-10-31 23:59 CDT", // and back at 07:00Z
		"2026-11-01T06:59:59Z": "2026-11-01 01:59 CDT",
		"2026-11-01T07:00:00Z": "2026-11-01 01:00 CST",
		"2026-11-02T05:59:59Z": "2026-11-01 23:59 CST",
	} {
		t.Run(published, func(t *testing.T) {
			f := newFixture(t)
			f.now = testkit.Must(time.Parse(time.RFC3339, published))(t)
			testkit.Must(f.SavePost(t.Context(), postEdit("termites")))(t)
			got := testkit.Must(f.Post(t.Context(), "termites"))(t).PublishedAt
			if !got.Equal(f.now) || got.Format("2006-01-02 15:04 MST") != want {
				t.Errorf("published at %s, want %s", got.Format("2006-01-02 15:04 MST"), want)
			}
		})
	}
}

func TestASinglePostHasTheUploadedImagesOfItsText(t *testing.T) {
	there, gone := "/objects/uploads/"+strings.Repeat("A", 26), "/objects/uploads/"+strings.Repeat("B", 26)
	images := fakeImages{there: {URL: there, Width: 640, Height: 480}}
	s := site.New(site.Config{
		Store: testkit.NewStore(t).Site(), Company: company.Fixed(company.Sample()), Images: images,
	})
	edit := postEdit("ants")
	edit.Content = new("![a](" + there + ") ![b](" + gone + ") ![a](" + there + ") " + there)
	saved := testkit.Must(testkit.Edit(s).SavePost(t.Context(), edit))(t)
	want := []media.ImageDetails{*images[there]}
	for _, found := range []site.Post{
		testkit.Must(s.Post(t.Context(), "ants"))(t), testkit.Must(s.PostByID(t.Context(), saved.ID))(t),
	} {
		if diff := cmp.Diff(want, found.Images); diff != "" {
			t.Error(diff)
		}
	}
	if listed := testkit.Posts(t, s); listed[0].Images != nil {
		t.Errorf("a list has %v", listed[0].Images)
	}
}
