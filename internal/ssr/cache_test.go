package ssr

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// slowly fills a cache with documents that tell path and epoch, each after a
// second, and counts them.
func slowly(count *atomic.Int32) FillFunc {
	return func(_ context.Context, path, epoch string) (*Document, error) {
		count.Add(1)
		time.Sleep(time.Second)
		return newDocument(path, 200, path+" in "+epoch), nil
	}
}

// incompressible returns a document that takes size bytes and no more.
func incompressible(path string, size int) *Document {
	body := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(body)
	return newDocument(path, 200, string(body))
}

func mustGet(t *testing.T, c *Cache, path, epoch string) string {
	t.Helper()
	d, err := c.Get(t.Context(), path, epoch)
	if err != nil {
		t.Fatal(err)
	}
	return string(d.Body())
}

func TestAPageIsMadeOnceHoweverManyAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int32
		c := NewCache(DefaultCacheSize, slowly(&made))
		for range 100 {
			go func() {
				if got := mustGet(t, c, "/", "1"); got != "/ in 1" {
					t.Errorf("got %q", got)
				}
			}()
		}
		time.Sleep(2 * time.Second)
		if got := mustGet(t, c, "/", "1"); got != "/ in 1" || made.Load() != 1 {
			t.Errorf("got %q, made %d times", got, made.Load())
		}
	})
}

func TestAPageIsMadeToTheEndThoughTheFirstAskerLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int32
		fill := slowly(&made)
		c := NewCache(DefaultCacheSize, func(ctx context.Context, path, epoch string) (*Document, error) {
			d, _ := fill(ctx, path, epoch)
			return d, ctx.Err()
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := c.Get(ctx, "/", "1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the first asker got %v", err)
		}
		if got := mustGet(t, c, "/", "1"); got != "/ in 1" || made.Load() != 1 {
			t.Errorf("the second asker got %q, made %d times", got, made.Load())
		}
	})
}

func TestAnotherEpochHasItsOwnPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int32
		c := NewCache(DefaultCacheSize, slowly(&made))
		mustGet(t, c, "/", "1")
		if got := mustGet(t, c, "/", "2"); got != "/ in 2" {
			t.Errorf("got %q", got)
		}
		if got := mustGet(t, c, "/", "2"); got != "/ in 2" || made.Load() != 2 {
			t.Errorf("got %q, made %d times", got, made.Load())
		}
	})
}

func TestAPageThatWasBegunEarlierDoesNotReplaceANewerOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(DefaultCacheSize, func(_ context.Context, path, epoch string) (*Document, error) {
			if epoch == "old" {
				time.Sleep(time.Hour)
			}
			return newDocument(path, 200, epoch), nil
		})
		go func() { _, _ = c.Get(context.Background(), "/", "old") }()
		synctest.Wait()
		mustGet(t, c, "/", "new")
		time.Sleep(2 * time.Hour)
		if got := string(c.Stale("/").Body()); got != "new" {
			t.Errorf("the cache holds %q", got)
		}
	})
}

func TestAnErrorReachesAllWhoWaitAndIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fails atomic.Bool
		fails.Store(true)
		c := NewCache(DefaultCacheSize, func(_ context.Context, path, _ string) (*Document, error) {
			time.Sleep(time.Second)
			if fails.Load() {
				return nil, errors.New("not today")
			}
			return newDocument(path, 200, "at last"), nil
		})
		for range 3 {
			go func() {
				if _, err := c.Get(t.Context(), "/", "1"); err == nil || err.Error() != "not today" {
					t.Errorf("got %v", err)
				}
			}()
		}
		time.Sleep(2 * time.Second)
		fails.Store(false)
		if got := mustGet(t, c, "/", "1"); got != "at last" {
			t.Errorf("got %q", got)
		}
	})
}

func TestAPanicWhileMakingAPageIsAnError(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(context.Context, string, string) (*Document, error) { panic("oh") })
	if _, err := c.Get(t.Context(), "/", "1"); err == nil || !strings.Contains(err.Error(), "panicked: oh") {
		t.Errorf("got %v", err)
	}
}

func TestTheLastPageIsAtHandWhileNoNewerOneCanBeMade(t *testing.T) {
	away := false
	c := NewCache(DefaultCacheSize, func(_ context.Context, path, epoch string) (*Document, error) {
		if away {
			return nil, errors.New("the database is away")
		}
		return newDocument(path, 200, epoch), nil
	})
	mustGet(t, c, "/", "1")
	away = true
	if _, err := c.Get(t.Context(), "/", "2"); err == nil {
		t.Error("no error")
	}
	if d := c.Stale("/"); d == nil || string(d.Body()) != "1" {
		t.Errorf("got %v", d)
	}
	if d := c.Stale("/never-seen"); d != nil {
		t.Errorf("got %v", d)
	}
}

func TestPagesThatWereNotUsedForLongestMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(2500, func(_ context.Context, path, _ string) (*Document, error) {
			return incompressible(path, 1000), nil
		})
		mustGet(t, c, "/a", "1")
		mustGet(t, c, "/b", "1")
		mustGet(t, c, "/a", "1")
		mustGet(t, c, "/c", "1") // too much: /b goes
		synctest.Wait()
		for path, want := range map[string]bool{"/a": true, "/b": false, "/c": true} {
			if got := c.Stale(path) != nil; got != want {
				t.Errorf("%s is there: %v, want %v", path, got, want)
			}
		}
		if c.bytes > 2500 || c.bytes < 2000 {
			t.Errorf("the cache counts %d bytes", c.bytes)
		}
	})
}

func TestAPageThatIsLargerThanTheCacheIsServedButNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(100, func(_ context.Context, path, _ string) (*Document, error) {
			return incompressible(path, 1000), nil
		})
		mustGet(t, c, "/", "1")
		synctest.Wait()
		if c.Stale("/") != nil || c.bytes != 0 {
			t.Errorf("it is kept, %d bytes", c.bytes)
		}
	})
}

func TestUnknownAddressesAreKeptUnderTheirSharedPathAlone(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(context.Context, string, string) (*Document, error) {
		return newDocument("/-", 404, "not found"), nil
	})
	for i := range 10 {
		if got := mustGet(t, c, fmt.Sprintf("/wp-admin/%d", i), "1"); got != "not found" {
			t.Errorf("got %q", got)
		}
	}
	if n := len(c.entries); n != 0 {
		t.Errorf("%d addresses are kept", n)
	}
}

func TestRedirectsAreNotKept(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(context.Context, string, string) (*Document, error) {
		return Redirect("/about"), nil
	})
	for i := range 10 {
		mustGet(t, c, "/about"+strings.Repeat("/", i+1), "1")
	}
	if n := len(c.entries); n != 0 {
		t.Errorf("%d addresses are kept, and anybody can ask for more", n)
	}
}

func TestPopularPagesComeInTheOrderOfTheirVisitsAndOldVisitsFade(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(_ context.Context, path, epoch string) (*Document, error) {
		return newDocument(path, 200, epoch), nil
	})
	visit := func(path string, times int) {
		for range times {
			mustGet(t, c, path, "1")
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

func TestPagesAreCompressedBetterInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		words := strings.Fields("the quick brown fox jumps over a lazy dog while nobody in Hillsboro looks")
		chance := rand.New(rand.NewPCG(1, 2))
		var text strings.Builder
		for range 2000 {
			text.WriteString(words[chance.IntN(len(words))] + " ")
		}
		body := text.String()
		early, best := newDocument("/", 200, body), newDocument("/", 200, body)
		best.CompressBest()
		if best.Size() >= early.Size() {
			t.Fatalf("%d bytes at best, %d at first: the test proves nothing", best.Size(), early.Size())
		}
		c := NewCache(DefaultCacheSize, func(context.Context, string, string) (*Document, error) { return early, nil })
		mustGet(t, c, "/", "1")
		synctest.Wait()
		if early.Size() != best.Size() || c.bytes != best.Size() {
			t.Errorf("%d bytes, the cache counts %d, want %d", early.Size(), c.bytes, best.Size())
		}
	})
}

func TestAHitAllocatesNothing(t *testing.T) {
	c := NewCache(DefaultCacheSize, func(_ context.Context, path, epoch string) (*Document, error) {
		return newDocument(path, 200, epoch), nil
	})
	ctx := t.Context()
	mustGet(t, c, "/", "1")
	if n := testing.AllocsPerRun(100, func() { _, _ = c.Get(ctx, "/", "1") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
