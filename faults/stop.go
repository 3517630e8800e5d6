package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// exitLimit is far above what a stop should take and below the 20 s after
	// which the server used to give up.
	exitLimit  = 15 * time.Second
	waitForEnd = 40 * time.Second
)

// sigterm stops the server under load, again and again. Every request that a
// client has sent must be answered.
func sigterm(ctx context.Context, s *setup, r *result) error {
	h, err := s.startSite(ctx, "")
	if err != nil {
		return err
	}
	defer func() { h.Kill() }()
	failed, lost, stale := count("failed"), count("lost"), count("stale")
	late, badExits := count("exits after more than 15 s"), count("exits with another status than 0")
	w := newWriters(failed)
	requests, stops, peak := new(atomic.Int64), s.of(20, 3), 0.0
	for round := range stops {
		load := startLoad(ctx, h, w, round, requests, failed)
		for enough := requests.Load() + 100 + 10*int64(round); requests.Load() < enough && time.Since(load.began) < requestLimit; {
			wait(ctx, time.Millisecond)
		}
		if mb, err := h.PeakMB(); err == nil {
			peak = max(peak, mb)
		}
		load.stopping.Store(true)
		began := time.Now()
		h.Signal(syscall.SIGTERM)
		select {
		case <-h.Ended():
		case <-time.After(waitForEnd):
			h.Kill()
		}
		if took := time.Since(began); took > exitLimit {
			late.add("%.0f s", took.Seconds())
		}
		if code := h.ExitCode(); code != 0 {
			badExits.add("status %d: %s", code, lastLine(h.Output()))
		}
		load.end()
		if err := h.start(ctx); err != nil {
			return err
		}
	}
	if err := w.check(ctx, h, lost, stale); err != nil {
		return err
	}
	r.note("stops", stops)
	r.atLeast("requests", int(requests.Load()), 50*stops)
	r.atLeast("acknowledged saves", w.total(), stops)
	r.none(failed)
	r.none(lost)
	r.none(late)
	r.none(badExits)
	r.none(stale)
	r.atMost("peak memory, MB", int(peak), peakMB)
	return nil
}

// load is what goes on while the server is stopped.
type load struct {
	began    time.Time
	stopping atomic.Bool
	end      func()
}

// startLoad starts 40 readers, half of them without pauses, two clients that
// save, ten event streams and, every third time, a request whose body never
// ends.
func startLoad(ctx context.Context, h *site, w *writers, round int, requests *atomic.Int64, failed *counter) *load {
	l := &load{began: time.Now()}
	address := hostOf(h.URL)
	streams := hold(ctx, 10, 10, address, time.Second, func(int) []byte {
		return []byte("GET /api/chat/events HTTP/1.1\r\nHost: " + address + "\r\n\r\n")
	})
	unfinished := hold(ctx, max(0, 1-round%3), 1, address, time.Second, func(int) []byte {
		return []byte("POST /api/auth/login HTTP/1.1\r\nHost: " + address +
			"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"username\":")
	})
	var group sync.WaitGroup
	for i := range 40 {
		client := keptAlive{
			ip: i, address: address, pause: time.Duration(i%2) * visitorPause,
			request: func(int) *http.Request { return newRequest(ctx, http.MethodGet, h.URL+"services", nil) },
			answer: func(_, status int) {
				requests.Add(1)
				if status != http.StatusOK {
					failed.add("GET /services answered %d", status)
				}
			},
		}
		group.Go(func() { client.run(ctx, &l.stopping, failed) })
	}
	for i := range 2 {
		name := func(n int) string { return fmt.Sprintf("saved-%d-%d-%d", round, i, n) }
		client := keptAlive{
			ip: 50 + i, address: address, pause: visitorPause,
			request: func(n int) *http.Request {
				body, _ := json.Marshal(map[string]string{ // a map of strings can be written
					"title": name(n), "slug": name(n), "excerpt": "x", "content": "This is version 1 of it.",
				})
				request := newRequest(ctx, http.MethodPost, h.URL+"api/admin/blog-posts", body)
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Cookie", h.office.Cookies())
				return request
			},
			answer: func(n, status int) {
				if status != http.StatusOK {
					failed.add("a save answered %d", status)
					return
				}
				w.acknowledge(name(n), 1)
			},
		}
		group.Go(func() { client.run(ctx, &l.stopping, failed) })
	}
	l.end = func() {
		group.Wait()
		streams.release()
		unfinished.release()
	}
	return l
}

func newRequest(ctx context.Context, method, url string, body []byte) *http.Request {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		panic(err) // the URL is our own
	}
	return request
}

func lastLine(text string) string {
	lines := bytes.Split(bytes.TrimSpace([]byte(text)), []byte("\n"))
	return string(lines[len(lines)-1])
}
