package server

import (
	"context"
	"image/jpeg"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"perimeter/internal/google"
	"perimeter/internal/google/googletest"
	"perimeter/internal/reviews"
)

// withGoogle connects the app to a fake Google.
func withGoogle(t *testing.T, fake *googletest.Google) option {
	t.Helper()
	client, err := google.New(google.Config{
		Location:     googletest.Location,
		ClientID:     googletest.ClientID,
		ClientSecret: googletest.ClientSecret,
		RefreshToken: googletest.RefreshToken,
		Endpoints:    google.Endpoints{TokenURL: fake.TokenURL(), APIURL: fake.URL},
	})
	if err != nil {
		t.Fatal(err)
	}
	return func(a *app, _ *Config) { a.source = client }
}

// fetchReviews fetches the reviews if they are due.
func (a *app) fetchReviews(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	a.Reviews.Run(ctx, slog.New(slog.DiscardHandler), cancel)
}

func TestReviewsAreEmptyWithoutSource(t *testing.T) {
	a := newApp(t)
	if res := a.call(t, nobody, get, "/api/google-reviews", nil).wants(t, 200); string(res.Data) != "[]" {
		t.Errorf("data %s", res.Data)
	}
	status := data[reviews.Status](t, a.call(t, admin, get, "/api/admin/google-reviews", nil).wants(t, 200))
	if status.Configured {
		t.Errorf("the status is %+v", status)
	}
}

func TestFetchedReviewsAreListed(t *testing.T) {
	fake := googletest.Start(t)
	fake.Set(googletest.Sample(60, fake.URL)...)
	a := newApp(t, withGoogle(t, fake))
	a.fetchReviews(t)
	res := a.call(t, nobody, get, "/api/google-reviews", nil).wants(t, 200)
	list := data[[]reviews.Review](t, res)
	if len(list) != 60 || list[0].ReviewID != "review-00001" {
		t.Errorf("%d reviews, first %+v", len(list), list[0])
	}
	if strings.Contains(res.text, fake.URL) {
		t.Error("a visitor's browser would call Google")
	}
	status := data[reviews.Status](t, a.call(t, admin, get, "/api/admin/google-reviews", nil).wants(t, 200))
	if status.Count != 60 || status.Problem != "" || !status.AsOf.Equal(a.now) {
		t.Errorf("the status is %+v", status)
	}
}

func TestReviewsRespond502IfNeverFetched(t *testing.T) {
	for _, failure := range []googletest.Failure{googletest.Revoked, googletest.Forbidden, googletest.RateLimited, googletest.HTMLPage} {
		fake := googletest.Start(t)
		fake.FailWith(failure)
		a := newApp(t, withGoogle(t, fake))
		for range 2 { // before and after the first attempt
			a.call(t, nobody, get, "/api/google-reviews", nil).wants(t, http.StatusBadGateway)
			a.fetchReviews(t)
		}
		status := data[reviews.Status](t, a.call(t, admin, get, "/api/admin/google-reviews", nil).wants(t, 200))
		if status.AsOf != nil || status.Problem == "" {
			t.Errorf("%s: the status is %+v", failure, status)
		}
	}
}

func TestReviewerPhotosAreServedFromOwnOrigin(t *testing.T) {
	fake := googletest.Start(t)
	fake.Set(googletest.Sample(4, fake.URL)...)
	a := newApp(t, withGoogle(t, fake))
	a.fetchReviews(t)
	reviews := data[[]reviews.Review](t, a.call(t, nobody, get, "/api/google-reviews", nil))
	address := reviews[0].Reviewer.ProfilePhotoURL
	for range 2 {
		res := a.call(t, nobody, get, address, nil)
		picture, err := jpeg.Decode(strings.NewReader(res.text))
		if err != nil || picture.Bounds().Dx() != 96 {
			t.Fatalf("%s is no small picture: %v", address, err)
		}
		if res.Header.Get("Content-Type") != "image/jpeg" || !strings.HasPrefix(res.Header.Get("Cache-Control"), "public") ||
			res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("header %v", res.Header)
		}
		fake.FailWith(googletest.Down) // from now on only the stored photo can be served
	}
	if res := a.call(t, nobody, http.MethodHead, address, nil); res.StatusCode != 200 {
		t.Errorf("HEAD: %d", res.StatusCode)
	}
	if reviews[3].Reviewer.ProfilePhotoURL != "" {
		t.Errorf("somebody without a photo has %q", reviews[3].Reviewer.ProfilePhotoURL)
	}
	for _, path := range []string{"nothing", "", "../../etc/passwd", strings.Repeat("0", 32)} {
		if res := a.call(t, nobody, get, ReviewPhotosPath+path, nil); res.text != "a page" {
			t.Errorf("%q is answered with %d %.40q", path, res.StatusCode, res.text)
		}
	}
}

func TestFailedPhotoIsNotCached(t *testing.T) {
	fake := googletest.Start(t)
	fake.Set(googletest.Review{
		ReviewID: "r", CreateTime: "2025-05-14T17:00:00Z",
		Reviewer: googletest.Reviewer{ProfilePhotoURL: fake.URL + "/no-photo"},
	})
	a := newApp(t, withGoogle(t, fake))
	a.fetchReviews(t)
	address := data[[]reviews.Review](t, a.call(t, nobody, get, "/api/google-reviews", nil))[0].Reviewer.ProfilePhotoURL
	res := a.call(t, nobody, get, address, nil)
	if res.StatusCode != http.StatusBadGateway || res.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", res.StatusCode, res.Header)
	}
}
