package google_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/google"
	"perimeter/internal/google/googletest"
)

func TestFetchPhotoReturnsASmallSquare(t *testing.T) {
	fake := googletest.Start(t)
	photo, err := newClient(t, fake).FetchPhoto(t.Context(), fake.URL+"/photos/somebody.png")
	if err != nil {
		t.Fatal(err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(photo))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size != image.Pt(96, 96) || len(photo) > 8<<10 {
		t.Errorf("%v pixels in %d bytes", size, len(photo))
	}
}

func TestOnlyPhotoURLsOfGoogleAreReturned(t *testing.T) {
	fake := googletest.Start(t)
	for photoURL, want := range map[string]string{
		"https://lh3.googleusercontent.com/a-/abc=s40": "https://lh3.googleusercontent.com/a-/abc=s40",
		"//lh3.googleusercontent.com/photo.jpg":        "https://lh3.googleusercontent.com/photo.jpg",
		"https://yt3.ggpht.com/photo.jpg":              "https://yt3.ggpht.com/photo.jpg",
		fake.URL + "/photos/a.png":                     fake.URL + "/photos/a.png",
		"http://lh3.googleusercontent.com/photo.jpg":   "",
		"https://lh3.googleusercontent.com:8443/a.jpg": "",
		"https://u:p@lh3.googleusercontent.com/a.jpg":  "",
		"https://googleusercontent.com.evil.example/a": "",
		"https://evilgoogleusercontent.com/a":          "",
		"https://169.254.169.254/latest/meta-data":     "",
		"http://localhost/admin":                       "",
		"file:///etc/passwd":                           "",
		"data:image/png;base64,AAAA":                   "",
		"javascript:alert(1)":                          "",
		"photo.jpg":                                    "",
		"https://lh3.googleusercontent.com/%zz":        "",
		"":                                             "",
	} {
		fake.Set(googletest.Review{
			ReviewID: "r", CreateTime: "2025-05-14T17:00:00Z", Reviewer: googletest.Reviewer{ProfilePhotoURL: photoURL},
		})
		if got := fetch(t, newClient(t, fake))[0].Reviewer.ProfilePhotoURL; got != want {
			t.Errorf("%q became %q, want %q", photoURL, got, want)
		}
	}
}

func TestFetchPhotoRefusesOtherHostsAndFiles(t *testing.T) {
	otherHost := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a host other than Google was requested")
	}))
	defer otherHost.Close()
	huge := encodePNG(t, image.NewGray(image.Rect(0, 0, 5000, 1000)))
	small := encodePNG(t, image.NewGray(image.Rect(0, 0, 50, 50)))
	mux := http.NewServeMux()
	serve := func(path string, body []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
	}
	serve("/text", []byte("<html>not a photo</html>"))
	serve("/empty", nil)
	serve("/huge", huge)
	serve("/truncated", small[:len(small)/2])
	serve("/large", append(bytes.Clone(small), make([]byte, 5<<20)...))
	serve("/good", small)
	mux.Handle("/other-host", http.RedirectHandler(otherHost.URL, http.StatusFound))
	mux.Handle("/loop", http.RedirectHandler("/loop", http.StatusFound))
	mux.Handle("/moved", http.RedirectHandler("/good", http.StatusFound))
	server := httptest.NewServer(mux)
	defer server.Close()

	client, err := google.New(google.Config{Endpoints: google.Endpoints{APIURL: server.URL}})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/text", "/empty", "/huge", "/truncated", "/large", "/other-host", "/loop", "/missing"} {
		if _, err := client.FetchPhoto(t.Context(), server.URL+path); errs.KindOf(err) != errs.Upstream {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := client.FetchPhoto(t.Context(), otherHost.URL); err == nil || !strings.Contains(err.Error(), "photos may not be fetched from") {
		t.Errorf("another host: %v", err)
	}
	for _, path := range []string{"/good", "/moved"} {
		if _, err := client.FetchPhoto(t.Context(), server.URL+path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func encodePNG(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
