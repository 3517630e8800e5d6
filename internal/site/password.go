package site

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/alexedwards/argon2id"
)

// hashing is the cost of one password: 19 MiB and two passes on one core, the
// least that OWASP recommends, because visitors share the machine.
var hashing = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const (
	// hashesAtOnce bounds the memory and cores that signing in can take.
	hashesAtOnce = 2
	// hashPatience is how long a sign-in waits for its turn.
	hashPatience = 10 * time.Second
)

// vault hashes and compares passwords, a few at a time.
type vault struct {
	turns chan struct{}
}

// decoy is compared with when there is no such user, so that the answer takes
// as long as for one who exists. It is random and has the cost of a real hash.
const decoy = "$argon2id$v=19$m=19456,t=2,p=1$fFt7f1ba5xhlLZ31DXnOCw$VihqvlP2EV2mh243gXsEbG1LuMgxPWqaqEcjfwYMC4Y"

func newVault() *vault {
	return &vault{turns: make(chan struct{}, hashesAtOnce)}
}

func (v *vault) hash(ctx context.Context, password string) (string, error) {
	release, err := v.turn(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	return argon2id.CreateHash(password, hashing)
}

// matches compares a password with a hash; an empty hash takes the time of a
// comparison and matches nothing.
func (v *vault) matches(ctx context.Context, password, hash string) (bool, error) {
	release, err := v.turn(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	nobody := hash == ""
	if nobody {
		hash = decoy
	}
	match, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("compare a password: %w", err)
	}
	return match && !nobody, nil
}

// turn waits until a hash may be computed.
func (v *vault) turn(ctx context.Context) (release func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, hashPatience)
	defer cancel()
	select {
	case v.turns <- struct{}{}:
		return func() { <-v.turns }, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return nil, &Error{
			Kind: Unavailable, RetryAfter: hashPatience,
			Message: "Too many people are signing in right now. Please try again in a moment.",
		}
	}
}
