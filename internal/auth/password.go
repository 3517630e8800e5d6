package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/alexedwards/argon2id"

	"perimeter/internal/errs"
)

// hashParams is the cost of one hash: 19 MiB and two passes on one core, the
// minimum that OWASP recommends, because visitors share the machine.
var hashParams = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Two hashes at a time bound the memory and cores that signing in can use. One of
// the two slots is kept for devices that have signed in before, so that guesses
// from elsewhere cannot keep them waiting.
const (
	sharedSlots   = 1
	reservedSlots = 1
	// hashTimeout is how long a sign-in waits for its turn.
	hashTimeout = 10 * time.Second
)

// dummyHash is compared with when there is no such user, so that the answer
// takes as long as for a real one. It is random and has the cost of a real hash.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$fFt7f1ba5xhlLZ31DXnOCw$VihqvlP2EV2mh243gXsEbG1LuMgxPWqaqEcjfwYMC4Y"

// passwordHasher hashes and compares passwords, a few at a time.
type passwordHasher struct {
	shared, reserved chan struct{}
}

func newPasswordHasher() *passwordHasher {
	return &passwordHasher{shared: make(chan struct{}, sharedSlots), reserved: make(chan struct{}, reservedSlots)}
}

func (h *passwordHasher) hash(ctx context.Context, mayUseReserved bool, password string) (string, error) {
	release, err := h.acquire(ctx, mayUseReserved)
	if err != nil {
		return "", err
	}
	defer release()
	return argon2id.CreateHash(password, hashParams)
}

// matches compares a password with a hash. An empty hash takes as long as any
// other and matches nothing.
func (h *passwordHasher) matches(ctx context.Context, knownDevice bool, password, hash string) (bool, error) {
	release, err := h.acquire(ctx, knownDevice)
	if err != nil {
		return false, err
	}
	defer release()
	noUser := hash == ""
	if noUser {
		hash = dummyHash
	}
	match, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("compare a password: %w", err)
	}
	return match && !noUser, nil
}

// acquire waits until another hash may be computed. Only some callers may use
// the reserved slots.
func (h *passwordHasher) acquire(ctx context.Context, mayUseReserved bool) (release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, hashTimeout)
	defer cancel()
	var reserved chan struct{} // nil is never ready
	if mayUseReserved {
		reserved = h.reserved
	}
	select {
	case h.shared <- struct{}{}:
		return func() { <-h.shared }, nil
	case reserved <- struct{}{}:
		return func() { <-h.reserved }, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return nil, &errs.Error{
			Kind: errs.Unavailable, RetryAfter: hashTimeout,
			Message: "Too many people are signing in right now. Please try again in a moment.",
		}
	}
}
