package server

import (
	"strings"
	"testing"

	"perimeter/internal/site"
)

func TestPageAt(t *testing.T) {
	for path, want := range map[string]struct {
		id       site.PageID
		redirect string
	}{
		"/":                                    {id: site.PageID{Kind: site.PageHome}},
		"//":                                   {id: site.PageID{Kind: site.PageHome}, redirect: "/"},
		"/about":                               {id: site.PageID{Kind: site.PageAbout}},
		"/about/":                              {id: site.PageID{Kind: site.PageAbout}, redirect: "/about"},
		"/admin":                               {id: site.PageID{Kind: site.PageAdmin}},
		"/admin/":                              {id: site.PageID{Kind: site.PageAdmin}, redirect: "/admin"},
		"/admin/nothing":                       {id: site.PageID{Kind: site.PageAdminNotFound}},
		"/nothing":                             {id: site.PageID{Kind: site.PageNotFound}},
		"/nothing/":                            {id: site.PageID{Kind: site.PageNotFound}},
		"/a/b/c":                               {id: site.PageID{Kind: site.PageNotFound}},
		"/services/":                           {id: site.PageID{Kind: site.PageServices}, redirect: "/services"},
		"/services/ants":                       {id: site.PageID{Kind: site.PageService, Slug: "ants"}},
		"/services/ants/":                      {id: site.PageID{Kind: site.PageService, Slug: "ants"}, redirect: "/services/ants"},
		"/services/7":                          {id: site.PageID{Kind: site.PageService, Slug: "7"}},
		"/services/a/b":                        {id: site.PageID{Kind: site.PageNotFound}},
		"/services/\x00":                       {id: site.PageID{Kind: site.PageService}},
		"/services/-":                          {id: site.PageID{Kind: site.PageService}},
		"/blog/a/b":                            {id: site.PageID{Kind: site.PageNotFound}},
		"/blog/news":                           {id: site.PageID{Kind: site.PagePost, Slug: "news"}},
		"/blog/" + strings.Repeat("x", 10_000): {id: site.PageID{Kind: site.PagePost}},
	} {
		if id, redirect := pageAt(path); id != want.id || redirect != want.redirect {
			t.Errorf("pageAt(%.40q) = %v, %q; want %v, %q", path, id, redirect, want.id, want.redirect)
		}
	}
}

func TestPathOfIsTheInverseOfPageAt(t *testing.T) {
	paths := []string{"/services/ants", "/services/-", "/blog/news", "/blog/-", "/admin/-", "/-"}
	for path := range staticPages {
		paths = append(paths, path)
	}
	for _, path := range paths {
		id, _ := pageAt(path)
		if got := pathOf(id); got != path {
			t.Errorf("pathOf(%v) = %q, want %q", id, got, path)
		}
	}
}
