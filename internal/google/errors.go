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
	"perimeter/internal/reviews"
)

// advice is what the owner reads when the reviews cannot be fetched and somebody has
// to act.
type advice struct {
	accessLost, client, forbidden, location string
	// connected says that the owner can give the site access again.
	connected bool
}

// adviceFor returns the advice for an owner who has connected the site in the back
// office, or for whoever runs the server.
func adviceFor(connected bool, location string) advice {
	if connected {
		return advice{
			connected: true,
			accessLost: "Google no longer accepts this site's permission to read the reviews. " +
				"Open Company, go to Google and choose Connect again.",
			client: "Google does not accept the client ID and client secret. " +
				"Open Company, go to Google and type them again.",
			forbidden: "The Google account may not read the reviews of this location. " +
				"Open Company, go to Google and choose Connect again, with the account that manages the business profile.",
			location: "Google does not know the chosen location any more. " +
				"Open Company, go to Google and choose the location again.",
		}
	}
	return advice{
		accessLost: "Google no longer accepts this site's permission to read the reviews. " +
			"Sign in to Google with the company's account, make a new refresh token, set it as PERIMETER_GOOGLE_REFRESH_TOKEN and restart the server.",
		client: "Google does not accept the OAuth client. " +
			"Compare PERIMETER_GOOGLE_CLIENT_ID and PERIMETER_GOOGLE_CLIENT_SECRET with those in the Google Cloud console and restart the server.",
		forbidden: "The Google account may not read the reviews of this location. " +
			"Check that it manages the business profile and that the Business Profile API is enabled in the Google Cloud console.",
		location: "Google does not know the location " + location + ". " +
			"Correct PERIMETER_GOOGLE_LOCATION and restart the server.",
	}
}

// Messages for the owner when no action is needed.
const (
	adviceRateLimited = "Google is limiting how often reviews may be fetched. No action is needed; the site tries again by itself."
	adviceTemporary   = "Google cannot be reached or does not answer properly. No action is needed; the site tries again by itself."
)

func upstreamError(message string, cause error) *errs.Error {
	return &errs.Error{Kind: errs.Upstream, Message: message, Err: cause}
}

// temporaryError is a failure that needs no action by the owner.
func temporaryError(cause error) *errs.Error { return upstreamError(adviceTemporary, cause) }

// needsOwner is a failure that lasts until somebody acts.
func (a advice) needsOwner(message string, cause error) *errs.Error {
	e := upstreamError(message, cause)
	if a.connected {
		e.Code = reviews.CodeNeedsOwner
	}
	return e
}

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
func (a advice) responseError(response *http.Response, body []byte) *errs.Error {
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
		return a.needsOwner(a.accessLost, cause)
	case http.StatusForbidden:
		return a.needsOwner(a.forbidden, cause)
	case http.StatusNotFound:
		return a.needsOwner(a.location, cause)
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
func (a advice) tokenError(err error) *errs.Error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return temporaryError(err)
	}
	// The original error would print the whole response.
	cause := fmt.Errorf("the token endpoint answered %s %s %s", refused.Response.Status, refused.ErrorCode, refused.ErrorDescription)
	switch refused.ErrorCode {
	case "invalid_grant":
		return a.needsOwner(a.accessLost, cause)
	case "invalid_client", "unauthorized_client", "deleted_client":
		return a.needsOwner(a.client, cause)
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
