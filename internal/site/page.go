package site

import (
	"context"
	"path"
	"slices"
	"strings"
)

// Query is one answer of the API that travels with a page, under the key with
// which the browser would ask for it.
type Query struct {
	Key  []string `json:"key"`
	Data any      `json:"data"`
	// Partial says that this is only the beginning of the answer, enough for
	// the page's first look; the browser asks for the whole.
	Partial bool `json:"partial,omitempty"`
}

// Page is all that the rendering of one address needs, and nothing else.
type Page struct {
	// Path is the address to render. Addresses that show the same not-found
	// screen share one Path, so that it is rendered and kept once.
	Path string `json:"path"`
	// Redirect is the address to go to instead; when it is set there is
	// nothing to render.
	Redirect string `json:"-"`
	// Year is the current year in the company's time zone.
	Year     int      `json:"year"`
	BaseURL  string   `json:"baseUrl"`
	Identity Identity `json:"identity"`
	Queries  []Query  `json:"queries"`
}

// Missing stands for the last part of an address that leads to nothing. It is
// no slug, so it can never belong to anything.
const Missing = "-"

// BackOffice is the address of the back office. Addresses below it that lead to
// nothing show the not-found screen without the public header and footer.
const BackOffice = "/admin"

// FallbackServices are the slugs of the services that the pages show when
// nothing is stored. Their texts belong to the pages.
var FallbackServices = []string{"residential", "commercial", "new-construction"}

// screens are the public addresses that always exist.
var screens = []string{
	"/", "/services", "/programs", "/about", "/blog", "/contact", "/customer-portal", "/login",
}

// Screens returns the public addresses that always exist.
func Screens() []string { return slices.Clone(screens) }

// Page gathers what the page at path shows. Its cost does not depend on how
// many posts there are, unless the page lists them.
func (s *Site) Page(ctx context.Context, path string) (Page, error) {
	page := Page{
		Path:     path,
		Year:     s.clock().In(s.identity.Location()).Year(),
		BaseURL:  s.baseURL,
		Identity: s.identity,
		Queries:  []Query{},
	}
	if path == BackOffice {
		// The back office asks for its data itself, once it knows who is there.
		// Whoever is not signed in goes on to the login, which has a footer.
		return page, s.addSharedQueries(ctx, &page)
	}
	if path != "/" && strings.HasSuffix(path, "/") {
		page.Path = "/" + strings.Trim(path, "/")
		if page.Path == BackOffice || slices.Contains(screens, page.Path) || isDetail(page.Path) {
			page.Redirect = page.Path
			return page, nil
		}
	}
	if err := s.addOwnQueries(ctx, &page); err != nil || page.Redirect != "" {
		return page, err
	}
	return page, s.addSharedQueries(ctx, &page)
}

func isDetail(path string) bool {
	for _, list := range []string{"/services/", "/blog/"} {
		if slug, ok := strings.CutPrefix(path, list); ok && ValidSlug(slug) {
			return true
		}
	}
	return false
}

func (p *Page) add(data any, key ...string) {
	p.Queries = append(p.Queries, Query{Key: key, Data: data})
}

// addSharedQueries adds what header and footer show on every page.
func (s *Site) addSharedQueries(ctx context.Context, page *Page) error {
	content, err := s.Content(ctx)
	if err != nil {
		return err
	}
	links, err := s.shownSocialLinks(ctx)
	if err != nil {
		return err
	}
	hours, err := s.store.BusinessHours(ctx)
	if err != nil {
		return err
	}
	page.add(content, "content")
	page.add(links, "social-links")
	page.add(hours, "business-hours")
	return nil
}

// shownSocialLinks returns the active links, or nil as long as none was ever
// saved: until then pages show the usual ones, afterwards only what is active,
// even if that is nothing.
func (s *Site) shownSocialLinks(ctx context.Context) (any, error) {
	saved, err := s.SocialLinks(ctx)
	if err != nil || len(saved) == 0 {
		return nil, err
	}
	return s.ActiveSocialLinks(ctx)
}

// addOwnQueries adds what this page alone shows, and finds out where the
// address leads.
func (s *Site) addOwnQueries(ctx context.Context, page *Page) error {
	switch list, slug := path.Split(page.Path); list {
	case "/services/":
		return s.addService(ctx, page, slug)
	case "/blog/":
		return s.addPost(ctx, page, slug)
	}
	switch page.Path {
	case "/":
		if err := s.addServiceCards(ctx, page); err != nil {
			return err
		}
		// The page shows the reviews that are at hand; when there are none
		// because Google failed, the browser asks again and shows the error.
		if reviews, err := s.Reviews(ctx); err == nil {
			page.addReviews(reviews)
		}
	case "/services":
		return s.addServiceCards(ctx, page)
	case "/blog":
		posts, err := s.PostSummaries(ctx)
		if err != nil {
			return err
		}
		page.add(posts, "blog-posts")
	default:
		switch {
		case slices.Contains(screens, page.Path):
		case strings.HasPrefix(page.Path, BackOffice):
			page.Path = BackOffice + "/" + Missing
		default:
			page.Path = "/" + Missing
		}
	}
	return nil
}

// addServiceCards adds the services without the long texts that only their own
// pages show.
func (s *Site) addServiceCards(ctx context.Context, page *Page) error {
	services, err := s.Services(ctx)
	if err != nil {
		return err
	}
	for i := range services {
		services[i].FullDescription, services[i].Template = "", ""
	}
	page.add(services, "services")
	return nil
}

func (s *Site) addService(ctx context.Context, page *Page, slug string) error {
	// A number would be read as an id, which no public address holds.
	if !digitsOnly.MatchString(slug) {
		service, err := s.Service(ctx, slug)
		switch {
		case err == nil && service.Slug != slug:
			page.Redirect = "/services/" + service.Slug
			return nil
		case err == nil:
			page.add(service, "services", slug)
			return nil
		case KindOf(err) != NotFound:
			return err
		}
	}
	if slices.Contains(FallbackServices, slug) {
		services, err := s.store.Services(ctx)
		if err != nil {
			return err
		}
		if len(services) == 0 {
			page.add(services, "services")
			page.add(nil, "services", slug)
			return nil
		}
	}
	page.Path = "/services/" + Missing
	page.add(nil, "services", Missing)
	return s.addServiceCards(ctx, page)
}

func (s *Site) addPost(ctx context.Context, page *Page, slug string) error {
	post, err := s.Post(ctx, slug)
	switch {
	case err == nil && post.Slug != slug:
		page.Redirect = "/blog/" + post.Slug
	case err == nil:
		page.add(post, "blog-posts", slug)
	case KindOf(err) == NotFound:
		page.Path = "/blog/" + Missing
		page.add(nil, "blog-posts", Missing)
	default:
		return err
	}
	return nil
}
