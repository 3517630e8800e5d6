package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync/atomic"
)

// replicas runs three servers on one database, saves through each in turn, reads
// through all, and kills one of them half way.
func replicas(ctx context.Context, s *setup, r *result) error {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	running, stop, err := s.startReplicas(ctx, d.env(d.address))
	defer stop()
	if err != nil {
		return err
	}
	first := running[0]
	failed, lost, stale := count("failed"), count("lost"), count("stale")
	chat, err := openChat(ctx, running)
	defer chat.close()
	if err != nil {
		return err
	}

	p := &post{slug: "shared"}
	rounds, acknowledged, reads := s.of(100, 10), 0, 0
	for version := range rounds {
		if version == rounds/2 {
			running[2].Kill()
			running = running[:2]
		}
		if err := p.save(ctx, running[version%len(running)].office, version); err != nil {
			failed.add("%v", err)
			continue
		}
		acknowledged++
		for _, replica := range running {
			p.checkPage(ctx, replica.URL, version, failed, stale)
			reads++
		}
		if version%2 == 0 {
			if err := chat.reply(ctx, running[0]); err != nil {
				failed.add("%v", err)
			}
		}
	}
	// The stream is open at another replica than the replies were sent through.
	if err := eventually(ctx, recoveryLimit, chat.complete); err != nil {
		lost.add("%v", err)
	}
	p.checkPage(ctx, first.URL, rounds-1, lost, stale)
	r.atLeast("acknowledged", acknowledged, rounds)
	r.note("reads", reads)
	r.note("chat messages sent", chat.sent)
	r.none(lost)
	r.none(failed)
	r.none(stale)
	return r.peak(first.Process, peakMB)
}

// chat is a visitor's conversation: an event stream at one replica, and replies
// that the staff send through another.
type chat struct {
	body         io.Closer
	conversation string
	sent         int
	received     atomic.Int64
}

// openChat opens the visitor's stream at the second replica and begins the
// conversation through the first.
func openChat(ctx context.Context, running []*site) (*chat, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	visitor := &http.Client{Jar: jar}
	request := newRequest(ctx, http.MethodGet, running[1].URL+"api/chat/events", nil)
	stream, err := visitor.Do(request) //nolint:bodyclose // chat.close does
	if err != nil {
		return nil, err
	}
	c := &chat{body: stream.Body}
	if stream.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the event stream answered %d: %w", stream.StatusCode, stream.Body.Close())
	}
	go func() {
		for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
			if strings.Contains(lines.Text(), "reply number") {
				c.received.Add(1)
			}
		}
	}()
	request = newRequest(ctx, http.MethodPost, running[0].URL+"api/chat/messages", []byte(`{"key":"first","text":"Hello","page":"/"}`))
	request.Header.Set("Content-Type", "application/json")
	answer, err := visitor.Do(request)
	if err != nil {
		return c, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return c, fmt.Errorf("the visitor's message answered %d", answer.StatusCode)
	}
	var inbox struct {
		Data struct{ Conversations []struct{ ID string } }
	}
	if err := running[0].office.Call(ctx, http.MethodGet, "api/admin/chat", nil, &inbox); err != nil {
		return c, err
	}
	if len(inbox.Data.Conversations) != 1 {
		return c, fmt.Errorf("%d conversations in the inbox, want 1", len(inbox.Data.Conversations))
	}
	c.conversation = inbox.Data.Conversations[0].ID
	return c, nil
}

func (c *chat) close() {
	if c != nil {
		c.body.Close()
	}
}

func (c *chat) reply(ctx context.Context, through *site) error {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	text := fmt.Sprintf("reply number %d", c.sent)
	err := through.office.Call(ctx, http.MethodPost, "api/admin/chat/"+c.conversation+"/messages",
		map[string]string{"key": text, "text": text}, nil)
	if err == nil {
		c.sent++
	}
	return err
}

// complete reports whether the visitor has received every reply.
func (c *chat) complete() error {
	if got := c.received.Load(); got < int64(c.sent) {
		return fmt.Errorf("the visitor received %d of %d chat messages", got, c.sent)
	}
	return nil
}
