package site_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// draftFixture is a site with two services, more posts than a page of the blog
// shows, a text, hours, a special day and a social link.
func draftFixture(t *testing.T) (f *fixture, service site.Service, post site.Post, item site.ContentItem) {
	t.Helper()
	f = newFixture(t)
	db := testkit.NewStore(t)
	f.store, f.company = db.Site(), company.New(company.Config{Store: db.Company(), Clock: f.clock})
	f.Site = site.New(site.Config{Store: f.store, Company: f.company, Clock: f.clock})
	service = f.saveService(t, serviceEdit("termites"))
	f.saveService(t, serviceEdit("rodents"))
	for i := range site.PostsPerPage + 2 {
		f.now = f.now.Add(time.Minute)
		post = testkit.Must(f.SavePost(t.Context(), postEdit(fmt.Sprintf("post-%d", i))))(t)
	}
	testkit.Must(f.SaveDayHours(t.Context(), openHours("tuesday")))(t)
	testkit.Must(f.SaveSpecialDay(t.Context(), closedOn("2099-11-26", "Thanksgiving Day")))(t)
	testkit.Must(f.SaveSocialLink(t.Context(), facebookLink()))(t)
	return f, service, post, f.saveContent(t, contentEdit("hero_title", "Welcome"))
}

func openHours(day string, copies ...string) site.DayHoursEdit {
	return site.DayHoursEdit{Day: day, OpenTime: new("7:00 AM"), CloseTime: new("3:00 PM"), CopyTo: copies}
}

func facebookLink() site.SocialLinkEdit {
	return site.SocialLinkEdit{Platform: new("facebook"), URL: new("https://facebook.com/pest")}
}

func save(t *testing.T, f *fixture, draft site.Draft) {
	t.Helper()
	switch {
	case draft.Post != nil:
		testkit.Must(f.SavePost(t.Context(), *draft.Post))(t)
	case draft.Service != nil:
		f.saveService(t, *draft.Service)
	case draft.Company != nil:
		testkit.Must(f.company.Save(t.Context(), record.Change{}, *draft.Company))(t)
	case draft.Hours != nil:
		testkit.Must(f.SaveDayHours(t.Context(), *draft.Hours))(t)
	case draft.SpecialDay != nil:
		testkit.Must(f.SaveSpecialDay(t.Context(), *draft.SpecialDay))(t)
	case draft.SocialLink != nil:
		testkit.Must(f.SaveSocialLink(t.Context(), *draft.SocialLink))(t)
	default:
		f.saveContent(t, *draft.Content)
	}
}

func TestADraftShowsWhatASaveWould(t *testing.T) {
	drafts := map[string]func(service, post, item int64) site.Draft{
		"another title": func(_, id, _ int64) site.Draft {
			return site.Draft{Post: &site.PostEdit{ID: &id, Title: new(" Other ")}}
		},
		"another slug of a post": func(_, id, _ int64) site.Draft {
			return site.Draft{Post: &site.PostEdit{ID: &id, Slug: new("other")}}
		},
		"a new post": func(_, _, _ int64) site.Draft {
			edit := postEdit("new-post")
			return site.Draft{Post: &edit}
		},
		"another description": func(id, _, _ int64) site.Draft {
			return site.Draft{Service: &site.ServiceEdit{ID: &id, FullDescription: new("<p onclick=x>New</p>")}}
		},
		"another slug of a service": func(id, _, _ int64) site.Draft {
			return site.Draft{Service: &site.ServiceEdit{ID: &id, Slug: new("other")}}
		},
		"a hidden service": func(id, _, _ int64) site.Draft {
			return site.Draft{Service: &site.ServiceEdit{ID: &id, Hidden: new(true)}}
		},
		"a new service": func(_, _, _ int64) site.Draft {
			edit := serviceEdit("new-service")
			return site.Draft{Service: &edit}
		},
		"another text": func(_, _, id int64) site.Draft {
			return site.Draft{Content: &site.ContentEdit{ID: &id, Value: new("Howdy")}}
		},
		"another key": func(_, _, id int64) site.Draft {
			return site.Draft{Content: &site.ContentEdit{ID: &id, Key: new("about_title")}}
		},
		"a new text": func(_, _, _ int64) site.Draft {
			edit := contentEdit("contact_title", "Call us")
			return site.Draft{Content: &edit}
		},
		"hours of a new day, copied": func(_, _, _ int64) site.Draft {
			edit := openHours("friday", "monday", "tuesday")
			return site.Draft{Hours: &edit}
		},
		"a closed day": func(_, _, _ int64) site.Draft {
			return site.Draft{Hours: &site.DayHoursEdit{Day: "tuesday", IsClosed: new(true)}}
		},
		"a special day before the others": func(_, _, _ int64) site.Draft {
			edit := closedOn("2099-07-04", "Independence Day")
			return site.Draft{SpecialDay: &edit}
		},
		"a special day that moves": func(_, _, _ int64) site.Draft {
			return site.Draft{SpecialDay: &site.SpecialDayEdit{ID: new(int64(1)), Date: new("2099-11-27")}}
		},
		"a new social link": func(_, _, _ int64) site.Draft {
			return site.Draft{SocialLink: &site.SocialLinkEdit{Platform: new("x"), URL: new("https://x.com/pest")}}
		},
		"an inactive social link": func(_, _, _ int64) site.Draft {
			return site.Draft{SocialLink: &site.SocialLinkEdit{ID: new(int64(1)), Active: new(false)}}
		},
		"another name of the company": func(_, _, _ int64) site.Draft {
			return site.Draft{Company: &company.Edit{Name: new(" Bosque Pest ")}}
		},
		"another text of a fixed page": func(_, _, _ int64) site.Draft {
			return site.Draft{Company: &company.Edit{Texts: map[string]string{"serve.title": "Near you"}}}
		},
		"another time zone": func(_, _, _ int64) site.Draft {
			return site.Draft{Company: &company.Edit{TimeZone: new("Asia/Tokyo")}}
		},
		"other people": func(_, _, _ int64) site.Draft {
			return site.Draft{Company: &company.Edit{Team: &[]company.TeamMember{{Name: "Ada Example", Role: "Owner", Bio: "She began it."}}}}
		},
	}
	// The IDs and times of a save are not known before it.
	ignored := cmp.Options{
		cmpopts.IgnoreFields(site.SpecialDay{}, "ID"), cmpopts.IgnoreFields(site.SocialLink{}, "ID"),
		cmpopts.IgnoreFields(site.Post{}, "ID", "UpdatedAt"), cmpopts.IgnoreFields(site.Service{}, "ID", "UpdatedAt"),
	}
	for name, draftOf := range drafts {
		t.Run(name, func(t *testing.T) {
			f, service, post, item := draftFixture(t)
			f.now = f.now.Add(time.Minute)
			draft := draftOf(service.ID, post.ID, item.ID)
			revision := f.revision(t)
			edited := testkit.Must(f.WithDraft(t.Context(), draft))(t)
			pages := []site.PageID{
				{Kind: site.PageHome}, {Kind: site.PageServices}, {Kind: site.PageAbout}, {Kind: site.PageContact},
				{Kind: site.PageBlog}, {Kind: site.PageBlog, Number: 2},
				{Kind: site.PageService, Slug: "termites"}, {Kind: site.PageService, Slug: "rodents"}, {Kind: site.PagePost, Slug: post.Slug},
			}
			pages = append(pages, edited.Pages...)
			before, shown, touched := map[site.PageID]site.Page{}, map[site.PageID]site.Page{}, map[site.PageID]bool{}
			for _, id := range pages {
				ctx, reads := scope.Record(t.Context())
				before[id] = testkit.Must(f.Page(ctx, id))(t)
				shown[id] = testkit.Must(edited.Page(t.Context(), id))(t)
				touched[id] = slices.ContainsFunc(reads.Scopes(), func(s scope.Scope) bool { return slices.Contains(edited.Touched, s) })
			}
			if f.revision(t) != revision {
				t.Error("the draft was published")
			}
			save(t, f, draft)
			for _, id := range pages {
				want := testkit.Must(f.Page(t.Context(), id))(t)
				if diff := cmp.Diff(want, shown[id], ignored); diff != "" {
					t.Errorf("%v (-saved +draft):\n%s", id, diff)
				}
				if !touched[id] && !cmp.Equal(before[id], want) {
					t.Errorf("%v has changed, but nothing that it reads is touched", id)
				}
			}
		})
	}
}

func TestADraftCannotBeSaved(t *testing.T) {
	f, service, _, _ := draftFixture(t)
	edited := testkit.Must(f.WithDraft(t.Context(), site.Draft{Service: &site.ServiceEdit{ID: &service.ID, Name: new("Ants")}}))(t)
	if _, _, err := testkit.Edit(edited.Site).SaveService(t.Context(), serviceEdit("ants")); err == nil {
		t.Error("a service was saved")
	}
	if _, err := f.Service(t.Context(), "ants"); errs.KindOf(err) != errs.NotFound {
		t.Errorf("the service: %v", err)
	}
}

func TestADraftOfTheCompanyHasThePagesThatItIsAbout(t *testing.T) {
	f, _, _, _ := draftFixture(t)
	people := append([]company.TeamMember{{Name: "Ada Example", Role: "Owner", Bio: "She began it."}}, company.Sample().Team...)
	for name, tt := range map[string]struct {
		edit company.Edit
		want site.PageKind
	}{
		"the phone":            {company.Edit{Phone: new("(254) 555-0142")}, site.PageHome},
		"the people":           {company.Edit{Team: &people}, site.PageAbout},
		"a text of a program":  {company.Edit{Texts: map[string]string{"programs.intro": "Four ways"}}, site.PagePrograms},
		"nothing is different": {company.Edit{}, site.PageHome},
	} {
		edited := testkit.Must(f.WithDraft(t.Context(), site.Draft{Company: &tt.edit}))(t)
		if edited.Pages[0].Kind != tt.want {
			t.Errorf("%s: the pages are %v, want %s first", name, edited.Pages, tt.want)
		}
	}
}

func TestASiteFileHasNoDraft(t *testing.T) {
	f := newFixture(t)
	if _, err := f.WithDraft(t.Context(), site.Draft{Company: &company.Edit{Name: new("A")}}); errs.KindOf(err) != errs.Forbidden {
		t.Errorf("the draft: %v", err)
	}
}

func TestADraftIsCheckedLikeASave(t *testing.T) {
	f, service, _, _ := draftFixture(t)
	for name, tt := range map[string]struct {
		draft site.Draft
		want  errs.Kind
	}{
		"no record":        {site.Draft{}, errs.Invalid},
		"no phone":         {site.Draft{Company: &company.Edit{Phone: new("")}}, errs.Invalid},
		"two records":      {site.Draft{Post: &site.PostEdit{}, Content: &site.ContentEdit{}}, errs.Invalid},
		"an empty title":   {site.Draft{Post: &site.PostEdit{Slug: new("a"), Excerpt: new("a"), Content: new("a")}}, errs.Invalid},
		"a bad slug":       {site.Draft{Service: &site.ServiceEdit{ID: &service.ID, Slug: new("A B")}}, errs.Invalid},
		"a missing post":   {site.Draft{Post: &site.PostEdit{ID: new(int64(999))}}, errs.NotFound},
		"a missing text":   {site.Draft{Content: &site.ContentEdit{ID: new(int64(999))}}, errs.NotFound},
		"no such weekday":  {site.Draft{Hours: &site.DayHoursEdit{Day: "holiday", IsClosed: new(true)}}, errs.Invalid},
		"open, no times":   {site.Draft{Hours: &site.DayHoursEdit{Day: "monday"}}, errs.Invalid},
		"a missing day":    {site.Draft{SpecialDay: &site.SpecialDayEdit{ID: new(int64(999))}}, errs.NotFound},
		"the same day":     {site.Draft{SpecialDay: &site.SpecialDayEdit{Date: new("2099-11-26")}}, errs.Conflict},
		"a missing link":   {site.Draft{SocialLink: &site.SocialLinkEdit{ID: new(int64(999))}}, errs.NotFound},
		"a link to mail":   {site.Draft{SocialLink: &site.SocialLinkEdit{Platform: new("x"), URL: new("mailto:a@b.c")}}, errs.Invalid},
		"an empty content": {site.Draft{Content: &site.ContentEdit{Key: new("hero_title")}}, errs.Invalid},
	} {
		if _, err := f.WithDraft(t.Context(), tt.draft); errs.KindOf(err) != tt.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
