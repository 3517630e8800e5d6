// Package google owns the client of Google's Business Profile APIs: it asks for the
// permission to use them, lists the locations of an account, and fetches the reviews
// of one of them and their authors' photos. It must not know what is done with them.
package google

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/reviews"
)

const (
	pageSize = 50 // the maximum that Google allows
	// Limits in case a list never ends.
	maxPages     = 400
	maxTotalSize = 48 << 20
)

// Config says which location to read and with which credentials.
type Config struct {
	Endpoints
	Location     string // accounts/A/locations/L
	ClientID     string
	ClientSecret string
	RefreshToken string
	// Connected says that the owner has connected the site in the back office, and can
	// do so again. Otherwise the settings of the server decide.
	Connected bool
	// Timeout is how long one request may take; 0 means ten seconds.
	Timeout time.Duration
}

// Client is a reviews.Source.
type Client struct {
	access

	location  string
	endpoints Endpoints
	api       *url.URL
	photos    *http.Client
}

var _ reviews.Source = (*Client)(nil)

// New returns a client. It sends no requests.
func New(cfg Config) (*Client, error) {
	api, err := url.Parse(cfg.api())
	if err != nil {
		return nil, fmt.Errorf("the URL of the reviews API: %w", err)
	}
	c := &Client{
		access: access{
			oauth:        cfg.oauth(cfg.ClientID, cfg.ClientSecret),
			refreshToken: cfg.RefreshToken,
			advice:       adviceFor(cfg.Connected, cfg.Location),
			timeout:      cmp.Or(cfg.Timeout, defaultTimeout),
			http:         newHTTPClient(),
		},
		location: cfg.Location, endpoints: cfg.Endpoints, api: api,
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

// fetchPage returns a page of reviews and the size of the response.
func (c *Client) fetchPage(ctx context.Context, pageToken string) (page, int, error) {
	query := url.Values{"pageSize": {strconv.Itoa(pageSize)}}
	if pageToken != "" {
		query.Set("pageToken", pageToken)
	}
	body, contentType, err := c.get(ctx, c.api.String()+"/v4/"+c.location+"/reviews?"+query.Encode())
	if err != nil {
		return page{}, 0, err
	}
	result, err := decodePage(body)
	if err != nil {
		return page{}, 0, temporaryError(fmt.Errorf("%w (%s)", err, contentType))
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

// ReviewPage implements reviews.Source.
func (c *Client) ReviewPage(ctx context.Context) (string, error) {
	_, id, _ := strings.Cut(c.location, "/locations/")
	body, contentType, err := c.get(ctx, c.endpoints.apiOr(profileAPIURL)+"/v1/locations/"+url.PathEscape(id)+"?readMask=metadata")
	if err != nil {
		return "", err
	}
	var found profile
	if err := json.Unmarshal(body, &found); err != nil {
		return "", temporaryError(fmt.Errorf("the location cannot be decoded: %w (%s)", err, contentType))
	}
	return found.reviewPage(c.endpoints), nil
}
