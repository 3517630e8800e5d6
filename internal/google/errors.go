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

// Messages for the owner when the reviews cannot be fetched. Each says what to
// do, or that no action is needed.
const (
	adviceAccessLost = "Google no longer accepts this site's permission to read the reviews. " +
		"Sign in to Google with the company's account, make a new refresh token, set it as PERIMETER_GOOGLE_REFRESH_TOKEN and restart the server."
	adviceClient = "Google does not accept the OAuth client. " +
		"Compare PERIMETER_GOOGLE_CLIENT_ID and PERIMETER_GOOGLE_CLIENT_SECRET with those in the Google Cloud console and restart the server."
	adviceForbidden = "The Google account may not read the reviews of this location. " +
		"Check that it manages the business profile and that the Business Profile API is enabled in the Google Cloud console."
	adviceLocation = "Google does not know the location %s. " +
		"Correct PERIMETER_GOOGLE_LOCATION and restart the server."
	adviceRateLimited = "Google is limiting how often reviews may be fetched. No action is needed; the site tries again by itself."
	adviceTemporary   = "Google cannot be reached or does not answer properly. No action is needed; the site tries again by itself."
)

func upstreamError(message string, cause error) *errs.Error {
	return &errs.Error{Kind: errs.Upstream, Message: message, Err: cause}
}

// temporaryError is a failure that needs no action by the owner.
func temporaryError(cause error) *errs.Error { return upstreamError(adviceTemporary, cause) }

// apiError is a response of the API with an error status.
type apiError struct {
	status int
	reason string // Google's error code, such as PERMISSION_DENIED
	text   string
}

func (e *apiError) Error() string {
	return fmt.Sprintf("Google answered %d %s: %s", e.status, e.reason, e.text)
}

// responseError translates an error response of the API for the owner.
func (c *Client) responseError(response *http.Response, body []byte) *errs.Error {
	var details struct {
		Error struct {
			Message string `json:"message"`
			Status  string `json:"status"`
		} `json:"error"`
	}
	// A gateway may answer with HTML; then the status code is all there is.
	_ = json.Unmarshal(body, &details)
	cause := &apiError{status: response.StatusCode, reason: details.Error.Status, text: details.Error.Message}
	switch response.StatusCode {
	case http.StatusUnauthorized:
		return upstreamError(adviceAccessLost, cause)
	case http.StatusForbidden:
		return upstreamError(adviceForbidden, cause)
	case http.StatusNotFound:
		return upstreamError(fmt.Sprintf(adviceLocation, c.location), cause)
	case http.StatusTooManyRequests:
		e := upstreamError(adviceRateLimited, cause)
		e.RetryAfter = retryAfter(response.Header)
		return e
	default:
		e := temporaryError(cause)
		e.RetryAfter = retryAfter(response.Header)
		return e
	}
}

// tokenError translates an error of the token endpoint for the owner.
func tokenError(err error) *errs.Error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return temporaryError(err)
	}
	// The original error would print the whole response.
	cause := fmt.Errorf("the token endpoint answered %s %s %s", refused.Response.Status, refused.ErrorCode, refused.ErrorDescription)
	switch refused.ErrorCode {
	case "invalid_grant":
		return upstreamError(adviceAccessLost, cause)
	case "invalid_client", "unauthorized_client", "deleted_client":
		return upstreamError(adviceClient, cause)
	}
	if refused.Response.StatusCode == http.StatusTooManyRequests {
		e := upstreamError(adviceRateLimited, cause)
		e.RetryAfter = retryAfter(refused.Response.Header)
		return e
	}
	return temporaryError(cause)
}

// retryAfter reads the Retry-After header.
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
