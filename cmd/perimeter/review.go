package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"time"

	"perimeter/internal/connection"
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
	GoogleLocation     string        `help:"Where the reviews are, accounts/A/locations/L; empty means where the owner has connected the site to." env:"PERIMETER_GOOGLE_LOCATION" placeholder:"NAME"`
	GoogleClientID     string        `help:"OAuth client." env:"PERIMETER_GOOGLE_CLIENT_ID" placeholder:"ID"`
	GoogleClientSecret string        `help:"Secret of the OAuth client." env:"PERIMETER_GOOGLE_CLIENT_SECRET" placeholder:"TEXT"`
	GoogleRefreshToken string        `help:"OAuth refresh token." env:"PERIMETER_GOOGLE_REFRESH_TOKEN" placeholder:"TEXT"`
	GoogleAuthURL      string        `help:"Page that asks for the permission to read the reviews." default:"${google_auth_url}" env:"PERIMETER_GOOGLE_AUTH_URL" placeholder:"URL"`
	GoogleTokenURL     string        `help:"OAuth token endpoint." default:"${google_token_url}" env:"PERIMETER_GOOGLE_TOKEN_URL" placeholder:"URL"`
	GoogleAPIURL       string        `name:"google-api-url" help:"Base of the reviews API." default:"${google_api_url}" env:"PERIMETER_GOOGLE_API_URL" placeholder:"URL"`
	ReviewsFresh       time.Duration `help:"How long fetched reviews stay fresh." default:"5m" env:"PERIMETER_REVIEWS_FRESH" placeholder:"DURATION"`
}

var locationName = regexp.MustCompile(`^accounts/[^/?#\s]+/locations/[^/?#\s]+$`)

// check accepts all of the settings, the client alone, or none. It does not contact Google, so that
// starting does not depend on it.
func (f reviewFlags) check() checkResult {
	result := checkResult{part: "reviews", detail: f.GoogleLocation}
	location := f.GoogleLocation != "" || f.GoogleRefreshToken != ""
	client := f.GoogleClientID != "" || f.GoogleClientSecret != ""
	switch {
	case !isWebURL(f.GoogleAuthURL) || !isWebURL(f.GoogleTokenURL) || !isWebURL(f.GoogleAPIURL):
		result.err = errors.New("the addresses of Google's endpoints are not full http:// or https:// addresses")
		result.advice = "Leave out PERIMETER_GOOGLE_AUTH_URL, PERIMETER_GOOGLE_TOKEN_URL and PERIMETER_GOOGLE_API_URL; only tests need others."
	case f.ReviewsFresh < minFresh:
		result.err = fmt.Errorf("reviews cannot be fetched every %s", f.ReviewsFresh)
		result.advice = "Leave out PERIMETER_REVIEWS_FRESH, or set it to a duration such as 5m."
	case !client && !location:
		result.detail = "not configured; the owner connects Google in the back office"
	case f.GoogleClientID == "" || f.GoogleClientSecret == "" || location && (f.GoogleLocation == "" || f.GoogleRefreshToken == ""):
		result.err = errors.New("the access to Google reviews is only partly configured")
		result.advice = "Set all of PERIMETER_GOOGLE_LOCATION, _CLIENT_ID, _CLIENT_SECRET and _REFRESH_TOKEN, only _CLIENT_ID and _CLIENT_SECRET, or none."
	case !location:
		result.detail = "the client is configured; the owner connects Google in the back office"
	case !locationName.MatchString(f.GoogleLocation):
		result.err = fmt.Errorf("the location %q is not of the form accounts/A/locations/L", f.GoogleLocation)
		result.advice = "Correct PERIMETER_GOOGLE_LOCATION."
	}
	return result
}

func isWebURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func (f reviewFlags) endpoints() google.Endpoints {
	return google.Endpoints{AuthURL: f.GoogleAuthURL, TokenURL: f.GoogleTokenURL, APIURL: f.GoogleAPIURL}
}

// source returns Google's reviews as the settings say, or as the owner has connected
// them. The flags have passed check.
func (f reviewFlags) source(connections *connection.Connections) (func(context.Context) (reviews.Source, error), error) {
	if f.GoogleLocation == "" {
		return google.Connected(f.endpoints(), connections.GoogleAccess), nil
	}
	client, err := f.client()
	return func(context.Context) (reviews.Source, error) { return client, nil }, err
}

func (f reviewFlags) client() (*google.Client, error) {
	return google.New(google.Config{
		Endpoints:    f.endpoints(),
		Location:     f.GoogleLocation,
		ClientID:     f.GoogleClientID,
		ClientSecret: f.GoogleClientSecret,
		RefreshToken: f.GoogleRefreshToken,
	})
}

// checkGoogle asks Google for reviews, if the settings or the owner say of which
// location. A failure is only a warning, because the site works without them.
func (c checkCommand) checkGoogle(ctx context.Context, d dependencies) []checkResult {
	if c.reviewFlags.check().err != nil || checkBaseURL(c.webFlags).err != nil || d.store == nil {
		return nil // their own checks say more
	}
	result := checkResult{part: "google"}
	source, err := c.connectedSource(ctx, d)
	if err == nil && source == nil {
		return nil
	}
	if err == nil {
		var found []reviews.Review
		found, err = source.Fetch(ctx)
		result.detail = fmt.Sprintf("%d reviews were fetched", len(found))
	}
	var told *errs.Error
	switch {
	case errors.As(err, &told):
		result.detail, result.advice = fmt.Sprint("the reviews cannot be fetched: ", told.Err), told.Message
	case err != nil:
		result.err = err
	}
	return []checkResult{result}
}

// connectedSource returns where reviews come from; nil if nowhere.
func (c checkCommand) connectedSource(ctx context.Context, d dependencies) (reviews.Source, error) {
	base, err := c.baseURL(nil)
	if err != nil {
		return nil, err
	}
	connections, err := c.newConnections(d, connectionSetup{base, c.chatFlags, c.reviewFlags})
	if err != nil {
		return nil, err
	}
	current, err := c.source(connections)
	if err != nil {
		return nil, err
	}
	return current(ctx)
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
