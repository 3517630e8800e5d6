package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"perimeter/internal/errs"
)

// statusRecorder records the status of a response.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (w *statusRecorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusRecorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// observe measures the request and logs it at debug level. Sign-ins and changes
// are logged separately, at info level. Event streams are not measured: they take
// as long as a window is open, which would hide how long calls take.
func (a *api) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		recorder := &statusRecorder{ResponseWriter: w}
		next.ServeHTTP(recorder, r)
		took := time.Since(began)
		if recorder.Header().Get("Content-Type") != eventStreamType {
			a.observer(a.routeOf(r), recorder.status, took)
		}
		a.log(r.Context(), slog.LevelDebug, "request",
			"method", r.Method, "path", r.URL.Path, "status", recorder.status, "took", took)
	})
}

// recoverPanics responds to a panic with a 500 and keeps the process alive.
func (a *api) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if recorder, ok := w.(*statusRecorder); isAbort(cause) || ok && recorder.status != 0 {
				panic(http.ErrAbortHandler) // part of the response is sent: close the connection
			}
			a.fail(w, r, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}()
		next.ServeHTTP(w, r)
	})
}

// isAbort reports whether a handler has panicked to close the connection.
func isAbort(cause any) bool {
	err, ok := cause.(error)
	return ok && errors.Is(err, http.ErrAbortHandler)
}

// compress compresses long responses. Unlike pages they are compressed for each
// request, so it uses the encoding that needs the least memory.
func compress(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false))
	if err != nil {
		panic(fmt.Errorf("compress responses: %w", err)) // would fail on every start, so tests find it
	}
	return wrap(next)
}

// refuseCrossOrigin refuses writes from pages of other origins.
func (a *api) refuseCrossOrigin(next http.Handler) http.Handler {
	var protection http.CrossOriginProtection
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := protection.Check(r); err != nil || a.isCrossOrigin(r) {
			a.log(r.Context(), slog.LevelWarn, "cross-origin request refused",
				"method", r.Method, "path", r.URL.Path, "origin", r.Header.Get("Origin"))
			a.fail(w, r, errs.Errorf(errs.Forbidden, "This request came from another website and was refused."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isCrossOrigin reports whether a write's Origin header names another origin. Ours
// is the base URL's, or the request's host with the base URL's scheme: a proxy may
// have changed the host, or ended the encryption.
func (a *api) isCrossOrigin(r *http.Request) bool {
	named := r.Header.Get("Origin")
	if r.Method == http.MethodGet || r.Method == http.MethodHead || named == "" {
		return false
	}
	origin, err := url.Parse(named)
	if err != nil || a.base == nil || origin.String() != origin.Scheme+"://"+origin.Host {
		return true // not an origin, but null or a URL with more to it
	}
	from := wholeOrigin(origin.Scheme, origin.Host)
	return from != wholeOrigin(a.base.Scheme, a.base.Host) && from != wholeOrigin(a.base.Scheme, r.Host)
}

// wholeOrigin returns an origin as it is compared: with its port, in lower case.
func wholeOrigin(scheme, host string) string {
	scheme, host = strings.ToLower(scheme), strings.ToLower(host)
	if port := map[string]string{"http": ":80", "https": ":443"}[scheme]; !portAtEnd.MatchString(host) {
		host += port
	}
	return scheme + "://" + host
}

var portAtEnd = regexp.MustCompile(`:[0-9]+$`)

// recoverPagePanics is recoverPanics for pages. Pages are written at once when they
// are ready, so nothing has been sent yet.
func recoverPagePanics(logger *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer func() {
				cause := recover()
				if cause == nil {
					return
				}
				if isAbort(cause) {
					panic(cause)
				}
				logger.Error("internal error", "path", r.URL.Path, "error", fmt.Sprintf("panic: %v\n%s", cause, debug.Stack()))
				plainPage(w, http.StatusInternalServerError, "Something went wrong on our side. Please try again in a moment.")
			}()
			next.ServeHTTP(w, r)
		})
	}
}
