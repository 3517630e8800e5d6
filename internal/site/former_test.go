package site_test

import (
	"strings"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestFormerFactsAreListedAndReplacedEverywhere(t *testing.T) {
	h := newHandover(t)
	edit := testkit.Edit(h.site)
	if list := testkit.Must(h.site.FormerTexts(t.Context()))(t); len(list.Texts) != 0 {
		t.Fatalf("before any change there is %+v", list.Texts)
	}
	_, _, err := edit.SaveContent(t.Context(), site.ContentEdit{
		Key: new("about_content"), Section: new(site.SectionAbout), Type: new(site.ContentHTML), Value: new("<p>Born in Hillsboro &amp; proud.</p>"),
	})
	testkit.Check(t, err)
	post, err := edit.SavePost(t.Context(), site.PostEdit{
		Title: new("Our town"), Slug: new("our-town"), Excerpt: new("Call (254) 555-0142."), Content: new("Hill County is home."),
	})
	testkit.Check(t, err)
	h.rename(t, company.Edit{
		Name: new("Brazos Guard"), Town: new("Granbury"), County: new("Hood County"), Phone: new("(817) 555-0199"),
		Texts: map[string]string{"mission": "Lone Oak Pest & Termite comes back."},
	})

	list := testkit.Must(h.site.FormerTexts(t.Context()))(t)
	found := map[string]string{}
	for _, text := range list.Texts {
		found[text.Kind+" "+text.Field] = text.After
	}
	for field, want := range map[string]string{
		"content value": "Born in Granbury", "post excerpt": "Call (817) 555-0199.", "post content": "Hood County is home.",
		"company texts.mission": "Brazos Guard comes back.",
	} {
		if !strings.Contains(found[field], want) {
			t.Errorf("%s: the preview is %q, want %q in it", field, found[field], want)
		}
	}
	if _, err := h.site.ReplaceFormer(t.Context(), owner, "another list"); errs.KindOf(err) != errs.Conflict {
		t.Errorf("a list that nobody has seen was replaced: %v", err)
	}

	versions := testkit.Must(h.site.ReplaceFormer(t.Context(), owner, list.Seen))(t)
	if left := testkit.Must(h.site.FormerTexts(t.Context()))(t); len(left.Texts) != 0 {
		t.Errorf("after the replacement there is %+v", left.Texts)
	}
	if stored := testkit.Must(h.site.PostByID(t.Context(), post.ID))(t); stored.Excerpt != "Call (817) 555-0199." {
		t.Errorf("the excerpt is %q", stored.Excerpt)
	}
	if current := testkit.Must(h.company.Current(t.Context()))(t); current.Texts["mission"] != "Brazos Guard comes back." {
		t.Errorf("the mission is %q", current.Texts["mission"])
	}
	for i := len(versions) - 1; i >= 0; i-- {
		testkit.Must(h.history.Undo(t.Context(), owner.Actor, versions[i]))(t)
	}
	if again := testkit.Must(h.site.FormerTexts(t.Context()))(t); len(again.Texts) != len(list.Texts) {
		t.Errorf("after the undo %d texts have former facts, want %d", len(again.Texts), len(list.Texts))
	}
}
