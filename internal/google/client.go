// Package google owns the conversation with Google's Business Profile API: it
// fetches the reviews of a location and the photos of those who wrote them. It
// must not know what is done with either.
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

// Where Google answers, unless the configuration says otherwise.
const (
	DefaultTokenURL = "https://oauth2.googleapis.com/token"
	DefaultAPIURL   = "https://mybusiness.googleapis.com"
)

const (
	defaultRequestLimit = 10 * time.Second

	pageSize = 50 // the most that Google gives at once
	// maxPages is where a list that does not end is given up.
	maxPages = 400
	// No answer and no list is larger, unless something is wrong.
	maxAnswer = 8 << 20
	maxTotal  = 48 << 20
)

// Config says whose reviews to fetch and by which permission.
type Config struct {
	Location     string // accounts/A/locations/L
	ClientID     string
	ClientSecret string
	RefreshToken string
	TokenURL     string // the whole address; empty means DefaultTokenURL
	APIURL       string // a base; empty means DefaultAPIURL
	// RequestLimit is how long one request may take; 0 means ten seconds.
	RequestLimit time.Duration
}

// Client is a reviews.Source.
type Client struct {
	location string
	api      *url.URL
	secret   string // the refresh token
	oauth    oauth2.Config
	limit    time.Duration
	http     *http.Client
	photos   *http.Client

	mu    sync.Mutex
	token *oauth2.Token
}

var _ reviews.Source = (*Client)(nil)

// New makes a client. Nothing is sent yet.
func New(cfg Config) (*Client, error) {
	api, err := url.Parse(strings.TrimRight(cmp.Or(cfg.APIURL, DefaultAPIURL), "/"))
	if err != nil {
		return nil, fmt.Errorf("the address of the reviews API: %w", err)
	}
	c := &Client{
		location: cfg.Location,
		api:      api,
		secret:   cfg.RefreshToken,
		oauth: oauth2.Config{
			ClientID:     cfg.ClientID,
			ClientSecret: cfg.ClientSecret,
			Endpoint: oauth2.Endpoint{
				TokenURL:  cmp.Or(cfg.TokenURL, DefaultTokenURL),
				AuthStyle: oauth2.AuthStyleInParams,
			},
		},
		limit: cmp.Or(cfg.RequestLimit, defaultRequestLimit),
		// Neither endpoint redirects; what does is no longer Google.
		http: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	c.photos = &http.Client{CheckRedirect: c.checkPhotoRedirect}
	return c, nil
}

// Name implements reviews.Source.
func (c *Client) Name() string { return c.location }

// page is an answer of the API.
type page struct {
	Reviews       []review        `json:"reviews"`
	NextPageToken string          `json:"nextPageToken"`
	Error         json.RawMessage `json:"error"`
}

// Fetch implements reviews.Source.
func (c *Client) Fetch(ctx context.Context) ([]reviews.Review, error) {
	found := newCollection()
	total := 0
	for token, n := "", 0; ; n++ {
		answer, size, err := c.authorizedPage(ctx, token)
		if err != nil {
			return nil, err
		}
		if total += size; n == maxPages || total > maxTotal {
			return nil, trouble(fmt.Errorf("the list of reviews does not end: %d pages, %d bytes", n, total))
		}
		news := 0
		for _, r := range answer.Reviews {
			if found.add(c.convert(r)) {
				news++
			}
		}
		if answer.NextPageToken == "" {
			return found.newestFirst(), nil
		}
		if news == 0 && len(answer.Reviews) > 0 {
			return nil, trouble(errors.New("the list of reviews does not end: a page repeats earlier ones and names another"))
		}
		token = answer.NextPageToken
	}
}

// Probe finds out whether the reviews can be fetched, at the price of one page.
func (c *Client) Probe(ctx context.Context) error {
	_, _, err := c.authorizedPage(ctx, "")
	return err
}

// authorizedPage gets a page of reviews and the size of the answer. An access
// token that is refused is replaced once: Google may withdraw one early.
func (c *Client) authorizedPage(ctx context.Context, pageToken string) (page, int, error) {
	for retried := false; ; retried = true {
		access, err := c.accessToken(ctx)
		if err != nil {
			return page{}, 0, err
		}
		answer, size, err := c.page(ctx, access, pageToken)
		var refused *refusal
		if retried || !errors.As(err, &refused) || refused.status != http.StatusUnauthorized {
			return answer, size, err
		}
		c.forget(access)
	}
}

func (c *Client) page(ctx context.Context, access, pageToken string) (page, int, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	query := url.Values{"pageSize": {fmt.Sprint(pageSize)}}
	if pageToken != "" {
		query.Set("pageToken", pageToken)
	}
	address := c.api.String() + "/v4/" + c.location + "/reviews?" + query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return page{}, 0, fmt.Errorf("ask for reviews: %w", err)
	}
	request.Header.Set("Authorization", "Bearer "+access)
	request.Header.Set("Accept", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return page{}, 0, trouble(err)
	}
	defer response.Body.Close()
	body, err := readAll(response.Body, maxAnswer)
	if response.StatusCode != http.StatusOK {
		return page{}, 0, c.refused(response, body)
	}
	if err != nil {
		return page{}, 0, trouble(fmt.Errorf("the answer with reviews is not whole: %w", err))
	}
	answer, err := decodePage(body)
	if err != nil {
		return page{}, 0, trouble(fmt.Errorf("%w (%s)", err, response.Header.Get("Content-Type")))
	}
	return answer, len(body), nil
}

func decodePage(body []byte) (page, error) {
	// Without any reviews Google's answer is {}, so nothing but the form of the
	// answer says that it is one.
	var answer *page
	if err := json.Unmarshal(body, &answer); err != nil {
		return page{}, fmt.Errorf("the answer with reviews cannot be read: %w", err)
	}
	if answer == nil {
		return page{}, errors.New("the answer with reviews is null")
	}
	if len(answer.Error) > 0 {
		return page{}, fmt.Errorf("the answer with reviews is an error: %.200s", answer.Error)
	}
	return *answer, nil
}

// readAll reads everything, unless there is more than limit.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("it is larger than %d bytes", limit)
	}
	return body, err
}

// accessToken returns the token that opens the API, a new one if the last is
// used up.
func (c *Client) accessToken(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token.Valid() {
		return c.token.AccessToken, nil
	}
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, c.http), c.limit)
	defer cancel()
	token, err := c.oauth.TokenSource(ctx, &oauth2.Token{RefreshToken: c.secret}).Token()
	if err != nil {
		return "", tokenRefused(err)
	}
	c.token = token
	return token.AccessToken, nil
}

// forget drops an access token that was refused.
func (c *Client) forget(access string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token != nil && c.token.AccessToken == access {
		c.token = nil
	}
}
