package chat

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/ratelimit"
)

// maxStreams is how many streams the visitors of one network may have open: more
// than a household needs, and few enough for the server.
const maxStreams = 40

// VisitorState is what the chat shows besides messages.
type VisitorState struct {
	StaffOnline bool `json:"staffOnline"`
	// Started tells a conversation from a later one with the same ID, which
	// begins if the first is deleted.
	Started string `json:"started"`
	Closed  bool   `json:"closed"`
	ContactDetails
}

// VisitorUpdate is what has changed for a visitor. It may be empty.
type VisitorUpdate struct {
	State    *VisitorState // nil if it has not changed
	Messages []Message
}

// FollowAsVisitor sends everything that happens in the visitor's conversation
// after the message with the given ID, until ctx ends or send fails. It sends
// every message once, in order, and an empty update at each heartbeat without
// news.
func (c *Chat) FollowAsVisitor(ctx context.Context, v Visitor, after int64, send func(VisitorUpdate) error) error {
	if err := c.requireEnabled(); err != nil {
		return err
	}
	closeStream, err := c.streams.add(ratelimit.Network(v.ClientIP))
	if err != nil {
		return err
	}
	defer closeStream()
	id := v.conversationID()
	var sent *VisitorState
	return c.follow(ctx, id, func(bool) error {
		state, err := c.visitorState(ctx, id)
		if err != nil {
			return err
		}
		messages, err := c.messages(ctx, id, after)
		if err != nil {
			return err
		}
		update := VisitorUpdate{Messages: messages}
		if sent == nil || *sent != state {
			update.State = &state
		}
		if err := send(update); err != nil {
			return err
		}
		sent = &state
		if n := len(messages); n > 0 {
			after = messages[n-1].ID
		}
		return nil
	})
}

func (c *Chat) visitorState(ctx context.Context, id string) (VisitorState, error) {
	state, err := c.store.ChatState(ctx)
	if err != nil {
		return VisitorState{}, err
	}
	seen := VisitorState{StaffOnline: c.staffOnline(state)}
	conversation, err := c.store.Conversation(ctx, id)
	if errs.KindOf(err) == errs.NotFound {
		return seen, nil
	}
	seen.Closed, seen.Started = conversation.Closed, conversation.StartedAt.Format(time.RFC3339Nano)
	seen.ContactDetails = ContactDetails{Name: conversation.Name, Contact: conversation.Contact}
	return seen, err
}

// StaffFollower is an open window of the back office.
type StaffFollower struct {
	// Check returns an error once the window may no longer follow the chat.
	Check func(context.Context) error
	// Present says that somebody looks at the window.
	Present bool
}

// FollowAsStaff sends the chat's version, at once, after each change and at each
// heartbeat, until ctx ends, the follower's check fails or send fails.
func (c *Chat) FollowAsStaff(ctx context.Context, f StaffFollower, send func(version int64) error) error {
	return c.follow(ctx, "", func(heartbeat bool) error {
		if heartbeat {
			if err := f.Check(ctx); err != nil {
				return err
			}
			if f.Present {
				if err := c.recordPresence(ctx); err != nil {
					return err
				}
			}
		}
		state, err := c.store.ChatState(ctx)
		if err != nil {
			return err
		}
		return send(state.Version)
	})
}

// follow calls update at once, after each signal and at every heartbeat. The
// first call counts as a heartbeat. What update reads is in the database, so a
// lost signal only delays it.
func (c *Chat) follow(ctx context.Context, conversation string, update func(heartbeat bool) error) error {
	signals, stop := c.store.SubscribeChat(conversation)
	defer stop()
	heartbeats := time.NewTicker(c.heartbeat)
	defer heartbeats.Stop()
	for heartbeat := true; ; {
		if err := update(heartbeat); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-signals:
			heartbeat = false
		case <-heartbeats.C:
			heartbeat = true
		}
	}
}

// streamCounter counts the open streams of visitors by network.
type streamCounter struct {
	mu   sync.Mutex
	open map[netip.Prefix]int
}

// add counts a stream until done is called, or returns TooMany.
func (s *streamCounter) add(network netip.Prefix) (done func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[network] >= maxStreams {
		return nil, &errs.Error{
			Kind: errs.TooMany, RetryAfter: DefaultHeartbeat,
			Message: "The chat is open in too many windows. Please close some.",
		}
	}
	s.open[network]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open[network]--; s.open[network] == 0 {
			delete(s.open, network)
		}
	}, nil
}
