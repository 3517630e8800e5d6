package ssr

import (
	"strings"
	"testing"

	"perimeter/internal/brand"
	"perimeter/internal/company"
)

func TestOwnersColorsAndIconsAreInTheDocument(t *testing.T) {
	l := layout{pages: map[string]string{}}
	look := company.Brand{Colors: brand.Presets()[0].Colors, Icon: `/objects/uploads/a"b`}
	palette := brand.Derive(look.Colors)
	page := l.document(renderResult{}, "/about", look, nil)
	for _, part := range []string{
		`data-theme="light" style="` + palette.Properties() + `">`,
		`<meta name="theme-color" content="` + palette.Light["paper"] + `" data-theme="light">`,
		`<meta name="theme-color" content="` + palette.Dark["paper"] + `" data-theme="dark"`,
		`<link rel="icon" href="/objects/uploads/a&#34;b"><link rel="apple-touch-icon" href="/objects/uploads/a&#34;b">`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the document lacks %s", part)
		}
	}
	if strings.Contains(page, FaviconPath) {
		t.Error("the document names the usual icon too")
	}
	if office := l.document(renderResult{}, AdminPath, look, nil); strings.Contains(office, "style=") || !strings.Contains(office, lightPaper) {
		t.Error("the back office has the owner's colors")
	}
	if login := l.document(renderResult{}, LoginPath, look, nil); !strings.Contains(login, "style=") {
		t.Error("the login page lacks the owner's colors")
	}
}

func TestUsualColorsNeedNoStyle(t *testing.T) {
	l := layout{pages: map[string]string{}}
	page := l.document(renderResult{}, "/", company.Brand{}, nil)
	icon := `<link rel="icon" href="/favicon.svg" type="image/svg+xml">`
	if strings.Contains(page, "style=") || !strings.Contains(page, lightPaper) || !strings.Contains(page, icon) {
		t.Errorf("the document begins with %.400s", page)
	}
}
