package site

import (
	"context"
	"net/netip"
	"sync"
	"time"
)

// DefaultChatBeat is how often those who follow the chat look for what no signal
// has told them, and show that they are there. Proxies cut connections that are
// silent for longer.
const DefaultChatBeat = 20 * time.Second

// mostFollowers is how many windows of one address may follow the chat: more
// than a household has and fewer than a server minds.
const mostFollowers = 40

// VisitorState is what the chat shows besides messages.
type VisitorState struct {
	StaffOnline bool `json:"staffOnline"`
	// Started tells one conversation from the next, should it be deleted.
	Started string `json:"started"`
	Closed  bool   `json:"closed"`
	ChatContact
}

// VisitorNews is what has changed for a visitor.
type VisitorNews struct {
	State    *VisitorState // nil when it is the same as before
	Messages []ChatMessage
}

// FollowAsVisitor tells all that happens in the visitor's conversation after a
// message, until ctx ends or tell fails. Every message is told once, in order;
// now and then there is no news.
func (s *Site) FollowAsVisitor(ctx context.Context, v Visitor, after int64, tell func(VisitorNews) error) error {
	if err := s.chatIsOurs(); err != nil {
		return err
	}
	leave, err := s.chat.followers.enter(networkOf(v.Address))
	if err != nil {
		return err
	}
	defer leave()
	id := conversationID(v.Token)
	var told *VisitorState
	return s.follow(ctx, id, func(bool) error {
		state, err := s.visitorState(ctx, id)
		if err != nil {
			return err
		}
		messages, err := s.store.ChatMessages(ctx, id, after)
		if err != nil {
			return err
		}
		news := VisitorNews{Messages: messages}
		if told == nil || *told != state {
			news.State = &state
		}
		if err := tell(news); err != nil {
			return err
		}
		told = &state
		if n := len(messages); n > 0 {
			after = messages[n-1].ID
		}
		return nil
	})
}

func (s *Site) visitorState(ctx context.Context, id string) (VisitorState, error) {
	state, err := s.store.ChatState(ctx)
	if err != nil {
		return VisitorState{}, err
	}
	seen := VisitorState{StaffOnline: s.staffIsOnline(state)}
	c, err := s.store.Conversation(ctx, id)
	if KindOf(err) == NotFound {
		return seen, nil
	}
	seen.Closed, seen.Started = c.Closed, c.StartedAt.Format(time.RFC3339Nano)
	seen.ChatContact = ChatContact{Name: c.Name, Contact: c.Contact}
	return seen, err
}

// StaffFollower is a window of the back office.
type StaffFollower struct {
	Token string // of its session
	// Present says that somebody looks at the window.
	Present bool
}

// FollowAsStaff tells the chat's version whenever it differs from the one known,
// until ctx ends, the session ends or tell fails. Now and then it tells the same
// again.
func (s *Site) FollowAsStaff(ctx context.Context, f StaffFollower, tell func(version int64) error) error {
	return s.follow(ctx, "", func(beat bool) error {
		if beat {
			if err := s.checkAdmin(ctx, f.Token); err != nil {
				return err
			}
			if f.Present {
				if err := s.attend(ctx); err != nil {
					return err
				}
			}
		}
		state, err := s.store.ChatState(ctx)
		if err != nil {
			return err
		}
		return tell(state.Version)
	})
}

// follow looks at once, after each signal and at every beat. What is looked at is
// in the database, so a signal that is lost costs time and nothing else.
func (s *Site) follow(ctx context.Context, conversation string, look func(beat bool) error) error {
	signals, stop := s.store.FollowChat(conversation)
	defer stop()
	beats := time.NewTicker(s.chat.beat)
	defer beats.Stop()
	for beat := true; ; {
		if err := look(beat); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-signals:
			beat = false
		case <-beats.C:
			beat = true
		}
	}
}

// followers counts who follows the chat from where.
type followers struct {
	mu    sync.Mutex
	count map[netip.Prefix]int
}

func (f *followers) enter(network netip.Prefix) (leave func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count[network] >= mostFollowers {
		return nil, &Error{Kind: TooMany, Message: "The chat is open in too many windows. Please close some.", RetryAfter: DefaultChatBeat}
	}
	f.count[network]++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.count[network]--; f.count[network] == 0 {
			delete(f.count, network)
		}
	}, nil
}
