package imaging

import (
	"testing"

	"perimeter/internal/site"
)

func TestCleanRefusesUnsafeSVG(t *testing.T) {
	const open, end = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">`, `</svg>`
	for name, svg := range map[string]string{
		"a script":                  open + `<script>alert(1)</script>` + end,
		"a script of another name":  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></svg>`,
		"an event handler":          `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
		"an event handler inside":   open + `<rect OnClick="alert(1)"/>` + end,
		"a page inside":             open + `<foreignObject><body/></foreignObject>` + end,
		"a script address":          open + `<a xlink:href=" javascript:alert(1)"><text>x</text></a>` + end,
		"a script address, encoded": open + `<a xlink:href="java&#x73;cript:alert(1)"><text>x</text></a>` + end,
		"a link that becomes one":   open + `<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a>` + end,
		"another file":              open + `<image href="https://tracker.example/pixel.png"/>` + end,
		"another file's part":       open + `<use href="other.svg#x"/>` + end,
		"a page as data":            open + `<image href="data:text/html;base64,PHNjcmlwdD4="/>` + end,
		"a style from elsewhere":    open + `<style>@import "https://evil.example/x.css";</style>` + end,
		"a fill from elsewhere":     open + `<rect style="fill: url(https://evil.example/x)"/>` + end,
		"a style sheet":             `<?xml-stylesheet href="x.css"?>` + open + end,
		"entities":                  `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>` + open + `&b;` + end,
		"text behind it":            open + end + `alert(1)`,
		"a second drawing":          open + end + open + end,
		"an end that is missing":    open + `<g>`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New().Clean(t.Context(), []byte(svg))
			if k := site.KindOf(err); k != site.Unsupported && k != site.Invalid {
				t.Errorf("got %v", err)
			}
		})
	}
}
