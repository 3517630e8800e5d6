package site_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/safehtml"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func contentEdit(key, value string) site.ContentEdit {
	return site.ContentEdit{
		Key: new(key), Section: new(site.SectionHome), Type: new(site.ContentText), Value: new(value),
	}
}

func (f *fixture) saveContent(t *testing.T, edit site.ContentEdit) site.ContentItem {
	t.Helper()
	item, _, err := f.SaveContent(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
	return item
}

func TestSaveContentKeepsTextUnchanged(t *testing.T) {
	f := newFixture(t)
	value := "  <b>5 > 3</b> & \"quoted\"\r\n\tŽluťoučký 🐜 kůň {name}\u2028 "
	f.saveContent(t, contentEdit("hero_title", value))
	entries := testkit.Must(f.Content(t.Context()))(t)
	if diff := cmp.Diff([]site.ContentEntry{{Key: "hero_title", Content: value}}, entries); diff != "" {
		t.Errorf("public content (-want +got):\n%s", diff)
	}
}

func TestSaveContentKeepsOmittedFields(t *testing.T) {
	f := newFixture(t)
	created := f.saveContent(t, contentEdit("hero_title", "Welcome"))
	updated := f.saveContent(t, site.ContentEdit{ID: &created.ID, Value: new("Howdy")})
	want := created
	want.Value = "Howdy"
	if diff := cmp.Diff(want, updated); diff != "" {
		t.Errorf("after the update (-want +got):\n%s", diff)
	}
}

func TestSaveContentCleansHTML(t *testing.T) {
	f := newFixture(t)
	unsafe := `<p onclick="x()">Hi</p><script>alert(1)</script>`

	edit := contentEdit("about_text", unsafe)
	edit.Type = new(site.ContentHTML)
	item, removed, err := f.SaveContent(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
	if item.Value != "<p>Hi</p>" {
		t.Errorf("stored %q", item.Value)
	}
	if diff := cmp.Diff(safehtml.Removed{"<script>", "onclick"}, removed); diff != "" {
		t.Errorf("removed (-want +got):\n%s", diff)
	}

	t.Run("when text becomes HTML", func(t *testing.T) {
		text := f.saveContent(t, contentEdit("footer_note", unsafe))
		item := f.saveContent(t, site.ContentEdit{ID: &text.ID, Type: new(site.ContentHTML)})
		if item.Value != "<p>Hi</p>" {
			t.Errorf("stored %q", item.Value)
		}
	})
	t.Run("under a key that pages show as HTML, whatever type is claimed", func(t *testing.T) {
		for _, key := range []string{"about_content", "map_embed"} {
			if item := f.saveContent(t, contentEdit(key, unsafe)); item.Value != "<p>Hi</p>" {
				t.Errorf("stored %q under %s", item.Value, key)
			}
		}
	})
	t.Run("when a text moves to such a key", func(t *testing.T) {
		f := newFixture(t)
		text := f.saveContent(t, contentEdit("note", unsafe))
		if item := f.saveContent(t, site.ContentEdit{ID: &text.ID, Key: new("about_content")}); item.Value != "<p>Hi</p>" {
			t.Errorf("stored %q", item.Value)
		}
	})
}

func TestSaveContentValidates(t *testing.T) {
	f := newFixture(t)
	taken := f.saveContent(t, contentEdit("hero_title", "Welcome"))
	other := f.saveContent(t, contentEdit("hero_subtitle", "Hello"))
	tests := map[string]struct {
		change func(*site.ContentEdit)
		kind   errs.Kind
		word   string
	}{
		"no key":                     {func(e *site.ContentEdit) { e.Key = nil }, errs.Invalid, `"key"`},
		"an empty key":               {func(e *site.ContentEdit) { e.Key = new(" ") }, errs.Invalid, `"key"`},
		"spaces in a key":            {func(e *site.ContentEdit) { e.Key = new("hero title") }, errs.Invalid, `"key"`},
		"a long key":                 {func(e *site.ContentEdit) { e.Key = new(strings.Repeat("k", 101)) }, errs.Invalid, `"key"`},
		"no section":                 {func(e *site.ContentEdit) { e.Section = nil }, errs.Invalid, `"section"`},
		"an unknown section":         {func(e *site.ContentEdit) { e.Section = new(site.Section("Home")) }, errs.Invalid, `"section"`},
		"no type":                    {func(e *site.ContentEdit) { e.Type = nil }, errs.Invalid, `"type"`},
		"an unknown type":            {func(e *site.ContentEdit) { e.Type = new(site.ContentType("script")) }, errs.Invalid, `"type"`},
		"no value":                   {func(e *site.ContentEdit) { e.Value = nil }, errs.Invalid, `"value"`},
		"a blank value":              {func(e *site.ContentEdit) { e.Value = new(" \n") }, errs.Invalid, `"value"`},
		"a giant value":              {func(e *site.ContentEdit) { e.Value = new(strings.Repeat("é", 100_001)) }, errs.Invalid, "100001"},
		"a NUL":                      {func(e *site.ContentEdit) { e.Value = new("a\x00b") }, errs.Invalid, `"value"`},
		"an image that is no image":  {func(e *site.ContentEdit) { e.Type, e.Value = new(site.ContentImage), new("javascript:alert(1)") }, errs.Invalid, `"value"`},
		"a key that is taken":        {func(e *site.ContentEdit) { e.Key = &taken.Key }, errs.Conflict, taken.Key},
		"a taken key in an update":   {func(e *site.ContentEdit) { e.ID, e.Key = &other.ID, &taken.Key }, errs.Conflict, taken.Key},
		"an id that does not exist":  {func(e *site.ContentEdit) { e.ID = new(int64(99)) }, errs.NotFound, ""},
		"the id nought":              {func(e *site.ContentEdit) { e.ID = new(int64(0)) }, errs.NotFound, ""},
		"a taken key in a new place": {func(e *site.ContentEdit) { e.Key, e.Section = &taken.Key, new(site.SectionBlog) }, errs.Conflict, taken.Key},
	}
	before, revision := testkit.Must(f.ContentItems(t.Context()))(t), f.revision(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			edit := contentEdit("new_key", "text")
			tt.change(&edit)
			_, _, err := f.SaveContent(t.Context(), edit)
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
	if diff := cmp.Diff(before, testkit.Must(f.ContentItems(t.Context()))(t)); diff != "" {
		t.Errorf("a refused save changed something:\n%s", diff)
	}
	if got := f.revision(t); got != revision {
		t.Errorf("a refused save moved the revision from %d to %d", revision, got)
	}
}

func TestSaveContentAcceptsFiftyThousandCharacters(t *testing.T) {
	f := newFixture(t)
	value := strings.Repeat("🐜", 50_000)
	if item := f.saveContent(t, contentEdit("story", value)); item.Value != value {
		t.Error("the value changed")
	}
}

func TestSaveContentAcceptsImageURLs(t *testing.T) {
	f := newFixture(t)
	for i, address := range []string{"/art/hero.svg", "/objects/uploads/abc", "https://pest.example/a.jpg?w=1", "http://pest.example/a.jpg"} {
		edit := contentEdit("image_"+string(rune('a'+i)), " "+address+"\n")
		edit.Type = new(site.ContentImage)
		if item := f.saveContent(t, edit); item.Value != address {
			t.Errorf("%s became %s", address, item.Value)
		}
	}
	for _, address := range []string{"//evil.example/a.jpg", "hero.jpg", "data:image/png;base64,AA", "ftp://pest.example/a", "https://", "/a\\b", "https://user:pw@pest.example/a"} {
		edit := contentEdit("other", address)
		edit.Type = new(site.ContentImage)
		_, _, err := f.SaveContent(t.Context(), edit)
		testkit.WantError(t, err, errs.Invalid, `"value"`)
	}
}
