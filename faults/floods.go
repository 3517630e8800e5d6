package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	// floodPeakMB is the memory that a server may reach under a flood: what it
	// needs anyway and the 64 MB that all request bodies together may take,
	// before the collector has run.
	floodPeakMB = 170

	// mostStreams is how many event streams one server may keep open in all, and
	// mostPerIP how many connections of one client IP.
	mostStreams, mostPerIP = 2000, 500
)

// bodyFlood sends bodies of 4 MB, all but the last byte, to routes that anybody
// may call: sign-ins from many client IPs and chat messages from one.
func bodyFlood(ctx context.Context, s *setup, r *result) error {
	failed := count("failed")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	address := hostOf(h.URL)
	flood := func(path string, n, ips int) *held {
		const size = 4 << 20
		body := fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, address, size)
		body = append(body, `{"username":"`...)
		body = append(body, bytes.Repeat([]byte("a"), size-len(`{"username":"`)-1)...)
		return hold(ctx, n, ips, address, 5*time.Second, func(int) []byte { return body })
	}
	stop := visitors(ctx, 2, h.URL, failed, always(publicPages))
	var signIns, messages *held
	var group sync.WaitGroup
	group.Go(func() { signIns = flood("/api/auth/login", s.of(250, 80), 50) })
	group.Go(func() { messages = flood("/api/chat/messages", s.of(100, 40), 1) })
	group.Wait()
	defer signIns.release()
	defer messages.release()
	if _, err := blackbox.SignIn(ctx, h.URL); err != nil {
		failed.add("a correct sign-in: %v", err)
	}
	asked := stop()
	r.note("bodies", len(signIns.connections)+len(messages.connections))
	r.note("refused at once", signIns.in(answered)+signIns.in(closed)+messages.in(answered)+messages.in(closed))
	r.atLeast("requests meanwhile", asked, 10)
	r.none(failed)
	return r.peak(h.Process, floodPeakMB)
}

// slowReaders ask for the list of all posts, 5 MB of it, or each for another search
// in it, and hardly read.
func slowReaders(ctx context.Context, s *setup, r *result) error {
	h, err := s.startSite(ctx, "")
	if err != nil {
		return err
	}
	defer h.Kill()
	const letters = "abcdefghijklmnopqrstuvwxyz"
	for i := range 50 {
		body := map[string]string{"title": "Long " + letters, "slug": fmt.Sprintf("long-%d", i), "excerpt": "Long", "content": longText()}
		if err := h.office.Call(ctx, http.MethodPost, "api/admin/blog-posts", body, nil); err != nil {
			return err
		}
	}
	failed := count("failed")
	visit(ctx, h.URL, append(ok("api/blog-posts"), publicPages...), failed)
	address := hostOf(h.URL)
	readers := hold(ctx, 150, 30, address, time.Second, func(i int) []byte {
		query := ""
		if i%2 == 1 {
			query = "?limit=100&search=" + letters[i/2%10:20-i/20]
		}
		return []byte("GET /api/blog-posts" + query + " HTTP/1.1\r\nHost: " + address + "\r\n\r\n")
	})
	defer readers.release()
	stop := visitors(ctx, 2, h.URL, failed, always(publicPages))
	for range 10 {
		wait(ctx, time.Second)
		for _, conn := range readers.connections {
			_ = conn.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
			_, _ = conn.Read(make([]byte, 1024))
		}
	}
	asked := stop()
	r.note("slow readers", len(readers.connections))
	r.atLeast("requests meanwhile", asked, 50)
	r.none(failed)
	return r.peak(h.Process, floodPeakMB)
}

// longText is as long as a post may be and hard to compress.
func longText() string {
	var text strings.Builder
	for text.Len() < 99_900 {
		for range 12 {
			fmt.Fprintf(&text, "%x ", rand.Uint32())
		}
		text.WriteString("\n\n")
	}
	return text.String()[:99_900]
}

// streamFlood opens event streams from many client IPs and lets them idle.
func streamFlood(ctx context.Context, s *setup, r *result) error {
	const idle = 50
	failed := count("failed")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	address := hostOf(h.URL)
	streams := hold(ctx, 4000, 100, address, time.Second, func(int) []byte {
		return []byte("GET /api/chat/events HTTP/1.1\r\nHost: " + address + "\r\n\r\n")
	})
	defer streams.release()
	_ = eventually(ctx, recoveryLimit, func() error {
		if waiting := streams.in(silent); waiting > 0 {
			return fmt.Errorf("%d wait", waiting)
		}
		return nil
	})
	accepted := 0
	for _, conn := range streams.connections {
		status := make([]byte, len("HTTP/1.1 200"))
		_ = conn.SetReadDeadline(time.Now().Add(time.Second))
		if n, _ := conn.Read(status); string(status[:n]) == "HTTP/1.1 200" {
			accepted++
		}
	}
	// The pages are compressed at the best quality a minute after they were rendered,
	// which is not what streams cost.
	wait(ctx, 80*time.Second)
	before, err := h.CPUSeconds()
	if err != nil {
		return err
	}
	wait(ctx, idle*time.Second)
	after, err := h.CPUSeconds()
	if err != nil {
		return err
	}
	visit(ctx, h.URL, publicPages, failed)
	r.note("streams asked for", len(streams.connections)+streams.refused)
	r.atMost("streams open", accepted, mostStreams)
	r.atMost("CPU milliseconds in 50 s", int(1000*(after-before)), 1000)
	r.none(failed)
	return r.peak(h.Process, floodPeakMB)
}

// connectionFlood opens connections from one client IP, gets an answer on each
// and keeps them open. Other clients must not notice.
func connectionFlood(ctx context.Context, s *setup, r *result) error {
	failed := count("failed")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	address := hostOf(h.URL)
	flood := hold(ctx, s.of(3000, 1000), 1, address, time.Second, func(int) []byte {
		return []byte("GET /healthz HTTP/1.1\r\nHost: " + address + "\r\n\r\n")
	})
	defer flood.release()
	visit(ctx, h.URL, publicPages, failed)
	r.note("connections from one client IP", len(flood.connections)+flood.refused)
	r.atMost("answered and open", flood.keptOpen(), mostPerIP)
	r.none(failed)
	return r.peak(h.Process, floodPeakMB)
}
