package server

import (
	"strconv"

	"perimeter/internal/site"
	"perimeter/internal/ssr"
)

// The keys of the browser's data store, as web/src/api uses them.
const (
	contentKey     = "content"
	socialLinksKey = "social-links"
	hoursKey       = "business-hours"
	specialDaysKey = "special-days"
	blogTeaserKey  = "blog-teaser"
	servicesKey    = "services"
	postsKey       = "blog-posts"
	reviewsKey     = "google-reviews"
	reviewPageKey  = "review-page"
	pageTextsKey   = "page-texts"
)

// pageData is what the front end needs to render the page.
func (p *Pages) pageData(page site.Page) ssr.Page {
	return ssr.Page{
		Path:     pathOf(page.ID),
		Year:     page.Year,
		BaseURL:  p.baseURL,
		Identity: page.Identity, Portraits: page.Portraits, FooterServices: page.FooterServices,
		Queries: pageQueries(page),
	}
}

// postPage is a page of the blog.
type postPage struct {
	Posts []site.Post `json:"posts"`
	More  bool        `json:"more"` // whether there is another page
}

// pageQueries lists the responses of the API that the page carries.
func pageQueries(page site.Page) []ssr.Query {
	var queries []ssr.Query
	add := func(data any, key ...string) { queries = append(queries, ssr.Query{Key: key, Data: data}) }
	slug := page.ID.Slug
	if slug == "" {
		slug = missingSlug
	}
	switch page.ID.Kind {
	case site.PageService:
		add(page.Service, servicesKey, slug)
	case site.PagePost:
		add(page.Post, postsKey, slug)
	}
	if page.Texts != nil {
		add(page.Texts, pageTextsKey, string(page.ID.Kind.TextPage()))
	}
	if page.Services != nil {
		add(page.Services, servicesKey)
	}
	if page.Posts != nil {
		add(postPage{page.Posts, page.MorePosts}, postsKey, "page", strconv.Itoa(max(page.ID.Number, 1)))
	}
	if page.Teaser != nil {
		add(page.Teaser, blogTeaserKey)
	}
	if page.Reviews != nil {
		queries = append(queries, ssr.Query{Key: []string{reviewsKey}, Data: page.Reviews, Partial: page.MoreReviews})
	}
	if page.ReviewPage != nil {
		add(reviewPage{*page.ReviewPage}, reviewPageKey)
	}
	if page.Content != nil {
		add(page.Content, contentKey, string(page.ID.Kind))
	}
	add(page.SharedContent, contentKey, string(site.EveryPage))
	add(page.SocialLinks, socialLinksKey)
	add(page.Hours, hoursKey)
	add(page.SpecialDays, specialDaysKey)
	return queries
}
