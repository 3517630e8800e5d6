package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	chatConversations = 1_000
	chatMessages      = 100_000
	chatStreams       = 500

	maxInbox       = 100 * time.Millisecond
	maxThread      = 100 * time.Millisecond
	maxChatSearch  = time.Second
	maxStreamKB    = 60
	chatRounds     = 7
	streamsSettled = 2 * time.Second
)

// measureChat checks the lists of a chat that is much larger than a small company's,
// and what an open stream costs.
func measureChat(ctx context.Context, r *report, _, dir string) error {
	data := filepath.Join(dir, "chat")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	if err := blackbox.AddAdministrator(ctx, data); err != nil {
		return err
	}
	if err := fill(ctx, data, amount{messages: chatMessages, conversations: chatConversations}); err != nil {
		return fmt.Errorf("fill the database: %w", err)
	}
	if err := measureInbox(ctx, r, data); err != nil {
		return err
	}
	return measureStreams(ctx, r, data)
}

// measureInbox times what the staff opens first.
func measureInbox(ctx context.Context, r *report, data string) (err error) {
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	office, err := blackbox.SignIn(ctx, server.URL)
	if err != nil {
		return err
	}
	for _, target := range []struct {
		name, path string
		limit      time.Duration
	}{
		{"chat: inbox", "api/admin/chat", maxInbox},
		{"chat: thread of 100 messages", "api/admin/chat/conversation-500", maxThread},
		{"chat: search that finds nothing", "api/admin/chat?search=xylophone", maxChatSearch},
	} {
		var times []time.Duration
		for range chatRounds {
			began := time.Now()
			if _, err := office.Fetch(ctx, target.path, "br, gzip"); err != nil {
				return fmt.Errorf("%s: %w", target.name, err)
			}
			times = append(times, time.Since(began))
		}
		fastest := slices.Min(times)
		r.check(fastest <= target.limit, target.name, fmt.Sprintf("%.0f ms", milliseconds(fastest)),
			fmt.Sprintf("at most %.0f ms", milliseconds(target.limit)), fmt.Sprintf("1,000 conversations, 100,000 messages, fastest of %d", chatRounds))
	}
	return nil
}

// measureStreams compares the memory with and without open streams. The server is a
// new one: memory that an earlier request has left free would hide what streams take.
func measureStreams(ctx context.Context, r *report, data string) (err error) {
	server, err := startPerimeter(ctx, data, "PERIMETER_TRUSTED_PROXIES=127.0.0.0/8")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	before, err := server.PrivateMB()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 0}}
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	opened := make(chan error, chatStreams)
	for i := range chatStreams {
		group.Go(func() { openStream(ctx, client, server.URL, i, opened) })
	}
	for range chatStreams {
		if err := <-opened; err != nil {
			return err
		}
	}
	select {
	case <-time.After(streamsSettled):
	case <-ctx.Done():
		return ctx.Err()
	}
	after, err := server.PrivateMB()
	if err != nil {
		return err
	}
	perStream := (after - before) * 1000 / chatStreams
	r.check(perStream <= maxStreamKB, "chat: memory of an open stream", fmt.Sprintf("%.0f KB", perStream),
		fmt.Sprintf("at most %d KB", maxStreamKB), fmt.Sprintf("%d streams, %.0f MB before, %.0f MB after", chatStreams, before, after))
	return nil
}

// openStream reads a stream of a visitor from a client IP of its own until ctx ends,
// and reports when its first event is there.
func openStream(ctx context.Context, client *http.Client, home string, number int, opened chan<- error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, home+"api/chat/events", nil)
	if err != nil {
		opened <- err
		return
	}
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("198.18.%d.%d", number/250, number%250))
	response, err := client.Do(request)
	if err != nil {
		opened <- err
		return
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		opened <- fmt.Errorf("a stream was answered with %d", response.StatusCode)
		return
	}
	_, err = io.ReadFull(response.Body, make([]byte, 1))
	opened <- err
	_, _ = io.Copy(io.Discard, response.Body) // ends with ctx
}
