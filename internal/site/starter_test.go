package site_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func fillStarter(t *testing.T, s *site.Site) {
	t.Helper()
	if err := s.FillStarter(t.Context()); err != nil {
		t.Fatalf("FillStarter: %v", err)
	}
}

func TestEmptySiteIsFilledOnce(t *testing.T) {
	s := newSite(t)
	fillStarter(t, s)
	posts := testkit.Posts(t, s)
	if len(posts) != 1 {
		t.Fatalf("%d posts after the fill, want 1", len(posts))
	}
	if _, err := testkit.Edit(s).DeletePost(t.Context(), posts[0].ID); err != nil {
		t.Fatal(err)
	}
	fillStarter(t, s)
	if posts := testkit.Posts(t, s); len(posts) != 0 {
		t.Error("the deleted post came back")
	}
	if services, _ := s.Services(t.Context()); len(services) != 6 {
		t.Errorf("%d services after two fills, want 6", len(services))
	}
}

func TestSiteWithContentIsNotFilled(t *testing.T) {
	s := newSite(t)
	if _, err := testkit.Edit(s).SaveDayHours(t.Context(), site.DayHoursEdit{Day: "monday", IsClosed: new(true)}); err != nil {
		t.Fatal(err)
	}
	fillStarter(t, s)
	if services, _ := s.Services(t.Context()); len(services) != 0 {
		t.Errorf("%d services were added", len(services))
	}
}

func TestUsersDoNotCountAsContent(t *testing.T) {
	db := testkit.NewStore(t)
	s := site.New(site.Config{Store: db.Site(), Company: company.Fixed(company.Sample())})
	err := db.Auth().Write(t.Context(), func(tx auth.Tx) error {
		_, err := tx.Users().Put(t.Context(), auth.User{Username: "sam", Role: auth.RoleAdmin})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	fillStarter(t, s)
	if services, _ := s.Services(t.Context()); len(services) == 0 {
		t.Error("nothing was filled in")
	}
}

func TestStarterContentPassesValidation(t *testing.T) {
	s := newSite(t)
	fillStarter(t, s)
	services, err := s.Services(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	featured, templates := 0, 0
	for _, before := range services {
		after, removed, err := testkit.Edit(s).SaveService(t.Context(), site.ServiceEdit{
			ID: &before.ID, FullDescription: &before.FullDescription, Template: &before.Template, Features: &before.Features,
		})
		if err != nil {
			t.Fatalf("%s cannot be saved: %v", before.Slug, err)
		}
		if len(removed) > 0 {
			t.Errorf("%s: saving it removes %v", before.Slug, removed)
		}
		after.UpdatedAt = before.UpdatedAt
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s changes when it is saved:\n%s", before.Slug, diff)
		}
		if before.FeaturedOnHome {
			featured++
		}
		if strings.Count(before.Template, "<details") == 3 && strings.Count(before.Template, "/art/step-") == 3 {
			templates++
		}
		if before.ImageURL == "" || len(before.Features) == 0 {
			t.Errorf("%s lacks a picture or features", before.Slug)
		}
	}
	if featured < 3 || templates != len(services) {
		t.Errorf("%d featured services and %d templates with steps and questions, want at least 3 and %d",
			featured, templates, len(services))
	}
}

func TestStarterArticleUsesEveryBodyRule(t *testing.T) {
	s := newSite(t)
	fillStarter(t, s)
	post, err := s.Post(t.Context(), "termites-silent-destroyers")
	if err != nil {
		t.Fatal(err)
	}
	for _, zone := range []string{"America/Chicago", "America/New_York", "UTC", "Europe/Berlin", "Pacific/Honolulu"} {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		if day := post.PublishedAt.In(location).Format("January 2, 2006"); day != "May 14, 2025" {
			t.Errorf("in %s the article is of %s", zone, day)
		}
	}
	for rule, pattern := range map[string]string{
		"numbered heading": `(?m)^\d+\. `,
		"question heading": `(?m)^[^-\n]+\?$`,
		"list":             `(?m)^- `,
		"table":            `(?m)^\|---`,
		"bold":             `\*\*[^*]+\*\*`,
		"italic":           `[^*]\*[^*]+\*[^*]`,
		"code":             "`[^`]+`",
		"link":             `\[[^\]]+\]\(/[^)]+\)`,
	} {
		if !regexp.MustCompile(pattern).MatchString(post.Content) {
			t.Errorf("the article shows no %s", rule)
		}
	}
}
