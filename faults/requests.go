package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// requestLimit is how long one request of a trial may take before it counts as
// failed.
const requestLimit = time.Minute

// visitorPause is the time between two requests of a visitor, so that a trial
// measures faults and not how fast the machine is.
const visitorPause = 20 * time.Millisecond

// clientIP returns the nth address of this machine's loopback network, so that
// the server sees many clients. Each is in another /24 than the one before.
func clientIP(n int) net.IP { return net.IPv4(127, byte(10+n/200), byte(1+n%200), 1) }

// dialFrom opens a connection from the nth client IP.
func dialFrom(ctx context.Context, n int, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: requestLimit, LocalAddr: &net.TCPAddr{IP: clientIP(n)}}
	return dialer.DialContext(ctx, "tcp", address)
}

// get asks for a URL and returns the status and the body.
func get(ctx context.Context, url string) (int, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// wish is a path that a visitor asks for and the statuses that are acceptable.
type wish struct {
	path string
	want []int
}

func ok(paths ...string) []wish {
	var wishes []wish
	for _, path := range paths {
		wishes = append(wishes, wish{path, []int{http.StatusOK}})
	}
	return wishes
}

// publicPages has one path of every public screen.
var publicPages = ok("", "services", "services/termite-control", "programs", "about", "blog",
	"blog/termites-silent-destroyers", "contact", "customer-portal", "login")

// visit asks for everything once and counts what was not answered as wished.
func visit(ctx context.Context, home string, wishes []wish, failed *counter) {
	for _, w := range wishes {
		if ctx.Err() != nil {
			return
		}
		status, body, err := get(ctx, home+w.path)
		switch {
		case ctx.Err() != nil: // the trial has ended, which is no failure
		case err != nil:
			failed.add("GET /%s: %v", w.path, err)
		case !contains(w.want, status):
			failed.add("GET /%s answered %d: %s", w.path, status, body)
		}
	}
}

func contains(list []int, n int) bool {
	for _, v := range list {
		if v == n {
			return true
		}
	}
	return false
}

// visitors ask for everything over and over until stop is called, which returns
// how often they asked. next may change the wishes of each turn.
func visitors(ctx context.Context, n int, home string, failed *counter, next func(turn int) []wish) (stop func() int) {
	ctx, cancel := context.WithCancel(ctx)
	var (
		group sync.WaitGroup
		mu    sync.Mutex
		asked int
	)
	for range n {
		group.Go(func() {
			for turn := 0; ctx.Err() == nil; turn++ {
				wishes := next(turn)
				for _, w := range wishes {
					visit(ctx, home, []wish{w}, failed)
					wait(ctx, visitorPause)
				}
				mu.Lock()
				asked += len(wishes)
				mu.Unlock()
			}
		})
	}
	return func() int {
		cancel()
		group.Wait()
		return asked
	}
}

func always(wishes []wish) func(int) []wish { return func(int) []wish { return wishes } }

// post is a blog post whose content is the number of its newest version, so that
// an old one can be told from a new one.
type post struct {
	id   int64
	slug string
}

// save creates or updates the post.
func (p *post) save(ctx context.Context, office *blackbox.Client, version int) error {
	ctx, cancel := context.WithTimeout(ctx, 3*requestLimit)
	defer cancel()
	body := map[string]any{
		"title": "A post " + p.slug, "slug": p.slug, "excerpt": "About " + p.slug,
		"content": fmt.Sprintf("This is version %d of it.", version),
	}
	if p.id != 0 {
		body["id"] = p.id
	}
	var saved struct{ Data struct{ ID int64 } }
	if err := office.Call(ctx, http.MethodPost, "api/admin/blog-posts", body, &saved); err != nil {
		return err
	}
	p.id = saved.Data.ID
	return nil
}

// versionIn reads which version of a post a text shows, or -1.
func versionIn(text string) int {
	_, rest, found := strings.Cut(text, "This is version ")
	if !found {
		return -1
	}
	digits, _, _ := strings.Cut(rest, " ")
	version, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return version
}

// checkPage counts the post's page as failed or stale unless it shows at least
// the version.
func (p *post) checkPage(ctx context.Context, home string, version int, failed, stale *counter) {
	status, body, err := get(ctx, home+"blog/"+p.slug)
	switch {
	case err != nil:
		failed.add("GET /blog/%s: %v", p.slug, err)
	case status != http.StatusOK:
		failed.add("GET /blog/%s answered %d", p.slug, status)
	case versionIn(string(body)) < version:
		stale.add("GET /blog/%s shows version %d, %d was acknowledged", p.slug, versionIn(string(body)), version)
	}
}

// refusal returns the status of a refused call, or 0 if there was no answer.
func refusal(err error) int {
	var refused *blackbox.StatusError
	if errors.As(err, &refused) {
		return refused.Status
	}
	return 0
}

// eventually tries until it works, for at most the limit.
func eventually(ctx context.Context, limit time.Duration, attempt func() error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		err := attempt()
		if err == nil || ctx.Err() != nil {
			return err
		}
		wait(ctx, 100*time.Millisecond)
	}
}

// wait lets time pass, less if ctx ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// hostOf takes the host and port out of a URL.
func hostOf(url string) string {
	return strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
}
