// Package googletest owns a fake of Google's APIs: the consent page, the token endpoint,
// the locations of an account, the reviews of one of them and their authors' photos,
// with the errors of the real ones. It must not know its clients.
package googletest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The credentials and the location that the fake accepts.
const (
	Location     = "accounts/1001/locations/2002"
	ClientID     = "client.apps.googleusercontent.com"
	ClientSecret = "secret-of-the-client"
	RefreshToken = "1//refresh-token"
)

// Reviewer is the author of a review in the format of the API.
type Reviewer struct {
	DisplayName     string `json:"displayName,omitempty"`
	ProfilePhotoURL string `json:"profilePhotoUrl,omitempty"`
	IsAnonymous     bool   `json:"isAnonymous,omitempty"`
}

// Review is a review in the format of the API, which omits empty fields.
type Review struct {
	Name       string   `json:"name,omitempty"`
	ReviewID   string   `json:"reviewId"`
	Reviewer   Reviewer `json:"reviewer"`
	StarRating string   `json:"starRating,omitempty"`
	Comment    string   `json:"comment,omitempty"`
	CreateTime string   `json:"createTime"`
	UpdateTime string   `json:"updateTime,omitempty"`
}

// Google is the fake. Its URL is the base URL of the API.
type Google struct {
	URL string

	mux     *http.ServeMux
	stopped chan struct{} // closed to end the requests that Slow keeps waiting

	mu       sync.Mutex
	reviews  []Review
	failure  Failure
	valid    int // number of the valid access token
	grants   grants
	requests map[string]int // counts by kind
}

// New returns a fake. The caller serves it and sets its URL.
func New(reviews ...Review) *Google {
	g := &Google{
		mux:      http.NewServeMux(),
		stopped:  make(chan struct{}),
		reviews:  reviews,
		requests: map[string]int{},
		grants:   newGrants(),
	}
	g.addAccount()
	g.mux.HandleFunc("POST /token", g.token)
	g.mux.HandleFunc("GET /v4/accounts/{account}/locations/{location}/reviews", g.list)
	g.mux.HandleFunc("GET /photos/{name}", photo)
	g.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	})
	return g
}

// Start serves a fake until the test ends.
func Start(tb testing.TB, reviews ...Review) *Google {
	tb.Helper()
	g := New(reviews...)
	server := httptest.NewServer(g)
	g.URL = server.URL
	tb.Cleanup(server.Close)
	tb.Cleanup(g.Stop) // runs first: the server waits for its requests
	return g
}

// Stop ends the requests that Slow keeps waiting.
func (g *Google) Stop() { close(g.stopped) }

// TokenURL is the URL of the token endpoint.
func (g *Google) TokenURL() string { return g.URL + "/token" }

// Set replaces all reviews.
func (g *Google) Set(reviews ...Review) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.reviews = reviews
}

// FailWith makes requests fail until it is called again; None ends that.
func (g *Google) FailWith(f Failure) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failure = f
}

// RevokeAccessTokens makes all access tokens issued so far invalid.
func (g *Google) RevokeAccessTokens() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.valid++
}

// Tokens returns the number of requests for an access token.
func (g *Google) Tokens() int { return g.count("tokens") }

// Pages returns the number of requests for a page of reviews.
func (g *Google) Pages() int { return g.count("pages") }

// Fetches returns the number of requests for the first page of reviews.
func (g *Google) Fetches() int { return g.count("fetches") }

func (g *Google) count(kind string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.requests[kind]
}

func (g *Google) countRequest(kind string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.requests[kind]++
}

func (g *Google) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.mux.ServeHTTP(w, r) }

func (g *Google) current() ([]Review, Failure) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.reviews, g.failure
}

func (g *Google) accessToken() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return "ya29.access-" + strconv.Itoa(g.valid)
}

func (g *Google) token(w http.ResponseWriter, r *http.Request) {
	g.countRequest("tokens")
	if _, failure := g.current(); g.fail(w, r, failure, tokenEndpoint) {
		return
	}
	refuse := func(status int, code, description string) {
		write(w, status, map[string]string{"error": code, "error_description": description})
	}
	switch {
	case r.PostFormValue("client_id") != ClientID:
		refuse(http.StatusUnauthorized, "invalid_client", "The OAuth client was not found.")
	case r.PostFormValue("client_secret") != ClientSecret:
		refuse(http.StatusUnauthorized, "invalid_client", "Unauthorized")
	case r.PostFormValue("grant_type") == "authorization_code":
		refreshToken, scope, reason := g.exchange(r)
		if reason != "" {
			refuse(http.StatusBadRequest, reason, "Bad Request")
			return
		}
		write(w, http.StatusOK, map[string]any{
			"access_token": g.accessToken(), "expires_in": 3599, "scope": scope, "token_type": "Bearer", "refresh_token": refreshToken,
		})
	case r.PostFormValue("grant_type") != "refresh_token":
		refuse(http.StatusBadRequest, "unsupported_grant_type", "Invalid grant_type: "+r.PostFormValue("grant_type"))
	case !g.isGranted(r.PostFormValue("refresh_token")):
		refuse(http.StatusBadRequest, "invalid_grant", "Token has been expired or revoked.")
	default:
		write(w, http.StatusOK, map[string]any{
			"access_token": g.accessToken(), "expires_in": 3599, "scope": Scope, "token_type": "Bearer",
		})
	}
}

const (
	maxPageSize     = 50
	pageTokenPrefix = "page-from-"
)

// page is a page of reviews; without any reviews it is {}.
type page struct {
	Reviews          []Review `json:"reviews,omitempty"`
	AverageRating    float64  `json:"averageRating,omitempty"`
	TotalReviewCount int      `json:"totalReviewCount,omitempty"`
	NextPageToken    string   `json:"nextPageToken,omitempty"`
}

func (g *Google) list(w http.ResponseWriter, r *http.Request) {
	g.countRequest("pages")
	query := r.URL.Query()
	if query.Get("pageToken") == "" {
		g.countRequest("fetches")
	}
	reviews, failure := g.current()
	if g.fail(w, r, failure, apiEndpoint) {
		return
	}
	if !g.isAllowed(w, r) {
		return
	}
	switch name := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/v4/"), "/reviews"); {
	case name == Location:
	case g.hasLocation(name):
		reviews = nil // only the first location has any
	default:
		refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
		return
	}
	size, err := strconv.Atoi(query.Get("pageSize"))
	if query.Has("pageSize") && (err != nil || size < 0) {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	if size == 0 || size > maxPageSize {
		size = maxPageSize
	}
	first, ok := pageStart(query.Get("pageToken"), len(reviews))
	if !ok && failure != Endless {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	last := min(first+size, len(reviews))
	result := page{Reviews: reviews[first:last], TotalReviewCount: len(reviews)}
	if last < len(reviews) {
		result.NextPageToken = pageTokenPrefix + strconv.Itoa(last)
	}
	if failure == Endless {
		result = endlessPage(query.Get("pageToken"))
	}
	write(w, http.StatusOK, result)
}

func pageStart(token string, count int) (int, bool) {
	if token == "" {
		return 0, true
	}
	number, ok := strings.CutPrefix(token, pageTokenPrefix)
	first, err := strconv.Atoi(number)
	if !ok || err != nil || first < 0 || first > count {
		return 0, false
	}
	return first, true
}

// refuse writes an error in the format of Google's APIs.
func refuse(w http.ResponseWriter, status int, reason, message string) {
	write(w, status, map[string]any{
		"error": map[string]any{"code": status, "message": message, "status": reason},
	})
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails only if the client is gone
}
