package server

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/errs"
)

// slowReader is a client that has not read any of the response yet.
type slowReader struct {
	*httptest.ResponseRecorder
	reached chan struct{} // closed when there is something to read
	read    <-chan struct{}
	once    sync.Once
}

func (s *slowReader) Write(b []byte) (int, error) {
	s.once.Do(func() { close(s.reached) })
	<-s.read
	return s.ResponseRecorder.Write(b)
}

func TestSlowReadersOfManyPartsShareABudget(t *testing.T) {
	a := newApp(t)
	for _, slug := range []string{"ants", "antlions"} {
		body := postBody(slug)
		body["content"] = strings.Repeat("Ants march. ", 5_000)
		a.call(t, admin, post, "/api/admin/blog-posts", body).wants(t, 200)
	}
	limits := a.server.api.parts
	limits.whole = newOpenParts(200_000) // one part with both posts, not two

	read := make(chan struct{})
	var readers sync.WaitGroup
	hold := func(path string) {
		w := &slowReader{ResponseRecorder: httptest.NewRecorder(), reached: make(chan struct{}), read: read}
		r := httptest.NewRequestWithContext(t.Context(), get, path, nil)
		readers.Go(func() { a.ServeHTTP(w, r) })
		<-w.reached
	}
	hold("/api/blog-posts?search=ant")
	for _, other := range []string{"search=an", "search=nt", "limit=2", "page=1", "search=ant"} {
		res := a.call(t, nobody, get, "/api/blog-posts?"+other, nil).wants(t, 429)
		if res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: the response does not say when to try again", other)
		}
	}
	for _, free := range []string{"", "?fields=summary", "?search=ant&fields=summary", "?slug=ants", "?id=1"} {
		a.call(t, nobody, get, "/api/blog-posts"+free, nil).wants(t, 200)
	}
	close(read)
	readers.Wait()
	a.call(t, nobody, get, "/api/blog-posts?search=an", nil).wants(t, 200)

	read = make(chan struct{})
	limits.whole = newOpenParts(1)
	for range 3 { // the same document, because the cache keeps it
		hold("/api/blog-posts?limit=2")
	}
	close(read)
	readers.Wait()
	if len(limits.whole.open) != 0 || limits.whole.bytes.Total() != 0 {
		t.Errorf("%d parts are still open, %d bytes counted", len(limits.whole.open), limits.whole.bytes.Total())
	}
}

func TestPartsWithContentsAreLimitedByNetwork(t *testing.T) {
	a := newApp(t, func(a *app, cfg *Config) { cfg.Clock = func() time.Time { return a.now } })
	ask := func(query, from string) int {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), get, "/api/blog-posts?"+query, nil)
		r.RemoteAddr = from + ":1"
		a.ServeHTTP(w, r)
		return w.Code
	}
	for range partRate.Burst {
		if got := ask("search=a", "203.0.113.9"); got != http.StatusOK {
			t.Fatalf("status %d", got)
		}
	}
	for query, want := range map[string]int{
		"search=b": 429, "limit=3": 429, "search=b&fields=summary": 200, "slug=none": 200, "": 200,
	} {
		if got := ask(query, "203.0.113.9"); got != want {
			t.Errorf("%q: status %d, want %d", query, got, want)
		}
	}
	if got := ask("search=b", "203.0.113.10"); got != http.StatusOK {
		t.Errorf("another network: status %d", got)
	}
}

func TestPartsWithContentsAreBuiltOneAtATime(t *testing.T) {
	whole, summary := url.Values{"search": {"a"}}, url.Values{"search": {"a"}, "fields": {"summary"}}
	for name, tt := range map[string]struct {
		firstTakes time.Duration
		want       errs.Kind
	}{
		"the second waits":         {partWait / 2, 0},
		"but not for a long while": {2 * partWait, errs.TooMany},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits, began := newPartLimits(), time.Now()
				done, err := limits.waitToBuild(t.Context(), whole)
				if err != nil {
					t.Fatal(err)
				}
				time.AfterFunc(tt.firstTakes, done)
				if _, err := limits.waitToBuild(t.Context(), summary); err != nil || time.Since(began) > 0 {
					t.Errorf("a summary has waited: %v", err)
				}
				_, err = limits.waitToBuild(t.Context(), whole)
				if waited := time.Since(began); errs.KindOf(err) != tt.want || waited != min(tt.firstTakes, partWait) {
					t.Errorf("%v after %v", err, waited)
				}
			})
		})
	}
}

func TestEscapedLettersMakeNoOtherResponse(t *testing.T) {
	var counted countingSite
	a := newApp(t, counting(&counted))
	a.call(t, admin, post, "/api/admin/service", serviceBody("termites")).wants(t, 200)
	a.call(t, nobody, get, "/api/services/termites", nil).wants(t, 200)
	counted.reads.Store(0)
	for _, spelling := range []string{"%74ermites", "%74%65rmites", "termite%73"} {
		a.call(t, nobody, get, "/api/services/"+spelling, nil).wants(t, 200)
	}
	if n := counted.reads.Load(); n != 0 {
		t.Errorf("the service was read %d times more", n)
	}
	a.call(t, nobody, get, "/api/services/ter%2Fmites", nil).wants(t, 404)
}
