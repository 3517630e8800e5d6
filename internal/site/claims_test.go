package site_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/claims"
	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
	"perimeter/web"
)

// postCounter counts the queries that read whole posts.
type postCounter struct {
	site.Store
	reads int
	// most is after how many reads there is no more time; 0 means never.
	most int
}

func (c *postCounter) Posts() site.PostStore { return wholePosts{c.Store.Posts(), c} }

type wholePosts struct {
	site.PostStore
	counter *postCounter
}

func (p wholePosts) Get(ctx context.Context, id int64) (site.Post, error) {
	p.counter.reads++
	return p.PostStore.Get(ctx, id)
}

func (p wholePosts) Range(ctx context.Context, first, end int64) ([]site.Post, error) {
	if p.counter.most > 0 && p.counter.reads == p.counter.most {
		return nil, context.DeadlineExceeded
	}
	p.counter.reads++
	return p.PostStore.Range(ctx, first, end)
}

// newClaimsSite returns a site with rules on claims, whose clock moves on with
// every reading.
func newClaimsSite(t *testing.T) (*site.Site, *postCounter) {
	t.Helper()
	store := &postCounter{Store: testkit.NewStore(t).Site()}
	now := time.Date(2026, 3, 2, 15, 0, 0, 0, time.UTC)
	return site.New(site.Config{
		Store: store, Company: company.Fixed(company.Sample()), Claims: testkit.Must(claims.Parse(web.ClaimRules))(t),
		Clock: func() time.Time { now = now.Add(time.Second); return now },
	}), store
}

func postOf(slug, content string) site.PostEdit {
	return site.PostEdit{Title: new("About " + slug), Slug: &slug, Excerpt: new("Short."), Content: &content}
}

func TestStarterSiteHasNoFindings(t *testing.T) {
	s, _ := newClaimsSite(t)
	if err := s.FillStarter(t.Context()); err != nil {
		t.Fatal(err)
	}
	report := testkit.Must(s.ClaimReport(t.Context()))(t)
	if diff := cmp.Diff(site.ClaimReport{Pages: 14, Findings: []site.ClaimFinding{}}, report); diff != "" {
		t.Errorf("the report (-want +got):\n%s", diff)
	}
	pages := 0
	for range s.Sitemap(t.Context()) {
		pages++
	}
	if pages != report.Pages {
		t.Errorf("the report counts %d pages, the sitemap %d", report.Pages, pages)
	}
}

func TestClaimReportNamesEveryRecordWithAClaim(t *testing.T) {
	s, _ := newClaimsSite(t)
	for key, value := range map[string]string{"hero_title": "A harmless spray", "hero_image": "/safe.png"} {
		kind := site.ContentText
		if key == "hero_image" {
			kind = site.ContentImage
		}
		if _, _, err := testkit.Edit(s).SaveContent(t.Context(), site.ContentEdit{
			Key: &key, Section: new(site.SectionHome), Type: &kind, Value: &value,
		}); err != nil {
			t.Fatal(err)
		}
	}
	service := saveService(t, s, site.ServiceEdit{
		Name: new("Ants"), Slug: new("ants"), ShortDescription: new("Short."), FullDescription: new("<p>Long.</p>"),
		Features: &[]string{"<b>EPA approved</b>"},
	})
	post := savePost(t, s, postOf("wasps", "It is organic, and organic."))
	report := testkit.Must(s.ClaimReport(t.Context()))(t)
	var got []string
	for _, f := range report.Findings {
		got = append(got, fmt.Sprintf("%s %s: %s", f.Kind, f.Title, f.Phrase))
		if !strings.Contains(f.Reason, "Texas rule") {
			t.Errorf("the reason is %q", f.Reason)
		}
	}
	want := []string{"content hero_title: harmless", "service Ants: EPA approved", "post About wasps: organic"}
	if diff := cmp.Diff(want, got); diff != "" || report.Total != 3 || report.Pages != 9 {
		t.Errorf("%d pages, %d findings (-want +got):\n%s", report.Pages, report.Total, diff)
	}
	saveService(t, s, site.ServiceEdit{ID: &service.ID, Features: &[]string{"Licensed"}})
	testkit.Must(testkit.Edit(s).DeletePost(t.Context(), post.ID))(t)
	if report := testkit.Must(s.ClaimReport(t.Context()))(t); report.Total != 1 {
		t.Errorf("after the corrections there are %d findings, want 1", report.Total)
	}
}

func TestClaimReportReadsPostsInBlocksOnceAndWhenOneHasChanged(t *testing.T) {
	s, store := newClaimsSite(t)
	const posts = 150
	var saved []site.Post
	for i := range posts {
		saved = append(saved, savePost(t, s, postOf(fmt.Sprintf("p%d", i), "It is safe.")))
	}
	store.most = 2
	if _, err := s.ClaimReport(t.Context()); err == nil {
		t.Error("a search that was interrupted has a result")
	}
	store.most = 0
	ask := func(reads int) site.ClaimReport {
		t.Helper()
		store.reads = 0
		report := testkit.Must(s.ClaimReport(t.Context()))(t)
		if store.reads != reads {
			t.Errorf("posts were read by %d queries, want %d", store.reads, reads)
		}
		return report
	}
	if report := ask(1); report.Total != posts || len(report.Findings) != 50 || report.Findings[0].Title != "About p149" {
		t.Errorf("%d findings, %d of them listed, the first in %q", report.Total, len(report.Findings), report.Findings[0].Title)
	}
	ask(0)
	savePost(t, s, site.PostEdit{ID: &saved[0].ID, Content: new("It is not.")})
	if report := ask(1); report.Total != posts-1 {
		t.Errorf("after a correction there are %d findings", report.Total)
	}
	testkit.Must(testkit.Edit(s).DeletePost(t.Context(), saved[100].ID))(t)
	if report := ask(1); report.Total != posts-2 || report.Pages != posts-1+7 {
		t.Errorf("after a deletion there are %d findings on %d pages", report.Total, report.Pages)
	}
}
