package ssr

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"io/fs"
	"net/http"
	"strings"

	"perimeter/internal/brand"
	"perimeter/internal/company"
	"perimeter/internal/wire"
)

// The paths of the back office, which is rendered in the browser only, and of the
// login page. Their documents differ from those of public pages.
const (
	AdminPath = "/admin"
	LoginPath = "/login"
)

// Document is a page that is ready to be served.
type Document struct {
	*wire.Payload
	// Path is the URL path that the document was rendered for. All unknown paths
	// share one document.
	Path string
	// Version is the parameter v of the URLs under which browsers may keep the
	// document for ever; under others they revalidate it. If it is empty, the
	// payload has the one Cache-Control header for all URLs.
	Version string
	// Final says that no better encodings are to be made in the background.
	Final bool
}

// ServeHTTP serves the document.
func (d *Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d.Version != "" {
		w.Header()["Cache-Control"] = revalidate
		if r.URL.Query().Get("v") == d.Version {
			w.Header()["Cache-Control"] = immutable
		}
	}
	d.Payload.ServeHTTP(w, r)
}

var (
	revalidate = []string{"no-cache"}
	immutable  = []string{immutableControl}
)

// immutableControl lets browsers keep a response for a year.
const immutableControl = "public, max-age=31536000, immutable"

// renderResult is the result of the bundle's render function.
type renderResult struct {
	Status int    `json:"status"`
	Head   string `json:"head"`
	Body   string `json:"body"`
	// Module is the source file of the page's own code; "" if the entry has all code.
	Module string `json:"module"`
}

// htmlOptions makes browsers revalidate a page on every view, so that an edit
// shows in the next one.
func htmlOptions(status int) wire.Options {
	return wire.Options{Status: status, ContentType: "text/html; charset=utf-8", CacheControl: "no-cache"}
}

func compressedDocument(path, body string, o wire.Options) *Document {
	p := wire.NewPayload([]byte(body), o)
	p.Compress()
	return &Document{Payload: p, Path: path}
}

// Redirect returns the document of a path that has moved permanently. Its Path
// is the target, so that the cache does not keep one document for each of the
// unlimited number of paths that redirect.
func Redirect(location string) *Document {
	o := htmlOptions(http.StatusMovedPermanently)
	o.Location = location
	return &Document{Payload: wire.NewPayload(nil, o), Path: location}
}

// layout holds the parts of a document that are the same for every page.
type layout struct {
	script string            // runs before the first paint: sets the theme, loads the deferred scripts
	style  string            // CSS of the public site, inline so that the first paint needs no other file
	site   string            // tags that load the small fonts and contain the CSS of public pages
	pages  map[string]string // tags that load the public bundle and a page's module after the first view
	login  string            // tags that load the admin bundle after the first view
	admin  string            // tags that load the admin bundle
}

// wholeHeader lets the browser paint a page when it has read the header: a slow device
// would paint half of the menu, and move it with the rest. It names the element after
// the header, because Chromium waits for the beginning of an element, not for its end.
const wholeHeader = `<link rel="expect" href="#` + afterHeader + `" blocking="render">`

// afterHeader is the id of the element that the layout renders after the header.
const afterHeader = "opens-in-new-tab"

// document builds the HTML of a page from the output of the bundle. It includes
// the page's data, which the browser needs to hydrate.
func (l *layout) document(page renderResult, path string, look company.Brand, data []byte) string {
	scripts, ok := l.pages[page.Module]
	if !ok {
		scripts = l.pages[""] // the entry loads the module itself, only later
	}
	entry, colors := l.site+scripts, look.Colors
	switch path {
	case LoginPath:
		entry = l.login
	case AdminPath:
		entry, colors = l.admin, brand.Colors{} // the back office keeps its own
	}
	if strings.Contains(page.Body, ` id="`+afterHeader+`"`) {
		entry = wholeHeader + entry
	}
	parts := []string{
		documentStart(colors), "<script>", l.script, "</script>", page.Head, iconLinks(look), entry, "</head><body>", page.Body,
		// encoding/json escapes "<", so the data cannot close the element.
		`<script type="application/json" id="page-data">`, string(data), "</script></body></html>",
	}
	return strings.Join(parts, "")
}

// newLayout reads the shared parts from the bundle.
func newLayout(bundle fs.FS) (layout, error) {
	siteFiles, err := readManifest(bundle, siteManifest)
	if err != nil {
		return layout{}, err
	}
	adminFiles, err := readManifest(bundle, adminManifest)
	if err != nil {
		return layout{}, err
	}
	site, err := siteFiles.filesOf(siteEntry)
	if err != nil {
		return layout{}, err
	}
	admin, err := adminFiles.filesOf(adminEntry)
	if err != nil {
		return layout{}, err
	}
	siteHash, err := site.entryHash(bundle)
	if err != nil {
		return layout{}, err
	}
	adminHash, err := admin.entryHash(bundle)
	if err != nil {
		return layout{}, err
	}
	style, err := site.inlineCSS(bundle)
	if err != nil {
		return layout{}, err
	}
	script, err := fs.ReadFile(bundle, "server/head.js")
	if err != nil {
		return layout{}, err
	}
	pages := map[string]string{"": deferTags(site.scriptTags(siteHash))}
	for _, module := range siteFiles.pageModules() {
		files, err := siteFiles.filesOf(siteEntry, module)
		if err != nil {
			return layout{}, err
		}
		pages[module] = deferTags(files.scriptTags(siteHash))
	}
	return layout{
		script: string(script),
		style:  style,
		site:   site.fontLinks() + "<style>" + style + "</style>",
		pages:  pages,
		// Linked instead of inline, because the previews in the back office use these stylesheets too.
		login: admin.fontLinks() + admin.styleLinks() + deferTags(admin.scriptTags(adminHash)),
		admin: manifestLink(AdminPath) + admin.fontLinks() + admin.styleLinks() + admin.scriptTags(adminHash),
	}, nil
}

// deferTags puts tags into a template element, together with the link to the site's
// manifest, which browsers would load before pictures. The script in the head inserts
// them after the first view.
func deferTags(tags string) string {
	return `<template id="scripts">` + manifestLink("") + tags + "</template>"
}

// manifestLink returns the link to the manifest of the site, or of the back office,
// which is an app of its own.
func manifestLink(folder string) string {
	return `<link rel="manifest" href="` + folder + `/manifest.webmanifest">`
}

// adminShell is the admin page before its script runs.
func adminShell(identity company.Identity) renderResult {
	return renderResult{
		Status: http.StatusOK,
		Head:   "<title>Admin Dashboard | " + html.EscapeString(identity.Name) + `</title><meta name="robots" content="noindex">`,
		// The background of the back office, from the first paint.
		Body: `<div id="root" class="min-h-dvh bg-desk"></div>`,
	}
}

// contentHash returns the hash of a script or style as content security policies and
// integrity attributes have it.
func contentHash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
