package chat

import (
	"context"
	"time"

	"perimeter/internal/errs"
)

// VisitorState is what the chat shows besides messages.
type VisitorState struct {
	StaffOnline bool `json:"staffOnline"`
	// Started tells a conversation from a later one with the same ID, which
	// begins if the first is deleted.
	Started string `json:"started"`
	Closed  bool   `json:"closed"`
	// ReadTo is the newest message that the staff have read.
	ReadTo int64 `json:"readTo"`
	// SeenTo is the newest message that the visitor has seen, in any browser.
	SeenTo int64 `json:"seenTo"`
	// Typing changes whenever the staff go on typing, and is "" if they are not.
	Typing string `json:"typing"`
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
// news. Only a change of the conversation makes it read anything.
func (c *Chat) FollowAsVisitor(ctx context.Context, v Visitor, after int64, send func(VisitorUpdate) error) error {
	if err := c.requireEnabled(ctx); err != nil {
		return err
	}
	closeStream, err := c.openStream(v.ClientIP)
	if err != nil {
		return err
	}
	defer closeStream()
	presenceChanged, leave, err := c.presence.join(ctx)
	if err != nil {
		return err
	}
	defer leave()
	id := v.conversationID()
	var state VisitorState
	var sent *VisitorState
	return c.follow(ctx, id, presenceChanged, func(cause cause) error {
		var update VisitorUpdate
		if cause == opened || cause == signalled {
			if state, err = c.visitorState(ctx, id); err != nil {
				return err
			}
			if update.Messages, err = c.messages(ctx, id, after); err != nil {
				return err
			}
		}
		state.StaffOnline = c.presence.staffOnline()
		if sent == nil || *sent != state {
			changed := state
			update.State = &changed
		}
		if err := send(update); err != nil {
			return err
		}
		if update.State != nil {
			sent = update.State
		}
		if n := len(update.Messages); n > 0 {
			after = update.Messages[n-1].ID
		}
		return nil
	})
}

// visitorState returns what a visitor sees of the conversation.
func (c *Chat) visitorState(ctx context.Context, id string) (VisitorState, error) {
	conversation, err := c.store.Conversation(ctx, id)
	if errs.KindOf(err) == errs.NotFound {
		return VisitorState{}, nil
	}
	return VisitorState{
		ReadTo:         conversation.ReadTo,
		SeenTo:         conversation.SeenTo,
		Typing:         c.typingMark(c.store.Typing().At(id, true)),
		Closed:         conversation.Closed,
		Started:        conversation.StartedAt.Format(time.RFC3339Nano),
		ContactDetails: ContactDetails{Name: conversation.Name, Contact: conversation.Contact},
	}, err
}

// StaffFollower is an open window of the back office.
type StaffFollower struct {
	// Check returns an error once the window may no longer follow the chat.
	Check func(context.Context) error
	// Person is the user whose window it is.
	Person int64
	// Present says that the person looks at the window.
	Present bool
}

// FollowAsStaff sends the chat's version, at once, after each change and at each
// heartbeat, until ctx ends, the follower's check fails or send fails. Typed says
// that somebody has begun, gone on or stopped typing, which no version shows.
func (c *Chat) FollowAsStaff(ctx context.Context, f StaffFollower, send func(version int64, typed bool) error) error {
	var version, typing int64
	return c.follow(ctx, "", nil, func(cause cause) error {
		if cause == opened || cause == heartbeat {
			if err := f.Check(ctx); err != nil {
				return err
			}
			if f.Present {
				if err := c.recordPresence(ctx, f.Person); err != nil {
					return err
				}
			}
		}
		typed := false
		if cause == opened || cause == signalled {
			before := typing
			typing = c.store.Typing().Changes()
			typed = cause == signalled && typing != before
			state, err := c.store.ChatState(ctx)
			if err != nil {
				return err
			}
			version = state.Version
			// Somebody may have become available, or somebody else away.
			if f.Present && cause == signalled && !c.seenRecently(state) {
				if err := c.recordPresence(ctx, f.Person); err != nil {
					return err
				}
			}
		}
		return send(version, typed)
	})
}

// cause is why a follower is called.
type cause int

const (
	opened    cause = iota // the stream has begun
	signalled              // a conversation has changed
	woken                  // the caller's own channel has delivered a signal
	heartbeat              // it is time for a sign of life
)

// follow calls update at once, after each signal of the conversation and of wake,
// and at every heartbeat.
func (c *Chat) follow(ctx context.Context, conversation string, wake <-chan struct{}, update func(cause) error) error {
	signals, stop := c.store.SubscribeChat(conversation)
	defer stop()
	heartbeats := time.NewTicker(c.heartbeat)
	defer heartbeats.Stop()
	for cause := opened; ; {
		if err := update(cause); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-signals:
			cause = signalled
		case <-wake:
			cause = woken
		case <-heartbeats.C:
			cause = heartbeat
		}
	}
}
