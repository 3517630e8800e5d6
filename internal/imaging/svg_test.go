package imaging

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit/picture"
)

const svgOpen, svgEnd = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">`, `</svg>`

// rewritten returns what becomes of the content of a drawing.
func rewritten(t *testing.T, content string) string {
	t.Helper()
	got := string(clean(t, []byte(svgOpen+content+svgEnd)).Data)
	got = strings.TrimPrefix(got, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"`)
	return strings.TrimSuffix(strings.TrimPrefix(got, ">"), svgEnd)
}

func TestCleanRefusesUnsafeSVG(t *testing.T) {
	const open, end = svgOpen, svgEnd
	for name, svg := range map[string]string{
		"script":                     open + `<script>alert(1)</script>` + end,
		"script with prefix":         `<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></svg>`,
		"event handler on root":      `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
		"event handler inside":       open + `<rect OnClick="alert(1)"/>` + end,
		"foreignObject":              open + `<foreignObject><body/></foreignObject>` + end,
		"foreignObject in switch":    open + `<switch><foreignObject><body/></foreignObject></switch>` + end,
		"XHTML element":              open + `<g><h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script></g>` + end,
		"javascript link":            open + `<a xlink:href=" javascript:alert(1)"><text>x</text></a>` + end,
		"javascript link, encoded":   open + `<a xlink:href="java&#x73;cript:alert(1)"><text>x</text></a>` + end,
		"animated link":              open + `<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a>` + end,
		"link set by animation":      open + `<a><set attributeName="HREF" to="javascript:alert(1)"/></a>` + end,
		"external image":             open + `<image href="https://tracker.example/pixel.png"/>` + end,
		"external feImage":           open + `<filter id="f"><feImage href="//tracker.example/x"/></filter>` + end,
		"external use":               open + `<use href="other.svg#x"/>` + end,
		"external gradient":          open + `<linearGradient href="other.svg#x"/>` + end,
		"HTML in data URL":           open + `<image href="data:text/html;base64,PHNjcmlwdD4="/>` + end,
		"SVG in data URL":            open + `<image href="data:image/svg+xml;base64,PHN2Zy8+"/>` + end,
		"data URL without base64":    open + `<image href="data:image/svg+xml,%3Csvg/%3E"/>` + end,
		"use of data URL":            open + `<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>` + end,
		"@import":                    open + `<style>@import "https://evil.example/x.css";</style>` + end,
		"@import in CDATA":           open + `<style><![CDATA[@IMPORT url(x.css);]]></style>` + end,
		"@import cut by a comment":   open + `<style>@imp<!-- -->ort "x.css";</style>` + end,
		"@font-face":                 open + `<style>@font-face{font-family:x;src:url(data:font/woff2;base64,AA==)}</style>` + end,
		"external url in rule":       open + `<style>.a{unknown:url(//evil.example/x)}</style>` + end,
		"external url in @page":      open + `<style>@page{background:url(//evil.example/x)}</style>` + end,
		"external url in style":      open + `<rect style="fill: url(https://evil.example/x)"/>` + end,
		"external url in quotes":     open + `<rect style="fill: URL( 'x.svg#a')"/>` + end,
		"external url with comment":  open + `<rect style="fill: url(/**/x.svg#a)"/>` + end,
		"external url in attribute":  open + `<rect fill="url(x.svg#a)"/>` + end,
		"data URL in style":          open + `<rect style="fill:url(data:image/png;base64,AA==)"/>` + end,
		"external style sheet":       `<?xml-stylesheet href="x.css"?>` + open + end,
		"entities":                   `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>` + open + `&b;` + end,
		"text after the end":         open + end + `alert(1)`,
		"two drawings":               open + end + open + end,
		"no end":                     open + `<g>`,
		"other encoding":             `<?xml version="1.0" encoding="iso-8859-1"?>` + open + end,
		"root in other namespace":    `<svg xmlns="urn:x"/>`,
		"damaged embedded image":     open + `<image href="data:image/png;base64,AAAA"/>` + end,
		"embedded image not base64":  open + `<image href="data:image/png;base64,!"/>` + end,
		"sideways embedded photo":    open + embedded(picture.JPEGWithEXIF(picture.JPEG(t, picture.Photo(8, 8, 1), 80), 6)) + end,
		"embedded image bomb":        open + embedded(picture.BombPNG(t, 30_000, 30_000)) + end,
		"embedded images, together":  open + strings.Repeat(embedded(picture.BombPNG(t, 6_000, 6_000)), 2) + end,
		"foreignObject with wrapper": open + `<g><foreignObject requiredExtensions="x"><body/></foreignObject></g>` + end,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New().Clean(t.Context(), []byte(svg))
			if k := errs.KindOf(err); k != errs.Unsupported && k != errs.Invalid {
				t.Errorf("got %v", err)
			}
			if !Permanent(err) {
				t.Error("the error is not permanent")
			}
		})
	}
}

func embedded(file []byte) string {
	return `<image href="data:image/png;base64,` + base64.StdEncoding.EncodeToString(file) + `"/>`
}

func TestCleanSaysWhatToDoWithUnsafeSVG(t *testing.T) {
	_, err := New().Clean(t.Context(), []byte(svgOpen+`<script/>`+svgEnd))
	const want = "This SVG drawing contains a script, which is not allowed. Export it as a plain SVG or as PNG and upload that."
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestCleanDropsUnknownPartsOfSVG(t *testing.T) {
	for name, test := range map[string]struct{ content, want string }{
		"comment":               {`<!-- x --><g/>`, `<g/>`},
		"metadata":              {`<metadata><a:b xmlns:a="urn:a"/></metadata><g/>`, `<g/>`},
		"element":               {`<flowRoot><g/></flowRoot><g/>`, `<g/>`},
		"editor attribute":      {`<g xmlns:e="urn:e" e:label="x" data-name="y" id="a"/>`, `<g id="a"/>`},
		"CSS property":          {`<g style="fill:red; position: fixed;-inkscape-x:1; stroke : blue"/>`, `<g style="fill:red;stroke:blue"/>`},
		"escaped CSS":           {`<g style="fill:u\72l(//x)" fill="u\72l(//x)"/>`, `<g/>`},
		"unknown CSS function":  {`<g style="mask:image-set('x.png' 1x)" mask="src('x')"/>`, `<g/>`},
		"unclosed quote":        {`<style>.a{font-family:"x}</style>`, `<style/>`},
		"at-rule":               {`<style>@page{margin:0}@charset "x";.a{fill:red}</style>`, `<style>.a{fill:red}</style>`},
		"escaped at-rule":       {`<style>@im\port "x";.a{fill:red}</style>`, `<style>.a{fill:red}</style>`},
		"selector with escape":  {`<style>\61{fill:red}.b{fill:red}</style>`, `<style>.b{fill:red}</style>`},
		"nested rules":          {`<style>.a{fill:red;.b{fill:blue}}.c{fill:red}</style>`, `<style>.a{fill:red}.c{fill:red}</style>`},
		"animated class":        {`<g><set attributeName="class" to="x"/></g>`, `<g/>`},
		"octaves of turbulence": {`<feTurbulence numOctaves="1e9" seed="2"/>`, `<feTurbulence seed="2"/>`},
		"element in style":      {`<style>.a{fill:red}<g>.b{fill:red}</g></style>`, `<style>.a{fill:red}</style>`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := rewritten(t, test.content); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestCleanKeepsSafePartsOfSVG(t *testing.T) {
	for _, content := range []string{
		`<a href="https://pest.example/"><text x="1" y="2">Ants &amp; &lt;wasps&gt;</text></a>`,
		`<text xml:space="preserve">  two  spaces
and a line</text>`,
		`<path d="M0 0" style="fill:rgba(1,2,3,.5);mask:url(#m);transform:rotate(3deg) translateX(2px)"/>`,
		`<style>@media (prefers-color-scheme: dark){.a,g &gt; .b:hover{fill:#fff}}</style>`,
		`<style>@keyframes spin{from{opacity:0}50%{opacity:.5}}.a{animation:spin 2s linear infinite}</style>`,
		`<circle r="4"><animate attributeName="r" values="1;4;1" dur="2s" repeatCount="indefinite"/></circle>`,
		`<g transform="matrix(1 0 0 1 0 0) skewX(3)" font-family="&#34;Source Sans Pro&#34;, sans-serif"/>`,
	} {
		if got := rewritten(t, content); got != content {
			t.Errorf("got  %s\nwant %s", got, content)
		}
	}
}

func TestCleanAddsNamespaceToSVGFromPage(t *testing.T) {
	got := clean(t, []byte(`<svg viewBox="0 0 4 4"><use xlink:href="#a"/><path id="a" d="M0 0"/></svg>`))
	const want = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><use href="#a"/><path id="a" d="M0 0"/></svg>`
	if string(got.Data) != want {
		t.Errorf("got %s", got.Data)
	}
}

func TestCleanKeepsExportsOfEditors(t *testing.T) {
	for name, test := range map[string]struct {
		width, height int
		want          []string
	}{
		"inkscape": {120, 80, []string{
			`<linearGradient href="#linearGradient10" id="linearGradient12"`,
			`style="fill:url(#linearGradient12);stroke:#000000;stroke-width:0.264583px;font-variation-settings:normal"`,
			`id="tspan1" x="10" y="60">Ants &amp; wasps</tspan>`,
		}},
		"illustrator": {200, 100, []string{
			`.st0{fill:#FFCC00}.st1, .st2{clip-path:url(#SVGID_2_);fill:none;stroke:#000000;stroke-miterlimit:10}`,
			`@media (prefers-color-scheme: dark){.st0{fill:#fff}}`,
			`<use href="#SVGID_1_" style="overflow:visible"/>`,
			`href="data:image/png;base64,iVBORw0KGgo`,
		}},
		"figma": {48, 48, []string{
			`<g clip-path="url(#clip0_1_2)" filter="url(#filter0_d_1_2)">`,
			`fill="var(--fill-0, #16A34A)"`, `<g style="mix-blend-mode:multiply">`,
			`<feGaussianBlur stdDeviation="2"/>`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := os.ReadFile("testdata/" + name + ".svg")
			if err != nil {
				t.Fatal(err)
			}
			got := clean(t, file)
			if got.Width != test.width || got.Height != test.height {
				t.Errorf("%d × %d, want %d × %d", got.Width, got.Height, test.width, test.height)
			}
			for _, part := range test.want {
				if !bytes.Contains(got.Data, []byte(part)) {
					t.Errorf("%s is missing in:\n%s", part, got.Data)
				}
			}
			for _, part := range []string{picture.Secret, "inkscape", "sodipodi", "metadata", "somebody", "Adobe", "data-"} {
				if bytes.Contains(got.Data, []byte(part)) {
					t.Errorf("%q is still there", part)
				}
			}
			if again := clean(t, got.Data); !bytes.Equal(again.Data, got.Data) {
				t.Error("cleaning it again changes it")
			}
		})
	}
}

// useBomb nests levels of elements that each refer to the level below ten times.
func useBomb(levels int, refer func(id string) string) string {
	var b strings.Builder
	b.WriteString(svgOpen + `<g id="l0"><path d="M0 0"/></g>`)
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&b, `<g id="l%d">%s</g>`, i, strings.Repeat(refer(fmt.Sprintf("l%d", i-1)), 10))
	}
	return b.String() + svgEnd
}

func TestCleanRefusesSVGThatExpandsTooFar(t *testing.T) {
	vertices := strings.Repeat("1 1 ", 1000)
	rects := strings.Repeat("<rect/>", 1000)
	marker := svgOpen + `<marker id="m">` + rects + `</marker>`
	pattern := svgOpen + `<pattern id="p">` + rects + `</pattern>`
	for name, svg := range map[string]string{
		"nested use":        useBomb(9, func(id string) string { return `<use href="#` + id + `"/>` }),
		"nested xlink use":  useBomb(9, func(id string) string { return `<use xlink:href="#` + id + `"/>` }),
		"escaped fragments": useBomb(9, func(id string) string { return `<use href="#%6c` + id[1:] + `"/>` }),
		"nested patterns":   useBomb(9, func(id string) string { return `<rect fill="url(#` + id + `)"/>` }),
		"nested masks":      useBomb(9, func(id string) string { return `<rect style="mask:url('#` + id + `')"/>` }),
		"nested style rules": useBomb(9, func(id string) string {
			return `<style>.` + id + `{mask:url(#` + id + `)}</style><g class="` + id + `"/>`
		}),
		"animated fill": useBomb(9, func(id string) string { return `<set attributeName="fill" to="url(#` + id + `)"/>` }),
		"markers at vertices": svgOpen + `<marker id="m"><path d="` + vertices + `" marker-mid="url(#n)"/></marker>` +
			`<marker id="n">` + strings.Repeat("<g/>", 10) + `</marker><path d="` + vertices + `" style="marker:url(#m)"/>` + svgEnd,
		"inherited marker":               marker + `<g marker-mid="url(#m)"><path d="` + vertices + `"/></g>` + svgEnd,
		"marker inherited by use":        marker + `<path id="x" d="` + vertices + `"/><use href="#x" marker-mid="url(#m)"/>` + svgEnd,
		"inherited fill":                 pattern + `<g fill="url(#p)">` + rects + `</g>` + svgEnd,
		"inherited stroke of a rule":     pattern + `<style>g{stroke:url(#p)}</style><g>` + rects + `</g>` + svgEnd,
		"markers at vertices of a style": marker + `<path style="d:path('` + vertices + `');marker-mid:url(#m)"/>` + svgEnd,
		"markers at vertices of a rule":  marker + `<style>path{d:path('` + vertices + `')}</style><path marker-mid="url(#m)"/>` + svgEnd,
		"markers at animated vertices": marker +
			`<polyline points="0 0" marker-mid="url(#m)"><set attributeName="points" to="` + vertices + `"/></polyline>` + svgEnd,
		"markers at vertices animated from elsewhere": marker +
			`<path id="x" marker-mid="url(#m)"/><animate href="#x" attributeName="d" values="` + vertices + `"/>` + svgEnd,
		"rule for every element": svgOpen + `<style>*{mask:url(#m)}</style><mask id="m">` + strings.Repeat("<stop/>", 500) + `</mask>` +
			strings.Repeat("<g/>", 600) + svgEnd,
		"use of itself":        svgOpen + `<g id="a"><use href="#a"/></g>` + svgEnd,
		"use of each other":    svgOpen + `<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>` + svgEnd,
		"pattern of itself":    svgOpen + `<pattern id="a"><rect class="x"/></pattern><style>.x{fill:url(#a)}</style>` + svgEnd,
		"deep nesting":         svgOpen + strings.Repeat("<g>", 1000) + strings.Repeat("</g>", 1000) + svgEnd,
		"too many elements":    svgOpen + strings.Repeat("<g/>", maxSVGElements) + svgEnd,
		"too many style rules": svgOpen + `<style>` + strings.Repeat("a{fill:red}", maxRules+1) + `</style>` + svgEnd,
		"long chain of use":    svgOpen + chainOfUse(1000) + svgEnd,
		"selectors by references": svgOpen + `<style>` + strings.Repeat("a,", 2000) + `b{` + strings.Repeat("fill:url(#a);", 2000) +
			`}</style>` + svgEnd,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New().Clean(t.Context(), []byte(svg))
			if errs.KindOf(err) != errs.Unsupported || !strings.Contains(err.Error(), "as PNG") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func chainOfUse(length int) string {
	var b strings.Builder
	for i := range length {
		fmt.Fprintf(&b, `<g id="c%d"><use href="#c%d"/></g>`, i, i+1)
	}
	return b.String()
}

func TestCleanAcceptsManyUsesOfOneSymbol(t *testing.T) {
	got := clean(t, []byte(svgOpen+`<symbol id="s"><path d="M0 0"/></symbol>`+strings.Repeat(`<use href="#s"/>`, 50_000)+svgEnd))
	if n := bytes.Count(got.Data, []byte("<use ")); n != 50_000 {
		t.Errorf("%d uses are left", n)
	}
}

func TestCleanAcceptsInheritedGradients(t *testing.T) {
	gradient := `<linearGradient id="a"><stop/><stop/></linearGradient>`
	groups := strings.Repeat(`<g fill="url(#a)" class="b">`, 8) + strings.Repeat("<path/>", 2000) + strings.Repeat("</g>", 8)
	got := clean(t, []byte(svgOpen+`<style>.b,path{stroke:url(#a)}</style>`+gradient+groups+svgEnd))
	if n := bytes.Count(got.Data, []byte("<path")); n != 2000 {
		t.Errorf("%d paths are left", n)
	}
}

// TestParseSVGIsLinear parses inputs that would take quadratic time or memory if
// a scan started again at each element, and compares allocations with the size.
func TestParseSVGIsLinear(t *testing.T) {
	for name, svg := range map[string]string{
		"attributes": `<svg ` + strings.Repeat(` a=""`, 400_000) + `/>`,
		"urls":       svgOpen + `<g style="` + strings.Repeat("url(#", 400_000) + `"/>` + svgEnd,
		"parens":     svgOpen + `<g style="` + strings.Repeat("a(", 400_000) + `"/>` + svgEnd,
		"quotes":     svgOpen + `<style>` + strings.Repeat(`a'b`, 400_000) + `</style>` + svgEnd,
		"blocks":     svgOpen + `<style>` + strings.Repeat(`a{`, 400_000) + `</style>` + svgEnd,
		"comments":   svgOpen + `<style>` + strings.Repeat(`/*`, 400_000) + `</style>` + svgEnd,
		"dropped":    svgOpen + `<x>` + strings.Repeat(`<y>`, 100_000),
		"prolog":     strings.Repeat(`<?a ?>`, 200_000),
	} {
		t.Run(name, func(t *testing.T) {
			if used := allocated(func() { _, _ = New().Clean(t.Context(), []byte(svg)) }); used > 64<<20 {
				t.Errorf("%d bytes took %d MB", len(svg), used>>20)
			}
		})
	}
}
