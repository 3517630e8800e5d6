package server

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"perimeter/internal/site"
	"perimeter/internal/ssr"
)

// The paths of pages that have other pages or files below them.
const (
	servicesPath = "/services"
	blogPath     = "/blog"
)

// The paths of generated files.
const (
	robotsPath   = "/robots.txt"
	sitemapPath  = "/sitemap.xml"
	feedPath     = "/feed.xml"
	manifestPath = "/manifest.webmanifest"
	// The back office is an app of its own.
	adminManifestPath = ssr.AdminPath + "/manifest.webmanifest"
)

// workerPath is the path of the back office's service worker.
const workerPath = ssr.AdminPath + "/worker.js"

// ReviewPhotosPath precedes the name of a reviewer's photo.
const ReviewPhotosPath = "/reviews/photos/"

// The style sheet of a service is at serviceStylesPath, its ID and ".css".
const serviceStylesPath = "/styles/services/"

// missingSlug stands for the slug in the paths of the pages that say that there
// is no such service, post or page. It is not a valid slug, so it never belongs
// to a record.
const missingSlug = "-"

// staticPages are the pages with a fixed path.
var staticPages = map[string]site.PageKind{
	"/":                site.PageHome,
	servicesPath:       site.PageServices,
	"/programs":        site.PagePrograms,
	"/about":           site.PageAbout,
	blogPath:           site.PageBlog,
	"/contact":         site.PageContact,
	"/customer-portal": site.PagePortal,
	ssr.LoginPath:      site.PageLogin,
	ssr.AdminPath:      site.PageAdmin,
}

// detailPages are the pages of single records, by what precedes the slug.
var detailPages = map[string]site.PageKind{
	servicesPath + "/": site.PageService,
	blogPath + "/":     site.PagePost,
}

// pageParameter is the parameter of blogPath for the number of a page.
const pageParameter = "page"

// pageNumber matches a number as links write it. Anything else means the first page.
var pageNumber = regexp.MustCompile(`^[1-9][0-9]*$`)

// documentPath returns the path under which pages are cached. Pages of the blog
// have a number in the query; no other query makes another page.
func documentPath(u *url.URL) string {
	if strings.ContainsRune(u.Path, '?') { // an escaped one, which no page has
		return pathOf(site.PageID{Kind: site.PageNotFound})
	}
	if u.Path != blogPath || u.RawQuery == "" {
		return u.Path
	}
	number := u.Query().Get(pageParameter)
	if !pageNumber.MatchString(number) || number == "1" {
		return blogPath
	}
	return blogPath + "?" + pageParameter + "=" + number
}

// blogPage returns the number in the path of a page of the blog other than the
// first.
func blogPage(documentPath string) (number int, ok bool) {
	text, ok := strings.CutPrefix(documentPath, blogPath+"?"+pageParameter+"=")
	number, err := strconv.Atoi(text)
	return number, ok && err == nil && number > 1 && strconv.Itoa(number) == text
}

// pageAt returns the page at a path. If it is a page's path with a trailing
// slash, redirect is the path without it.
func pageAt(requested string) (id site.PageID, redirect string) {
	p := requested
	if p != "/" && strings.HasSuffix(p, "/") {
		p = "/" + strings.Trim(p, "/")
		redirect = p
	}
	if kind, ok := staticPages[p]; ok {
		return site.PageID{Kind: kind}, redirect
	}
	if number, ok := blogPage(requested); ok {
		return site.PageID{Kind: site.PageBlog, Number: number}, ""
	}
	folder, slug := path.Split(p)
	switch kind, ok := detailPages[folder]; {
	case ok && site.ValidSlug(slug):
		return site.PageID{Kind: kind, Slug: slug}, redirect
	case ok:
		return site.PageID{Kind: kind}, ""
	case strings.HasPrefix(p, ssr.AdminPath):
		return site.PageID{Kind: site.PageAdminNotFound}, ""
	default:
		return site.PageID{Kind: site.PageNotFound}, ""
	}
}

// pathOf returns the path of a page. All pages that do not exist share a path
// per kind, so that each is rendered once.
func pathOf(id site.PageID) string {
	slug := id.Slug
	if slug == "" {
		slug = missingSlug
	}
	switch id.Kind {
	case site.PageService:
		return servicesPath + "/" + slug
	case site.PagePost:
		return blogPath + "/" + slug
	case site.PageAdminNotFound:
		return ssr.AdminPath + "/" + missingSlug
	case site.PageNotFound:
		return "/" + missingSlug
	case site.PageBlog:
		if id.Number > 1 {
			return fmt.Sprintf("%s?%s=%d", blogPath, pageParameter, id.Number)
		}
	}
	return staticPaths[id.Kind]
}

var staticPaths = func() map[site.PageKind]string {
	paths := make(map[site.PageKind]string, len(staticPages))
	for p, kind := range staticPages {
		paths[kind] = p
	}
	return paths
}()
