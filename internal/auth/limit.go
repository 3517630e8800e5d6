package auth

import (
	"context"
	"errors"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// The limits on failed sign-ins. One client is stopped soon, without locking the
// account's owner out elsewhere; passwords of an account are stopped only when many
// clients attack it, and even then a browser that has signed in to it before has an
// allowance of its own. All but codeRate are open again within a minute.
var (
	clientRate  = limit.Rate{Burst: 9, Every: 6 * time.Second}
	deviceRate  = clientRate
	accountRate = limit.Rate{Burst: 100, Every: 600 * time.Millisecond}
	// codeRate is for codes of authenticator apps. They have only six digits, and
	// whoever tries them knows the password already.
	codeRate = limit.Rate{Burst: 5, Every: 5 * time.Minute}
)

// attempt is one try to sign in.
type attempt struct {
	keys  []limit.Key
	uses  []limit.Use // of the keys in this process
	known bool        // from a device that has signed in to the account before
	code  limit.Key   // of codes of authenticator apps
}

// newAttempt returns an attempt with what it is counted by. What nobody can guess is
// not counted by account: others could use the limit to keep its owner out.
func (a *Accounts) newAttempt(ctx context.Context, c Credentials, guessable bool) (attempt, error) {
	account := accountName(c.Username)
	device, err := a.knownDevice(ctx, c.Device, c.Username)
	if err != nil {
		return attempt{}, err
	}
	if device != "" {
		owner := device + " " + account
		return attempt{
			known: true,
			keys:  []limit.Key{{Name: "device " + owner, Rate: deviceRate}},
			code:  limit.Key{Name: "code device " + owner, Rate: codeRate},
		}, nil
	}
	at := attempt{
		keys: limit.NetworkKeys("client", c.ClientIP, clientRate),
		code: limit.Key{Name: "code account " + account, Rate: codeRate},
	}
	if guessable {
		at.keys = append(at.keys, limit.Key{Name: "account " + account, Rate: accountRate})
	}
	return at, nil
}

// limitCode counts the attempt as one to guess a code, too.
func (a *Accounts) limitCode(at *attempt) error {
	if err := a.allow(at, at.code); err != nil {
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
	at, err := a.newAttempt(ctx, c, true)
	if err != nil {
		return err
	}
	return a.try(ctx, at, check)
}

// limitedByClient is limited for what nobody can guess: passkeys and recovery codes.
func (a *Accounts) limitedByClient(ctx context.Context, c Credentials, check func(*attempt) error) error {
	at, err := a.newAttempt(ctx, c, false)
	if err != nil {
		return err
	}
	return a.try(ctx, at, check)
}

func (a *Accounts) try(ctx context.Context, at attempt, check func(*attempt) error) error {
	if err := a.allow(&at, at.keys...); err != nil {
		return err
	}
	err := check(&at)
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

// allow counts the attempt by the keys, in this process.
func (a *Accounts) allow(at *attempt, keys ...limit.Key) error {
	use, err := a.limits.Allow(keys...)
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
	err := a.store.Write(ctx, func(tx Tx) error { return a.limits.AllowShared(ctx, tx.Uses(), at.keys...) })
	if errs.KindOf(err) == errs.TooMany {
		return err
	}
	return nil
}
