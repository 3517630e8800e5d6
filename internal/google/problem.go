package google

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/oauth2"

	"perimeter/internal/errs"
)

// What the owner is told when the reviews cannot be fetched. Each says what to
// do, or that nothing has to be done.
const (
	adviceAccessLost = "Google no longer accepts this site's permission to read the reviews. " +
		"Sign in to Google with the company's account, make a new refresh token, set it as PERIMETER_GOOGLE_REFRESH_TOKEN and restart the server."
	adviceClient = "Google does not accept the OAuth client. " +
		"Compare PERIMETER_GOOGLE_CLIENT_ID and PERIMETER_GOOGLE_CLIENT_SECRET with those in the Google Cloud console and restart the server."
	adviceForbidden = "The Google account may not read the reviews of this location. " +
		"See that it manages the business profile and that the Business Profile API is enabled in the Google Cloud console."
	adviceLocation = "Google knows no location %s. " +
		"Correct PERIMETER_GOOGLE_LOCATION and restart the server."
	adviceBusy    = "Google is limiting how often reviews may be fetched. Nothing has to be done; the site tries again by itself."
	adviceTrouble = "Google cannot be reached or does not answer properly. Nothing has to be done; the site tries again by itself."
)

func problem(message string, cause error) *errs.Error {
	return &errs.Error{Kind: errs.Upstream, Message: message, Err: cause}
}

// trouble is a failure that passes by itself.
func trouble(cause error) *errs.Error { return problem(adviceTrouble, cause) }

// refusal is an answer of the API that is no success.
type refusal struct {
	status int
	reason string // Google's own word for it, such as PERMISSION_DENIED
	text   string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("Google answered %d %s: %s", r.status, r.reason, r.text)
}

// refused tells the owner what an answer of the API means.
func (c *Client) refused(response *http.Response, body []byte) *errs.Error {
	var told struct {
		Error struct {
			Message string `json:"message"`
			Status  string `json:"status"`
		} `json:"error"`
	}
	// What is no JSON is some gateway's page, of which the status says enough.
	_ = json.Unmarshal(body, &told)
	cause := &refusal{status: response.StatusCode, reason: told.Error.Status, text: told.Error.Message}
	switch response.StatusCode {
	case http.StatusUnauthorized:
		return problem(adviceAccessLost, cause)
	case http.StatusForbidden:
		return problem(adviceForbidden, cause)
	case http.StatusNotFound:
		return problem(fmt.Sprintf(adviceLocation, c.location), cause)
	case http.StatusTooManyRequests:
		e := problem(adviceBusy, cause)
		e.RetryAfter = retryAfter(response.Header)
		return e
	default:
		e := trouble(cause)
		e.RetryAfter = retryAfter(response.Header)
		return e
	}
}

// tokenRefused tells the owner why there is no access token.
func tokenRefused(err error) *errs.Error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return trouble(err)
	}
	// The error itself would print the whole answer.
	cause := fmt.Errorf("the token endpoint answered %s %s %s", refused.Response.Status, refused.ErrorCode, refused.ErrorDescription)
	switch refused.ErrorCode {
	case "invalid_grant":
		return problem(adviceAccessLost, cause)
	case "invalid_client", "unauthorized_client", "deleted_client":
		return problem(adviceClient, cause)
	}
	if refused.Response.StatusCode == http.StatusTooManyRequests {
		e := problem(adviceBusy, cause)
		e.RetryAfter = retryAfter(refused.Response.Header)
		return e
	}
	return trouble(cause)
}

// retryAfter reads how much patience an answer asks for.
func retryAfter(header http.Header) time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return time.Until(at)
	}
	return 0
}
