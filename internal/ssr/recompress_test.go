package ssr

import (
	"context"
	"math/rand/v2"
	"runtime"
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
		go c.Recompress(t.Context())
		first := early.Size()
		ask(t, c, "/", at(1))
		time.Sleep(settleTime - time.Nanosecond)
		if early.Size() != first {
			t.Error("it is compressed before it has settled")
		}
		time.Sleep(recompressInterval)
		synctest.Wait()
		if early.Size() != best.Size() || c.bytes != best.Size() {
			t.Errorf("%d bytes, the cache counts %d, want %d", early.Size(), c.bytes, best.Size())
		}
		if again := c.settled(); len(again) != 0 {
			t.Errorf("%d documents are compressed twice", len(again))
		}
	})
}

func TestDocumentsAreNotRecompressedDuringASeriesOfEdits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(DefaultCacheSize, func(_ context.Context, path string, version Version) (*Document, error) {
			return newDocument(path, 200, strings.Repeat(name(version)+" of "+path, 20)), nil
		}, anyChange)
		settled := func() (paths []string) {
			for _, e := range c.settled() {
				paths = append(paths, e.path)
			}
			return paths
		}
		for edit := range 20 {
			for _, path := range []string{"/", "/about"} {
				ask(t, c, path, at(int64(edit)))
			}
			time.Sleep(settleTime / 2)
			if got := settled(); len(got) != 0 {
				t.Errorf("%v have settled between two edits", got)
			}
		}
		ask(t, c, "/about", at(100))
		time.Sleep(settleTime / 2)
		if got := settled(); !slices.Equal(got, []string{"/"}) {
			t.Errorf("%v have settled, want the one that was not edited last", got)
		}
		time.Sleep(settleTime / 2)
		if got := settled(); len(got) != 2 {
			t.Errorf("%v have settled, want both", got)
		}
	})
}

func TestDocumentsThatAreRarelyAskedForAreNotRecompressed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(DefaultCacheSize, func(_ context.Context, path string, _ Version) (*Document, error) {
			return newDocument(path, 200, "a page"), nil
		}, anyChange)
		c.Restore([]SavedDocument{{Path: "/stale", Body: []byte("a page")}})
		ask(t, c, "/", at(1))
		mustGet(t, c, "/rare", at(1))
		time.Sleep(settleTime)
		if got := c.settled(); len(got) != 1 || got[0].path != "/" {
			t.Errorf("%d documents are compressed, want the one that was asked for often", len(got))
		}
	})
}

// ask asks for a document so often that it is in demand.
func ask(t *testing.T, c *Cache, path string, version Version) {
	t.Helper()
	for range minServed + 1 {
		mustGet(t, c, path, version)
	}
}

func TestGarbageFromRenderingIsCollected(t *testing.T) {
	collections := func() uint32 {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.NumForcedGC
	}
	synctest.Test(t, func(t *testing.T) {
		c := NewCache(DefaultCacheSize, func(_ context.Context, path string, _ Version) (*Document, error) {
			return newDocument(path, 200, "a page"), nil
		}, anyChange)
		go c.Recompress(t.Context())
		mustGet(t, c, "/", at(1))
		for _, want := range []uint32{1, 0} { // nothing was rendered since the first
			before := collections()
			time.Sleep(recompressInterval)
			synctest.Wait()
			if got := collections() - before; got != want {
				t.Errorf("%d collections, want %d", got, want)
			}
		}
	})
}
