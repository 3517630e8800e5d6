package ssr

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/net/html"

	"perimeter/internal/limit"
)

// Limits for one piece of HTML. Real templates stay far below them.
const (
	maxClassNames  = 4000
	maxClassLength = 200
)

// maxCachedCSS is how many compiled stylesheets are cached.
const maxCachedCSS = 256

// cssCompiler compiles Tailwind classes to CSS. Its program is large and rarely
// needed, so it is loaded on first use. Each compilation gets a new engine,
// because Tailwind's compiler accumulates all classes that it has seen.
type cssCompiler struct {
	logger  *slog.Logger
	program func() (*program, error)
	slot    *limit.Slots // one compilation at a time

	mu    sync.Mutex
	cache map[[sha256.Size]byte]compiled // by the hash of the class names
}

// compiled is the result of one compilation. An error is returned again until
// retryAt, because the same classes would most likely fail again.
type compiled struct {
	css      string
	err      error
	attempts int
	retryAt  time.Time
}

func newCSSCompiler(bundle fs.FS, l limits, logger *slog.Logger) *cssCompiler {
	return &cssCompiler{
		logger: logger,
		program: sync.OnceValues(func() (*program, error) {
			source, err := fs.ReadFile(bundle, "server/css.js")
			if err != nil {
				return nil, err
			}
			return compile("css.js", string(source), l, logger)
		}),
		slot:  limit.NewSlots(1, 0, nil),
		cache: map[[sha256.Size]byte]compiled{},
	}
}

// css returns the CSS of the classes in the markup.
func (c *cssCompiler) css(ctx context.Context, markup string) (string, error) {
	names := classNames(markup)
	if len(names) == 0 {
		return "", nil
	}
	list, err := json.Marshal(names)
	if err != nil {
		return "", err
	}
	key := sha256.Sum256(list)
	if result, ok := c.cached(key); ok {
		return result.css, result.err
	}
	release, err := c.slot.Acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	// The compilation before this one may have been for the same classes.
	last, ok := c.cached(key)
	if ok {
		return last.css, last.err
	}
	css, err := c.compile(ctx, string(list))
	switch {
	case err == nil:
		c.store(key, compiled{css: css})
	case ctx.Err() != nil:
		err = fmt.Errorf("compile the CSS of a template: %w: %w", ctx.Err(), err)
	case errors.Is(err, errNoEngine):
		err = fmt.Errorf("compile the CSS of a template: %w", err)
	default:
		c.logger.ErrorContext(ctx, "the CSS of a template could not be compiled", "error", err)
		err = &RenderError{Path: "the CSS of a template", Err: err}
		attempts := last.attempts + 1
		c.store(key, compiled{err: err, attempts: attempts, retryAt: time.Now().Add(retryDelay(attempts))})
	}
	return css, err
}

// cached returns the last result, and whether it is still to be used.
func (c *cssCompiler) cached(key [sha256.Size]byte) (compiled, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	result, ok := c.cache[key]
	return result, ok && (result.err == nil || time.Now().Before(result.retryAt))
}

func (c *cssCompiler) store(key [sha256.Size]byte, result compiled) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.cache) >= maxCachedCSS {
		for old := range c.cache { // any one, since it can be compiled again
			delete(c.cache, old)
			break
		}
	}
	c.cache[key] = result
}

func (c *cssCompiler) compile(ctx context.Context, list string) (string, error) {
	p, err := c.program()
	if err != nil {
		return "", err
	}
	e, err := p.start()
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoEngine, err)
	}
	defer e.close()
	css, err := e.call(ctx, "CSS.compileClasses", list)
	if err != nil {
		return "", err
	}
	return lowerCSS(css)
}

// lowerCSS minifies CSS and rewrites what older browsers do not support, such as
// nesting.
func lowerCSS(css string) (string, error) {
	result := api.Transform(css, api.TransformOptions{
		Loader:           api.LoaderCSS,
		MinifyWhitespace: true,
		MinifySyntax:     true,
		Engines: []api.Engine{
			{Name: api.EngineChrome, Version: "111"},
			{Name: api.EngineFirefox, Version: "128"},
			{Name: api.EngineSafari, Version: "16.4"},
		},
	})
	if len(result.Errors) > 0 {
		return "", errors.New(result.Errors[0].Text)
	}
	return string(result.Code), nil
}

// classNames returns the distinct class names in the markup that may be compiled,
// sorted.
func classNames(markup string) []string {
	seen := map[string]bool{}
	tokens := html.NewTokenizer(strings.NewReader(markup))
	for tokens.Next() != html.ErrorToken {
		_, more := tokens.TagName()
		for more {
			var key, value []byte
			key, value, more = tokens.TagAttr()
			if string(key) != "class" {
				continue
			}
			for name := range strings.FieldsSeq(string(value)) {
				if len(name) <= maxClassLength && len(seen) < maxClassNames && isConfined(name) {
					seen[name] = true
				}
			}
		}
	}
	names := make([]string, 0, len(seen))
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// isConfined reports whether the CSS of a class can only concern elements inside
// the markup. A variant such as [body:has(&)_header] or [&,header] would style the
// rest of the page, and braces could end the rule.
func isConfined(name string) bool {
	if strings.ContainsAny(name, "{};") {
		return false
	}
	depth, start := 0, -1 // start is that of a variant in brackets
	for i := range len(name) {
		switch name[i] {
		case '[', '(':
			if depth == 0 && name[i] == '[' && (i == 0 || name[i-1] == ':') {
				start = i + 1
			}
			depth++
		case ']', ')':
			depth--
		case ',':
			if depth == 1 && start >= 0 {
				return false
			}
		case ':':
			if depth != 0 {
				continue
			}
			if start >= 0 && name[start] != '&' && name[start] != '@' {
				return false
			}
			start = -1
		}
	}
	return true
}
