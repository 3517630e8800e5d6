package site_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/safehtml"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func serviceEdit(slug string) site.ServiceEdit {
	return site.ServiceEdit{
		Name: new("Termite Control"), Slug: &slug, ShortDescription: new("We stop them."),
		FullDescription: new("<p>Thoroughly.</p>"), ImageURL: new("/art/termite.svg"),
		Features: &[]string{"Inspection", "Treatment"}, Template: new("<h2>{name}</h2>"), FeaturedOnHome: new(true),
	}
}

func (f *fixture) saveService(t *testing.T, edit site.ServiceEdit) site.Service {
	t.Helper()
	service, _, err := f.SaveService(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
	return service
}

func TestSaveServiceKeepsOmittedFields(t *testing.T) {
	f := newFixture(t)
	created := f.saveService(t, serviceEdit("termites"))
	tests := map[string]struct {
		edit site.ServiceEdit
		want func(*site.Service)
	}{
		"the name alone":               {site.ServiceEdit{Name: new(" Termites ")}, func(s *site.Service) { s.Name = "Termites" }},
		"a template is cleared":        {site.ServiceEdit{Template: new("")}, func(s *site.Service) { s.Template = "" }},
		"an image is cleared":          {site.ServiceEdit{ImageURL: new("")}, func(s *site.Service) { s.ImageURL = "" }},
		"features are cleared":         {site.ServiceEdit{Features: &[]string{}}, func(s *site.Service) { s.Features = []string{} }},
		"features lose blanks":         {site.ServiceEdit{Features: &[]string{" A ", "", "\t", "B"}}, func(s *site.Service) { s.Features = []string{"A", "B"} }},
		"no longer featured":           {site.ServiceEdit{FeaturedOnHome: new(false)}, func(s *site.Service) { s.FeaturedOnHome = false }},
		"its own slug is no collision": {site.ServiceEdit{Slug: new("termites")}, func(*site.Service) {}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			created := f.saveService(t, serviceEdit("termites"))
			want := created
			want.Features = slices.Clone(created.Features)
			tt.want(&want)
			tt.edit.ID = &created.ID
			if diff := cmp.Diff(want, f.saveService(t, tt.edit)); diff != "" {
				t.Errorf("answered (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want, testkit.Must(f.Service(t.Context(), "termites"))(t)); diff != "" {
				t.Errorf("stored (-want +got):\n%s", diff)
			}
		})
	}
	if created.ID == 0 || created.UpdatedAt.IsZero() {
		t.Errorf("a new service has no id or date: %+v", created)
	}
}

func TestSaveServiceDefaults(t *testing.T) {
	f := newFixture(t)
	edit := serviceEdit("rodents")
	edit.Features, edit.Template, edit.FeaturedOnHome, edit.ImageURL = nil, nil, nil, nil
	service := f.saveService(t, edit)
	if service.Features == nil || len(service.Features) > 0 || service.Template != "" || service.FeaturedOnHome || service.ImageURL != "" {
		t.Errorf("got %+v", service)
	}
}

func TestSaveServiceCleansHTMLAndKeepsPlaceholders(t *testing.T) {
	f := newFixture(t)
	edit := serviceEdit("termites")
	edit.FullDescription = new(`<p style="x">Text</p><script>1</script>`)
	edit.Template = new(`<div class="md:grid-cols-2 w-[50%]" onclick="x()"><img src="{imageUrl}" alt="{name}">{features}</div><script>2</script>`)
	service, removed, err := f.SaveService(t.Context(), edit)
	if err != nil {
		t.Fatal(err)
	}
	if service.FullDescription != "<p>Text</p>" {
		t.Errorf("full description %q", service.FullDescription)
	}
	if want := `<div class="md:grid-cols-2 w-[50%]"><img src="{imageUrl}" alt="{name}">{features}</div>`; service.Template != want {
		t.Errorf("template %q", service.Template)
	}
	if diff := cmp.Diff(safehtml.Removed{"<script>", "style", "onclick"}, removed); diff != "" {
		t.Errorf("removed (-want +got):\n%s", diff)
	}
}

func TestSaveServiceValidates(t *testing.T) {
	f := newFixture(t)
	taken := f.saveService(t, serviceEdit("termites"))
	tests := map[string]struct {
		change func(*site.ServiceEdit)
		kind   errs.Kind
		word   string
	}{
		"no name":              {func(e *site.ServiceEdit) { e.Name = nil }, errs.Invalid, `"name"`},
		"no slug":              {func(e *site.ServiceEdit) { e.Slug = nil }, errs.Invalid, `"slug"`},
		"a slug of digits":     {func(e *site.ServiceEdit) { e.Slug = new("2025") }, errs.Invalid, `"slug"`},
		"a bad slug":           {func(e *site.ServiceEdit) { e.Slug = new("Termite Control") }, errs.Invalid, `"slug"`},
		"no short description": {func(e *site.ServiceEdit) { e.ShortDescription = nil }, errs.Invalid, `"shortDescription"`},
		"no full description":  {func(e *site.ServiceEdit) { e.FullDescription = new("") }, errs.Invalid, `"fullDescription"`},
		"nothing but a script": {func(e *site.ServiceEdit) { e.FullDescription = new("<script>1</script> ") }, errs.Invalid, "may be shown"},
		"a script as image":    {func(e *site.ServiceEdit) { e.ImageURL = new("javascript:1") }, errs.Invalid, `"imageUrl"`},
		"too many features":    {func(e *site.ServiceEdit) { e.Features = new(slices.Repeat([]string{"x"}, 101)) }, errs.Invalid, `"features"`},
		"a NUL in a feature":   {func(e *site.ServiceEdit) { e.Features = &[]string{"a\x00"} }, errs.Invalid, `"features"`},
		"a giant template":     {func(e *site.ServiceEdit) { e.Template = new(strings.Repeat("x", 100_001)) }, errs.Invalid, `"template"`},
		"a template that fills up": {func(e *site.ServiceEdit) {
			e.FullDescription, e.Template = new(strings.Repeat("y", 90_000)), new(strings.Repeat("{fullDescription}", 20))
		}, errs.Invalid, `"template"`},
		"a bottomless template": {func(e *site.ServiceEdit) { e.Template = new(strings.Repeat("<b>", 1000)) }, errs.Invalid, `"template"`},
		"a slug that is taken":  {func(e *site.ServiceEdit) { e.Slug = &taken.Slug }, errs.Conflict, taken.Slug},
		"an unknown id":         {func(e *site.ServiceEdit) { e.ID = new(int64(99)) }, errs.NotFound, ""},
		"a name that vanishes":  {func(e *site.ServiceEdit) { *e = site.ServiceEdit{ID: &taken.ID, Name: new(" ")} }, errs.Invalid, `"name"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			edit := serviceEdit("rodents")
			tt.change(&edit)
			_, _, err := f.SaveService(t.Context(), edit)
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
	if services := testkit.Must(f.Services(t.Context()))(t); len(services) != 1 {
		t.Errorf("a refused save left %d services", len(services))
	}
}

func TestServiceIsFoundByIDAndBySlug(t *testing.T) {
	f := newFixture(t)
	saved := f.saveService(t, serviceEdit("termites"))
	for _, ref := range []string{"termites", strconv.FormatInt(saved.ID, 10)} {
		if diff := cmp.Diff(saved, testkit.Must(f.Service(t.Context(), ref))(t)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", ref, diff)
		}
	}
	for _, ref := range []string{"rodents", "99", "99999999999999999999", "-1", "", "a\x00b", "Termites", "termites/", strings.Repeat("a", 121), "\xff"} {
		_, err := f.Service(t.Context(), ref)
		testkit.WantError(t, err, errs.NotFound, "")
	}
}

func TestServiceIsFoundByFormerSlugs(t *testing.T) {
	f := newFixture(t)
	service := f.saveService(t, serviceEdit("first"))
	for _, slug := range []string{"second", "third"} {
		f.saveService(t, site.ServiceEdit{ID: &service.ID, Slug: &slug})
	}
	for _, slug := range []string{"first", "second", "third"} {
		if got := testkit.Must(f.Service(t.Context(), slug))(t); got.Slug != "third" {
			t.Errorf("%s leads to %s", slug, got.Slug)
		}
	}

	t.Run("until another service takes the slug", func(t *testing.T) {
		other := f.saveService(t, serviceEdit("first"))
		if got := testkit.Must(f.Service(t.Context(), "first"))(t); got.ID != other.ID {
			t.Errorf("first leads to %d, want %d", got.ID, other.ID)
		}
	})
	t.Run("and back again without a circle", func(t *testing.T) {
		f.saveService(t, site.ServiceEdit{ID: &service.ID, Slug: new("second")})
		for _, slug := range []string{"second", "third"} {
			if got := testkit.Must(f.Service(t.Context(), slug))(t); got.Slug != "second" {
				t.Errorf("%s leads to %s", slug, got.Slug)
			}
		}
	})
}
