package auth

import (
	"context"
	"fmt"
	"time"

	"github.com/alexedwards/argon2id"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// hashParams is the cost of one hash: 19 MiB and two passes on one core, the
// minimum that OWASP recommends, because visitors share the machine.
var hashParams = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Two hashes at a time bound the memory and cores that signing in can use. One of
// the two slots is kept for devices that have signed in before, so that guesses
// from elsewhere cannot keep them waiting.
const (
	maxHashes       = 2
	maxOtherDevices = 1
	// hashTimeout is how long a sign-in waits for its turn.
	hashTimeout = 10 * time.Second
)

// dummyHash is compared with when there is no such user, so that the answer
// takes as long as for a real one. It is random and has the cost of a real hash.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$fFt7f1ba5xhlLZ31DXnOCw$VihqvlP2EV2mh243gXsEbG1LuMgxPWqaqEcjfwYMC4Y"

// passwordHasher hashes and compares passwords, a few at a time.
type passwordHasher struct {
	all          *limit.Slots
	otherDevices *limit.Slots // of all, those for devices that have not signed in before
}

func newPasswordHasher() *passwordHasher {
	busy := &errs.Error{
		Kind: errs.Unavailable, RetryAfter: hashTimeout,
		Message: "Too many people are signing in right now. Please try again in a moment.",
	}
	return &passwordHasher{limit.NewSlots(maxHashes, hashTimeout, busy), limit.NewSlots(maxOtherDevices, hashTimeout, busy)}
}

func (h *passwordHasher) hash(ctx context.Context, knownDevice bool, password string) (string, error) {
	release, err := h.acquire(ctx, knownDevice)
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

// acquire waits until another hash may be computed.
func (h *passwordHasher) acquire(ctx context.Context, knownDevice bool) (release func(), err error) {
	if knownDevice {
		return h.all.Acquire(ctx)
	}
	releaseOther, err := h.otherDevices.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	releaseAny, err := h.all.Acquire(ctx)
	if err != nil {
		releaseOther()
		return nil, err
	}
	return func() { releaseAny(); releaseOther() }, nil
}
