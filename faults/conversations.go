package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// messagesEach is how many messages the visitor and the staff write in a conversation.
const messagesEach = 6

// conversations are held through a cluster, each by a visitor and the staff.
type conversations struct {
	cluster  *cluster
	receiver *receiver

	mu      sync.Mutex
	visits  []*conversation
	notices []string // texts of which there must be a notice

	failed, differing, repeated, silent *counter
}

func newConversations(c *cluster, receiver *receiver) *conversations {
	return &conversations{
		cluster: c, receiver: receiver, failed: count("messages that failed"), differing: count("conversations that differ"),
		repeated: count("notices that came more than twice"), silent: count("messages without a notice"),
	}
}

// conversation is one visitor's conversation, and what their browser was sent.
type conversation struct {
	id      string
	browser *http.Client
	sent    []string // the texts, in no order

	mu   sync.Mutex
	seen []chatMessage // as the stream has brought them, over all connections
}

type chatMessage struct {
	ID   int64
	Text string
}

// newVisitor returns a visitor with the nth client IP, so that no two share a limit.
func newVisitor(n int) (*conversation, error) {
	jar, err := cookiejar.New(nil)
	dial := func(ctx context.Context, _, address string) (net.Conn, error) { return dialFrom(ctx, n, address) }
	return &conversation{browser: &http.Client{Jar: jar, Transport: &http.Transport{DialContext: dial}}}, err
}

// hold lets a visitor and the staff write to each other, and another visitor write once.
func (t *conversations) hold(ctx context.Context, n int) {
	v, err := newVisitor(n)
	if err != nil {
		t.failed.add("%v", err)
		return
	}
	once, err := newVisitor(n + 1000)
	if err != nil {
		t.failed.add("%v", err)
		return
	}
	over, end := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { t.follow(over, v) })
	defer group.Wait()
	defer end()
	text := fmt.Sprintf("only message of %d", n)
	t.mu.Lock()
	t.visits, t.notices = append(t.visits, v), append(t.notices, text)
	t.mu.Unlock()
	t.write(ctx, once, text)
	t.write(ctx, v, fmt.Sprintf("visitor %d writes 0", n))
	if v.id, err = t.find(ctx, v.sent[0]); err != nil {
		t.failed.add("%v", err)
		return
	}
	staff := sync.WaitGroup{}
	var replies []string
	staff.Go(func() {
		for i := range messagesEach {
			replies = append(replies, t.reply(ctx, v, fmt.Sprintf("staff answer %d to %d", i, n)))
		}
	})
	for i := range messagesEach - 1 {
		t.write(ctx, v, fmt.Sprintf("visitor %d writes %d", n, i+1))
	}
	staff.Wait()
	v.sent = append(v.sent, replies...)
	if err := eventually(ctx, recoveryLimit, v.complete); err != nil {
		t.failed.add("%v", err)
	}
}

// write sends a message of the visitor until it is acknowledged. The key stays the same,
// so a message that was stored without an answer is not stored again.
func (t *conversations) write(ctx context.Context, v *conversation, text string) {
	body, err := json.Marshal(map[string]string{"key": text, "text": text, "page": "/"})
	if err == nil {
		err = eventually(ctx, recoveryLimit, func() error {
			ctx, cancel := context.WithTimeout(ctx, answerLimit)
			defer cancel()
			request := newRequest(ctx, http.MethodPost, t.cluster.any().Home+"api/chat/messages", body)
			request.Header.Set("Content-Type", "application/json")
			response, err := v.browser.Do(request)
			if err != nil {
				return err
			}
			defer response.Body.Close()
			if response.StatusCode != http.StatusOK {
				return fmt.Errorf("the message was answered with %d", response.StatusCode)
			}
			return nil
		})
	}
	if err != nil {
		t.failed.add("%v", err)
	}
	v.sent = append(v.sent, text)
}

// find returns the ID of the conversation that begins with the text.
func (t *conversations) find(ctx context.Context, text string) (id string, err error) {
	err = eventually(ctx, recoveryLimit, func() error {
		var inbox struct {
			Data struct {
				Conversations []struct{ ID, LastText string }
			}
		}
		if err := t.cluster.call(ctx, t.cluster.any(), http.MethodGet, "api/admin/chat", nil, &inbox); err != nil {
			return err
		}
		for _, c := range inbox.Data.Conversations {
			if c.LastText == text {
				id = c.ID
				return nil
			}
		}
		return fmt.Errorf("the inbox has no conversation with %q", text)
	})
	return id, err
}

// reply sends a message of the staff, like write.
func (t *conversations) reply(ctx context.Context, v *conversation, text string) string {
	body := map[string]string{"key": text, "text": text}
	if err := eventually(ctx, recoveryLimit, func() error {
		return t.cluster.call(ctx, t.cluster.any(), http.MethodPost, "api/admin/chat/"+v.id+"/messages", body, nil)
	}); err != nil {
		t.failed.add("%v", err)
	}
	return text
}

// follow reads the visitor's stream. It connects to another replica when the connection
// ends, and now and then by itself.
func (t *conversations) follow(ctx context.Context, v *conversation) {
	for ctx.Err() == nil {
		t.read(ctx, v)
		wait(ctx, visitorPause)
	}
}

func (t *conversations) read(ctx context.Context, v *conversation) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(300+rand.IntN(1500))*time.Millisecond)
	defer cancel()
	request := newRequest(ctx, http.MethodGet, t.cluster.any().Home+"api/chat/events", nil)
	if last := v.last(); last > 0 {
		request.Header.Set("Last-Event-ID", strconv.FormatInt(last, 10))
	}
	response, err := v.browser.Do(request)
	if err != nil {
		return
	}
	defer response.Body.Close()
	event := ""
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			event = name
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		var m chatMessage
		if ok && event == "message" && json.Unmarshal([]byte(data), &m) == nil {
			v.mu.Lock()
			v.seen = append(v.seen, m)
			v.mu.Unlock()
		}
	}
}

func (v *conversation) last() int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.seen) == 0 {
		return 0
	}
	return v.seen[len(v.seen)-1].ID
}

func (v *conversation) complete() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.seen) < len(v.sent) {
		return fmt.Errorf("the visitor has got %d of %d messages", len(v.seen), len(v.sent))
	}
	return nil
}

// check compares what the visitors and the staff have, and counts the notices.
func (t *conversations) check(ctx context.Context) {
	for _, v := range t.visits {
		var thread struct {
			Data struct{ Messages []chatMessage }
		}
		err := eventually(ctx, recoveryLimit, func() error {
			return t.cluster.call(ctx, t.cluster.any(), http.MethodGet, "api/admin/chat/"+v.id, nil, &thread)
		})
		if err != nil {
			t.failed.add("%v", err)
			continue
		}
		if !slices.Equal(v.seen, thread.Data.Messages) {
			t.differing.add("the visitor has %v, the staff have %v", v.seen, thread.Data.Messages)
		}
		var texts []string
		for _, m := range thread.Data.Messages {
			texts = append(texts, m.Text)
		}
		slices.Sort(texts)
		slices.Sort(v.sent)
		if !slices.Equal(texts, v.sent) {
			t.differing.add("the conversation has %q, %q were sent", texts, v.sent)
		}
	}
	for _, text := range t.notices {
		_ = eventually(ctx, claimWithin, func() error { return t.receiver.has(text) })
		switch n := t.receiver.times(text); {
		case n == 0:
			t.silent.add("%q", text)
		case n > 2:
			t.repeated.add("%q came %d times", text, n)
		}
	}
}

func (t *conversations) report(r *result) {
	r.note("conversations", len(t.visits))
	r.none(t.failed)
	r.none(t.differing)
	r.none(t.silent)
	r.none(t.repeated)
}
