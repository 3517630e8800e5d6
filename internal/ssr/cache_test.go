package ssr

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/scope"
)

func newDocument(path string, status int, body string) *Document {
	return compressedDocument(path, body, htmlOptions(status))
}

// slowFill returns a FillFunc that takes a second and counts its calls. The body
// of its documents names path and version.
func slowFill(count *atomic.Int32) FillFunc {
	return func(_ context.Context, path string, version Version) (*Document, error) {
		count.Add(1)
		time.Sleep(time.Second)
		return newDocument(path, 200, path+" in "+name(version)), nil
	}
}

// randomDocument returns a document of size bytes that cannot be compressed.
func randomDocument(path string, size int) *Document {
	body := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(body)
	return newDocument(path, 200, string(body))
}

// at is the version with the revision.
func at(revision int64) Version { return Version{Revision: revision, Year: 2025} }

func name(version Version) string { return strconv.FormatInt(version.Revision, 10) }

// anyChange is a ChangedFunc by which every change concerns every document.
func anyChange(int64, []scope.Scope) bool { return true }

func mustGet(t *testing.T, c *Cache, path string, version Version) string {
	t.Helper()
	d, err := c.Get(t.Context(), path, version)
	if err != nil {
		t.Fatal(err)
	}
	return string(d.Body())
}

func TestConcurrentGetsShareOneRender(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		c := NewCache(DefaultCacheSize, slowFill(&calls), anyChange)
		for range 100 {
			go func() {
				if got := mustGet(t, c, "/", at(1)); got != "/ in 1" {
					t.Errorf("got %q", got)
				}
			}()
		}
		time.Sleep(2 * time.Second)
		if got := mustGet(t, c, "/", at(1)); got != "/ in 1" || calls.Load() != 1 {
			t.Errorf("got %q after %d renders", got, calls.Load())
		}
	})
}

func TestARenderFinishesWhenItsCallerIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		fill := slowFill(&calls)
		c := NewCache(DefaultCacheSize, func(ctx context.Context, path string, version Version) (*Document, error) {
			d, _ := fill(ctx, path, version)
			return d, ctx.Err()
		}, anyChange)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := c.Get(ctx, "/", at(1)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the first caller got %v", err)
		}
		if got := mustGet(t, c, "/", at(1)); got != "/ in 1" || calls.Load() != 1 {
			t.Errorf("the second caller got %q after %d renders", got, calls.Load())
		}
	})
}

func TestNothingIsRenderedForACallerWhoIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		c := NewCache(DefaultCacheSize, slowFill(&calls), anyChange)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Get(ctx, "/", at(1)); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		synctest.Wait()
		if n := calls.Load(); n != 0 {
			t.Errorf("%d renders", n)
		}
	})
}

func TestANewVersionIsRenderedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		c := NewCache(DefaultCacheSize, slowFill(&calls), anyChange)
		mustGet(t, c, "/", at(1))
		if got := mustGet(t, c, "/", at(2)); got != "/ in 2" {
			t.Errorf("got %q", got)
		}
		if got := mustGet(t, c, "/", at(2)); got != "/ in 2" || calls.Load() != 2 {
			t.Errorf("got %q after %d renders", got, calls.Load())
		}
	})
}

func TestASlowRenderDoesNotReplaceANewerDocument(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(DefaultCacheSize, func(_ context.Context, path string, version Version) (*Document, error) {
			if version == at(1) {
				time.Sleep(time.Hour)
			}
			return newDocument(path, 200, name(version)), nil
		}, anyChange)
		go func() { _, _ = c.Get(context.Background(), "/", at(1)) }()
		synctest.Wait()
		mustGet(t, c, "/", at(2))
		time.Sleep(2 * time.Hour)
		if got := string(c.Stale("/").Body()); got != "2" {
			t.Errorf("the cached document is %q", got)
		}
	})
}

func TestErrorsReachAllCallersAndAreNotCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fails atomic.Bool
		fails.Store(true)
		c := NewCache(DefaultCacheSize, func(_ context.Context, path string, _ Version) (*Document, error) {
			time.Sleep(time.Second)
			if fails.Load() {
				return nil, errors.New("render failed")
			}
			return newDocument(path, 200, "recovered"), nil
		}, anyChange)
		for range 3 {
			go func() {
				if _, err := c.Get(t.Context(), "/", at(1)); err == nil || err.Error() != "render failed" {
					t.Errorf("got %v", err)
				}
			}()
		}
		time.Sleep(2 * time.Second)
		fails.Store(false)
		if got := mustGet(t, c, "/", at(1)); got != "recovered" {
			t.Errorf("got %q", got)
		}
	})
}

func TestAPanicIsReturnedAsAnError(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(context.Context, string, Version) (*Document, error) { panic("oops") }, anyChange)
	if _, err := c.Get(t.Context(), "/", at(1)); err == nil || !strings.Contains(err.Error(), "panic while rendering /: oops") {
		t.Errorf("got %v", err)
	}
}

func TestStaleReturnsTheLastDocument(t *testing.T) {
	failing := false
	c := NewCache(DefaultCacheSize, func(_ context.Context, path string, version Version) (*Document, error) {
		if failing {
			return nil, errors.New("no database")
		}
		return newDocument(path, 200, name(version)), nil
	}, anyChange)
	mustGet(t, c, "/", at(1))
	failing = true
	if _, err := c.Get(t.Context(), "/", at(2)); err == nil {
		t.Error("no error")
	}
	if d := c.Stale("/"); d == nil || string(d.Body()) != "1" {
		t.Errorf("got %v", d)
	}
	if d := c.Stale("/never-seen"); d != nil {
		t.Errorf("got %v", d)
	}
}

func TestTheLeastRecentlyUsedDocumentIsEvicted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(2500, func(_ context.Context, path string, _ Version) (*Document, error) {
			return randomDocument(path, 1000), nil
		}, anyChange)
		mustGet(t, c, "/a", at(1))
		mustGet(t, c, "/b", at(1))
		mustGet(t, c, "/a", at(1))
		mustGet(t, c, "/c", at(1)) // over the limit: /b is evicted
		synctest.Wait()
		for path, want := range map[string]bool{"/a": true, "/b": false, "/c": true} {
			if got := c.Stale(path) != nil; got != want {
				t.Errorf("%s is cached: %v, want %v", path, got, want)
			}
		}
		if c.bytes > 2500 || c.bytes < 2000 {
			t.Errorf("the cache counts %d bytes", c.bytes)
		}
	})
}

func TestADocumentLargerThanTheCacheIsNotCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(100, func(_ context.Context, path string, _ Version) (*Document, error) {
			return randomDocument(path, 1000), nil
		}, anyChange)
		mustGet(t, c, "/", at(1))
		synctest.Wait()
		if c.Stale("/") != nil || c.bytes != 0 {
			t.Errorf("it is cached, %d bytes", c.bytes)
		}
	})
}

func TestUnknownPathsAreNotCachedUnderTheirOwnPath(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(context.Context, string, Version) (*Document, error) {
		return newDocument("/-", 404, "not found"), nil
	}, anyChange)
	for i := range 10 {
		if got := mustGet(t, c, fmt.Sprintf("/wp-admin/%d", i), at(1)); got != "not found" {
			t.Errorf("got %q", got)
		}
	}
	if n := len(c.entries); n != 0 {
		t.Errorf("%d paths are cached", n)
	}
}

func TestRedirectsAreNotCached(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(context.Context, string, Version) (*Document, error) {
		return Redirect("/about"), nil
	}, anyChange)
	for i := range 10 {
		mustGet(t, c, "/about"+strings.Repeat("/", i+1), at(1))
	}
	if n := len(c.entries); n != 0 {
		t.Errorf("%d paths are cached, and clients can invent more", n)
	}
}

func TestPopularSortsByRecentRequests(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(_ context.Context, path string, version Version) (*Document, error) {
		return newDocument(path, 200, name(version)), nil
	}, anyChange)
	visit := func(path string, times int) {
		for range times {
			mustGet(t, c, path, at(1))
		}
	}
	visit("/blog", 2)
	visit("/", 8)
	visit("/about", 1)
	if got, want := c.Popular(2), []string{"/", "/blog"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	visit("/about", 5)
	if got, want := c.Popular(5), []string{"/about", "/", "/blog"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestACacheHitDoesNotAllocate(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(_ context.Context, path string, version Version) (*Document, error) {
		return newDocument(path, 200, name(version)), nil
	}, anyChange)
	ctx := t.Context()
	mustGet(t, c, "/", at(1))
	if n := testing.AllocsPerRun(100, func() { _, _ = c.Get(ctx, "/", at(1)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestADocumentIsRenderedAgainOnlyWhenWhatItReadHasChanged(t *testing.T) {
	changed := map[scope.Scope]int64{}
	renders := map[string]int{}
	c := NewCache(DefaultCacheSize, func(ctx context.Context, path string, version Version) (*Document, error) {
		renders[path]++
		if path != "/robots.txt" {
			scope.Read(ctx, scope.Hours, scope.Scope(path))
		}
		return newDocument(path, 200, name(version)), nil
	}, func(revision int64, scopes []scope.Scope) bool {
		return len(scopes) == 0 || slices.ContainsFunc(scopes, func(s scope.Scope) bool { return changed[s] > revision })
	})
	get := func(version Version, about, contact, robots string) {
		t.Helper()
		got := []string{mustGet(t, c, "/about", version), mustGet(t, c, "/contact", version), mustGet(t, c, "/robots.txt", version)}
		if want := []string{about, contact, robots}; !slices.Equal(got, want) {
			t.Errorf("at %v the documents are those of the revisions %v, want %v", version, got, want)
		}
	}
	get(at(1), "1", "1", "1")
	get(at(2), "1", "1", "2") // what has read nothing depends on everything
	changed["/about"] = 3
	get(at(3), "3", "1", "3")
	get(at(3), "3", "1", "3")
	get(at(2), "3", "1", "3") // a request that was slow gets the newer document
	changed[scope.Hours] = 4
	get(at(5), "5", "5", "5")
	// What is part of every page without being a scope.
	for _, version := range []Version{
		{Revision: 5, Year: 2026},
		{Revision: 5, Year: 2026, Day: "2026-12-24"},
		{Revision: 5, Year: 2026, Day: "2026-12-25"},
		{Revision: 5, Year: 2026, Day: "2026-12-25", ImageOrigins: "https://a.example"},
	} {
		get(version, "5", "5", "5")
		get(version, "5", "5", "5")
	}
	if diff := cmp.Diff(map[string]int{"/about": 7, "/contact": 6, "/robots.txt": 8}, renders); diff != "" {
		t.Errorf("renders (-want +got):\n%s", diff)
	}
}
