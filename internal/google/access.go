package google

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// The endpoints of Google, used unless the configuration has others.
const (
	DefaultAuthURL  = "https://accounts.google.com/o/oauth2/v2/auth"
	DefaultTokenURL = "https://oauth2.googleapis.com/token"
	DefaultAPIURL   = "https://mybusiness.googleapis.com"

	accountsAPIURL = "https://mybusinessaccountmanagement.googleapis.com"
	profileAPIURL  = "https://mybusinessbusinessinformation.googleapis.com"
)

// Endpoints are the URLs of Google. An empty one means Google's own.
type Endpoints struct {
	AuthURL  string // the page that asks for the permission
	TokenURL string // the full URL
	APIURL   string // the base URL of the reviews; another one serves all APIs
}

func (e Endpoints) oauth(clientID, clientSecret string) oauth2.Config {
	return oauth2.Config{
		ClientID: clientID, ClientSecret: clientSecret, Scopes: []string{scope},
		Endpoint: oauth2.Endpoint{
			AuthURL:   cmp.Or(e.AuthURL, DefaultAuthURL),
			TokenURL:  cmp.Or(e.TokenURL, DefaultTokenURL),
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}

// revokeURL is beside the token endpoint.
func (e Endpoints) revokeURL() string {
	return strings.TrimSuffix(cmp.Or(e.TokenURL, DefaultTokenURL), "/token") + "/revoke"
}

func (e Endpoints) api() string { return strings.TrimRight(cmp.Or(e.APIURL, DefaultAPIURL), "/") }

// apiOr returns the base URL of another API than that of the reviews.
func (e Endpoints) apiOr(base string) string {
	if api := e.api(); api != DefaultAPIURL {
		return api
	}
	return base
}

const (
	// scope is the permission to manage a business profile; there is none only to read.
	scope = "https://www.googleapis.com/auth/business.manage"

	defaultTimeout  = 10 * time.Second
	maxResponseSize = 8 << 20
)

// newHTTPClient returns a client for endpoints of which none redirects, so a redirect
// must not receive our credentials.
func newHTTPClient() *http.Client {
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// access is what a refresh token gives access to.
type access struct {
	oauth        oauth2.Config
	refreshToken string
	advice       advice
	timeout      time.Duration
	http         *http.Client

	mu    sync.Mutex
	token *oauth2.Token
}

// get requests a URL of an API. If the access token is refused, it tries once more with
// a new one: Google may revoke tokens before they expire.
func (a *access) get(ctx context.Context, url string) (body []byte, contentType string, err error) {
	for retried := false; ; retried = true {
		token, err := a.accessToken(ctx)
		if err != nil {
			return nil, "", err
		}
		body, contentType, err := a.request(ctx, token, url)
		var failed *apiError
		if retried || !errors.As(err, &failed) || failed.status != http.StatusUnauthorized {
			return body, contentType, err
		}
		a.dropToken(token)
	}
}

func (a *access) request(ctx context.Context, token, url string) ([]byte, string, error) {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, "", fmt.Errorf("make a request to Google: %w", err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", "application/json")
	response, err := a.http.Do(request)
	if err != nil {
		return nil, "", temporaryError(err)
	}
	defer response.Body.Close()
	body, err := readAll(response.Body, maxResponseSize)
	if response.StatusCode != http.StatusOK {
		return nil, "", a.advice.responseError(response, body)
	}
	if err != nil {
		return nil, "", temporaryError(fmt.Errorf("the response is incomplete: %w", err))
	}
	return body, response.Header.Get("Content-Type"), nil
}

// readAll reads r to its end and fails if that is more than limit bytes.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("it is larger than %d bytes", limit)
	}
	return body, err
}

// accessToken returns the current access token, or a new one if it has expired.
func (a *access) accessToken(ctx context.Context) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refreshToken == "" {
		return "", a.advice.needsOwner(a.advice.accessLost, errors.New("there is no refresh token"))
	}
	if a.token.Valid() {
		return a.token.AccessToken, nil
	}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, a.http), a.timeout)
	defer cancel()
	token, err := a.oauth.TokenSource(ctx, &oauth2.Token{RefreshToken: a.refreshToken}).Token()
	if err != nil {
		return "", a.advice.tokenError(err)
	}
	a.token = token
	return token.AccessToken, nil
}

// dropToken drops an access token that was refused.
func (a *access) dropToken(token string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.token != nil && a.token.AccessToken == token {
		a.token = nil
	}
}

// webURL returns the URL if a page may link to it: https, or the host of a fake.
func (e Endpoints) webURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || len(text) > 2000 {
		return ""
	}
	if u.Scheme == "https" || strings.HasPrefix(text, e.api()+"/") && u.Scheme == "http" {
		return u.String()
	}
	return ""
}
