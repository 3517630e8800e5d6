package ssr

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestDocumentsAreRecompressedInTheBackground(t *testing.T) {
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
			t.Fatalf("%d bytes at the best quality, %d at the first: choose another text", best.Size(), early.Size())
		}
		c := NewCache(DefaultCacheSize, func(context.Context, string, Version) (*Document, error) { return early, nil }, anyChange)
		first := early.Size()
		mustGet(t, c, "/", at(1))
		time.Sleep(settleTime - time.Nanosecond)
		if early.Size() != first {
			t.Error("it is compressed before it has settled")
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if early.Size() != best.Size() || c.bytes != best.Size() {
			t.Errorf("%d bytes, the cache counts %d, want %d", early.Size(), c.bytes, best.Size())
		}
	})
}

// waiting returns the paths of the documents that wait to be compressed again.
func waiting(c *Cache) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var paths []string
	for _, e := range c.queue {
		paths = append(paths, e.path)
	}
	return paths
}

func TestDocumentsAreNotRecompressedDuringASeriesOfEdits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(DefaultCacheSize, func(_ context.Context, path string, version Version) (*Document, error) {
			return newDocument(path, 200, strings.Repeat(name(version)+" of "+path, 20)), nil
		}, anyChange)
		for edit := range 20 {
			for _, path := range []string{"/", "/about"} {
				mustGet(t, c, path, at(int64(edit)))
			}
			time.Sleep(settleTime / 2)
			if got := waiting(c); len(got) != 2 {
				t.Errorf("%v wait, want each page once", got)
			}
		}
		mustGet(t, c, "/about", at(100))
		time.Sleep(settleTime / 2)
		synctest.Wait()
		if got := waiting(c); !slices.Equal(got, []string{"/about"}) {
			t.Errorf("%v wait, want the one that was edited last", got)
		}
		time.Sleep(settleTime)
		synctest.Wait()
		if got := waiting(c); len(got) != 0 {
			t.Errorf("%v still wait", got)
		}
		mustGet(t, c, "/about", at(101))
		if len(waiting(c)) != 1 {
			t.Error("a later version is not compressed")
		}
		time.Sleep(2 * settleTime)
	})
}
