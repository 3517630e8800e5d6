package site

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// imageOrigins are the origins at one revision.
type imageOrigins struct {
	revision int64
	origins  []string
}

// ImageOrigins returns the origins of other sites from which pages show images,
// in order. Every page may show them all, because a visitor goes from page to page
// without loading a new document.
func (s *Site) ImageOrigins(ctx context.Context) ([]string, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return nil, err
	}
	if known := s.origins.Load(); known != nil && known.revision == revision {
		return known.origins, nil
	}
	urls, err := s.imageURLs(ctx)
	if err != nil {
		return nil, err
	}
	origins := []string{}
	for _, u := range urls {
		if origin := originOf(u); origin != "" {
			origins = append(origins, origin)
		}
	}
	slices.Sort(origins)
	origins = slices.Compact(origins)
	s.origins.Store(&imageOrigins{revision, origins})
	return origins, nil
}

// imageURLs returns the URLs of all images that pages show. Text of posts holds
// none: articles have one image, in a field of its own.
func (s *Site) imageURLs(ctx context.Context) ([]string, error) {
	urls, err := s.store.PostImageURLs(ctx)
	if err != nil {
		return nil, err
	}
	services, err := s.store.Services(ctx)
	if err != nil {
		return nil, err
	}
	for _, service := range services {
		urls = append(urls, service.ImageURL)
		urls = append(urls, imagesInHTML(service.FullDescription)...)
		urls = append(urls, imagesInHTML(service.Template)...)
	}
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		switch item.Type {
		case ContentImage:
			urls = append(urls, item.Value)
		case ContentHTML:
			urls = append(urls, imagesInHTML(item.Value)...)
		}
	}
	current, err := s.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	for _, member := range current.Team {
		urls = append(urls, member.ImageURL)
	}
	return urls, nil
}

// imageInHTML matches the URL of an image in cleaned HTML: of an img element, or
// of a background in a utility class such as bg-[url(…)].
var imageInHTML = regexp.MustCompile(`<img\s[^>]*?\bsrc="([^"]*)"|\burl\((?:'|&#39;|&#34;|&quot;)?([^'"&)\]\s]*)`)

func imagesInHTML(html string) []string {
	var urls []string
	for _, match := range imageInHTML.FindAllStringSubmatch(html, -1) {
		urls = append(urls, match[1]+match[2])
	}
	return urls
}

// hostPattern is strict, because the host becomes part of a header.
var hostPattern = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$`)

// originOf returns the origin of an image on another site, or "". A URL without a
// scheme is loaded by the page's; http stands for both.
func originOf(imageURL string) string {
	u, err := url.Parse(strings.TrimSpace(imageURL))
	if err != nil || u.Host == "" {
		return ""
	}
	scheme := strings.ToLower(u.Scheme)
	if scheme == "" {
		scheme = "http"
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || scheme != "http" && scheme != "https" {
		return ""
	}
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	if !hostPattern.MatchString(host) {
		return ""
	}
	return scheme + "://" + host
}
