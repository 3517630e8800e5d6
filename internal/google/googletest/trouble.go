package googletest

import (
	"io"
	"net/http"
	"strconv"
)

// Trouble is a way in which Google can fail.
type Trouble string

// The troubles.
const (
	None            Trouble = ""
	Down            Trouble = "down"            // connections are cut
	Slow            Trouble = "slow"            // no answer ever comes
	Revoked         Trouble = "revoked"         // the refresh token is no longer good
	UnknownClient   Trouble = "unknown-client"  // the OAuth client was deleted
	Unauthenticated Trouble = "unauthenticated" // 401 to every access token
	Forbidden       Trouble = "forbidden"       // 403
	Missing         Trouble = "missing"         // 404
	Busy            Trouble = "busy"            // 429
	Broken          Trouble = "broken"          // 500
	Page            Trouble = "page"            // HTML instead of JSON, with a 200
	Gateway         Trouble = "gateway"         // HTML instead of JSON, with a 502
	Truncated       Trouble = "truncated"       // half an answer, then the end
	CutOff          Trouble = "cut-off"         // half an answer, then the connection is cut
	Nothing         Trouble = "nothing"         // an answer of no bytes
	NoObject        Trouble = "no-object"       // JSON, but null
	ErrorInside     Trouble = "error-inside"    // a 200 that holds an error
	Repeating       Trouble = "repeating"       // every page is the first and names another
	Endless         Trouble = "endless"         // every page is new and names another
	Flood           Trouble = "flood"           // an answer larger than any list of reviews
	TokenPage       Trouble = "token-page"      // HTML instead of a token
	TokenBroken     Trouble = "token-broken"    // 500 instead of a token
	Elsewhere       Trouble = "elsewhere"       // a redirect to another place
)

// Troubles are all of them.
var Troubles = []Trouble{
	Down, Slow, Revoked, UnknownClient, Unauthenticated, Forbidden, Missing, Busy, Broken, Page, Gateway, Truncated,
	CutOff, Nothing, NoObject, ErrorInside, Repeating, Endless, Flood, TokenPage, TokenBroken, Elsewhere,
}

type endpoint int

const (
	tokenEndpoint endpoint = iota
	apiEndpoint
)

const errorPage = "<!DOCTYPE html><html lang=en><title>Error</title><p>The server encountered a temporary error."

// troubles answers in the way of the trouble, if it is one of the endpoint.
func (g *Google) troubles(w http.ResponseWriter, r *http.Request, trouble Trouble, at endpoint) bool {
	switch trouble {
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
		return troublesToken(w, trouble)
	}
	return troublesAPI(w, trouble)
}

func troublesToken(w http.ResponseWriter, trouble Trouble) bool {
	switch trouble {
	case Revoked:
		write(w, http.StatusBadRequest, map[string]string{
			"error": "invalid_grant", "error_description": "Token has been expired or revoked.",
		})
	case UnknownClient:
		write(w, http.StatusUnauthorized, map[string]string{
			"error": "deleted_client", "error_description": "The OAuth client was deleted.",
		})
	case TokenPage:
		page(w, http.StatusOK)
	case TokenBroken:
		write(w, http.StatusInternalServerError, map[string]string{"error": "internal_failure"})
	default:
		return false
	}
	return true
}

func troublesAPI(w http.ResponseWriter, trouble Trouble) bool {
	const whole = `{"reviews": [{"reviewId": "half", "reviewer": {"displayName": "Half"}, "starRating": "FIVE", "createTime": "2025-05-14T17:00:00Z"}]`
	switch trouble {
	case Unauthenticated:
		refuse(w, http.StatusUnauthorized, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
	case Forbidden:
		refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "The caller does not have permission")
	case Missing:
		refuse(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	case Busy:
		w.Header().Set("Retry-After", "7")
		refuse(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Requests'.")
	case Broken:
		refuse(w, http.StatusInternalServerError, "INTERNAL", "Internal error encountered.")
	case Page:
		page(w, http.StatusOK)
	case Gateway:
		page(w, http.StatusBadGateway)
	case Truncated:
		_, _ = io.WriteString(w, whole)
	case CutOff:
		w.Header().Set("Content-Length", strconv.Itoa(len(whole)+1000))
		_, _ = io.WriteString(w, whole)
		panic(http.ErrAbortHandler)
	case Nothing:
		w.WriteHeader(http.StatusOK)
	case NoObject:
		_, _ = io.WriteString(w, "null")
	case ErrorInside:
		refuse(w, http.StatusOK, "INTERNAL", "Internal error encountered.")
	case Repeating:
		write(w, http.StatusOK, answer{Reviews: Sample(3, ""), NextPageToken: "again"})
	case Flood:
		flood(w)
	case Elsewhere:
		w.Header().Set("Location", "https://accounts.example/signin")
		w.WriteHeader(http.StatusFound)
	default:
		return false
	}
	return true
}

func page(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, errorPage)
}

func flood(w http.ResponseWriter) {
	if _, err := io.WriteString(w, `{"reviews": [{"comment": "`); err != nil {
		return
	}
	drops := make([]byte, 1<<20)
	for i := range drops {
		drops[i] = 'a'
	}
	for range 64 {
		if _, err := w.Write(drops); err != nil {
			return // whoever asked has had enough
		}
	}
	_, _ = io.WriteString(w, `"}]}`)
}

// endlessPage is one of infinitely many.
func endlessPage(token string) answer {
	number, _ := strconv.Atoi(token)
	reviews := Sample(largestPage, "")
	for i := range reviews {
		reviews[i].ReviewID += "-" + strconv.Itoa(number)
	}
	return answer{Reviews: reviews, NextPageToken: strconv.Itoa(number + 1)}
}
