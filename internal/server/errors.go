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

// statuses is how each kind of failure is told over HTTP. What has no kind is a
// defect and a 500.
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

// defaultRetry is when to come back if the failure does not say.
const defaultRetry = 5 * time.Second

// failure is the body of every answer that is no success.
type failure struct {
	Success bool   `json:"success" enum:"false"`
	Message string `json:"message" doc:"A sentence for people"`
	status  int
}

func (f *failure) Error() string  { return f.Message }
func (f *failure) GetStatus() int { return f.status }

// failureOf tells a failure to the client and, where it is not the client's
// doing, to the log.
func (a *api) failureOf(ctx context.Context, err error) (*failure, http.Header) {
	var told *failure
	if errors.As(err, &told) {
		return told, nil
	}
	if errors.Is(err, context.Canceled) {
		// The client has gone; nobody reads this.
		return &failure{Message: "The request was cancelled.", status: http.StatusServiceUnavailable}, nil
	}
	var known *errs.Error
	if !errors.As(err, &known) || statuses[known.Kind] == 0 {
		a.log(ctx, slog.LevelError, "defect", "error", err.Error())
		return &failure{Message: "Something went wrong on our side. Please try again.", status: http.StatusInternalServerError}, nil
	}
	status, header := statuses[known.Kind], http.Header{}
	if status >= http.StatusInternalServerError {
		a.log(ctx, slog.LevelWarn, "call failed", "error", err.Error())
	}
	if retry := known.RetryAfter; known.Kind == errs.TooMany || known.Kind == errs.Unavailable {
		if retry <= 0 {
			retry = defaultRetry
		}
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(retry.Seconds()))))
	}
	return &failure{Message: known.Message, status: status}, header
}

// fail writes the failure.
func (a *api) fail(w http.ResponseWriter, r *http.Request, err error) {
	f, header := a.failureOf(r.Context(), err)
	for name, values := range header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(f) // fails only when the client has gone
}

// newFailure gives the failures that huma finds itself the shape of ours.
func newFailure(status int, message string, errs ...error) huma.StatusError {
	if status == http.StatusUnprocessableEntity {
		status = http.StatusBadRequest
	}
	for _, err := range errs {
		var detail *huma.ErrorDetail
		switch {
		case !errors.As(err, &detail):
		case detail.Location == "body":
			message = detail.Message // worded for people by decodeJSON
		default:
			message = "The address is not valid: " + detail.Location + ": " + detail.Message + "."
		}
	}
	return &failure{Message: message, status: status}
}
