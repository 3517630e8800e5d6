// Command fake-google plays Google for trying the reviews by hand.
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
	listen := flag.String("listen", "127.0.0.1:9099", "address to listen on")
	count := flag.Int("reviews", 12, "how many reviews there are")
	flag.Parse()
	if err := run(*listen, *count); err != nil {
		fmt.Fprintln(os.Stderr, "fake-google:", err)
		os.Exit(1)
	}
}

// run plays Google until it is interrupted.
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
	introduce(google)

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
		if trouble := googletest.Trouble(r.FormValue("trouble")); r.Form.Has("trouble") {
			if trouble != googletest.None && !slices.Contains(googletest.Troubles, trouble) {
				http.Error(w, fmt.Sprintf("choose one of %q, or none", googletest.Troubles), http.StatusBadRequest)
				return
			}
			google.Have(trouble)
		}
		if r.Form.Has("reviews") {
			count, err := strconv.Atoi(r.FormValue("reviews"))
			if err != nil || count < 0 {
				http.Error(w, "reviews must be a number", http.StatusBadRequest)
				return
			}
			google.Set(googletest.Sample(count, google.URL)...)
		}
	})
}

func introduce(google *googletest.Google) {
	fmt.Fprintf(os.Stdout, `Google is played at %[1]s. Start the site in another terminal with

export PERIMETER_GOOGLE_LOCATION=%[2]s
export PERIMETER_GOOGLE_CLIENT_ID=%[3]s
export PERIMETER_GOOGLE_CLIENT_SECRET=%[4]s
export PERIMETER_GOOGLE_REFRESH_TOKEN=%[5]s
export PERIMETER_GOOGLE_TOKEN_URL=%[6]s
export PERIMETER_GOOGLE_API_URL=%[1]s
export PERIMETER_REVIEWS_FRESH=5s
make run

and make Google fail, recover or get other reviews with

curl -X POST '%[1]s/fake?trouble=busy'
curl -X POST '%[1]s/fake?trouble='
curl -X POST '%[1]s/fake?reviews=60'

Troubles: %[7]q
`, google.URL, googletest.Location, googletest.ClientID, googletest.ClientSecret, googletest.RefreshToken,
		google.TokenURL(), googletest.Troubles)
}
