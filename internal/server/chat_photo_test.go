package server

import (
	"bytes"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/company"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

// sendFile posts a file. The cookie may be "".
func (a *app) sendFile(t testing.TB, path, cookie, contentType string, body io.Reader) *response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), post, path, body)
	r.Host = "pest.example"
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Cookie", cookie)
	return a.send(t, r)
}

// sendPhoto sends a visitor's photo.
func (a *app) sendPhoto(t testing.TB, cookie, key string, file []byte) *response {
	t.Helper()
	return a.sendFile(t, "/api/chat/photos?page=/about&key="+key, cookie, "image/jpeg", bytes.NewReader(file))
}

// fetch returns the response to a request for a photo.
func (a *app) fetch(t testing.TB, path, cookie string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), get, path, nil)
	r.Header.Set("Accept-Encoding", "gzip, br")
	r.Header.Set("Cookie", cookie)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w.Result()
}

func wantStatus(t testing.TB, res *http.Response, status int) {
	t.Helper()
	if res.StatusCode != status {
		t.Errorf("%d, want %d", res.StatusCode, status)
	}
}

const adminCookie = cookieName + "=" + admin

func TestPhotoIsSentAndOnlyItsConversationCanFetchIt(t *testing.T) {
	a := newApp(t)
	file := picture.JPEGWithEXIF(picture.JPEG(t, picture.Photo(2000, 1000, 1), 90), 6)
	res := a.sendPhoto(t, "", "1", file).wants(t, 200)
	visitor := res.Cookies()[0].Name + "=" + res.Cookies()[0].Value
	sent := data[chat.Message](t, res)
	if sent.Photo == nil || sent.Photo.Width != 800 || sent.Photo.Height != 1600 || sent.Staff {
		t.Fatalf("the photo is stored as %+v", sent)
	}
	if again := data[chat.Message](t, a.sendPhoto(t, visitor, "1", file).wants(t, 200)); again.Photo.ID != sent.Photo.ID {
		t.Errorf("sent again, the photo is stored as %+v", again)
	}
	c := a.onlyConversation(t)
	if c.Page != "/about" || c.Unread != 1 || c.LastText != "[Photo]" {
		t.Errorf("the inbox shows %+v", c)
	}

	answered := a.sendFile(t, "/api/admin/chat/"+c.ID+"/photos?key=2", adminCookie, "image/png", bytes.NewReader(picture.PNG(t, picture.Logo(40)))).wants(t, 200)
	answer := data[chat.Message](t, answered)
	if !answer.Staff || answer.Author != "Somebody" || len(a.lines(t, "chat photo sent")) != 1 {
		t.Errorf("the answer is %+v", answer)
	}
	other := a.call(t, nobody, post, "/api/chat/messages", fields{"key": "1", "text": "Hello"}).Cookies()[0]
	for _, id := range []string{sent.Photo.ID, answer.Photo.ID} {
		wantStatus(t, a.fetch(t, "/api/chat/photos/"+id, visitor), 200)
		wantStatus(t, a.fetch(t, "/api/chat/photos/"+id, ""), 404)
		wantStatus(t, a.fetch(t, "/api/chat/photos/"+id, other.Name+"="+other.Value), 404)
		wantStatus(t, a.fetch(t, "/api/chat/photos/"+id, adminCookie), 404) // the staff's path is another
		wantStatus(t, a.fetch(t, "/api/admin/chat/photos/"+id, adminCookie), 200)
		wantStatus(t, a.fetch(t, "/api/admin/chat/photos/"+id, visitor), 401)
		wantStatus(t, a.fetch(t, "/api/admin/chat/photos/"+id, cookieName+"="+staff), 403)
		wantStatus(t, a.fetch(t, "/objects/"+id, adminCookie), 404)
	}

	fetched := a.fetch(t, "/api/chat/photos/"+sent.Photo.ID, visitor)
	for name, want := range map[string]string{
		"Content-Type":                 "image/jpeg",
		"Cache-Control":                "private, no-cache",
		"X-Content-Type-Options":       "nosniff",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Content-Encoding":             "",
	} {
		if got := fetched.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	stored := testkit.Must(io.ReadAll(fetched.Body))(t)
	if bytes.Contains(stored, []byte(picture.Secret)) || bytes.Contains(stored, []byte("Exif")) {
		t.Error("the photo still says where it was taken")
	}
	if m := testkit.Must(jpeg.Decode(bytes.NewReader(stored)))(t); m.Bounds().Dx() != 800 {
		t.Errorf("the photo has the bounds %v", m.Bounds())
	}

	path, etag := "/api/admin/chat/photos/"+sent.Photo.ID, fetched.Header.Get("Etag")
	wantStatus(t, a.fetch(t, path, adminCookie, "If-None-Match", etag), 304)
	wantStatus(t, a.fetch(t, path, "", "If-None-Match", etag), 401)

	a.call(t, admin, remove, "/api/admin/chat/"+c.ID, nil).wants(t, 200)
	gone := a.fetch(t, "/api/chat/photos/"+sent.Photo.ID, visitor)
	wantStatus(t, gone, 404)
	if got := gone.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("that a photo is gone may be cached: %q", got)
	}
	wantStatus(t, a.fetch(t, "/api/admin/chat/photos/"+sent.Photo.ID, adminCookie), 404)
}

func TestPhotoReachesTheStreamWithoutItsBytes(t *testing.T) {
	a := newApp(t)
	w := newWindow(t, a.opened(t, 0))
	next, stop := w.events(t, "/api/chat/events")
	defer stop()
	next()
	file := picture.JPEG(t, picture.Photo(60, 40, 1), 90)
	res, err := w.client.Post(w.origin+"/api/chat/photos?key=1", "image/jpeg", bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	wantStatus(t, res, 200)
	for {
		e := next()
		if e.name != "message" {
			continue
		}
		if !strings.Contains(e.data, `"photo":{"id":"`) || !strings.Contains(e.data, `"width":60,"height":40}`) || len(e.data) > 400 {
			t.Errorf("the event is %s", e.data)
		}
		return
	}
}

func TestFilesThatAreNoPhotosAreRefused(t *testing.T) {
	heic := "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1" + strings.Repeat("\x00", 99)
	photo := string(picture.JPEG(t, picture.Photo(60, 40, 1), 90))
	large := strings.Repeat("x", chat.MaxPhotoUpload+1)
	for name, tt := range map[string]struct {
		contentType string
		body        io.Reader
		status      int
		word        string
	}{
		"a text":                        {"image/jpeg", strings.NewReader("Hello"), 415, "JPEG, PNG or WebP"},
		"declared as a text":            {"text/plain", strings.NewReader(photo), 415, "JPEG, PNG or WebP"},
		"declared as nothing":           {"", strings.NewReader(photo), 415, "JPEG, PNG or WebP"},
		"a drawing":                     {"image/svg+xml", strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`), 415, "JPEG, PNG or WebP"},
		"HEIC":                          {"image/heic", strings.NewReader(heic), 415, "Please send the photo as JPEG"},
		"half a photo":                  {"image/jpeg", strings.NewReader(photo[:len(photo)/2]), 400, "take it again"},
		"a bomb":                        {"image/png", bytes.NewReader(picture.BombPNG(t, 16_000, 16_000)), 413, "smaller"},
		"more than 3 MB":                {"image/jpeg", strings.NewReader(large), 413, "larger than 3 MB"},
		"more than 3 MB, sent in parts": {"image/jpeg", io.MultiReader(strings.NewReader(large)), 413, "larger than 3 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newApp(t)
			refused := a.sendFile(t, "/api/chat/photos?key=1", "", tt.contentType, tt.body).wants(t, tt.status)
			if !strings.Contains(refused.Message, tt.word) || len(refused.Cookies()) != 0 {
				t.Errorf("the visitor is told %q", refused.Message)
			}
			if inbox := data[chat.Inbox](t, a.call(t, admin, get, "/api/admin/chat", nil)); len(inbox.Conversations) != 0 {
				t.Error("a refused photo started a conversation")
			}
			whole, _ := a.server.api.bodies.photos.Open(t.Context(), nil)
			if err := whole.Grow(visitorPhotos.Total); err != nil {
				t.Error("the memory of the refused file is still counted")
			}
		})
	}
	newApp(t).sendFile(t, "/api/chat/photos", "", "image/jpeg", strings.NewReader(photo)).wants(t, 400)
}

func TestVisitorsSendFivePhotosUntilTheStaffAnswer(t *testing.T) {
	a := newApp(t)
	file := picture.JPEG(t, picture.Photo(60, 40, 1), 90)
	first := a.sendPhoto(t, "", "0", file).wants(t, 200).Cookies()[0]
	cookie := first.Name + "=" + first.Value
	for i := range 4 {
		a.sendPhoto(t, cookie, fmt.Sprint(i+1), file).wants(t, 200)
	}
	refused := a.sendPhoto(t, cookie, "6", file).wants(t, 400)
	if !strings.Contains(refused.Message, company.Sample().Phone) {
		t.Errorf("the visitor is told %q", refused.Message)
	}
	id := a.onlyConversation(t).ID
	a.call(t, admin, post, "/api/admin/chat/"+id+"/messages", fields{"key": "a", "text": "Thanks"}).wants(t, 200)
	a.sendPhoto(t, cookie, "6", file).wants(t, 200)
}

func TestPhotosAreLimitedBeforeTheyAreRead(t *testing.T) {
	a := newApp(t)
	var res *response
	for i := range 20 {
		res = a.sendPhoto(t, "", fmt.Sprint(i), []byte("no photo"))
	}
	res.wants(t, 429)
	if !strings.Contains(res.Message, company.Sample().Phone) || res.Header.Get("Retry-After") == "" || res.Header.Get("Connection") != "close" {
		t.Errorf("the visitor is told %q with %v", res.Message, res.Header)
	}
	a.now = a.now.Add(time.Hour)
	held, _ := a.server.api.bodies.photos.Open(t.Context(), nil)
	if err := errors.Join(held.Grow(visitorPhotos.Total), held.Arrived()); err != nil {
		t.Fatal(err)
	}
	res = a.sendPhoto(t, "", "busy", []byte("no photo")).wants(t, 503)
	if res.Header.Get("Retry-After") == "" {
		t.Error("a visitor is not told when to try again")
	}
	id := data[chat.Message](t, a.call(t, nobody, post, "/api/chat/messages", fields{"key": "1", "text": "Hello"})).ID
	if id == 0 {
		t.Error("visitors who send photos keep others from writing")
	}
	file := picture.JPEG(t, picture.Photo(60, 40, 1), 90)
	path := "/api/admin/chat/" + a.onlyConversation(t).ID + "/photos?key=2"
	a.sendFile(t, path, adminCookie, "image/jpeg", bytes.NewReader(file)).wants(t, 200)
}

func TestTooLargePhotoGetsResponse(t *testing.T) {
	server := newApp(t).opened(t, 0)
	for name, body := range map[string]io.Reader{
		"declared":      bytes.NewReader(make([]byte, 12<<20)),
		"sent in parts": io.LimitReader(zeros{}, 12<<20),
	} {
		res, err := newWindow(t, server).client.Post(server.URL+"/api/chat/photos?key=1", "image/jpeg", body)
		if err != nil {
			t.Errorf("%s: the visitor is cut off: %v", name, err)
			continue
		}
		wantStatus(t, res, 413)
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
	}
}
