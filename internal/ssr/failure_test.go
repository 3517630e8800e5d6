package ssr

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// failingCache returns a cache in which every revision from 100 to 199
// fails after five seconds, and the number of its renders.
func failingCache() (*Cache, *atomic.Int32) {
	var renders atomic.Int32
	return NewCache(DefaultCacheSize, func(_ context.Context, path string, version Version) (*Document, error) {
		renders.Add(1)
		if version.Revision >= 100 && version.Revision < 200 {
			time.Sleep(5 * time.Second)
			return nil, fmt.Errorf("fill: %w", &RenderError{Path: path, Err: errors.New("interrupted")})
		}
		return newDocument(path, 200, name(version)), nil
	}, anyChange), &renders
}

func TestAFailedRenderIsNotRepeatedForTheSameVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, renders := failingCache()
		want := func(version Version, total int32) {
			t.Helper()
			var failed *RenderError
			if _, err := c.Get(t.Context(), "/", version); !errors.As(err, &failed) {
				t.Errorf("got %v", err)
			}
			if n := renders.Load(); n != total {
				t.Errorf("%d renders, want %d", n, total)
			}
		}
		for range 20 {
			want(at(101), 1)
		}
		for range 20 {
			want(at(102), 2)
		}
		for attempt := range int32(3) {
			delay := firstRetry << attempt
			time.Sleep(delay - time.Nanosecond)
			want(at(102), 2+attempt)
			time.Sleep(time.Nanosecond)
			for range 20 {
				want(at(102), 3+attempt)
			}
		}
		for range 20 { // far beyond the longest delay
			time.Sleep(lastRetry)
			_, _ = c.Get(t.Context(), "/", at(102))
		}
		if n := renders.Load(); n != 25 {
			t.Errorf("%d renders, want one every %s", n, lastRetry)
		}
		time.Sleep(lastRetry - 1)
		want(at(102), 25)
		want(at(103), 26)
		time.Sleep(firstRetry)
		want(at(103), 27)
	})
}

func TestOneFailedRenderIsRepeatedAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, renders := failingCache()
		paths := []string{"/a", "/b", "/c"}
		for _, path := range paths {
			mustGet(t, c, path, at(1))
			go func() { _, _ = c.Get(t.Context(), path, at(101)) }()
		}
		time.Sleep(time.Minute)
		before := renders.Load()
		retry := make(chan struct{})
		go func() {
			_, _ = c.Get(t.Context(), "/a", at(101))
			close(retry)
		}()
		synctest.Wait()
		for _, path := range paths { // none waits for the render
			if got := mustGet(t, c, path, at(101)); got != "1" {
				t.Errorf("got %q", got)
			}
		}
		select {
		case <-retry:
			t.Error("the retry has ended: others have waited for it")
		default:
		}
		if n := renders.Load() - before; n != 1 {
			t.Errorf("%d renders at once, want 1", n)
		}
		<-retry
		go func() { _, _ = c.Get(t.Context(), "/b", at(101)) }()
		synctest.Wait()
		if n := renders.Load() - before; n != 2 {
			t.Errorf("%d renders after the retry, want 2", n)
		}
		time.Sleep(time.Minute)
	})
}

func TestTheLastGoodDocumentIsServedWhileRenderingFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, renders := failingCache()
		mustGet(t, c, "/", at(1))
		for range 20 { // concurrently here, one after another below
			go func() {
				if d, err := c.Get(t.Context(), "/", at(101)); err != nil || string(d.Body()) != "1" {
					t.Errorf("got %v, %v", d, err)
				}
			}()
		}
		time.Sleep(6 * time.Second)
		for range 20 {
			if got := mustGet(t, c, "/", at(101)); got != "1" {
				t.Errorf("got %q", got)
			}
		}
		if got := mustGet(t, c, "/", at(200)); got != "200" || renders.Load() != 3 {
			t.Errorf("got %q after %d renders, want 3", got, renders.Load())
		}
		if len(c.failures) != 0 {
			t.Errorf("%d failures are remembered after a success", len(c.failures))
		}
	})
}

func TestFailuresOfAnotherPathAreNotRemembered(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(context.Context, string, Version) (*Document, error) {
		return nil, &RenderError{Path: "/-", Err: errors.New("interrupted")}
	}, anyChange)
	for i := range 10 {
		if _, err := c.Get(t.Context(), fmt.Sprintf("/wp-admin/%d", i), at(1)); err == nil {
			t.Error("no error")
		}
	}
	if n := len(c.failures); n != 0 {
		t.Errorf("%d failures are remembered, and clients can invent more", n)
	}
}

func TestTheNumberOfRememberedFailuresIsLimited(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(_ context.Context, path string, _ Version) (*Document, error) {
		return nil, &RenderError{Path: path, Err: errors.New("interrupted")}
	}, anyChange)
	for i := range 2 * maxFailures {
		_, _ = c.Get(t.Context(), fmt.Sprintf("/blog/%d", i), at(1))
	}
	if n := len(c.failures); n != maxFailures {
		t.Errorf("%d failures, want %d", n, maxFailures)
	}
}

func TestOnlyFailuresOfTheBundleAreRenderErrors(t *testing.T) {
	var log strings.Builder
	options := Options{Engines: 1, Timeout: time.Minute, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	r := newRenderer(t, testBundle(), options)
	options.Timeout = loopLimit
	looping := newRenderer(t, testBundle(), options)
	isRenderError := func(ctx context.Context, path string) bool {
		r := r
		if path == "/loop" {
			r = looping
		}
		_, err := r.Render(ctx, page(path))
		var failed *RenderError
		return errors.As(err, &failed) && failed.Path == path
	}
	for _, path := range []string{"/throw", "/loop", "/undefined", "/invalid", "/reject"} {
		if !isRenderError(t.Context(), path) {
			t.Errorf("%s: not a RenderError", path)
		}
		if !strings.Contains(log.String(), "path="+path) {
			t.Errorf("%s: the failure is not logged", path)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if isRenderError(gone, "/") {
		t.Error("a cancelled render is a RenderError")
	}
	r.Close()
	if isRenderError(t.Context(), "/") {
		t.Error("a closed renderer returns a RenderError")
	}
}

func TestFailedCSSIsNotCompiledAgain(t *testing.T) {
	// The time stands still, so that all callers come before the retry time.
	synctest.Test(t, func(t *testing.T) {
		c := newTestCompiler(`var CSS = { compileClasses: async () => { throw new Error("no") } }`, time.Minute)
		var log strings.Builder
		c.logger = slog.New(slog.NewTextHandler(&log, nil))
		var calls atomic.Int32
		start := c.program
		c.program = func() (*program, error) {
			calls.Add(1)
			return start()
		}
		var compiling sync.WaitGroup
		for range 8 {
			compiling.Go(func() {
				if _, err := c.css(t.Context(), `<p class="a">`); err == nil {
					t.Error("no error")
				}
			})
		}
		compiling.Wait()
		if n := calls.Load(); n != 1 {
			t.Errorf("%d compilations, want 1", n)
		}
		for key, result := range c.cache {
			result.retryAt = time.Now()
			c.cache[key] = result
		}
		if _, err := c.css(t.Context(), `<p class="a">`); err == nil || calls.Load() != 2 {
			t.Errorf("%v after %d compilations, want a second one after the retry time", err, calls.Load())
		}
		if n := strings.Count(log.String(), "could not be compiled"); n != 2 {
			t.Errorf("logged %d times, want once for each attempt", n)
		}
	})
}

func TestACancelledCompilationIsNotRemembered(t *testing.T) {
	c := newTestCompiler(`var CSS = { async compileClasses() { for (;;); } }`, time.Minute)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := c.css(ctx, `<p class="a">`); err == nil {
		t.Error("no error")
	}
	if n := len(c.cache); n != 0 {
		t.Errorf("%d results are cached", n)
	}
}
