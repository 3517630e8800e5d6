package google

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"perimeter/internal/connection"
	"perimeter/internal/errs"
)

// maxLocations is how many locations are listed. A local company has a few.
const maxLocations = 200

// Messages for the owner who connects the site.
const (
	adviceCode = "Google's permission was used already or is too old. Please connect again."
	adviceType = "Google does not accept the client ID and client secret. " +
		"Compare them with those in the Google Cloud console and type them again."
	adviceNotTicked = "Google asked whether this site may see your business profile, and that was left unticked. " +
		"Please connect again and allow it."
	adviceNotNow      = "Google cannot be reached or does not answer properly. Please try again in a minute."
	adviceMayNotList  = "Google does not let this site see your business profiles. Check that the Business Profile APIs are enabled for the client in the Google Cloud console."
	adviceListTooMany = "Google is limiting how often it may be asked. Please try again in a minute. " +
		"If this stays, Google has not yet approved the client for the Business Profile APIs."
)

// Accounts connects Google accounts. It is a connection.GoogleAPI.
type Accounts struct {
	endpoints Endpoints
	timeout   time.Duration
	http      *http.Client
}

var _ connection.GoogleAPI = (*Accounts)(nil)

// NewAccounts returns Google's accounts. It sends no requests.
func NewAccounts(endpoints Endpoints) *Accounts {
	return &Accounts{endpoints: endpoints, timeout: defaultTimeout, http: newHTTPClient()}
}

// NewVerifier implements connection.GoogleAPI.
func (*Accounts) NewVerifier() string { return oauth2.GenerateVerifier() }

// ConsentURL implements connection.GoogleAPI.
func (a *Accounts) ConsentURL(client connection.GoogleClient, redirectURL, state, verifier string) string {
	cfg := a.endpoints.oauth(client.ID, client.Secret)
	cfg.RedirectURL = redirectURL
	// Without asking again, Google sends a refresh token the first time only.
	return cfg.AuthCodeURL(state, oauth2.AccessTypeOffline, oauth2.ApprovalForce, oauth2.S256ChallengeOption(verifier))
}

// Exchange implements connection.GoogleAPI.
func (a *Accounts) Exchange(ctx context.Context, client connection.GoogleClient, redirectURL, code, verifier string) (refreshToken string, err error) {
	cfg := a.endpoints.oauth(client.ID, client.Secret)
	cfg.RedirectURL = redirectURL
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, oauth2.HTTPClient, a.http), a.timeout)
	defer cancel()
	token, err := cfg.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return "", forConnecting(advice{accessLost: adviceCode, client: adviceType}.tokenError(err))
	}
	granted, _ := token.Extra("scope").(string)
	if !strings.Contains(" "+granted+" ", " "+scope+" ") || token.RefreshToken == "" {
		// What was granted instead is of no use.
		_ = a.Revoke(ctx, token.AccessToken)
		return "", errs.Errorf(errs.Invalid, "%s", adviceNotTicked)
	}
	return token.RefreshToken, nil
}

// Revoke implements connection.GoogleAPI.
func (a *Accounts) Revoke(ctx context.Context, token string) error {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	body := strings.NewReader(url.Values{"token": {token}}.Encode())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.endpoints.revokeURL(), body)
	if err != nil {
		return fmt.Errorf("make a request to Google: %w", err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := a.http.Do(request)
	if err != nil {
		return upstreamError(adviceNotNow, err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, maxResponseSize))
	// 400 means that the token is not valid any more.
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusBadRequest {
		return upstreamError(adviceNotNow, fmt.Errorf("the revocation was answered with %s", response.Status))
	}
	return nil
}

// profile is a location as Google returns it. Missing fields are empty.
type profile struct {
	Name    string `json:"name"` // locations/L
	Title   string `json:"title"`
	Address struct {
		Lines    []string `json:"addressLines"`
		Locality string   `json:"locality"`
	} `json:"storefrontAddress"`
	Metadata struct {
		NewReviewURI string `json:"newReviewUri"`
		PlaceID      string `json:"placeId"`
	} `json:"metadata"`
}

// reviewPage is the page on which customers write a review; "" if there is none, as of
// a location that Google has not verified.
func (p profile) reviewPage(endpoints Endpoints) string {
	if p.Metadata.NewReviewURI == "" && p.Metadata.PlaceID != "" {
		return "https://search.google.com/local/writereview?placeid=" + url.QueryEscape(p.Metadata.PlaceID)
	}
	return endpoints.webURL(p.Metadata.NewReviewURI)
}

// Locations implements connection.GoogleAPI.
func (a *Accounts) Locations(ctx context.Context, client connection.GoogleClient, refreshToken string) ([]connection.GoogleLocation, error) {
	from := &access{
		oauth: a.endpoints.oauth(client.ID, client.Secret), refreshToken: refreshToken, timeout: a.timeout, http: a.http,
		advice: advice{
			accessLost: adviceFor(true, "").accessLost, client: adviceType, forbidden: adviceMayNotList, location: adviceMayNotList,
		},
	}
	found := []connection.GoogleLocation{}
	seen := map[string]bool{} // a location can be in several accounts
	err := eachPage(ctx, from, a.endpoints.apiOr(accountsAPIURL)+"/v1/accounts", url.Values{"pageSize": {"20"}}, func(list accountPage) error {
		for _, account := range list.Accounts {
			address := a.endpoints.apiOr(profileAPIURL) + "/v1/" + account.Name + "/locations"
			query := url.Values{"pageSize": {"100"}, "readMask": {"name,title,storefrontAddress"}}
			err := eachPage(ctx, from, address, query, func(list locationPage) error {
				for _, l := range list.Locations {
					if seen[l.Name] || len(found) == maxLocations {
						continue
					}
					seen[l.Name] = true
					found = append(found, connection.GoogleLocation{
						Name: account.Name + "/" + l.Name, Title: l.Title,
						Address: strings.Join(append(l.Address.Lines, nonEmpty(l.Address.Locality)...), ", "),
					})
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, forConnecting(err)
	}
	return found, nil
}

func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

type accountPage struct {
	Accounts []struct {
		Name string `json:"name"` // accounts/A
	} `json:"accounts"`
	nextPage
}

type locationPage struct {
	Locations []profile `json:"locations"`
	nextPage
}

type nextPage struct {
	Token string `json:"nextPageToken"`
}

func (n nextPage) next() string { return n.Token }

// maxListPages is a limit in case a list never ends.
const maxListPages = 20

// eachPage calls use with every page of a list.
func eachPage[P interface{ next() string }](ctx context.Context, from *access, address string, query url.Values, use func(P) error) error {
	for range maxListPages {
		body, contentType, err := from.get(ctx, address+"?"+query.Encode())
		if err != nil {
			return err
		}
		var page P
		if err := json.Unmarshal(body, &page); err != nil {
			return temporaryError(fmt.Errorf("the list cannot be decoded: %w (%s)", err, contentType))
		}
		if err := use(page); err != nil {
			return err
		}
		if page.next() == "" {
			return nil
		}
		query.Set("pageToken", page.next())
	}
	return temporaryError(errors.New("the list does not end"))
}

// forConnecting rewords failures that pass by themselves for somebody who waits.
func forConnecting(err error) error {
	var known *errs.Error
	if !errors.As(err, &known) {
		return err
	}
	switch known.Message {
	case adviceTemporary:
		known.Message = adviceNotNow
	case adviceRateLimited:
		known.Message = adviceListTooMany
	}
	return err
}
