package site

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/sync/errgroup"

	"perimeter/internal/scope"
)

// imageOriginScopes are what imageOrigins reads.
var imageOriginScopes = []scope.Scope{scope.Posts, scope.Services, scope.Content, scope.Company}

// imageOrigins returns the origins of other sites from which pages show images, in
// order. Every page may show them all, because a visitor goes from page to page
// without loading a new document. So they are part of the page version: otherwise
// every page would depend on every text.
func (s *Site) imageOrigins(ctx context.Context) (string, error) {
	urls, err := s.imageURLs(ctx)
	if err != nil {
		return "", err
	}
	var origins []string
	for _, u := range urls {
		if origin := originOf(u); origin != "" {
			origins = append(origins, origin)
		}
	}
	slices.Sort(origins)
	return strings.Join(slices.Compact(origins), " "), nil
}

// imageURLs returns the URLs of all images that pages show; of those in the text
// of articles, the origins. The reads run at the same time, because every page waits
// for this after an edit.
func (s *Site) imageURLs(ctx context.Context) ([]string, error) {
	var inPosts, inArticles, inServices, inContent, ofCompany []string
	reads, ctx := errgroup.WithContext(ctx)
	reads.Go(func() (err error) {
		inPosts, err = s.store.Posts().ImageURLs(ctx)
		return err
	})
	reads.Go(func() (err error) {
		inArticles, err = s.store.Posts().ImageOrigins(ctx)
		return err
	})
	reads.Go(func() error {
		services, err := s.store.Services(ctx)
		for _, service := range services {
			inServices = append(inServices, service.ImageURL)
			inServices = append(inServices, imagesInHTML(service.FullDescription)...)
			inServices = append(inServices, imagesInHTML(service.Template)...)
		}
		return err
	})
	reads.Go(func() error {
		items, err := s.store.ContentItems(ctx)
		for _, item := range items {
			switch item.Type {
			case ContentImage:
				inContent = append(inContent, item.Value)
			case ContentHTML:
				inContent = append(inContent, imagesInHTML(item.Value)...)
			}
		}
		return err
	})
	reads.Go(func() error {
		current, err := s.company.Current(ctx)
		ofCompany = current.Images()
		return err
	})
	err := reads.Wait()
	return slices.Concat(inPosts, inArticles, inServices, inContent, ofCompany), err
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

// imageInText matches an image of another site in an article's text, such as
// ![alt](https://…). web/src/domain/post-body.ts shows the same ones; this finds
// also those that are not shown, for example in a code sample.
var imageInText = regexp.MustCompile(`!\[[^\[\]]+\]\((https?://[^()\s]+)\)`)

// maxOriginsInText is more than a policy lists, so further ones make no difference.
const maxOriginsInText = 50

// ImageOriginsInText returns the origins of other sites from which an article's
// text shows images, each once.
func ImageOriginsInText(text string) []string {
	var origins []string
	for _, match := range imageInText.FindAllStringSubmatch(text, -1) {
		origin := originOf(match[1])
		if origin != "" && len(origin) <= maxOriginLength && !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
		if len(origins) == maxOriginsInText {
			break
		}
	}
	return origins
}

// maxOriginLength is that of the longest host name with scheme and port.
const maxOriginLength = 270

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
