package auth

import (
	"context"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/ratelimit"
)

// The limits on failed sign-ins. One client is stopped soon, without locking the
// account's owner out elsewhere; an account is stopped only when many clients
// attack it, and even then a browser that has signed in to it before has an
// allowance of its own. All are open again within a minute.
var (
	clientRate  = ratelimit.Rate{Burst: 9, Every: 6 * time.Second}
	deviceRate  = clientRate
	accountRate = ratelimit.Rate{Burst: 100, Every: 600 * time.Millisecond}
)

// attempt is one try to sign in.
type attempt struct {
	keys  []ratelimit.Key
	known bool // from a device that has signed in to the account before
}

func (a *Accounts) newAttempt(ctx context.Context, c Credentials) (attempt, error) {
	account := accountName(c.Username)
	device, err := a.knownDevice(ctx, c.Device, c.Username)
	if err != nil {
		return attempt{}, err
	}
	if device != "" {
		return attempt{known: true, keys: []ratelimit.Key{{Name: "device " + device + " " + account, Rate: deviceRate}}}, nil
	}
	return attempt{keys: append(
		ratelimit.NetworkKeys("client", c.ClientIP, clientRate),
		ratelimit.Key{Name: "account " + account, Rate: accountRate},
	)}, nil
}

// accountName is what an account is counted by.
func accountName(username string) string {
	account := strings.ToLower(username)
	if !usernamePattern.MatchString(account) {
		return "?" // nobody can have such a name, so all of them share one key
	}
	return account
}

// countFailure counts a failed attempt where all replicas see it, and returns
// TooMany if that is one too many. If the database cannot count, the limits of
// this process, which have counted it already, must do.
func (a *Accounts) countFailure(ctx context.Context, at attempt) error {
	err := a.store.Write(ctx, func(tx Tx) error { return a.limits.TakeShared(ctx, tx, at.keys...) })
	if errs.KindOf(err) == errs.TooMany {
		return err
	}
	return nil
}
