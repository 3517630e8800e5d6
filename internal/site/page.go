package site

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/reviews"
)

// PageKind is a kind of page.
type PageKind string

// The kinds of pages. The URL of each is the server's concern.
const (
	PageHome          PageKind = "home"
	PageServices      PageKind = "services"
	PageService       PageKind = "service"
	PagePrograms      PageKind = "programs"
	PageAbout         PageKind = "about"
	PageBlog          PageKind = "blog"
	PagePost          PageKind = "post"
	PageContact       PageKind = "contact"
	PagePortal        PageKind = "portal"
	PageLogin         PageKind = "login"
	PageAdmin         PageKind = "admin" // the back office
	PageNotFound      PageKind = "not-found"
	PageAdminNotFound PageKind = "admin-not-found"
)

// TextPage is the fixed page whose texts a page of this kind shows: a service ends
// with the closing section of the list of services, every other page has its own.
func (kind PageKind) TextPage() PageKind {
	if kind == PageService {
		return PageServices
	}
	return kind
}

// PageID identifies a page. Service and post pages have a slug; without one,
// they are the page that says that there is no such service or post.
type PageID struct {
	Kind PageKind
	Slug string
	// Number is the number of a page of the blog, from 2; the first one has 0.
	Number int
}

// Page is what one page shows.
type Page struct {
	// ID identifies the page to render. It differs from the ID that was asked
	// for if there is no such record, so that all of these share one page, or if
	// the record has a new slug. Then nothing but ID and Moved is set.
	ID PageID
	// Moved says that the page has a new ID, which is ID: redirect to it instead of
	// rendering.
	Moved bool
	// Year is the current year in the company's time zone.
	Year int

	// Content is what is stored for the page's ContentKeys, or nil if it has none.
	Content []ContentEntry

	// What the header and footer of every page show.
	SharedContent []ContentEntry // for the ContentKeys of EveryPage
	Identity      company.Identity
	// Portraits are the details of the photos of the company's people, in their
	// order, and nil where the photo is not an uploaded image.
	Portraits []*media.ImageDetails
	// SocialLinks are the active links, or nil if none was ever saved: until then
	// pages show default links, afterwards only the active ones, even if there
	// are none.
	SocialLinks []SocialLink
	Hours       []DayHours
	// FooterServices are the names of the services that the footer lists.
	FooterServices []string
	// SpecialDays are those that are not over yet.
	SpecialDays []SpecialDay

	// What only some pages show; nil on the others.
	Texts    map[string]string // of the TextPage, by key
	Services []Service         // without their long texts
	Service  *Service
	// Posts are those of one page of the blog, without their content; MorePosts
	// says that there is another page.
	Posts     []Post
	MorePosts bool
	Post      *Post
	Teaser    *BlogTeaser
	// Reviews are the newest reviews; MoreReviews says that there are others.
	Reviews     []reviews.Review
	MoreReviews bool
	// ReviewPage is where customers write a review. It is nil if there are reviews: only
	// the note that there are none names it.
	ReviewPage *string
}

// FallbackServices are the slugs of the services that pages show while none are
// stored. Their texts are part of the front end.
var FallbackServices = []string{"residential", "commercial", "new-construction"}

// maxPageReviews is how many reviews a page carries. More would cost every
// visitor, and few look at them.
const maxPageReviews = 24

// Page returns what the page shows. Its cost does not depend on the number of
// posts.
func (s *Site) Page(ctx context.Context, id PageID) (Page, error) {
	current, err := s.company.Current(ctx)
	if err != nil {
		return Page{}, err
	}
	page := Page{
		ID: id, Year: s.clock.Now().In(current.Location()).Year(),
		Identity: current.Identity, Texts: current.PageTexts(string(id.Kind.TextPage())),
	}
	if err := s.addOwnData(ctx, &page); err != nil || page.ID != id {
		return page, err
	}
	return page, s.addSharedData(ctx, &page)
}

// contentOf returns the content that a page reads, or nil if it reads none.
func (s *Site) contentOf(ctx context.Context, kind PageKind) ([]ContentEntry, error) {
	keys := ContentKeys[kind]
	if len(keys) == 0 {
		return nil, nil
	}
	items, err := s.store.ContentItemsByKey(ctx, keys)
	if err != nil {
		return nil, err
	}
	return s.contentEntries(ctx, items)
}

// addSharedData adds the page's content, and what the header and footer of every
// page show. The back office needs the latter too: whoever is not signed in continues
// to the login page, which has a footer.
//
// The reads run at the same time: with a slow or distant database, one after the other
// would make a visitor wait for the sum of them.
func (s *Site) addSharedData(ctx context.Context, page *Page) error {
	reads, ctx := errgroup.WithContext(ctx)
	reads.Go(func() (err error) {
		page.Content, err = s.contentOf(ctx, page.ID.Kind)
		return err
	})
	reads.Go(func() (err error) {
		page.SharedContent, err = s.contentOf(ctx, EveryPage)
		return err
	})
	reads.Go(func() error { return s.addPortraits(ctx, page) })
	reads.Go(func() error { return s.removeMissingLogo(ctx, &page.Identity.Brand) })
	reads.Go(func() error {
		saved, err := s.SocialLinks(ctx)
		if len(saved) > 0 {
			page.SocialLinks = activeLinks(saved)
		}
		return err
	})
	reads.Go(func() (err error) {
		page.FooterServices, err = s.FooterServices(ctx)
		return err
	})
	reads.Go(func() (err error) {
		page.Hours, err = s.PublicHours(ctx)
		return err
	})
	reads.Go(func() (err error) {
		page.SpecialDays, err = s.ComingSpecialDays(ctx)
		return err
	})
	return reads.Wait()
}

// removeMissingLogo makes pages show the logo that the site comes with once the
// owner's was deleted.
func (s *Site) removeMissingLogo(ctx context.Context, brand *company.Brand) error {
	if s.images == nil {
		return nil
	}
	urls := []*string{&brand.Logo, &brand.Icon, &brand.ShareImage}
	found, err := s.images.Details(ctx, []string{brand.Logo, brand.Icon, brand.ShareImage})
	if err != nil {
		return err
	}
	for i, url := range urls {
		if found[i] == nil && media.IsImageURL(*url) {
			*url = ""
		}
	}
	return nil
}

// addPortraits adds the details of the photos of the company's people. A photo
// that was deleted becomes none, so that pages show a bundled one.
func (s *Site) addPortraits(ctx context.Context, page *Page) (err error) {
	if s.images == nil {
		return nil
	}
	team := slices.Clone(page.Identity.Team)
	urls := make([]string, len(team))
	for i, member := range team {
		urls[i] = member.ImageURL
	}
	if page.Portraits, err = s.images.Details(ctx, urls); err != nil {
		return err
	}
	for i := range team {
		if page.Portraits[i] == nil && strings.HasPrefix(team[i].ImageURL, media.FilesPath) {
			team[i].ImageURL = ""
		}
	}
	page.Identity.Team = team
	if !slices.ContainsFunc(page.Portraits, func(d *media.ImageDetails) bool { return d != nil }) {
		page.Portraits = nil
	}
	return nil
}

// addOwnData adds what only this page shows. Pages not listed here show texts
// alone; the back office loads its data itself once it knows who is signed in.
func (s *Site) addOwnData(ctx context.Context, page *Page) error {
	switch page.ID.Kind {
	case PageHome:
		// If there are no reviews because Google failed, the page has none. The
		// browser asks for them and shows the error.
		if s.reviews != nil {
			if list, err := s.reviews.List(ctx); err == nil {
				page.Reviews = list[:min(len(list), maxPageReviews)]
				page.MoreReviews = len(list) > maxPageReviews
			}
			if page.Reviews != nil && len(page.Reviews) == 0 {
				url, err := s.reviews.Page(ctx)
				if err != nil {
					return err
				}
				page.ReviewPage = &url
			}
		}
		teaser, err := s.BlogTeaser(ctx)
		if err != nil {
			return err
		}
		page.Teaser = teaser
		return s.addServiceCards(ctx, page)
	case PageServices:
		return s.addServiceCards(ctx, page)
	case PageBlog:
		return s.addPosts(ctx, page)
	case PageService:
		return s.addService(ctx, page)
	case PagePost:
		return s.addPost(ctx, page)
	default:
		return nil
	}
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
	page.Services = services
	return nil
}

func (s *Site) addService(ctx context.Context, page *Page) error {
	slug := page.ID.Slug
	// A number would be taken for an ID, which no page's URL holds.
	if !digitsOnly.MatchString(slug) {
		service, err := s.Service(ctx, slug)
		if errs.KindOf(err) != errs.NotFound {
			page.Service, page.ID.Slug = &service, service.Slug
			page.Moved = err == nil && service.Slug != slug
			return err
		}
	}
	if slices.Contains(FallbackServices, slug) {
		services, err := s.visibleServices(ctx)
		if err != nil {
			return err
		}
		if len(services) == 0 {
			page.Services = services
			return nil
		}
	}
	page.ID.Slug = ""
	if slug != "" {
		return nil
	}
	return s.addServiceCards(ctx, page)
}

// addPosts adds the posts of one page of the blog. Only the first one exists
// without any.
func (s *Site) addPosts(ctx context.Context, page *Page) error {
	number := page.ID.Number
	if number > maxPostPage {
		page.ID = PageID{Kind: PageNotFound}
		return nil
	}
	list, err := s.PostPage(ctx, PostPageQuery{Page: max(number, 1), Summary: true})
	if err != nil {
		return err
	}
	if len(list.Posts) == 0 && number > 1 {
		page.ID = PageID{Kind: PageNotFound}
		return nil
	}
	page.Posts, page.MorePosts = list.Posts, list.Next != ""
	return nil
}

func (s *Site) addPost(ctx context.Context, page *Page) error {
	slug := page.ID.Slug
	post, err := s.Post(ctx, slug)
	if errs.KindOf(err) == errs.NotFound {
		page.ID.Slug = ""
		return nil
	}
	page.Post, page.ID.Slug = &post, post.Slug
	page.Moved = err == nil && post.Slug != slug
	return err
}
