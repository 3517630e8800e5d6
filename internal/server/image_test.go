package server

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/testkit/picture"
)

// ticket is the response to a request for an upload URL.
type ticket struct {
	UploadURL string `json:"uploadURL"`
	ImageURL  string `json:"imageUrl"`
	FinishURL string `json:"finishUrl"`
}

func (a *app) ticket(t testing.TB, body any) ticket {
	t.Helper()
	var got ticket
	res := a.call(t, admin, post, "/api/admin/images/upload-url", body).wants(t, http.StatusOK)
	if err := json.Unmarshal([]byte(res.text), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// put sends a file to an upload URL, without a session.
func (a *app) put(t testing.TB, address, contentType string, body io.Reader, header ...string) *response {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPut, u.RequestURI(), body)
	r.Host = u.Host
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	res := &response{Response: w.Result(), text: w.Body.String()}
	if err := json.Unmarshal(w.Body.Bytes(), res); err != nil {
		t.Fatalf("the answer is no JSON: %v\n%s", err, res.text)
	}
	return res
}

// upload adds a file to the library.
func (a *app) upload(t testing.TB, file []byte) media.Image {
	t.Helper()
	return data[media.Image](t, a.put(t, a.ticket(t, nil).UploadURL, "image/png", bytes.NewReader(file)).wants(t, http.StatusOK))
}

func TestImageIsUploadedAndServed(t *testing.T) {
	a := newApp(t)
	file := picture.PNG(t, picture.Photo(60, 40, 1))
	got := a.ticket(t, nil)
	if !strings.HasPrefix(got.UploadURL, "http://pest.example/objects/uploads/") || got.FinishURL != "" {
		t.Errorf("ticket %+v", got)
	}
	if path, _, _ := strings.Cut(strings.TrimPrefix(got.UploadURL, "http://pest.example"), "?"); path != got.ImageURL {
		t.Errorf("the image will be at %s, but is sent to %s", got.ImageURL, path)
	}
	a.call(t, nobody, get, got.ImageURL, nil) // too early
	res := a.put(t, got.UploadURL, "image/png", bytes.NewReader(file)).wants(t, http.StatusOK)
	if res.Header.Get("ETag") == "" {
		t.Error("the answer has no ETag")
	}
	if stored := data[media.Image](t, res); stored.URL != got.ImageURL || stored.Width != 60 || stored.Height != 40 {
		t.Errorf("stored as %+v", stored)
	}

	res = a.call(t, nobody, get, got.ImageURL, nil)
	if res.StatusCode != http.StatusOK || res.text != string(file) {
		t.Fatalf("status %d, %d bytes", res.StatusCode, len(res.text))
	}
	for name, want := range map[string]string{
		"Content-Type":           "image/png",
		"Cache-Control":          "public, max-age=31536000, immutable",
		"X-Content-Type-Options": "nosniff",
		"Accept-Ranges":          "bytes",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if policy := res.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "sandbox") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("policy %q", policy)
	}
	if again := a.call(t, nobody, get, got.ImageURL, nil, "If-None-Match", res.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again: %d", again.StatusCode)
	}
	if part := a.call(t, nobody, get, got.ImageURL, nil, "Range", "bytes=1-3"); part.StatusCode != http.StatusPartialContent || part.text != "PNG" {
		t.Errorf("a part: %d %q", part.StatusCode, part.text)
	}
	if head := a.call(t, nobody, http.MethodHead, got.ImageURL, nil); head.StatusCode != http.StatusOK || head.text != "" {
		t.Errorf("HEAD: %d %q", head.StatusCode, head.text)
	}
	if lines := a.lines(t, "Image uploaded"); len(lines) != 1 {
		t.Errorf("%d lines in the log", len(lines))
	}
	if strings.Contains(a.log.String(), "token") {
		t.Error("the log holds the upload's secret")
	}
}

func TestRequestUploadChecksAnnouncedFile(t *testing.T) {
	a := newApp(t)
	file := picture.PNG(t, picture.Photo(60, 40, 1))
	announced := fields{"name": "roof.png", "type": "image/png", "size": len(file)}
	address := a.ticket(t, announced).UploadURL
	a.put(t, address, "image/jpeg", bytes.NewReader(file)).wants(t, http.StatusUnsupportedMediaType)
	a.put(t, address, "image/png", bytes.NewReader(file[1:])).wants(t, http.StatusBadRequest)
	if stored := data[media.Image](t, a.put(t, address, "image/png", bytes.NewReader(file)).wants(t, http.StatusOK)); stored.Name != "roof.png" {
		t.Errorf("it is called %q", stored.Name)
	}
	refused := a.call(t, admin, post, "/api/admin/images/upload-url", announced.with("size", media.MaxUploadBytes+1))
	refused.wants(t, http.StatusRequestEntityTooLarge)
	a.call(t, admin, post, "/api/admin/images/upload-url", announced.with("type", "text/html")).wants(t, http.StatusUnsupportedMediaType)
	a.call(t, admin, post, "/api/admin/images/upload-url", announced.with("name", strings.Repeat("n", 500))).wants(t, http.StatusBadRequest)
	a.call(t, admin, post, "/api/admin/images/upload-url", "{", "Content-Type", "application/json").wants(t, http.StatusBadRequest)
	a.call(t, admin, post, "/api/admin/images/upload-url", "x", "Content-Type", "text/plain").wants(t, http.StatusUnsupportedMediaType)
}

func TestInvalidUploadsAreRefused(t *testing.T) {
	a := newApp(t)
	file := picture.PNG(t, picture.Photo(60, 40, 1))
	for name, test := range map[string]struct {
		change func(address string) string
		kind   string
		body   []byte
		header []string
		want   int
	}{
		"forged":           {change: func(s string) string { return s + "A" }, want: 403},
		"without a token":  {change: func(s string) string { before, _, _ := strings.Cut(s, "?"); return before }, want: 403},
		"to another place": {change: func(s string) string { return strings.Replace(s, "uploads/", "uploads/A", 1) }, want: 403},
		"a page":           {body: []byte("<!doctype html><script>alert(1)</script>"), want: 415},
		"as a page":        {kind: "text/html", want: 415},
		"empty":            {body: []byte{}, want: 400},
		"truncated":        {body: file[:len(file)-10], want: 400},
		"a bomb":           {body: picture.BombPNG(t, 30_000, 30_000), want: 413},
		"one byte too long": {
			body: append(bytes.Clone(file), make([]byte, media.MaxUploadBytes+1-len(file))...), want: 413,
		},
		"from another site": {header: crossSite, want: 403},
	} {
		t.Run(name, func(t *testing.T) {
			address, body, kind := a.ticket(t, nil).UploadURL, file, "image/png"
			if test.change != nil {
				address = test.change(address)
			}
			if test.body != nil {
				body = test.body
			}
			if test.kind != "" {
				kind = test.kind
			}
			a.put(t, address, kind, bytes.NewReader(body), test.header...).wants(t, test.want)
		})
	}
	t.Run("maximum size", func(t *testing.T) {
		padded := append(bytes.Clone(file), make([]byte, media.MaxUploadBytes-len(file))...)
		a.put(t, a.ticket(t, nil).UploadURL, "image/png", bytes.NewReader(padded)).wants(t, http.StatusOK)
	})
	t.Run("twice", func(t *testing.T) {
		address := a.ticket(t, nil).UploadURL
		a.put(t, address, "image/png", bytes.NewReader(file)).wants(t, http.StatusOK)
		a.put(t, address, "image/png", bytes.NewReader(file)).wants(t, http.StatusConflict)
	})
	t.Run("too late", func(t *testing.T) {
		address := a.ticket(t, nil).UploadURL
		a.now = a.now.Add(media.DefaultUploadTTL)
		a.put(t, address, "image/png", bytes.NewReader(file)).wants(t, http.StatusForbidden)
	})
}

func TestTooLargeUploadGetsResponse(t *testing.T) {
	a := newApp(t)
	server := httptest.NewServer(a)
	defer server.Close()
	u, err := url.Parse(a.ticket(t, nil).UploadURL)
	if err != nil {
		t.Fatal(err)
	}
	for name, length := range map[string]int64{"known": 3 * media.MaxUploadBytes, "unknown": -1} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, server.URL+u.RequestURI(),
			io.LimitReader(zeros{}, 3*media.MaxUploadBytes))
		if err != nil {
			t.Fatal(err)
		}
		request.ContentLength = length
		request.Header.Set("Content-Type", "image/png")
		answer, err := server.Client().Do(request)
		if err != nil {
			t.Fatalf("length %s: %v", name, err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != http.StatusRequestEntityTooLarge || !bytes.Contains(body, []byte("at most 5242880")) {
			t.Errorf("length %s: %d %s", name, answer.StatusCode, body)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestOtherPathsAndMethodsAreRefused(t *testing.T) {
	a := newApp(t)
	stored := a.upload(t, picture.PNG(t, picture.Photo(60, 40, 1)))
	for _, path := range []string{
		"/objects/", "/objects/uploads/", "/objects/uploads/UNKNOWN", stored.URL + "/x", "/objects/images/" + stored.ID,
		"/objects/images/" + stored.ID + "/320.webp", "/objects/images/../uploads/" + stored.ID, "/objects/check/x",
	} {
		res := a.call(t, nobody, get, path, nil)
		if res.StatusCode != http.StatusNotFound || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %s", path, res.StatusCode, res.Header.Get("Cache-Control"))
		}
	}
	for _, method := range []string{http.MethodPost, http.MethodDelete, http.MethodOptions} {
		res := a.call(t, nobody, method, stored.URL, nil)
		if res.StatusCode != http.StatusMethodNotAllowed || res.Header.Get("Allow") != "GET, HEAD, PUT" {
			t.Errorf("%s: %d, %q", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
	if res := a.call(t, nobody, http.MethodPut, "/objects/images/x", nil); res.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("PUT to a copy: %d", res.StatusCode)
	}
}

func TestImageLibrary(t *testing.T) {
	a := newApp(t)
	first := a.upload(t, picture.PNG(t, picture.Photo(60, 40, 1)))
	a.now = a.now.Add(time.Second)
	second := a.upload(t, picture.PNG(t, picture.Photo(60, 40, 2)))
	page := data[media.ListPage](t, a.call(t, admin, get, "/api/admin/images?perPage=1&page=2", nil).wants(t, http.StatusOK))
	if page.Total != 2 || page.Page != 2 || len(page.Images) != 1 || page.Images[0].ID != first.ID {
		t.Errorf("page %+v", page)
	}
	a.call(t, admin, post, "/api/admin/images", fields{"id": first.ID, "name": "Roof", "alt": "A red roof"}).wants(t, http.StatusOK)
	page = data[media.ListPage](t, a.call(t, admin, get, "/api/admin/images?search=RED", nil).wants(t, http.StatusOK))
	if page.Total != 1 || page.Images[0].Name != "Roof" || page.Images[0].Alt != "A red roof" {
		t.Errorf("page %+v", page)
	}
	a.call(t, admin, get, "/api/admin/images?sort=colour", nil).wants(t, http.StatusBadRequest)

	a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites").with("imageUrl", first.URL)).wants(t, http.StatusOK)
	kept := a.call(t, admin, remove, "/api/admin/images/"+first.ID, nil).wants(t, http.StatusConflict)
	if !strings.Contains(kept.Message, `the blog post "Termites"`) {
		t.Errorf("message %q", kept.Message)
	}
	a.call(t, admin, remove, "/api/admin/images/"+first.ID+"?confirm=true", nil).wants(t, http.StatusOK)
	gone := a.call(t, admin, remove, "/api/admin/images/"+second.ID, nil).wants(t, http.StatusOK)
	if !strings.Contains(gone.text, `"versions"`) {
		t.Errorf("the response offers no undo: %s", gone.text)
	}
	a.call(t, admin, remove, "/api/admin/images/"+second.ID, nil).wants(t, http.StatusNotFound)
	if res := a.call(t, nobody, get, first.URL, nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("after deletion: %d", res.StatusCode)
	}
}

func TestChangesOfImagesCarryThePersonsName(t *testing.T) {
	a := newApp(t)
	image := a.upload(t, picture.PNG(t, picture.Photo(60, 40, 1)))
	a.call(t, admin, post, "/api/admin/images", fields{"id": image.ID, "name": "Roof"}).wants(t, http.StatusOK)
	a.call(t, admin, remove, "/api/admin/images/"+image.ID, nil).wants(t, http.StatusOK)
	versions := a.versions(t, "kind=image&id="+image.ID)
	if len(versions) != 3 {
		t.Fatalf("versions %+v", versions)
	}
	for _, version := range versions {
		if version.User != "Somebody" {
			t.Errorf("%s by %q", version.Action, version.User)
		}
	}
}

func TestImageLibraryRequiresAdministrator(t *testing.T) {
	a := newApp(t)
	for _, c := range []struct{ method, path string }{
		{get, "/api/admin/images"}, {post, "/api/admin/images"}, {post, "/api/admin/images/upload-url"},
		{post, "/api/admin/images/uploads/A"}, {remove, "/api/admin/images/A"},
	} {
		a.call(t, nobody, c.method, c.path, nil).wants(t, http.StatusUnauthorized)
		a.call(t, staff, c.method, c.path, nil).wants(t, http.StatusForbidden)
		if c.method != get {
			a.call(t, admin, c.method, c.path, nil, crossSite...).wants(t, http.StatusForbidden)
		}
	}
}

// awaitVariants runs the worker until the image has all of its variants.
func (a *app) awaitVariants(t testing.TB, id string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.Library.Run(ctx, slog.New(slog.DiscardHandler))
	}()
	defer func() {
		cancel()
		<-done
	}()
	for {
		stored, err := a.store.Image(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if stored.Optimised {
			return
		}
		<-time.After(time.Millisecond) // an unused image is not announced
	}
}

func TestVariantsAreServed(t *testing.T) {
	a := newApp(t)
	stored := a.upload(t, picture.JPEG(t, picture.Photo(400, 50, 1), 90))
	a.awaitVariants(t, stored.ID)
	a.call(t, admin, post, "/api/admin/blog-posts", postBody("termites").with("imageUrl", stored.URL)).wants(t, http.StatusOK)
	posts := data[[]site.Post](t, a.call(t, nobody, get, "/api/blog-posts", nil).wants(t, http.StatusOK))
	if posts[0].Image == nil || len(posts[0].Image.Variants) == 0 {
		t.Fatalf("the post says %+v", posts[0].Image)
	}
	for _, v := range posts[0].Image.Variants {
		res := a.call(t, nobody, get, v.URL, nil)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != v.MediaType || res.Header.Get("ETag") == "" {
			t.Errorf("%s: %d, %v", v.URL, res.StatusCode, res.Header)
		}
		if shown, _, err := image.DecodeConfig(strings.NewReader(res.text)); err != nil || shown.Width != v.Width {
			t.Errorf("%s is %d wide: %v", v.URL, shown.Width, err)
		}
	}
}

func TestUploadURLEndsWithTheSessionThatAskedForIt(t *testing.T) {
	a := newApp(t)
	file := picture.PNG(t, picture.Photo(8, 8, 1))
	before, after := a.ticket(t, nil), a.ticket(t, nil)
	a.put(t, before.UploadURL, "image/png", bytes.NewReader(file)).wants(t, http.StatusOK)
	lines := a.lines(t, "Image uploaded")
	if len(lines) != 1 || lines[0]["user"] != "anna" {
		t.Errorf("the log says %v", lines)
	}
	a.call(t, admin, post, "/api/auth/logout", nil).wants(t, http.StatusOK)
	res := a.put(t, after.UploadURL, "image/png", bytes.NewReader(file)).wants(t, http.StatusForbidden)
	if !strings.Contains(res.Message, "signed out") {
		t.Errorf("message %q", res.Message)
	}
}
