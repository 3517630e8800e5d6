package auth

import (
	"context"
	"errors"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/ratelimit"
)

// The limits on failed sign-ins. One client is stopped soon, without locking the
// account's owner out elsewhere; an account is stopped only when many clients
// attack it, and even then a browser that has signed in to it before has an
// allowance of its own. All but codeRate are open again within a minute.
var (
	clientRate  = ratelimit.Rate{Burst: 9, Every: 6 * time.Second}
	deviceRate  = clientRate
	accountRate = ratelimit.Rate{Burst: 100, Every: 600 * time.Millisecond}
	// codeRate is for codes of authenticator apps. They have only six digits, and
	// whoever tries them knows the password already.
	codeRate = ratelimit.Rate{Burst: 5, Every: 5 * time.Minute}
)

// attempt is one try to sign in.
type attempt struct {
	keys  []ratelimit.Key
	uses  []ratelimit.Use // of the keys in this process
	known bool            // from a device that has signed in to the account before
	code  ratelimit.Key   // of codes of authenticator apps
}

func (a *Accounts) newAttempt(ctx context.Context, c Credentials) (attempt, error) {
	account := accountName(c.Username)
	device, err := a.knownDevice(ctx, c.Device, c.Username)
	if err != nil {
		return attempt{}, err
	}
	if device != "" {
		owner := device + " " + account
		return attempt{
			known: true,
			keys:  []ratelimit.Key{{Name: "device " + owner, Rate: deviceRate}},
			code:  ratelimit.Key{Name: "code device " + owner, Rate: codeRate},
		}, nil
	}
	return attempt{
		keys: append(
			ratelimit.NetworkKeys("client", c.ClientIP, clientRate),
			ratelimit.Key{Name: "account " + account, Rate: accountRate},
		),
		code: ratelimit.Key{Name: "code account " + account, Rate: codeRate},
	}, nil
}

// limitCode counts the attempt as one to guess a code, too.
func (a *Accounts) limitCode(at *attempt) error {
	if err := a.take(at, at.code); err != nil {
		return err
	}
	at.keys = append(at.keys, at.code)
	return nil
}

// accountName is what an account is counted by.
func accountName(username string) string {
	account := strings.ToLower(username)
	if !usernamePattern.MatchString(account) {
		return "?" // nobody can have such a name, so all of them share one key
	}
	return account
}

// errWrongCredentials says the same for every reason, so that nobody learns which
// users exist.
var errWrongCredentials = errs.Errorf(errs.Unauthorized, "Invalid username or password")

// limited runs a check of credentials within the limits on failed attempts. The
// check returns Unauthorized, or NotFound if something was removed meanwhile, if
// the credentials are wrong. In the transaction in which it acts on right ones,
// it must ask CheckShared with the attempt's keys.
//
// The limits that all replicas share are asked after the comparison: a flood then
// costs only as many transactions as passwords can be compared. Until they have
// allowed it, nobody learns whether the credentials were right.
func (a *Accounts) limited(ctx context.Context, c Credentials, check func(*attempt) error) error {
	at, err := a.newAttempt(ctx, c)
	if err != nil {
		return err
	}
	if err := a.take(&at, at.keys...); err != nil {
		return err
	}
	err = check(&at)
	switch kind := errs.KindOf(err); {
	case kind == errs.NotFound:
		err = errWrongCredentials
		fallthrough
	case kind == errs.Unauthorized && !errors.Is(err, errCodeRequired):
		if tooMany := a.countFailure(ctx, at); tooMany != nil {
			return tooMany
		}
	case kind != errs.TooMany:
		for _, use := range at.uses {
			use.Refund()
		}
	}
	return err
}

// take counts the attempt by the keys, in this process.
func (a *Accounts) take(at *attempt, keys ...ratelimit.Key) error {
	use, err := a.limits.Take(keys...)
	if err == nil {
		at.uses = append(at.uses, use)
	}
	return err
}

// matchPassword returns errWrongCredentials unless the password is the user's. It
// takes as long if there is no such user, or the user is disabled.
func (a *Accounts) matchPassword(ctx context.Context, at *attempt, user User, password string) error {
	hash := user.PasswordHash
	if user.IsDisabled() {
		hash = ""
	}
	if len(password) > maxPassword {
		// No user can have such a password. The comparison is made all the same,
		// so that the answer takes as long as any other.
		password, hash = password[:maxPassword], ""
	}
	match, err := a.hasher.matches(ctx, at.known, password, hash)
	if err == nil && !match {
		err = errWrongCredentials
	}
	return err
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
