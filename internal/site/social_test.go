package site_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestNewSocialLinkIsActiveByDefault(t *testing.T) {
	f := newFixture(t)
	facebook := testkit.Must(f.SaveSocialLink(t.Context(), site.SocialLinkEdit{
		Platform: new(" facebook "), URL: new("https://facebook.com/pest"), Icon: new("facebook"),
	}))(t)
	want := site.SocialLink{ID: facebook.ID, Platform: "facebook", URL: "https://facebook.com/pest", Icon: "facebook", Active: true}
	want.UpdatedAt = facebook.UpdatedAt
	if diff := cmp.Diff(want, facebook); diff != "" || want.UpdatedAt.IsZero() {
		t.Errorf("new link (-want +got):\n%s", diff)
	}
	want.UpdatedAt = time.Time{} // only the back office needs it
	testkit.Must(f.SaveSocialLink(t.Context(), site.SocialLinkEdit{Platform: new("x"), URL: new("https://x.com/pest"), Active: new(false)}))(t)

	if diff := cmp.Diff([]site.SocialLink{want}, testkit.Must(f.ActiveSocialLinks(t.Context()))(t)); diff != "" {
		t.Errorf("the public sees (-want +got):\n%s", diff)
	}
	if all := testkit.Must(f.SocialLinks(t.Context()))(t); len(all) != 2 {
		t.Errorf("the back office sees %d links, want 2", len(all))
	}

	want.Active, want.UpdatedAt = false, facebook.UpdatedAt
	updated := testkit.Must(f.SaveSocialLink(t.Context(), site.SocialLinkEdit{ID: &facebook.ID, Active: new(false)}))(t)
	if diff := cmp.Diff(want, updated); diff != "" {
		t.Errorf("after switching it off (-want +got):\n%s", diff)
	}
	if active := testkit.Must(f.ActiveSocialLinks(t.Context()))(t); active == nil || len(active) > 0 {
		t.Errorf("the public sees %v, want an empty list", active)
	}
}

func TestSaveSocialLinkValidates(t *testing.T) {
	f := newFixture(t)
	for name, tt := range map[string]struct {
		edit site.SocialLinkEdit
		kind errs.Kind
		word string
	}{
		"no platform":         {site.SocialLinkEdit{URL: new("https://x.com")}, errs.Invalid, `"platform"`},
		"no address":          {site.SocialLinkEdit{Platform: new("x")}, errs.Invalid, `"url"`},
		"a script":            {site.SocialLinkEdit{Platform: new("x"), URL: new("javascript:alert(1)")}, errs.Invalid, `"url"`},
		"a path":              {site.SocialLinkEdit{Platform: new("x"), URL: new("/x")}, errs.Invalid, `"url"`},
		"a bare domain":       {site.SocialLinkEdit{Platform: new("x"), URL: new("x.com/pest")}, errs.Invalid, `"url"`},
		"mail":                {site.SocialLinkEdit{Platform: new("x"), URL: new("mailto:a@b.example")}, errs.Invalid, `"url"`},
		"no host":             {site.SocialLinkEdit{Platform: new("x"), URL: new("https:///x")}, errs.Invalid, `"url"`},
		"an endless address":  {site.SocialLinkEdit{Platform: new("x"), URL: new("https://x.com/" + strings.Repeat("a", 2000))}, errs.Invalid, `"url"`},
		"an endless platform": {site.SocialLinkEdit{Platform: new(strings.Repeat("x", 301)), URL: new("https://x.com")}, errs.Invalid, `"platform"`},
		"an unknown id":       {site.SocialLinkEdit{ID: new(int64(9)), Platform: new("x")}, errs.NotFound, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.SaveSocialLink(t.Context(), tt.edit)
			testkit.WantError(t, err, tt.kind, tt.word)
		})
	}
}
