// Command fake-google runs a fake Google API, for manual and end-to-end tests of
// the reviews.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"time"

	"perimeter/internal/google/googletest"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:9099", "`host:port` to listen on")
	count := flag.Int("reviews", 12, "`number` of reviews")
	flag.Parse()
	if err := run(*listen, *count); err != nil {
		fmt.Fprintln(os.Stderr, "fake-google:", err)
		os.Exit(1)
	}
}

// run serves the fake until it is interrupted.
func run(listen string, count int) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	google := googletest.New()
	google.URL = "http://" + listener.Addr().String()
	google.Set(googletest.Sample(count, google.URL)...)
	mux := http.NewServeMux()
	mux.Handle("/", google)
	mux.Handle("POST /fake", control(google))
	printUsage(google)

	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		google.Stop()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// control changes the fake while it runs.
func control(google *googletest.Google) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		for name := range r.Form {
			if !slices.Contains([]string{"failure", "reviews", "locations", "revoke"}, name) {
				http.Error(w, name+" is unknown; use failure, reviews, locations or revoke", http.StatusBadRequest)
				return
			}
		}
		if failure := googletest.Failure(r.Form.Get("failure")); r.Form.Has("failure") {
			if failure != googletest.None && !slices.Contains(googletest.Failures, failure) {
				http.Error(w, fmt.Sprintf("failure must be empty or one of %q", googletest.Failures), http.StatusBadRequest)
				return
			}
			google.FailWith(failure)
		}
		if r.Form.Has("reviews") {
			count, err := strconv.Atoi(r.Form.Get("reviews"))
			if err != nil || count < 0 {
				http.Error(w, "reviews must be a number", http.StatusBadRequest)
				return
			}
			google.Set(googletest.Sample(count, google.URL)...)
		}
		if r.Form.Has("locations") {
			count, err := strconv.Atoi(r.Form.Get("locations"))
			if err != nil || count < 0 {
				http.Error(w, "locations must be a number", http.StatusBadRequest)
				return
			}
			google.SetLocations(count)
		}
		if r.Form.Has("revoke") {
			google.RevokeGrants()
		}
	})
}

func printUsage(google *googletest.Google) {
	fmt.Fprintf(os.Stdout, `Fake Google is running at %[1]s. Start the site in another terminal:

export PERIMETER_GOOGLE_LOCATION=%[2]s
export PERIMETER_GOOGLE_CLIENT_ID=%[3]s
export PERIMETER_GOOGLE_CLIENT_SECRET=%[4]s
export PERIMETER_GOOGLE_REFRESH_TOKEN=%[5]s
export PERIMETER_GOOGLE_AUTH_URL=%[8]s
export PERIMETER_GOOGLE_TOKEN_URL=%[6]s
export PERIMETER_GOOGLE_API_URL=%[1]s
export PERIMETER_REVIEWS_FRESH=5s
make run

Without the first four, connect Google in the back office, with the same client ID and secret.

Make it fail, recover, have other reviews or locations, or revoke what was allowed:

curl -X POST '%[1]s/fake?failure=rate-limited'
curl -X POST '%[1]s/fake?failure='
curl -X POST '%[1]s/fake?reviews=60'
curl -X POST '%[1]s/fake?locations=3'
curl -X POST '%[1]s/fake?revoke='

Failures: %[7]q
`, google.URL, googletest.Location, googletest.ClientID, googletest.ClientSecret, googletest.RefreshToken,
		google.TokenURL(), googletest.Failures, google.AuthURL())
}
