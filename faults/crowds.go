package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	// mostConnections is how many connections one server may keep open.
	mostConnections = 2000
	// floodGrowthMB and bodyGrowthMB are by how much the private memory of a server may
	// grow while many clients hold connections, or small bodies.
	floodGrowthMB, bodyGrowthMB = 60, 45
	// busyPeakMB is what a server may reach with mostConnections busy connections,
	// which take about 30 KB each, besides what it needs anyway.
	busyPeakMB = 210
)

// headerFlood sends the headers of messages, each from as many client IPs as an
// attacker has at once, and no body. Saves, sign-ins and messages must work.
func headerFlood(ctx context.Context, s *setup, r *result) error {
	failed := count("failed")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	address := hostOf(h.URL)
	flood := hold(ctx, 2200, 20, address, time.Second, func(int) []byte {
		return fmt.Appendf(nil, "POST /api/chat/messages HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 32768\r\n\r\n", address)
	})
	defer flood.release()
	for i := range 5 {
		if err := (&post{slug: fmt.Sprintf("saved-%d", i)}).save(ctx, h.office, 1); err != nil {
			failed.add("a save: %v", err)
		}
		if err := sendMessage(ctx, h.URL, i); err != nil {
			failed.add("a message: %v", err)
		}
	}
	if _, err := blackbox.SignIn(ctx, h.URL); err != nil {
		failed.add("a sign-in: %v", err)
	}
	visit(ctx, h.URL, publicPages, failed)
	r.note("requests without a body", len(flood.connections)+flood.refused)
	r.none(failed)
	return r.peak(h.Process, busyPeakMB)
}

// sendMessage sends a chat message as a visitor.
func sendMessage(ctx context.Context, home string, number int) error {
	body := fmt.Sprintf(`{"key":"%d","text":"Hello","page":"/"}`, number)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, home+"api/chat/messages", strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %d", response.StatusCode)
	}
	return nil
}

// smallBodies sends messages of 32 KB, all but the last byte, from many client IPs.
func smallBodies(ctx context.Context, s *setup, r *result) error {
	failed := count("failed")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	before, err := h.PrivateMB()
	if err != nil {
		return err
	}
	address := hostOf(h.URL)
	body := fmt.Appendf(nil, "POST /api/chat/messages HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 32000\r\n\r\n%s",
		address, strings.Repeat(" ", 31_999))
	flood := hold(ctx, 1000, 20, address, time.Second, func(int) []byte { return body })
	defer flood.release()
	if err := sendMessage(ctx, h.URL, 1); err != nil {
		failed.add("a message: %v", err)
	}
	if err := (&post{slug: "saved"}).save(ctx, h.office, 1); err != nil {
		failed.add("a save: %v", err)
	}
	visit(ctx, h.URL, publicPages, failed)
	r.note("stalled bodies of 32 KB", len(flood.connections)+flood.refused)
	r.none(failed)
	return r.growth(h.Process, before, bodyGrowthMB)
}

// addressFlood opens one connection from each of many client IPs, gets an answer on
// each and keeps them open. Other visitors must not notice.
func addressFlood(ctx context.Context, s *setup, r *result) error {
	failed := count("failed")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	before, err := h.PrivateMB()
	if err != nil {
		return err
	}
	stop := visitors(ctx, 2, h.URL, failed, always(publicPages))
	clients := s.of(8000, 3000)
	address := hostOf(h.URL)
	flood := hold(ctx, clients, clients, address, time.Second, func(int) []byte {
		return []byte("GET /healthz HTTP/1.1\r\nHost: " + address + "\r\n\r\n")
	})
	defer flood.release()
	visit(ctx, h.URL, publicPages, failed)
	asked := stop()
	r.note("client IPs", len(flood.connections)+flood.refused)
	r.atMost("answered and open", flood.keptOpen(), mostConnections)
	r.atLeast("requests meanwhile", asked, 10)
	r.none(failed)
	return r.growth(h.Process, before, floodGrowthMB)
}
