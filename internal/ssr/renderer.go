package ssr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Options configure a Renderer; production uses the zero value.
type Options struct {
	Engines int           // maximum number of engines; GOMAXPROCS, at most 4, when 0
	Timeout time.Duration // of one render; 20 s when 0
	Memory  uint64        // memory limit of one engine in bytes; 256 MiB when 0
	Logger  *slog.Logger  // slog.Default() when nil
}

func (o Options) withDefaults() Options {
	if o.Engines == 0 {
		// Pages are cached, so more engines would only cost memory.
		o.Engines = min(runtime.GOMAXPROCS(0), 4)
	}
	if o.Timeout == 0 {
		// A page takes a few hundredths of a second, but the time in which a busy machine does
		// something else counts too.
		o.Timeout = 20 * time.Second
	}
	if o.Memory == 0 {
		o.Memory = 256 << 20
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return o
}

// Renderer turns pages into documents. It is safe for concurrent use.
type Renderer struct {
	layout  layout
	engines *pool
	css     *cssCompiler
	theme   string
	logger  *slog.Logger
}

// New loads the bundle, which is the output of the front-end build, and starts
// the first engine.
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
	theme, err := fs.ReadFile(bundle, "server/theme-version.txt")
	if err != nil {
		return nil, err
	}
	limits := limits{time: o.Timeout, memory: uintptr(o.Memory)}
	program, err := compile("ssr.js", string(source), limits, o.Logger)
	if err != nil {
		return nil, err
	}
	r := &Renderer{
		layout:  layout,
		engines: newPool(o.Engines, program.start),
		css:     newCSSCompiler(bundle, limits, o.Logger),
		theme:   string(theme),
		logger:  o.Logger,
	}
	return r, r.engines.warm()
}

// Render returns the document of a page. It returns a RenderError, and logs it,
// if the bundle fails or exceeds a limit.
func (r *Renderer) Render(ctx context.Context, page Page) (*Document, error) {
	if page.Queries == nil {
		page.Queries = []Query{} // JSON null would break the bundle
	}
	data, err := json.Marshal(page)
	if err != nil {
		return nil, fmt.Errorf("encode the data of %s: %w", page.Path, err)
	}
	out := adminShell(page.Identity)
	if page.Path != AdminPath {
		if out, err = r.render(ctx, data); err != nil {
			if ctx.Err() != nil {
				// A script that was stopped fails with an error of its own, which would look like a
				// defect to whoever asks why the context has ended.
				return nil, fmt.Errorf("render %s: %w: %w", page.Path, ctx.Err(), err)
			}
			if errors.Is(err, errNoEngine) {
				return nil, fmt.Errorf("render %s: %w", page.Path, err)
			}
			r.logger.ErrorContext(ctx, "a page could not be rendered", "path", page.Path, "error", err)
			return nil, &RenderError{Path: page.Path, Err: err}
		}
	}
	o := htmlOptions(out.Status)
	o.ContentPolicy = page.ContentPolicy
	return compressedDocument(page.Path, r.layout.document(out, page.Path, page.Identity.Brand, data), o), nil
}

func (r *Renderer) render(ctx context.Context, data []byte) (renderResult, error) {
	result, err := r.engines.call(ctx, "SSR.render", string(data))
	if err != nil {
		return renderResult{}, err
	}
	var out renderResult
	if err := json.Unmarshal([]byte(result), &out); err != nil {
		return renderResult{}, fmt.Errorf("decode the result of the bundle: %w", err)
	}
	return out, nil
}

// CSS returns the CSS of the Tailwind classes in html, in the site's theme.
func (r *Renderer) CSS(ctx context.Context, html string) (string, error) {
	return r.css.css(ctx, html)
}

// ThemeVersion returns the hash of everything but the classes that the result of CSS
// depends on. The front end puts it into the URLs of style sheets.
func (r *Renderer) ThemeVersion() string { return r.theme }

// ScriptHash returns the hash of the inline script in every document, for the
// content security policy.
func (r *Renderer) ScriptHash() string { return contentHash(r.layout.script) }

// StyleHash returns the hash of the style element in every public document.
func (r *Renderer) StyleHash() string { return contentHash(r.layout.style) }

// Build identifies the front-end build that documents refer to.
func (r *Renderer) Build() string {
	l := &r.layout
	parts := []string{l.script, l.style, l.site, l.login, l.admin}
	for _, module := range slices.Sorted(maps.Keys(l.pages)) {
		parts = append(parts, l.pages[module])
	}
	return contentHash(strings.Join(parts, ""))
}

// Close frees the engines. Later calls of Render fail.
func (r *Renderer) Close() { r.engines.close() }
