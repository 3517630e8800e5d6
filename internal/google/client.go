// Package google owns the client of Google's Business Profile API: it fetches
// the reviews of a location and their authors' photos. It must not know what is
// done with them.
package google

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"perimeter/internal/reviews"
)

// The endpoints of Google, used unless the configuration has others.
const (
	DefaultTokenURL = "https://oauth2.googleapis.com/token"
	DefaultAPIURL   = "https://mybusiness.googleapis.com"
)

const (
	defaultTimeout = 10 * time.Second

	pageSize = 50 // the maximum that Google allows
	// Limits in case a list never ends or a response is not a list of reviews.
	maxPages        = 400
	maxResponseSize = 8 << 20
	maxTotalSize    = 48 << 20
)

// Config says which location to read and with which credentials.
type Config struct {
	Location     string // accounts/A/locations/L
	ClientID     string
	ClientSecret string
	RefreshToken string
	TokenURL     string // the full URL; empty means DefaultTokenURL
	APIURL       string // the base URL; empty means DefaultAPIURL
	// Timeout is how long one request may take; 0 means ten seconds.
	Timeout time.Duration
}

// Client is a reviews.Source.
type Client struct {
	location     string
	api          *url.URL
	refreshToken string
	oauth        oauth2.Config
	timeout      time.Duration
	http         *http.Client
	photos       *http.Client

	mu    sync.Mutex
	token *oauth2.Token
}

var _ reviews.Source = (*Client)(nil)

// New returns a client. It sends no requests.
func New(cfg Config) (*Client, error) {
	api, err := url.Parse(strings.TrimRight(cmp.Or(cfg.APIURL, DefaultAPIURL), "/"))
	if err != nil {
		return nil, fmt.Errorf("the URL of the reviews API: %w", err)
	}
	c := &Client{
		location:     cfg.Location,
		api:          api,
		refreshToken: cfg.RefreshToken,
		oauth: oauth2.Config{
			ClientID:     cfg.ClientID,
			ClientSecret: cfg.ClientSecret,
			Endpoint: oauth2.Endpoint{
				TokenURL:  cmp.Or(cfg.TokenURL, DefaultTokenURL),
				AuthStyle: oauth2.AuthStyleInParams,
			},
		},
		timeout: cmp.Or(cfg.Timeout, defaultTimeout),
		// Neither endpoint redirects, so a redirect must not receive our credentials.
		http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	c.photos = &http.Client{CheckRedirect: c.checkPhotoRedirect}
	return c, nil
}

// Name implements reviews.Source.
func (c *Client) Name() string { return c.location }

// page is a response of the API.
type page struct {
	Reviews       []review        `json:"reviews"`
	NextPageToken string          `json:"nextPageToken"`
	Error         json.RawMessage `json:"error"`
}

// Fetch implements reviews.Source.
func (c *Client) Fetch(ctx context.Context) ([]reviews.Review, error) {
	reviews := newReviewSet()
	total := 0
	for token, n := "", 0; ; n++ {
		page, size, err := c.fetchPage(ctx, token)
		if err != nil {
			return nil, err
		}
		if total += size; n == maxPages || total > maxTotalSize {
			return nil, temporaryError(fmt.Errorf("the list of reviews does not end: %d pages, %d bytes", n, total))
		}
		added := 0
		for _, r := range page.Reviews {
			if reviews.add(c.convert(r)) {
				added++
			}
		}
		if page.NextPageToken == "" {
			return reviews.newestFirst(), nil
		}
		if added == 0 && len(page.Reviews) > 0 {
			return nil, temporaryError(errors.New("the list of reviews does not end: a page has no new review but a next page"))
		}
		token = page.NextPageToken
	}
}

// Probe checks whether the reviews can be fetched by requesting one page.
func (c *Client) Probe(ctx context.Context) error {
	_, _, err := c.fetchPage(ctx, "")
	return err
}

// fetchPage returns a page of reviews and the size of the response. If the access
// token is refused, it tries once more with a new one: Google may revoke tokens
// before they expire.
func (c *Client) fetchPage(ctx context.Context, pageToken string) (page, int, error) {
	for retried := false; ; retried = true {
		access, err := c.accessToken(ctx)
		if err != nil {
			return page{}, 0, err
		}
		result, size, err := c.requestPage(ctx, access, pageToken)
		var failed *apiError
		if retried || !errors.As(err, &failed) || failed.status != http.StatusUnauthorized {
			return result, size, err
		}
		c.dropToken(access)
	}
}

func (c *Client) requestPage(ctx context.Context, access, pageToken string) (page, int, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	query := url.Values{"pageSize": {fmt.Sprint(pageSize)}}
	if pageToken != "" {
		query.Set("pageToken", pageToken)
	}
	pageURL := c.api.String() + "/v4/" + c.location + "/reviews?" + query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, pageURL, nil)
	if err != nil {
		return page{}, 0, fmt.Errorf("request reviews: %w", err)
	}
	request.Header.Set("Authorization", "Bearer "+access)
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return page{}, 0, temporaryError(err)
	}
	defer response.Body.Close()
	body, err := readAll(response.Body, maxResponseSize)
	if response.StatusCode != http.StatusOK {
		return page{}, 0, c.responseError(response, body)
	}
	if err != nil {
		return page{}, 0, temporaryError(fmt.Errorf("the response is incomplete: %w", err))
	}
	result, err := decodePage(body)
	if err != nil {
		return page{}, 0, temporaryError(fmt.Errorf("%w (%s)", err, response.Header.Get("Content-Type")))
	}
	return result, len(body), nil
}

func decodePage(body []byte) (page, error) {
	// A location without reviews gives {}, so no field is required. A pointer
	// tells {} from null.
	var result *page
	if err := json.Unmarshal(body, &result); err != nil {
		return page{}, fmt.Errorf("the response cannot be decoded: %w", err)
	}
	if result == nil {
		return page{}, errors.New("the response is null")
	}
	if len(result.Error) > 0 {
		return page{}, fmt.Errorf("the response is an error: %.200s", result.Error)
	}
	return *result, nil
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
func (c *Client) accessToken(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token.Valid() {
		return c.token.AccessToken, nil
	}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, c.http), c.timeout)
	defer cancel()
	token, err := c.oauth.TokenSource(ctx, &oauth2.Token{RefreshToken: c.refreshToken}).Token()
	if err != nil {
		return "", tokenError(err)
	}
	c.token = token
	return token.AccessToken, nil
}

// dropToken drops an access token that was refused.
func (c *Client) dropToken(access string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token != nil && c.token.AccessToken == access {
		c.token = nil
	}
}
