package ssr

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"io/fs"
	"net/http"
	"strings"

	"perimeter/internal/payload"
	"perimeter/internal/site"
)

// The paths of the back office, which is rendered in the browser only, and of the
// login page. Their documents differ from those of public pages.
const (
	AdminPath = "/admin"
	LoginPath = "/login"
)

// Document is a page that is ready to be served.
type Document struct {
	*payload.Payload
	// Path is the address that the document was rendered for. Addresses that
	// lead to nothing share one.
	Path string
}

// rendered is what the bundle makes of a page.
type rendered struct {
	Status int    `json:"status"`
	Head   string `json:"head"`
	Body   string `json:"body"`
}

// htmlOptions makes browsers ask whether a page has changed each time they show
// it: an edit is in the very next view.
func htmlOptions(status int) payload.Options {
	return payload.Options{Status: status, ContentType: "text/html; charset=utf-8", CacheControl: "no-cache"}
}

func newDocument(path string, status int, body string) *Document {
	p := payload.New([]byte(body), htmlOptions(status))
	p.Compress()
	return &Document{Payload: p, Path: path}
}

// Redirect returns the document of an address that has moved for good. It
// belongs to the address that it leads to: caches do not keep it under the one
// that was asked for, of which there can be any number.
func Redirect(location string) *Document {
	o := htmlOptions(http.StatusMovedPermanently)
	o.Location = location
	return &Document{Payload: payload.New(nil, o), Path: location}
}

// layout holds the parts of a document that are the same for every page.
type layout struct {
	script string // runs before anything is painted: chooses light or dark, starts the rest
	style  string // of the public site: its pages are painted without waiting for another file
	site   string // elements that load the public site, with its style
	login  string // elements that load the back office behind its login page
	admin  string // elements that load the back office
}

// The browser's own surfaces take the colour of the page: the script in the head keeps
// the one that is shown.
const documentStart = `<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8">` +
	`<meta name="viewport" content="width=device-width, initial-scale=1">` +
	`<meta name="theme-color" content="#f7f2e8" data-theme="light">` +
	`<meta name="theme-color" content="#0e1a18" data-theme="dark" media="not all">`

const icons = `<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
	`<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">`

// document assembles what the bundle rendered and the data it was rendered from,
// with which the browser starts.
func (l *layout) document(page rendered, path string, data []byte) string {
	entry := l.site
	switch path {
	case LoginPath:
		entry = l.login
	case AdminPath:
		entry = l.admin
	}
	parts := []string{
		documentStart, "<script>", l.script, "</script>", page.Head, icons, entry, "</head><body>", page.Body,
		// encoding/json escapes what could close the element.
		`<script type="application/json" id="page-data">`, string(data), "</script></body></html>",
	}
	return strings.Join(parts, "")
}

// newLayout reads the parts from the bundle.
func newLayout(bundle fs.FS) (layout, error) {
	m, err := readManifest(bundle)
	if err != nil {
		return layout{}, err
	}
	site, err := m.needs(siteEntry)
	if err != nil {
		return layout{}, err
	}
	admin, err := m.needs(adminEntry)
	if err != nil {
		return layout{}, err
	}
	style, err := site.style(bundle)
	if err != nil {
		return layout{}, err
	}
	script, err := fs.ReadFile(bundle, "server/head.js")
	if err != nil {
		return layout{}, err
	}
	return layout{
		script: string(script),
		style:  style,
		site:   site.fontLoads() + "<style>" + style + "</style>" + later(site.scriptLoads()),
		// Linked, because previews in the back office take these styles over.
		login: admin.fontLoads() + admin.styleLoads() + later(admin.scriptLoads()),
		admin: admin.fontLoads() + admin.styleLoads() + admin.scriptLoads(),
	}, nil
}

// later keeps elements aside until the first view is complete: the script in the
// head brings them in.
func later(elements string) string { return `<template id="scripts">` + elements + "</template>" }

// shell is the page of the back office before its script runs.
func shell(identity site.Identity) rendered {
	return rendered{
		Status: http.StatusOK,
		Head:   "<title>Admin Dashboard | " + html.EscapeString(identity.Name) + `</title><meta name="robots" content="noindex">`,
		Body:   `<div id="root"></div>`,
	}
}

// contentHash names an inline script or style in a content security policy.
func contentHash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
