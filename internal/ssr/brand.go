package ssr

import (
	"html"

	"perimeter/internal/brand"
	"perimeter/internal/company"
)

// The background of pages in the two themes, for the colors that the site comes
// with.
const lightPaper, darkPaper = "#f7f2e8", "#0e1a18"

// documentStart returns the beginning of a document. The owner's colors are
// properties of the root element, so that they are there from the first paint. The
// theme-color tags color the browser's own controls; the script in the head enables
// the one of the current theme.
func documentStart(colors brand.Colors) string {
	style, light, dark := "", lightPaper, darkPaper
	if !colors.IsZero() {
		palette := brand.Derive(colors)
		style = ` style="` + palette.Properties() + `"`
		light, dark = palette.Light["paper"], palette.Dark["paper"]
	}
	return `<!doctype html><html lang="en" data-theme="light"` + style + `><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="theme-color" content="` + light + `" data-theme="light">` +
		`<meta name="theme-color" content="` + dark + `" data-theme="dark" media="not all">`
}

// FaviconPath is the path of the icon in the owner's colors.
const FaviconPath = "/favicon.svg"

// iconLinks returns the links to the site's icons: to the owner's, if there is one.
func iconLinks(b company.Brand) string {
	if b.Icon != "" {
		icon := html.EscapeString(b.Icon)
		return `<link rel="icon" href="` + icon + `"><link rel="apple-touch-icon" href="` + icon + `">`
	}
	return `<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="` + FaviconPath + `" type="image/svg+xml">` +
		`<link rel="apple-touch-icon" href="/apple-touch-icon.png">`
}
