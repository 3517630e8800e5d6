package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/google"
	"perimeter/internal/reviews"
)

const (
	// minFresh keeps a typing error from flooding Google with requests.
	minFresh = 100 * time.Millisecond
	// firstFetchTimeout is how long the start waits for the very first reviews.
	firstFetchTimeout = 3 * time.Second
)

// reviewFlags say how the company's Google reviews are fetched.
type reviewFlags struct {
	GoogleLocation     string        `help:"Where the reviews are, accounts/A/locations/L; empty means no reviews." env:"PERIMETER_GOOGLE_LOCATION" placeholder:"NAME"`
	GoogleClientID     string        `help:"OAuth client." env:"PERIMETER_GOOGLE_CLIENT_ID" placeholder:"ID"`
	GoogleClientSecret string        `help:"Secret of the OAuth client." env:"PERIMETER_GOOGLE_CLIENT_SECRET" placeholder:"TEXT"`
	GoogleRefreshToken string        `help:"OAuth refresh token." env:"PERIMETER_GOOGLE_REFRESH_TOKEN" placeholder:"TEXT"`
	GoogleTokenURL     string        `help:"OAuth token endpoint." default:"${google_token_url}" env:"PERIMETER_GOOGLE_TOKEN_URL" placeholder:"URL"`
	GoogleAPIURL       string        `name:"google-api-url" help:"Base of the reviews API." default:"${google_api_url}" env:"PERIMETER_GOOGLE_API_URL" placeholder:"URL"`
	ReviewsFresh       time.Duration `help:"How long fetched reviews stay fresh." default:"5m" env:"PERIMETER_REVIEWS_FRESH" placeholder:"DURATION"`
}

var locationName = regexp.MustCompile(`^accounts/[^/?#\s]+/locations/[^/?#\s]+$`)

// check accepts all of the settings or none. It does not contact Google, so that
// starting does not depend on it.
func (f reviewFlags) check() checkResult {
	result := checkResult{part: "reviews", detail: f.GoogleLocation}
	given := 0
	for _, v := range []string{f.GoogleLocation, f.GoogleClientID, f.GoogleClientSecret, f.GoogleRefreshToken} {
		if v != "" {
			given++
		}
	}
	switch {
	case given == 0:
		result.detail = "not configured; the site shows no reviews"
	case given < 4:
		result.err = errors.New("the access to Google reviews is only partly configured")
		result.advice = "Set all of PERIMETER_GOOGLE_LOCATION, _CLIENT_ID, _CLIENT_SECRET and _REFRESH_TOKEN, or none."
	case !locationName.MatchString(f.GoogleLocation):
		result.err = fmt.Errorf("the location %q is not of the form accounts/A/locations/L", f.GoogleLocation)
		result.advice = "Correct PERIMETER_GOOGLE_LOCATION."
	case !isWebURL(f.GoogleTokenURL) || !isWebURL(f.GoogleAPIURL):
		result.err = errors.New("the addresses of Google's endpoints are not full http:// or https:// addresses")
		result.advice = "Leave out PERIMETER_GOOGLE_TOKEN_URL and PERIMETER_GOOGLE_API_URL; only tests need others."
	case f.ReviewsFresh < minFresh:
		result.err = fmt.Errorf("reviews cannot be fetched every %s", f.ReviewsFresh)
		result.advice = "Leave out PERIMETER_REVIEWS_FRESH, or set it to a duration such as 5m."
	}
	return result
}

func isWebURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// source returns Google's reviews, or nil if nothing is configured. The flags have
// passed check.
func (f reviewFlags) source() (reviews.Source, error) {
	if f.GoogleLocation == "" {
		return nil, nil
	}
	return f.client()
}

func (f reviewFlags) client() (*google.Client, error) {
	return google.New(google.Config{
		Location:     f.GoogleLocation,
		ClientID:     f.GoogleClientID,
		ClientSecret: f.GoogleClientSecret,
		RefreshToken: f.GoogleRefreshToken,
		TokenURL:     f.GoogleTokenURL,
		APIURL:       f.GoogleAPIURL,
	})
}

// probe checks with Google that the reviews can be fetched. A failure is only a
// warning, because the site works without them.
func (f reviewFlags) probe(ctx context.Context) checkResult {
	result := checkResult{part: "google", detail: "the reviews can be fetched"}
	client, err := f.client()
	if err == nil {
		err = client.Probe(ctx)
	}
	var told *errs.Error
	switch {
	case errors.As(err, &told):
		result.detail, result.advice = fmt.Sprint("the reviews cannot be fetched: ", told.Err), told.Message
	case err != nil:
		result.err = err
	}
	return result
}

// runReviews fetches reviews in the background until stop. If they were never
// fetched, it waits a moment for them, so that the first visitors see them.
func runReviews(ctx context.Context, r *reviews.Reviews, logger *slog.Logger) (stop func()) {
	_, err := r.List(ctx)
	ctx, cancel := context.WithCancel(ctx)
	started, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx, logger, func() { close(started) })
	}()
	if errs.KindOf(err) == errs.Upstream {
		select {
		case <-started:
		case <-ended:
		case <-time.After(firstFetchTimeout):
		}
	}
	return func() {
		cancel()
		<-ended
	}
}
