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

func TestPhotosBecomeSmallSquares(t *testing.T) {
	fake := googletest.Start(t)
	photo, err := connect(t, fake).FetchPhoto(t.Context(), fake.URL+"/photos/somebody.png")
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

func TestOnlyGooglesPhotosAreNamed(t *testing.T) {
	fake := googletest.Start(t)
	for address, want := range map[string]string{
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
			ReviewID: "r", CreateTime: "2025-05-14T17:00:00Z", Reviewer: googletest.Reviewer{ProfilePhotoURL: address},
		})
		if got := fetch(t, connect(t, fake))[0].Reviewer.ProfilePhotoURL; got != want {
			t.Errorf("%q became %q, want %q", address, got, want)
		}
	}
}

func TestWhatIsNoPhotoIsRefused(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a place that is not Google's was asked")
	}))
	defer elsewhere.Close()
	huge := pngOf(t, image.NewGray(image.Rect(0, 0, 5000, 1000)))
	small := pngOf(t, image.NewGray(image.Rect(0, 0, 50, 50)))
	mux := http.NewServeMux()
	serve := func(path string, body []byte) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
	}
	serve("/text", []byte("<html>not a photo</html>"))
	serve("/empty", nil)
	serve("/huge", huge)
	serve("/half", small[:len(small)/2])
	serve("/heavy", append(bytes.Clone(small), make([]byte, 5<<20)...))
	serve("/good", small)
	mux.Handle("/elsewhere", http.RedirectHandler(elsewhere.URL, http.StatusFound))
	mux.Handle("/around", http.RedirectHandler("/around", http.StatusFound))
	mux.Handle("/moved", http.RedirectHandler("/good", http.StatusFound))
	server := httptest.NewServer(mux)
	defer server.Close()

	client, err := google.New(google.Config{APIURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/text", "/empty", "/huge", "/half", "/heavy", "/elsewhere", "/around", "/missing"} {
		if _, err := client.FetchPhoto(t.Context(), server.URL+path); errs.KindOf(err) != errs.Upstream {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := client.FetchPhoto(t.Context(), elsewhere.URL); err == nil || !strings.Contains(err.Error(), "no photo is fetched from") {
		t.Errorf("another host: %v", err)
	}
	for _, path := range []string{"/good", "/moved"} {
		if _, err := client.FetchPhoto(t.Context(), server.URL+path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func pngOf(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
