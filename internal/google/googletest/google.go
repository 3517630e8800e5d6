// Package googletest owns a fake of Google: the token endpoint, the reviews of
// one location and its authors' photos, with the errors that the real one
// gives. It must not know who talks to it.
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

// What the fake accepts.
const (
	Location     = "accounts/1001/locations/2002"
	ClientID     = "client.apps.googleusercontent.com"
	ClientSecret = "secret-of-the-client"
	RefreshToken = "1//refresh-token"
)

// Reviewer is an author as the API describes one.
type Reviewer struct {
	DisplayName     string `json:"displayName,omitempty"`
	ProfilePhotoURL string `json:"profilePhotoUrl,omitempty"`
	IsAnonymous     bool   `json:"isAnonymous,omitempty"`
}

// Review is a review as the API describes one: what is not there is left out.
type Review struct {
	Name       string   `json:"name,omitempty"`
	ReviewID   string   `json:"reviewId"`
	Reviewer   Reviewer `json:"reviewer"`
	StarRating string   `json:"starRating,omitempty"`
	Comment    string   `json:"comment,omitempty"`
	CreateTime string   `json:"createTime"`
	UpdateTime string   `json:"updateTime,omitempty"`
}

// Google is the fake. Its address serves as the base of the API, and TokenURL
// as the token endpoint.
type Google struct {
	URL string

	mux     *http.ServeMux
	stopped chan struct{} // lets go of whoever was made to wait

	mu       sync.Mutex
	reviews  []Review
	trouble  Trouble
	valid    int // number of the access token that opens the API
	requests map[string]int
}

// New makes a fake that is told its address by whoever serves it.
func New(reviews ...Review) *Google {
	g := &Google{
		mux:      http.NewServeMux(),
		stopped:  make(chan struct{}),
		reviews:  reviews,
		requests: map[string]int{},
	}
	g.mux.HandleFunc("POST /token", g.token)
	g.mux.HandleFunc("GET /v4/accounts/{account}/locations/{location}/reviews", g.list)
	g.mux.HandleFunc("GET /photos/{name}", photo)
	g.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	})
	return g
}

// Start serves a fake for as long as the test runs.
func Start(tb testing.TB, reviews ...Review) *Google {
	tb.Helper()
	g := New(reviews...)
	server := httptest.NewServer(g)
	g.URL = server.URL
	tb.Cleanup(server.Close)
	tb.Cleanup(g.Stop) // first, so that nobody is waiting any more
	return g
}

// Stop ends the waiting of those whom the trouble Slow made wait.
func (g *Google) Stop() { close(g.stopped) }

// TokenURL is the address of the token endpoint.
func (g *Google) TokenURL() string { return g.URL + "/token" }

// Set replaces all reviews.
func (g *Google) Set(reviews ...Review) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.reviews = reviews
}

// Have lets the fake have a trouble from now on, until it gets another.
func (g *Google) Have(t Trouble) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.trouble = t
}

// Withdraw makes every access token invalid that was given so far.
func (g *Google) Withdraw() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.valid++
}

// Tokens returns how many access tokens were asked for.
func (g *Google) Tokens() int { return g.count("tokens") }

// Pages returns how many pages of reviews were asked for.
func (g *Google) Pages() int { return g.count("pages") }

// Lists returns how many times the first page was asked for.
func (g *Google) Lists() int { return g.count("lists") }

func (g *Google) count(what string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.requests[what]
}

func (g *Google) noteRequest(what string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.requests[what]++
}

func (g *Google) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.mux.ServeHTTP(w, r) }

func (g *Google) current() ([]Review, Trouble) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.reviews, g.trouble
}

func (g *Google) accessToken() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return "ya29.access-" + strconv.Itoa(g.valid)
}

func (g *Google) token(w http.ResponseWriter, r *http.Request) {
	g.noteRequest("tokens")
	if _, trouble := g.current(); g.troubles(w, r, trouble, tokenEndpoint) {
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
	case r.PostFormValue("grant_type") != "refresh_token":
		refuse(http.StatusBadRequest, "unsupported_grant_type", "Invalid grant_type: "+r.PostFormValue("grant_type"))
	case r.PostFormValue("refresh_token") != RefreshToken:
		refuse(http.StatusBadRequest, "invalid_grant", "Bad Request")
	default:
		write(w, http.StatusOK, map[string]any{
			"access_token": g.accessToken(),
			"expires_in":   3599,
			"scope":        "https://www.googleapis.com/auth/business.manage",
			"token_type":   "Bearer",
		})
	}
}

const (
	largestPage = 50
	tokenPrefix = "page-from-"
)

// answer is a page of reviews; a location without any has an empty one.
type answer struct {
	Reviews          []Review `json:"reviews,omitempty"`
	AverageRating    float64  `json:"averageRating,omitempty"`
	TotalReviewCount int      `json:"totalReviewCount,omitempty"`
	NextPageToken    string   `json:"nextPageToken,omitempty"`
}

func (g *Google) list(w http.ResponseWriter, r *http.Request) {
	g.noteRequest("pages")
	query := r.URL.Query()
	if query.Get("pageToken") == "" {
		g.noteRequest("lists")
	}
	reviews, trouble := g.current()
	if g.troubles(w, r, trouble, apiEndpoint) {
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+g.accessToken() {
		refuse(w, http.StatusUnauthorized, "UNAUTHENTICATED", "Request had invalid authentication credentials. "+
			"Expected OAuth 2 access token, login cookie or other valid authentication credential.")
		return
	}
	if strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/v4/"), "/reviews") != Location {
		refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
		return
	}
	size, err := strconv.Atoi(query.Get("pageSize"))
	if query.Has("pageSize") && (err != nil || size < 0) {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	if size == 0 || size > largestPage {
		size = largestPage
	}
	first, ok := pageStart(query.Get("pageToken"), len(reviews))
	if !ok && trouble != Endless {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	last := min(first+size, len(reviews))
	page := answer{Reviews: reviews[first:last], TotalReviewCount: len(reviews)}
	if last < len(reviews) {
		page.NextPageToken = tokenPrefix + strconv.Itoa(last)
	}
	if trouble == Endless {
		page = endlessPage(query.Get("pageToken"))
	}
	write(w, http.StatusOK, page)
}

func pageStart(token string, count int) (int, bool) {
	if token == "" {
		return 0, true
	}
	number, ok := strings.CutPrefix(token, tokenPrefix)
	first, err := strconv.Atoi(number)
	if !ok || err != nil || first < 0 || first > count {
		return 0, false
	}
	return first, true
}

// refuse answers as Google's APIs do when they refuse.
func refuse(w http.ResponseWriter, status int, reason, message string) {
	write(w, status, map[string]any{
		"error": map[string]any{"code": status, "message": message, "status": reason},
	})
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails only when the client has gone
}
