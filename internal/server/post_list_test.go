package server

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/limit"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

func TestPostListHasAllPostsAsOneEnvelope(t *testing.T) {
	a := newApp(t)
	image := a.upload(t, picture.PNG(t, picture.Photo(8, 8, 1)))
	for i := range 2*postListBatch + 5 {
		a.now = a.now.Add(time.Minute)
		body := postBody(fmt.Sprintf("post-%d", i)).with("content", "<b>Ants & \u2028 ]}</b>")
		if i%7 == 0 {
			body = body.with("imageUrl", image.URL)
		}
		a.call(t, admin, post, "/api/admin/blog-posts", body).wants(t, 200)
		if n := i + 1; n != 1 && n%postListBatch != 0 && n != 2*postListBatch+5 {
			continue
		}
		posts := testkit.Posts(t, a.Config.Site)
		for _, path := range []string{"/api/blog-posts", "/api/blog-posts?fields=summary"} {
			var want bytes.Buffer
			if err := encodeJSON(&want, envelope[[]site.Post]{Success: true, Data: posts}); err != nil {
				t.Fatal(err)
			}
			if got := a.call(t, nobody, get, path, nil).wants(t, 200).text; got != want.String() {
				t.Errorf("%s, %d posts: got %.300s\nwant %.300s", path, i+1, got, want.String())
			}
			for i := range posts { // the second one has no contents
				posts[i].Content = ""
			}
		}
	}
	head := httptest.NewRecorder()
	a.ServeHTTP(head, httptest.NewRequestWithContext(t.Context(), http.MethodHead, "/api/blog-posts", nil))
	if head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Type") != "application/json" {
		t.Errorf("HEAD: %d, %v", head.Code, head.Header())
	}
}

func TestPostListIsReadInBatchesAndNeverKept(t *testing.T) {
	var counted countingSite
	a := newApp(t, counting(&counted))
	for i := range postListBatch + 1 {
		a.call(t, admin, post, "/api/admin/blog-posts", postBody(fmt.Sprintf("post-%d", i))).wants(t, 200)
	}
	a.server.WarmUp(t.Context())
	for range 2 {
		counted.reads.Store(0)
		a.call(t, nobody, get, "/api/blog-posts?unknown=1", nil).wants(t, 200)
		if n := counted.reads.Load(); n != 2 {
			t.Errorf("the posts were read in %d batches, want 2", n)
		}
	}
	if a.server.api.shared.Stale("/api/blog-posts") != nil {
		t.Error("the complete list is in the cache")
	}
	counted.away.Store(true)
	if res := a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 503); res.Header.Get("Retry-After") == "" {
		t.Error("the response does not say when to try again")
	}
}

func TestTwoClientsGetThePostListAtATime(t *testing.T) {
	a := newApp(t)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("ants").with("content", strings.Repeat("Ants. ", 1000))).wants(t, 200)
	a.server.api.postLists = limit.NewSlots(maxPostLists, time.Millisecond, postListsBusy())
	read := make(chan struct{})
	var readers sync.WaitGroup
	for range maxPostLists {
		w := &slowReader{ResponseRecorder: httptest.NewRecorder(), reached: make(chan struct{}), read: read}
		readers.Go(func() { a.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), get, "/api/blog-posts", nil)) })
		<-w.reached
	}
	if res := a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 503); res.Header.Get("Retry-After") == "" {
		t.Error("the response does not say when to try again")
	}
	a.call(t, nobody, get, "/api/blog-posts?fields=summary", nil).wants(t, 503)
	a.call(t, nobody, get, "/api/blog-posts?limit=5&fields=summary", nil).wants(t, 200)
	close(read)
	readers.Wait()
	a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, 200)
}
