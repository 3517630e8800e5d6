package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/site"
)

// failing is a store whose content cannot be read.
type failing struct {
	site.Store
	fail func() error
}

func (f failing) ContentItems(context.Context) ([]site.ContentItem, error) { return nil, f.fail() }

func failingWith(fail func() error) option {
	return func(a *app, _ *Config) {
		a.siteStore = func(s site.Store) site.Store { return failing{s, fail} }
	}
}

func TestErrorKindsMapToStatuses(t *testing.T) {
	for name, tt := range map[string]struct {
		err        error
		want       int
		retryAfter string
	}{
		"no database":             {&errs.Error{Kind: errs.Unavailable, Message: "away"}, 503, "5"},
		"no database for a while": {&errs.Error{Kind: errs.Unavailable, Message: "away", RetryAfter: 1500 * time.Millisecond}, 503, "2"},
		"no space":                {&errs.Error{Kind: errs.Full, Message: "full"}, 507, ""},
		"no Google":               {&errs.Error{Kind: errs.Upstream, Message: "away"}, 502, ""},
		"too often":               {&errs.Error{Kind: errs.TooMany, Message: "slow down", RetryAfter: time.Minute}, 429, "60"},
		"wrapped":                 {errors.Join(errors.New("x"), &errs.Error{Kind: errs.Conflict, Message: "taken"}), 409, ""},
		"the client has gone":     {context.Canceled, 503, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := newApp(t, failingWith(func() error { return tt.err }))
			res := a.call(t, nobody, get, "/api/content", nil).wants(t, tt.want)
			if got := res.Header.Get("Retry-After"); got != tt.retryAfter {
				t.Errorf("Retry-After %q, want %q", got, tt.retryAfter)
			}
			if lines := a.lines(t, "internal error"); len(lines) > 0 {
				t.Errorf("logged as an internal error: %v", lines)
			}
		})
	}
}

func TestEveryErrorKindHasStatus(t *testing.T) {
	for kind := errs.Invalid; kind <= errs.Full; kind++ {
		if statuses[kind] == 0 {
			t.Errorf("kind %d has none", kind)
		}
	}
}

func TestDefectsAreLoggedButNotRevealed(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an unknown error": func() error { return errors.New("secret detail") },
		"a panic":          func() error { panic("secret detail") },
	} {
		t.Run(name, func(t *testing.T) {
			a := newApp(t, failingWith(fail))
			res := a.call(t, nobody, get, "/api/content", nil).wants(t, 500)
			if strings.Contains(res.text, "secret") {
				t.Errorf("told: %s", res.text)
			}
			lines := a.lines(t, "internal error")
			if len(lines) != 1 || !strings.Contains(lines[0]["error"].(string), "secret detail") {
				t.Errorf("logged: %v", lines)
			}
			if id := res.Header.Get("X-Request-Id"); id == "" || lines[0]["request"] != id {
				t.Errorf("the answer has the id %q, the log %v", id, lines[0]["request"])
			}
		})
	}
}

func TestPanicInPageServesPlainPage(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.Pages = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret detail") })
	})
	res := a.call(t, nobody, get, "/about", nil)
	if res.StatusCode != 500 || strings.Contains(res.text, "secret") || !strings.Contains(res.text, "<h1>") {
		t.Errorf("%d %s", res.StatusCode, res.text)
	}
	if lines := a.lines(t, "internal error"); len(lines) != 1 || lines[0]["path"] != "/about" {
		t.Errorf("logged: %v", lines)
	}
}

func TestAbortedResponsesStayAborted(t *testing.T) {
	a := newApp(t, func(_ *app, cfg *Config) {
		cfg.Pages = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	})
	defer func() {
		if cause := recover(); !isAbort(cause) {
			t.Errorf("recovered %v", cause)
		}
	}()
	a.call(t, nobody, get, "/about", nil)
}
