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

	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/net/html"
)

// The bounds of what one piece of HTML may ask for. The longest sensible
// templates stay far below them.
const (
	maxClassNames  = 4000
	maxClassLength = 200
	maxStylesheets = 256 // that are kept
)

// stylist compiles the styles of class names. Its program is large and rarely
// needed, so it is loaded at the first use and each compilation has an engine of
// its own: the compiler adds up all class names that it ever saw.
type stylist struct {
	program func() (*program, error)
	turn    chan struct{} // one compilation at a time

	mu   sync.Mutex
	kept map[[sha256.Size]byte]string
}

func newStylist(bundle fs.FS, l limits, logger *slog.Logger) *stylist {
	return &stylist{
		program: sync.OnceValues(func() (*program, error) {
			source, err := fs.ReadFile(bundle, "server/css.js")
			if err != nil {
				return nil, err
			}
			return compile("css.js", string(source), l, logger)
		}),
		turn: make(chan struct{}, 1),
		kept: map[[sha256.Size]byte]string{},
	}
}

// css returns the styles of the class names in the markup, or nothing when it
// has none.
func (s *stylist) css(ctx context.Context, markup string) (string, error) {
	names := classNames(markup)
	if len(names) == 0 {
		return "", nil
	}
	list, err := json.Marshal(names)
	if err != nil {
		return "", err
	}
	key := sha256.Sum256(list)
	if css, ok := s.find(key); ok {
		return css, nil
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	// Whoever had the turn before may have compiled the same.
	if css, ok := s.find(key); ok {
		return css, nil
	}
	css, err := s.compile(ctx, string(list))
	if err != nil {
		return "", fmt.Errorf("compile the styles of a template: %w", err)
	}
	s.keep(key, css)
	return css, nil
}

func (s *stylist) find(key [sha256.Size]byte) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	css, ok := s.kept[key]
	return css, ok
}

func (s *stylist) keep(key [sha256.Size]byte, css string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) >= maxStylesheets {
		for old := range s.kept { // any will do: it can be compiled again
			delete(s.kept, old)
			break
		}
	}
	s.kept[key] = css
}

func (s *stylist) compile(ctx context.Context, list string) (string, error) {
	p, err := s.program()
	if err != nil {
		return "", err
	}
	e, err := p.start()
	if err != nil {
		return "", err
	}
	defer e.close()
	css, err := e.call(ctx, "CSS.compileClasses", list)
	if err != nil {
		return "", err
	}
	return lowered(css)
}

// lowered makes nested CSS plain, for browsers of the last years, and small.
func lowered(css string) (string, error) {
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

// classNames returns the distinct words of all class attributes, sorted.
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
				if len(name) <= maxClassLength && len(seen) < maxClassNames {
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
