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

// observe measures the call. Calls are logged for those who look for a fault;
// what matters to everybody, sign-ins and changes, has lines of its own.
func (a *api) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		recorder := &statusRecorder{ResponseWriter: w}
		next.ServeHTTP(recorder, r)
		took := time.Since(began)
		a.observer(a.routeOf(r), recorder.status, took)
		a.log(r.Context(), slog.LevelDebug, "call",
			"method", r.Method, "path", r.URL.Path, "status", recorder.status, "took", took)
	})
}

// recoverPanics answers a defect with a 500 and keeps the process alive.
func (a *api) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if recorder, ok := w.(*statusRecorder); isAbort(cause) || ok && recorder.status != 0 {
				panic(http.ErrAbortHandler) // half an answer is out: cut the connection
			}
			a.fail(w, r, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}()
		next.ServeHTTP(w, r)
	})
}

// isAbort reports whether a handler has panicked to cut the connection.
func isAbort(cause any) bool {
	err, ok := cause.(error)
	return ok && errors.Is(err, http.ErrAbortHandler)
}

// compressed makes long answers smaller on their way. Unlike pages they are made
// for each request, so it takes the encoding that costs least memory.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false))
	if err != nil {
		panic(fmt.Errorf("compress answers: %w", err)) // the same on every start, so a test finds it
	}
	return wrap(next)
}

// refuseCrossOrigin refuses writes that another site's page has sent.
func (a *api) refuseCrossOrigin(next http.Handler) http.Handler {
	var protection http.CrossOriginProtection
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := protection.Check(r); err != nil || a.fromElsewhere(r) {
			a.log(r.Context(), slog.LevelWarn, "cross-origin call refused",
				"method", r.Method, "path", r.URL.Path, "origin", r.Header.Get("Origin"))
			a.fail(w, r, errs.Errorf(errs.Forbidden, "This request came from another website and was refused."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// fromElsewhere reports whether a write names another origin than ours, which
// browsers do whenever it is another. Ours is the base URL, or the host that the
// request was sent to with the base URL's scheme: a proxy may have changed the
// one, and ended the encryption.
func (a *api) fromElsewhere(r *http.Request) bool {
	named := r.Header.Get("Origin")
	if r.Method == http.MethodGet || r.Method == http.MethodHead || named == "" {
		return false
	}
	origin, err := url.Parse(named)
	if err != nil || a.base == nil {
		return true
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

// recoverPagePanics does for pages what recoverPanics does for the API. Pages
// are written in one go when they are ready, so nothing is out yet.
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
				logger.Error("defect", "path", r.URL.Path, "error", fmt.Sprintf("panic: %v\n%s", cause, debug.Stack()))
				plainPage(w, http.StatusInternalServerError, "Something went wrong on our side. Please try again in a moment.")
			}()
			next.ServeHTTP(w, r)
		})
	}
}
