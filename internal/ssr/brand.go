package ssr

import (
	"html"
	"strings"

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

// iconLinks returns the links to the site's icons. The one that browsers show is
// svg, the URL of a drawing, unless the owner has an icon.
func iconLinks(b company.Brand, svg string) string {
	if b.Icon != "" {
		icon := html.EscapeString(b.Icon)
		return `<link rel="icon" href="` + icon + `"><link rel="apple-touch-icon" href="` + icon + `">`
	}
	return `<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="` + svg + `" type="image/svg+xml">` +
		`<link rel="apple-touch-icon" href="/apple-touch-icon.png">`
}

// svgDataURL returns a data: URL with the drawing, for an attribute in double quotes.
// Browsers load an icon with a high priority, so a small one is better in the document.
func svgDataURL(svg []byte) string {
	escape := strings.NewReplacer("%", "%25", `"`, "'", "#", "%23", "&", "%26", "<", "%3C", ">", "%3E", "\n", "")
	return "data:image/svg+xml," + escape.Replace(string(svg))
}
