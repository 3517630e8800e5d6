package main

import (
	"context"
	"fmt"
	"time"
)

// stalls are requests that never end.
var stalls = map[string]string{
	"in the header": "GET / HTTP/1.1\r\nHost: %s\r\nX-Slow: ",
	"in a sign-in":  "POST /api/auth/login HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{",
	"in a message":  "POST /api/chat/messages HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{",
	"in an upload":  "PUT /objects/uploads/x?token=wrong HTTP/1.1\r\nHost: %s\r\nContent-Type: image/png\r\nContent-Length: 5000000\r\n\r\na",
}

// slowSenders send one byte a second. The server must have answered or closed
// every connection after less than a minute.
func slowSenders(ctx context.Context, s *setup, r *result) error {
	failed := count("failed")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	address := hostOf(h.URL)
	senders := map[string]*held{}
	for where, request := range stalls {
		senders[where] = hold(ctx, 60, 20, address, time.Second, func(int) []byte { return fmt.Appendf(nil, request, address) })
		defer senders[where].release()
	}
	stop := visitors(ctx, 2, h.URL, failed, always(publicPages))
	for range 45 {
		wait(ctx, time.Second)
		for _, held := range senders {
			held.trickle()
		}
	}
	asked := stop()
	r.note("slow senders", 60*len(stalls))
	for _, where := range []string{"in the header", "in a sign-in", "in a message", "in an upload"} {
		r.atMost("still open, stalled "+where, senders[where].in(silent), 0)
	}
	r.atLeast("requests meanwhile", asked, 50)
	r.none(failed)
	return r.peak(h.Process, floodPeakMB)
}

// wrongToken begins uploads with a token that is not valid and stops sending.
// The server must refuse them by the token, before it waits for a body.
func wrongToken(ctx context.Context, s *setup, r *result) error {
	h, err := s.startSite(ctx, "")
	if err != nil {
		return err
	}
	defer h.Kill()
	address := hostOf(h.URL)
	n := s.of(800, 100)
	senders := hold(ctx, n, 40, address, time.Second, func(int) []byte {
		return fmt.Appendf(nil, stalls["in an upload"], address)
	})
	defer senders.release()
	// The answer does not depend on anything slow; this waits only as long as
	// some are missing.
	_ = eventually(ctx, 10*time.Second, func() error {
		if open := senders.in(silent); open > 0 {
			return fmt.Errorf("%d are open", open)
		}
		return nil
	})
	failed := count("failed")
	visit(ctx, h.URL, publicPages, failed)
	r.note("uploads with a wrong token", n)
	r.atMost("still open", senders.in(silent), 0)
	r.none(failed)
	return r.peak(h.Process, floodPeakMB)
}
