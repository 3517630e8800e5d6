package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"perimeter/internal/chat"
)

const (
	// typingChannel carries the signs of typing.
	typingChannel = "perimeter_typing"

	// typingKept is how long a sign of typing is kept. Nobody shows one that is older.
	typingKept = time.Minute
)

// typingSigns is who is typing, in this process and in other replicas.
type typingSigns struct {
	origin string // tells the signs of this process from those of others

	mu      sync.Mutex
	at      map[typist]time.Time
	changes int64
}

type typist struct {
	conversation string
	staff        bool
}

func newTypingSigns() *typingSigns {
	return &typingSigns{origin: rand.Text(), at: map[typist]time.Time{}}
}

func (s *typingSigns) put(who typist, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	if at.IsZero() {
		delete(s.at, who)
		return
	}
	for other, last := range s.at {
		if at.Sub(last) > typingKept {
			delete(s.at, other)
		}
	}
	s.at[who] = at
}

// payload is a sign as it is sent to other replicas.
func (s *typingSigns) payload(who typist, at time.Time) string {
	return fmt.Sprintf("%s %t %d %s", s.origin, who.staff, optionalMicros(at), who.conversation)
}

// receive stores a sign of another replica, and returns its conversation.
func (s *typingSigns) receive(payload string) (conversation string, received bool) {
	parts := strings.SplitN(payload, " ", 4)
	if len(parts) != 4 || parts[0] == s.origin {
		return "", false
	}
	micros, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return "", false
	}
	s.put(typist{parts[3], parts[1] == "true"}, optionalInstant(micros))
	return parts[3], true
}

// typing implements chat.TypingStore.
type typing struct{ store *Store }

// Typing returns who is typing.
func (s *Store) Typing() chat.TypingStore { return typing{s} }

func (t typing) At(conversation string, staff bool) time.Time {
	signs := t.store.changes.typing
	signs.mu.Lock()
	defer signs.mu.Unlock()
	return signs.at[typist{conversation, staff}]
}

func (t typing) Changes() int64 {
	signs := t.store.changes.typing
	signs.mu.Lock()
	defer signs.mu.Unlock()
	return signs.changes
}

func (t typing) Put(ctx context.Context, conversation string, staff bool, at time.Time) error {
	who, changes := typist{conversation, staff}, t.store.changes
	changes.typing.put(who, at)
	changes.chat.signal(conversation)
	if !t.store.started.Load() {
		return unavailable(errNotStarted)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := t.store.dialect.notify(ctx, t.store.write, typingChannel, changes.typing.payload(who, at))
	return t.store.failed(ctx, subject{}, err)
}
