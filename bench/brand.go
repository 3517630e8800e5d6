package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// brandedPaths have the logo, buttons of both colors, portraits and a map.
var brandedPaths = []string{"", "about", "contact"}

// ownLogo is a logo as an owner would upload it.
const ownLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<rect width="96" height="96" rx="20" fill="#5b2a86"/><path d="M20 60 48 24l28 36v12H20Z" fill="#ffd447"/></svg>`

// ownColors begins a document that has the owner's palette: nothing is painted
// before it is known.
var ownColors = regexp.MustCompile(`^<!doctype html><html[^>]* style="[^"]*--light-primary-fill:#`)

// measureBrand runs Lighthouse on a site with its own logo and colors. The limits
// are those of the pages that the site comes with.
func measureBrand(ctx context.Context, r *report, data string) (err error) {
	server, admin, err := startForAdministrator(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	logo, err := admin.Upload(ctx, "image/svg+xml", []byte(ownLogo))
	if err != nil {
		return err
	}
	brand := map[string]any{"brand": map[string]string{"main": "#5b2a86", "accent": "#a34a00", "logo": "/" + logo}}
	if err := admin.Call(ctx, http.MethodPost, "api/admin/company", brand, nil); err != nil {
		return err
	}
	var urls []string
	for _, path := range brandedPaths {
		page, err := admin.Fetch(ctx, path, "identity")
		if err != nil {
			return err
		}
		html := string(page.Body)
		r.check(ownColors.MatchString(html) && strings.Contains(html, logo), "own logo and colors in /"+path,
			fmt.Sprintf("%.1f KB", kilobytes(len(html))), "in the first document", "as sent")
		urls = append(urls, server.URL+path)
	}
	return checkAudits(ctx, r, "Lighthouse with own logo and colors ", urls)
}
