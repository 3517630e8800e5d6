package googletest

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
)

// Failure is a way in which the API can fail.
type Failure string

// The failures.
const (
	None             Failure = ""
	Down             Failure = "down"               // connections are closed
	Slow             Failure = "slow"               // requests are never answered
	Revoked          Failure = "revoked"            // the refresh token was revoked
	UnknownClient    Failure = "unknown-client"     // the OAuth client was deleted
	Unauthenticated  Failure = "unauthenticated"    // 401 for every access token
	Forbidden        Failure = "forbidden"          // 403
	NotFound         Failure = "not-found"          // 404
	RateLimited      Failure = "rate-limited"       // 429
	ServerError      Failure = "server-error"       // 500
	HTMLPage         Failure = "html-page"          // 200 with HTML instead of JSON
	BadGateway       Failure = "bad-gateway"        // 502 with HTML instead of JSON
	Truncated        Failure = "truncated"          // an incomplete body
	CutOff           Failure = "cut-off"            // an incomplete body, then the connection is closed
	EmptyBody        Failure = "empty-body"         // 200 without a body
	JSONNull         Failure = "json-null"          // 200 with null
	ErrorInBody      Failure = "error-in-body"      // 200 with an error object
	Repeating        Failure = "repeating"          // every page is the first one and has a next page
	Endless          Failure = "endless"            // every page is new and has a next page
	HugeBody         Failure = "huge-body"          // a body larger than any list of reviews
	TokenHTMLPage    Failure = "token-html-page"    // HTML instead of a token
	TokenServerError Failure = "token-server-error" // 500 instead of a token
	Redirected       Failure = "redirected"         // a redirect to another host
)

// Failures lists all failures except None.
var Failures = []Failure{
	Down, Slow, Revoked, UnknownClient, Unauthenticated, Forbidden, NotFound, RateLimited, ServerError, HTMLPage,
	BadGateway, Truncated, CutOff, EmptyBody, JSONNull, ErrorInBody, Repeating, Endless, HugeBody, TokenHTMLPage,
	TokenServerError, Redirected,
}

type endpoint int

const (
	tokenEndpoint endpoint = iota
	apiEndpoint
)

const errorPage = "<!DOCTYPE html><html lang=en><title>Error</title><p>The server encountered a temporary error."

// fail answers the request if the failure affects the endpoint, and reports
// whether it did.
func (g *Google) fail(w http.ResponseWriter, r *http.Request, failure Failure, at endpoint) bool {
	switch failure {
	case Down:
		panic(http.ErrAbortHandler)
	case Slow:
		select {
		case <-r.Context().Done():
		case <-g.stopped:
		}
		panic(http.ErrAbortHandler)
	}
	if at == tokenEndpoint {
		return failToken(w, failure)
	}
	return failAPI(w, failure)
}

func failToken(w http.ResponseWriter, failure Failure) bool {
	switch failure {
	case Revoked:
		write(w, http.StatusBadRequest, map[string]string{
			"error": "invalid_grant", "error_description": "Token has been expired or revoked.",
		})
	case UnknownClient:
		write(w, http.StatusUnauthorized, map[string]string{
			"error": "deleted_client", "error_description": "The OAuth client was deleted.",
		})
	case TokenHTMLPage:
		htmlPage(w, http.StatusOK)
	case TokenServerError:
		write(w, http.StatusInternalServerError, map[string]string{"error": "internal_failure"})
	default:
		return false
	}
	return true
}

func failAPI(w http.ResponseWriter, failure Failure) bool {
	const incomplete = `{"reviews": [{"reviewId": "half", "reviewer": {"displayName": "Half"}, "starRating": "FIVE", "createTime": "2025-05-14T17:00:00Z"}]`
	switch failure {
	case Unauthenticated:
		refuse(w, http.StatusUnauthorized, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
	case Forbidden:
		refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "The caller does not have permission")
	case NotFound:
		refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	case RateLimited:
		w.Header().Set("Retry-After", "7")
		refuse(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Requests'.")
	case ServerError:
		refuse(w, http.StatusInternalServerError, "INTERNAL", "Internal error encountered.")
	case HTMLPage:
		htmlPage(w, http.StatusOK)
	case BadGateway:
		htmlPage(w, http.StatusBadGateway)
	case Truncated:
		_, _ = io.WriteString(w, incomplete)
	case CutOff:
		w.Header().Set("Content-Length", strconv.Itoa(len(incomplete)+1000))
		_, _ = io.WriteString(w, incomplete)
		panic(http.ErrAbortHandler)
	case EmptyBody:
		w.WriteHeader(http.StatusOK)
	case JSONNull:
		_, _ = io.WriteString(w, "null")
	case ErrorInBody:
		refuse(w, http.StatusOK, "INTERNAL", "Internal error encountered.")
	case Repeating:
		write(w, http.StatusOK, page{Reviews: Sample(3, ""), NextPageToken: "again"})
	case HugeBody:
		hugeBody(w)
	case Redirected:
		w.Header().Set("Location", "https://accounts.example/signin")
		w.WriteHeader(http.StatusFound)
	default:
		return false
	}
	return true
}

func htmlPage(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, errorPage)
}

func hugeBody(w http.ResponseWriter) {
	if _, err := io.WriteString(w, `{"reviews": [{"comment": "`); err != nil {
		return
	}
	megabyte := bytes.Repeat([]byte("a"), 1<<20)
	for range 64 {
		if _, err := w.Write(megabyte); err != nil {
			return // the client has closed the connection
		}
	}
	_, _ = io.WriteString(w, `"}]}`)
}

// endlessPage returns one page of an endless list.
func endlessPage(token string) page {
	number, _ := strconv.Atoi(token)
	reviews := Sample(maxPageSize, "")
	for i := range reviews {
		reviews[i].ReviewID += "-" + strconv.Itoa(number)
	}
	return page{Reviews: reviews, NextPageToken: strconv.Itoa(number + 1)}
}
