package server

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/reviews"
	"perimeter/internal/site"
)

func TestPageQueries(t *testing.T) {
	shared := []string{"content every", "social-links", "business-hours", "special-days"}
	for name, tt := range map[string]struct {
		page site.Page
		want []string
	}{
		"back office": {site.Page{ID: site.PageID{Kind: site.PageAdmin}}, nil},
		"home": {
			site.Page{
				ID: site.PageID{Kind: site.PageHome}, Services: []site.Service{}, Teaser: &site.BlogTeaser{},
				Reviews: []reviews.Review{}, MoreReviews: true,
			},
			[]string{"services", "blog-teaser", "google-reviews (partial)"},
		},
		"about":                {site.Page{ID: site.PageID{Kind: site.PageAbout}, Content: []site.ContentEntry{}}, []string{"content about"}},
		"home without reviews": {site.Page{ID: site.PageID{Kind: site.PageHome}, Services: []site.Service{}}, []string{"services"}},
		"blog":                 {site.Page{ID: site.PageID{Kind: site.PageBlog}, Posts: []site.Post{}}, []string{"blog-posts page 1"}},
		"post":                 {site.Page{ID: site.PageID{Kind: site.PagePost, Slug: "news"}, Post: &site.Post{}}, []string{"blog-posts news"}},
		"unknown post":         {site.Page{ID: site.PageID{Kind: site.PagePost}}, []string{"blog-posts -"}},
		"unknown service": {
			site.Page{ID: site.PageID{Kind: site.PageService}, Services: []site.Service{}},
			[]string{"services -", "services"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, q := range pageQueries(tt.page) {
				key := strings.Join(q.Key, " ")
				if q.Partial {
					key += " (partial)"
				}
				got = append(got, key)
			}
			if diff := cmp.Diff(append(tt.want, shared...), got); diff != "" {
				t.Errorf("queries (-want +got):\n%s", diff)
			}
		})
	}
}
