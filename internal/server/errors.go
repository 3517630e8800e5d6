package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"perimeter/internal/errs"
)

// statuses maps each kind of error to a status. An error without a kind is a
// mistake of ours and becomes a 500.
var statuses = map[errs.Kind]int{
	errs.Invalid:      http.StatusBadRequest,
	errs.Unauthorized: http.StatusUnauthorized,
	errs.Forbidden:    http.StatusForbidden,
	errs.NotFound:     http.StatusNotFound,
	errs.Conflict:     http.StatusConflict,
	errs.TooLarge:     http.StatusRequestEntityTooLarge,
	errs.Unsupported:  http.StatusUnsupportedMediaType,
	errs.TooMany:      http.StatusTooManyRequests,
	errs.Upstream:     http.StatusBadGateway,
	errs.Unavailable:  http.StatusServiceUnavailable,
	errs.Full:         http.StatusInsufficientStorage,
}

// defaultRetryAfter is used if the error has no RetryAfter.
const defaultRetryAfter = 5 * time.Second

// failure is the body of every error response.
type failure struct {
	Success bool   `json:"success" enum:"false"`
	Message string `json:"message" doc:"A sentence for people"`
	Code    string `json:"code,omitempty" doc:"What a program can tell the failure by; most have none"`
	Field   string `json:"field,omitempty" doc:"The field of the request that is invalid, if it is one"`
	Rule    string `json:"rule,omitempty" doc:"The rule that the field breaks, such as: is required"`
	Data    any    `json:"data,omitempty" doc:"With 409: the stored record that the save would have overwritten, if it is one"`
	status  int
}

func (f *failure) Error() string  { return f.Message }
func (f *failure) GetStatus() int { return f.status }

// toFailure returns the response for an error, and logs the error if it is not the
// client's fault.
func (a *api) toFailure(ctx context.Context, err error) (*failure, http.Header) {
	var ready *failure
	if errors.As(err, &ready) {
		return ready, nil
	}
	if errors.Is(err, context.Canceled) {
		// The client has disconnected and does not read this.
		return &failure{Message: "The request was cancelled.", status: http.StatusServiceUnavailable}, nil
	}
	var known *errs.Error
	if !errors.As(err, &known) || statuses[known.Kind] == 0 {
		a.log(ctx, slog.LevelError, "internal error", "error", err.Error())
		return &failure{Message: "Something went wrong on our side. Please try again.", status: http.StatusInternalServerError}, nil
	}
	status, header := statuses[known.Kind], http.Header{}
	if status >= http.StatusInternalServerError {
		a.log(ctx, slog.LevelWarn, "request failed", "error", err.Error())
	}
	if retry := known.RetryAfter; known.Kind == errs.TooMany || known.Kind == errs.Unavailable {
		if retry <= 0 {
			retry = defaultRetryAfter
		}
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(retry.Seconds()))))
	}
	return &failure{Message: known.Message, Code: known.Code, Field: known.Field, Rule: known.Rule, Data: known.Stored, status: status}, header
}

// fail writes the response for an error.
func (a *api) fail(w http.ResponseWriter, r *http.Request, err error) {
	f, header := a.toFailure(r.Context(), err)
	for name, values := range header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(f) // fails only if the client has disconnected
}

// newFailure converts the errors that huma reports itself.
func newFailure(status int, message string, errs ...error) huma.StatusError {
	if status == http.StatusUnprocessableEntity {
		status = http.StatusBadRequest
	}
	for _, err := range errs {
		var detail *huma.ErrorDetail
		switch {
		case !errors.As(err, &detail):
		case detail.Location == "body":
			message = detail.Message // decodeJSON has worded it for people
		default:
			message = "The address is not valid: " + detail.Location + ": " + detail.Message + "."
		}
	}
	return &failure{Message: message, status: status}
}
