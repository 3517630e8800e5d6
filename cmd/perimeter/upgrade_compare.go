package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// fixedPages are compared besides those of the sitemap.
var fixedPages = []string{
	"/", "/login", "/customer-portal", "/robots.txt", "/sitemap.xml", "/feed.xml", "/manifest.webmanifest", "/there-is-no-such-page",
}

const (
	// maxComparedPages bounds the time that a large blog takes.
	maxComparedPages = 2000
	// A release is too slow if it needs so many times longer for all pages, and so
	// much longer for each: the machine is busy with the site meanwhile.
	slowFactor  = 5
	slowPerPage = 500 * time.Millisecond
	maxListed   = 10
)

// trialSite is a site that is compared with another one.
type trialSite struct {
	url    string
	client *http.Client
}

func newTrialSite(url string) trialSite {
	return trialSite{url, &http.Client{
		Timeout:       requestTimeout,
		Transport:     &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

type trialAnswer struct {
	status   int
	location string
	body     []byte
	took     time.Duration
}

// outcome is the status, and where a redirect leads.
func (a trialAnswer) outcome() string {
	return strings.TrimSpace(fmt.Sprint(a.status, " ", a.location))
}

// get returns the answer for a path. No answer is an answer with status 0.
func (t trialSite) get(ctx context.Context, path string) (trialAnswer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.url+path, nil)
	if err != nil {
		return trialAnswer{}, err
	}
	began := time.Now()
	response, err := t.client.Do(request)
	if err != nil {
		return trialAnswer{body: []byte(err.Error())}, ctx.Err()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return trialAnswer{body: []byte(err.Error())}, ctx.Err()
	}
	return trialAnswer{response.StatusCode, response.Header.Get("Location"), body, time.Since(began)}, nil
}

// pages returns the paths of the sitemap and the fixed pages.
func (t trialSite) pages(ctx context.Context) ([]string, error) {
	paths := slices.Clone(fixedPages)
	for files := []string{"/sitemap.xml"}; len(files) > 0; files = files[1:] {
		answer, err := t.get(ctx, files[0])
		if err != nil {
			return nil, err
		}
		var list struct {
			Files []string `xml:"sitemap>loc"`
			Pages []string `xml:"url>loc"`
		}
		if err := xml.Unmarshal(answer.body, &list); err != nil || answer.status != http.StatusOK {
			return nil, fmt.Errorf("%s cannot be read: status %d", files[0], answer.status)
		}
		for _, file := range list.Files {
			files = append(files, pathOf(file))
		}
		for _, page := range list.Pages {
			paths = append(paths, pathOf(page))
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// pathOf returns the path of a URL.
func pathOf(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "/"
	}
	return u.RequestURI()
}

// comparisonReport is what was found.
type comparisonReport struct {
	paths                 []string
	left                  int // pages that were not compared
	differences, failures []string
	before, after         time.Duration // for all pages
}

// comparePages renders every page with both releases.
func comparePages(ctx context.Context, before, after trialSite) (comparisonReport, error) {
	var r comparisonReport
	paths, err := before.pages(ctx)
	if err != nil {
		return r, fmt.Errorf("this release: %w", err)
	}
	r.paths = paths[:min(len(paths), maxComparedPages)]
	r.left = len(paths) - len(r.paths)
	for _, path := range r.paths {
		was, err := before.get(ctx, path)
		if err != nil {
			return r, err
		}
		is, err := after.get(ctx, path)
		if err != nil {
			return r, err
		}
		r.before, r.after = r.before+was.took, r.after+is.took
		r.compare(path, was, is)
	}
	if r.after > slowFactor*r.before && r.after-r.before > slowPerPage*time.Duration(len(r.paths)) {
		r.failures = append(r.failures, fmt.Sprintf("the other release is too slow: %.1f s for all pages instead of %.1f s",
			r.after.Seconds(), r.before.Seconds()))
	}
	return r, nil
}

// compare compares the answers of both releases for one page.
func (r *comparisonReport) compare(path string, before, after trialAnswer) {
	switch {
	case after.status == 0:
		r.failures = append(r.failures, fmt.Sprintf("%s is not answered: %s", path, after.body))
		return
	case after.status != before.status || after.location != before.location:
		r.failures = append(r.failures, fmt.Sprintf("%s is answered with %s instead of %s", path, after.outcome(), before.outcome()))
		return
	}
	was, is := normalized(before.body), normalized(after.body)
	if bytes.Equal(was, is) {
		return
	}
	if len(visibleText(is)) < len(visibleText(was))/2 {
		r.failures = append(r.failures, path+" has lost more than half of its text")
		return
	}
	r.differences = append(r.differences, firstDifference(path, is, was))
}

// What differs between two builds of the same pages.
var (
	assetName = regexp.MustCompile(`(/assets/[\w.-]+?)-[\w-]{8}(\.\w+)`)
	nonce     = regexp.MustCompile(`nonce="[^"]*"|(integrity)="[^"]*"`)
	markup    = regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>|<[^>]*>|\s+`)
)

// normalized returns HTML without the names of assets and without nonces.
func normalized(html []byte) []byte {
	return nonce.ReplaceAll(assetName.ReplaceAll(html, []byte("$1$2")), nil)
}

// visibleText returns the text of HTML without spaces.
func visibleText(html []byte) []byte { return markup.ReplaceAll(html, nil) }

func (r *comparisonReport) print(w io.Writer, before, after string) {
	same := len(r.paths) - len(r.differences) - len(r.failures)
	fmt.Fprintf(w, "Compared %s: %d identical, %d different, %d failed.\n",
		plural(len(r.paths), "page"), max(0, same), len(r.differences), len(r.failures))
	if r.left > 0 {
		fmt.Fprintf(w, "%s were not compared, to save time.\n", plural(r.left, "page"))
	}
	printList(w, r.differences)
	r.printFailures(w)
	fmt.Fprintf(w, "All pages took %.1f s with %s, %.1f s with %s.\n", r.before.Seconds(), before, r.after.Seconds(), after)
}

func (r *comparisonReport) printFailures(w io.Writer) {
	if len(r.failures) > 0 {
		fmt.Fprintln(w, "What fails:")
		printList(w, r.failures)
	}
}

// printList prints the first lines of a list.
func printList(w io.Writer, lines []string) {
	for _, line := range lines[:min(len(lines), maxListed)] {
		fmt.Fprintf(w, "  %s\n", line)
	}
	if more := len(lines) - maxListed; more > 0 {
		fmt.Fprintf(w, "  and %d more\n", more)
	}
}
