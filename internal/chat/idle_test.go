package chat_test

import (
	"context"
	"errors"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// idleStore counts what is read.
type idleStore struct {
	chat.Store
	states, conversations atomic.Int64
	seen                  atomic.Int64 // seconds, when the staff were last seen
	signals               chan struct{}
}

func (s *idleStore) ChatState(context.Context) (chat.State, error) {
	s.states.Add(1)
	return chat.State{StaffSeenAt: time.Unix(s.seen.Load(), 0)}, nil
}

func (s *idleStore) Conversation(context.Context, string) (chat.Conversation, error) {
	s.conversations.Add(1)
	return chat.Conversation{}, errs.Errorf(errs.NotFound, "There is no conversation.")
}

func (s *idleStore) Messages() chat.MessageStore { return idleMessages{store: s} }

type idleMessages struct {
	chat.MessageStore
	store *idleStore
}

func (m idleMessages) List(context.Context, string, int64) ([]chat.Message, error) {
	m.store.conversations.Add(1)
	return nil, nil
}

func (s *idleStore) SubscribeChat(conversation string) (<-chan struct{}, func()) {
	if conversation == "" {
		return s.signals, func() {}
	}
	return make(chan struct{}), func() {}
}

// openStreams opens n streams of visitors from as many networks, and counts what
// they are sent.
func openStreams(t *testing.T, c *chat.Chat, n int) (updates, online *atomic.Int64, end func()) {
	t.Helper()
	updates, online = &atomic.Int64{}, &atomic.Int64{}
	ctx, cancel := context.WithCancel(t.Context())
	for i := range n {
		v := newVisitor()
		v.ClientIP = netip.AddrFrom4([4]byte{203, 0, byte(i >> 8), byte(i)})
		go func() {
			_ = c.FollowAsVisitor(ctx, v, 0, func(update chat.VisitorUpdate) error {
				updates.Add(1)
				if update.State != nil && update.State.StaffOnline {
					online.Add(1)
				}
				return nil
			})
		}()
	}
	synctest.Wait()
	return updates, online, func() {
		cancel()
		synctest.Wait()
	}
}

func TestIdleStreamsReadTheStateOnceForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const streams, heartbeats = 200, 10
		s := &idleStore{signals: make(chan struct{}, 1)}
		c := chat.New(chat.Config{Store: s, Company: atWork})
		updates, online, end := openStreams(t, c, streams)
		defer end()
		if n := s.states.Load(); n != 1 {
			t.Errorf("opening the streams read the state %d times, want once", n)
		}
		if n := s.conversations.Load(); n != 2*streams {
			t.Errorf("opening read %d times from conversations, want twice for each stream", n)
		}
		s.states.Store(0)
		s.conversations.Store(0)
		time.Sleep(heartbeats*chat.DefaultHeartbeat + time.Second)
		synctest.Wait()
		if states, conversations := s.states.Load(), s.conversations.Load(); states != heartbeats || conversations != 0 {
			t.Errorf("%d idle streams read the state %d times and conversations %d times in %d heartbeats",
				streams, states, conversations, heartbeats)
		}
		if n := updates.Load(); n != streams*(heartbeats+1) {
			t.Errorf("%d updates were sent, want a sign of life for each stream and heartbeat", n)
		}

		s.seen.Store(time.Now().Unix())
		s.signals <- struct{}{}
		synctest.Wait()
		if n := online.Load(); n != streams {
			t.Errorf("%d of %d streams were told that the staff came", n, streams)
		}
		if n := s.conversations.Load(); n != 0 {
			t.Errorf("telling it read %d times from conversations", n)
		}
	})
}

func TestNothingIsReadWithoutStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &idleStore{signals: make(chan struct{}, 1)}
		c := chat.New(chat.Config{Store: s, Company: atWork})
		for range 2 {
			_, _, end := openStreams(t, c, 3)
			end()
			s.states.Store(0)
			time.Sleep(10 * chat.DefaultHeartbeat)
			synctest.Wait()
			if n := s.states.Load(); n != 0 {
				t.Errorf("the state was read %d times", n)
			}
		}
	})
}

func TestOneIPv6CustomerGetsFewStreams(t *testing.T) {
	for prefix, want := range map[string]int64{"2001:db8:7:700::/64": 40, "2001:db8:7:700::/56": 80, "2001:db8:7::/48": 160} {
		synctest.Test(t, func(t *testing.T) {
			c := chat.New(chat.Config{Store: &idleStore{}, Company: atWork})
			ctx, cancel := context.WithCancel(t.Context())
			var open atomic.Int64
			for i := range 300 { // each in a smaller network of its own, as far as there are some
				ip := netip.MustParsePrefix(prefix).Addr().As16()
				switch prefix[len(prefix)-2:] {
				case "56":
					ip[7] = byte(i)
				case "48":
					ip[6], ip[7] = byte(i), byte(i)
				}
				v := newVisitor()
				v.ClientIP = netip.AddrFrom16(ip)
				go func() {
					_ = c.FollowAsVisitor(ctx, v, 0, func(chat.VisitorUpdate) error { open.Add(1); return nil })
				}()
			}
			synctest.Wait()
			if n := open.Load(); n != want {
				t.Errorf("%s has %d streams, want %d", prefix, n, want)
			}
			cancel()
			synctest.Wait()
		})
	}
}

func TestStreamsAreLimitedInAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := chat.New(chat.Config{Store: &idleStore{}, Company: atWork})
		follow := func(network byte) error {
			v := newVisitor()
			v.ClientIP = netip.AddrFrom4([4]byte{198, 51, 100, network})
			return c.FollowAsVisitor(t.Context(), v, 0, func(chat.VisitorUpdate) error { return errStop })
		}
		busy := netip.AddrFrom4([4]byte{198, 51, 100, 1})
		for range 4 { // the streams of one network, before it gets crowded
			v := newVisitor()
			v.ClientIP = busy
			go func() { _ = c.FollowAsVisitor(t.Context(), v, 0, func(chat.VisitorUpdate) error { return nil }) }()
		}
		_, _, endHalf := openStreams(t, c, 496)
		testkit.WantError(t, follow(1), errs.TooMany, "Too many visitors")
		if err := follow(2); !errors.Is(err, errStop) {
			t.Errorf("a network with few streams is refused: %v", err)
		}
		_, _, endRest := openStreams(t, c, 500)
		testkit.WantError(t, follow(2), errs.TooMany, "Too many visitors")
		endRest()
		if err := follow(2); !errors.Is(err, errStop) {
			t.Errorf("after others have left: %v", err)
		}
		endHalf()
		if err := follow(1); !errors.Is(err, errStop) {
			t.Errorf("after most have left: %v", err)
		}
	})
}
