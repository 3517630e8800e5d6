package ssr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime"
	"time"
)

// Options tune a Renderer; the zero value is right for production.
type Options struct {
	Engines int           // engines that render at once; about the number of processors when 0
	Timeout time.Duration // of one rendering; 5 s when 0
	Memory  uint64        // bytes that one engine may take; 256 MiB when 0
	Logger  *slog.Logger  // slog.Default() when nil
}

func (o Options) withDefaults() Options {
	if o.Engines == 0 {
		// More would only take memory: a page is rendered once and then kept.
		o.Engines = min(runtime.GOMAXPROCS(0), 8)
	}
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if o.Memory == 0 {
		o.Memory = 256 << 20
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

// Renderer turns pages into documents. It may be used by many goroutines.
type Renderer struct {
	layout layout
	pages  *pool
	styles *stylist
}

// New prepares the bundle, which is the output of the front-end build, and
// starts a first engine.
func New(bundle fs.FS, o Options) (*Renderer, error) {
	o = o.withDefaults()
	layout, err := newLayout(bundle)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("the front end is not built: run make build")
	}
	if err != nil {
		return nil, err
	}
	source, err := fs.ReadFile(bundle, "server/ssr.js")
	if err != nil {
		return nil, err
	}
	limits := limits{time: o.Timeout, memory: uintptr(o.Memory)}
	pages, err := compile("ssr.js", string(source), limits, o.Logger)
	if err != nil {
		return nil, err
	}
	r := &Renderer{
		layout: layout,
		pages:  newPool(o.Engines, pages.start),
		styles: newStylist(bundle, limits, o.Logger),
	}
	return r, r.pages.warm()
}

// Render returns the document of a page.
func (r *Renderer) Render(ctx context.Context, page Page) (*Document, error) {
	if page.Queries == nil {
		page.Queries = []Query{} // a list for the bundle, never null
	}
	data, err := json.Marshal(page)
	if err != nil {
		return nil, fmt.Errorf("encode the data of %s: %w", page.Path, err)
	}
	out := shell(page.Identity)
	if page.Path != AdminPath {
		if out, err = r.render(ctx, data); err != nil {
			return nil, fmt.Errorf("render %s: %w", page.Path, err)
		}
	}
	return newDocument(page.Path, out.Status, r.layout.document(out, page.Path, data)), nil
}

func (r *Renderer) render(ctx context.Context, data []byte) (rendered, error) {
	answer, err := r.pages.call(ctx, "SSR.render", string(data))
	if err != nil {
		return rendered{}, err
	}
	var out rendered
	if err := json.Unmarshal([]byte(answer), &out); err != nil {
		return rendered{}, fmt.Errorf("read the bundle's answer: %w", err)
	}
	return out, nil
}

// CSS returns the styles of the utility classes in html that an administrator
// typed, in the theme of the site.
func (r *Renderer) CSS(ctx context.Context, html string) (string, error) {
	return r.styles.css(ctx, html)
}

// ScriptHash names the one inline script of every document, for the content
// security policy.
func (r *Renderer) ScriptHash() string { return contentHash(r.layout.script) }

// StyleHash names the one style element of every public document.
func (r *Renderer) StyleHash() string { return contentHash(r.layout.style) }

// Close frees the engines. Rendering fails afterwards.
func (r *Renderer) Close() { r.pages.close() }
