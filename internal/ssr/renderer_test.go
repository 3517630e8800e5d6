package ssr

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
)

func TestNewSaysHowToBuildAMissingBundle(t *testing.T) {
	_, err := New(fstest.MapFS{}, Options{})
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("got %v", err)
	}
}

func TestNewRefusesABundleThatDoesNotRun(t *testing.T) {
	for name, source := range map[string]string{"syntax": "var SSR = {", "load": "missing.thing()"} {
		bundle := testBundle()
		bundle["server/ssr.js"] = &fstest.MapFile{Data: []byte(source)}
		if _, err := New(bundle, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestRenderReturnsTheStatusOfTheBundle(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	for path, want := range map[string]int{"/": 200, "/-": 404} {
		d, err := r.Render(t.Context(), page(path))
		if err != nil {
			t.Fatal(err)
		}
		if d.Status() != want || d.Path != path {
			t.Errorf("%s: status %d of %s, want %d", path, d.Status(), d.Path, want)
		}
	}
}

func TestAPageIsPaintedWithItsWholeHeader(t *testing.T) {
	for body, want := range map[string]bool{`<header></header><p id="opens-in-new-tab" hidden>`: true, `<main>`: false} {
		document := (&layout{}).document(renderResult{Body: body}, "/", company.Brand{}, nil)
		head, _, _ := strings.Cut(document, "<body>")
		if strings.Contains(head, wholeHeader) != want {
			t.Errorf("with %s the head is %s", body, head)
		}
	}
}

func TestDocumentPartsAreInOrder(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	d, err := r.Render(t.Context(), page("/", Query{Key: []string{"content"}, Data: []string{}}))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8">`,
		`<meta name="viewport" content="width=device-width, initial-scale=1">`,
		`<meta name="theme-color" content="#f7f2e8" data-theme="light">`,
		`<script>theme()</script>`,
		`<title>/</title>`,
		`<style>p{}a{}</style>`,
		`<template id="scripts"><link rel="manifest" href="/manifest.webmanifest"><link rel="modulepreload" href="/assets/shared.js">`,
		`<link rel="modulepreload" href="/assets/card.js"><link rel="modulepreload" href="/assets/home.js">`,
		`<script type="module" src="/assets/site.js" integrity="sha256-zrfocFs8vkoCMSBdXwu95ypAr9HWNoYaYFUmPkwr/Ag="></script></template>`,
		`</head><body><div id="root">Perimeter 1</div>`,
		`<script type="application/json" id="page-data">{"path":"/",`,
		`"queries":[{"key":["content"],"data":[]}]}</script></body></html>`,
	}
	rest := string(d.Body())
	for _, part := range want {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Fatalf("%s is missing or out of order in\n%s", part, d.Body())
		}
		rest = after
	}
	for _, part := range []string{"woff2", "picture.png", "admin", "stylesheet"} {
		if strings.Contains(string(d.Body()), part) {
			t.Errorf("the document contains %s", part)
		}
	}
}

func TestAPageWithoutAChunkOfItsOwnLoadsTheEntry(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	d, err := r.Render(t.Context(), page("/about"))
	if err != nil {
		t.Fatal(err)
	}
	want := `<template id="scripts"><link rel="manifest" href="/manifest.webmanifest"><link rel="modulepreload" href="/assets/shared.js"><script type="module" src="/assets/site.js"`
	if !strings.Contains(string(d.Body()), want) {
		t.Errorf("%s is not in\n%s", want, d.Body())
	}
}

func TestLoginPageLoadsTheAdminBundle(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	d, err := r.Render(t.Context(), page("/login"))
	if err != nil {
		t.Fatal(err)
	}
	body := string(d.Body())
	for _, part := range []string{
		`<div id="root">Perimeter`,
		`<link rel="stylesheet" href="/assets/shared.css"><link rel="stylesheet" href="/assets/admin.css">`,
		`<link rel="preload" as="font" type="font/woff2" href="/assets/core-text.woff2" crossorigin>`,
		`<link rel="modulepreload" href="/assets/shared.js"><link rel="modulepreload" href="/assets/admin-shared.js">`,
		`src="/assets/admin.js" integrity="sha256-`, `"></script></template>`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("%s is not in\n%s", part, body)
		}
	}
}

func TestAdminPageIsAnEmptyShellWithNoindex(t *testing.T) {
	bundle := testBundle()
	bundle["server/ssr.js"] = &fstest.MapFile{Data: []byte(`var SSR = { render() { throw new Error("must not be called") } }`)}
	r := newRenderer(t, bundle, Options{})
	p := page("/admin")
	p.Identity.Name = `Bugs & <b>Sons</b>`
	d, err := r.Render(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`<title>Admin Dashboard | Bugs &amp; &lt;b&gt;Sons&lt;/b&gt;</title><meta name="robots" content="noindex">`,
		`<body><div id="root" class="min-h-dvh bg-desk"></div><script type="application/json"`,
		`"queries":[]`,
		`<link rel="manifest" href="/admin/manifest.webmanifest">`,
		`<script type="module" src="/assets/admin.js" integrity="sha256-`, `"></script></head>`,
	} {
		if !strings.Contains(string(d.Body()), part) {
			t.Errorf("%s is not in\n%s", part, d.Body())
		}
	}
}

func TestPageDataIsEscapedInItsScriptElement(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	hostile := "</script><!--<script>\u2028\u2029&"
	d, err := r.Render(t.Context(), page("/", Query{Key: []string{"x"}, Data: hostile}))
	if err != nil {
		t.Fatal(err)
	}
	_, data, _ := strings.Cut(string(d.Body()), `id="page-data">`)
	data, _, _ = strings.Cut(data, "</script></body>")
	if strings.ContainsAny(data, "<>\u2028\u2029") {
		t.Errorf("not escaped: %s", data)
	}
	var got Page
	if err := json.Unmarshal([]byte(data), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(hostile, got.Queries[0].Data); diff != "" {
		t.Errorf("the data changed (-want +got):\n%s", diff)
	}
}

func TestHashesMatchTheInlineScriptAndStyle(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	for content, got := range map[string]string{"theme()": r.ScriptHash(), "p{}a{}": r.StyleHash()} {
		sum := sha256.Sum256([]byte(content))
		if want := "sha256-" + base64.StdEncoding.EncodeToString(sum[:]); got != want {
			t.Errorf("%s: got %s, want %s", content, got, want)
		}
	}
}

func TestNewRefusesCSSThatClosesItsStyleElement(t *testing.T) {
	bundle := testBundle()
	bundle["client/assets/site.css"] = &fstest.MapFile{Data: []byte("p::after{content:'</style>'}")}
	if _, err := New(bundle, Options{}); err == nil || !strings.Contains(err.Error(), "site.css") {
		t.Errorf("got %v", err)
	}
}

func TestRedirectIsADocumentOfItsTarget(t *testing.T) {
	d := Redirect("/blog/new")
	if d.Status() != 301 || d.Path != "/blog/new" {
		t.Errorf("%d %s", d.Status(), d.Path)
	}
}

func TestAFailedRenderDoesNotAffectTheNextOne(t *testing.T) {
	patient := newRenderer(t, testBundle(), Options{Engines: 1, Timeout: time.Minute, Memory: 32 << 20})
	looping := newRenderer(t, testBundle(), Options{Engines: 1, Timeout: loopLimit, Memory: 32 << 20})
	for path, want := range map[string]string{
		"/throw":     "TypeError: no such thing",
		"/loop":      "interrupted",
		"/memory":    "out of memory",
		"/recursion": "stack overflow",
		"/undefined": "neither a string",
		"/invalid":   "invalid character",
		"/reject":    "Error: rejected",
		"/pending":   "neither a string",
	} {
		r := patient
		if path == "/loop" {
			r = looping
		}
		if _, err := r.Render(t.Context(), page(path)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", path, err, want)
		}
		if _, err := r.Render(t.Context(), page("/")); err != nil {
			t.Errorf("after %s: %v", path, err)
		}
	}
}

func TestRenderErrorsHaveAJavaScriptStack(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	if _, err := r.Render(t.Context(), page("/throw")); err == nil || !strings.Contains(err.Error(), "at render") {
		t.Errorf("no stack in %v", err)
	}
}

func TestRenderAwaitsAPromise(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	d, err := r.Render(t.Context(), page("/promise"))
	if err != nil || !strings.Contains(string(d.Body()), "<body>from a promise<") {
		t.Errorf("%v %s", err, d.Body())
	}
}

func TestConsoleOutputIsLogged(t *testing.T) {
	var out bytes.Buffer
	r := newRenderer(t, testBundle(), Options{Logger: slog.New(slog.NewTextHandler(&out, nil))})
	if _, err := r.Render(t.Context(), page("/console")); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "level=ERROR") || !strings.Contains(got, `text="something odd"`) {
		t.Errorf("logged %q", got)
	}
}

func TestRenderStopsWhenItsContextEnds(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{Engines: 1, Timeout: time.Minute})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	var rendering sync.WaitGroup
	for range 2 { // one runs, one waits for the engine
		rendering.Go(func() {
			// Not a failure of the page: callers log those as defects.
			if _, err := r.Render(ctx, page("/loop")); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v", err)
			}
		})
	}
	rendering.Wait()
	if _, err := r.Render(t.Context(), page("/")); err != nil {
		t.Errorf("the next page fails: %v", err)
	}
}

func TestRenderIsSafeForConcurrentUse(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{Engines: 3})
	var rendering sync.WaitGroup
	for range 30 {
		rendering.Go(func() {
			if _, err := r.Render(t.Context(), page("/")); err != nil {
				t.Error(err)
			}
		})
	}
	rendering.Wait()
	if n := len(r.engines.idle); n < 1 || n > 3 {
		t.Errorf("%d idle engines, want 1 to 3", n)
	}
}

func TestRenderFailsAfterClose(t *testing.T) {
	r := newRenderer(t, testBundle(), Options{})
	r.Close()
	if _, err := r.Render(t.Context(), page("/")); !errors.Is(err, errClosed) {
		t.Errorf("got %v", err)
	}
}
