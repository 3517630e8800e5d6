package auth

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// ResetLifetime is how long a link to a new password works.
const ResetLifetime = time.Hour

// The limits on asking for such a link by e-mail: by client, by the account that
// gets the e-mail, and for the whole site, because each request is worked on in
// the background.
var (
	resetClientRate  = limit.Rate{Burst: 5, Every: 2 * time.Minute}
	resetAccountRate = limit.Rate{Burst: 3, Every: 15 * time.Minute}
	resetTotalRate   = limit.Rate{Burst: 60, Every: 10 * time.Second}
)

const askForReset = "Please ask for a new link."

// PasswordReset lets a user choose a new password without the old one.
type PasswordReset struct {
	TokenHash [32]byte
	UserID    int64
	ExpiresAt time.Time
}

// RequestPasswordReset mails a link to the user of that username or e-mail. What
// it returns, and when, does not depend on whether there is one.
func (a *Accounts) RequestPasswordReset(ctx context.Context, name string, ip netip.Addr) error {
	if !a.SendsMail(ctx) {
		return errs.Errorf(errs.Conflict, "This site sends no e-mail. Please ask an administrator for a link to a new password.")
	}
	name = strings.TrimSpace(name)
	if name == "" {
		return errs.Errorf(errs.Invalid, "Please enter your username or e-mail address.")
	}
	keys := append(limit.NetworkKeys("reset client", ip, resetClientRate), limit.Key{Name: "reset", Rate: resetTotalRate})
	if _, err := a.links.limits.Allow(keys...); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	a.links.mails.Go(func() {
		if err := a.mailResets(ctx, name); err != nil {
			a.links.logger.WarnContext(ctx, "could not send a link to a new password", "error", err.Error())
		}
	})
	return nil
}

// mailResets sends a link to everybody whom the name may mean.
func (a *Accounts) mailResets(ctx context.Context, name string) error {
	users, err := a.store.Users(ctx)
	if err != nil {
		return err
	}
	byName := func(u User) bool { return strings.EqualFold(u.Username, name) }
	meant := byName
	if !slices.ContainsFunc(users, byName) {
		meant = func(u User) bool { return strings.EqualFold(u.Email, name) }
	}
	for _, user := range users {
		if !meant(user) || user.IsDisabled() || user.Email == "" {
			continue
		}
		key := limit.Key{Name: "reset account " + accountName(user.Username), Rate: resetAccountRate}
		link, err := a.putReset(ctx, user, func(tx Tx) error { return a.links.limits.AllowShared(ctx, tx.Uses(), key) })
		if err != nil {
			return err
		}
		a.links.send(ctx, a.resetMail(user, link))
	}
	return nil
}

// IssuePasswordReset makes a link to a new password for a user, whom an
// administrator has recognised, and mails it if it can.
func (a *Accounts) IssuePasswordReset(ctx context.Context, id int64) (User, Link, error) {
	user, err := a.store.User(ctx, id)
	if errs.KindOf(err) == errs.NotFound {
		return User{}, Link{}, errNoPerson
	}
	if err != nil {
		return User{}, Link{}, err
	}
	if user.IsDisabled() {
		return User{}, Link{}, errs.Errorf(errs.Conflict, "%q is disabled and cannot sign in.", user.Username)
	}
	link, err := a.putReset(ctx, user, func(Tx) error { return nil })
	if err != nil {
		return User{}, Link{}, err
	}
	if a.links.send(ctx, a.resetMail(user, link)) {
		link.MailedTo = user.Email
	}
	return user, link, nil
}

// putReset stores a new reset unless check refuses it.
func (a *Accounts) putReset(ctx context.Context, user User, check func(Tx) error) (Link, error) {
	now := a.clock.Stamp()
	link, hash := a.links.make(resetLink, now.Add(ResetLifetime))
	err := a.store.Write(ctx, func(tx Tx) error {
		if err := check(tx); err != nil {
			return err
		}
		if err := tx.Links().DeleteExpired(ctx, now.Add(-keepExpired)); err != nil {
			return err
		}
		return tx.Links().PutPasswordReset(ctx, PasswordReset{TokenHash: hash, UserID: user.ID, ExpiresAt: link.ExpiresAt})
	})
	return link, err
}

func (a *Accounts) resetMail(user User, link Link) Mail {
	return Mail{
		To:      user.Email,
		Subject: "A new password for " + a.links.siteName(),
		Text: fmt.Sprintf("Open this link to choose a new password for the username %s. It works once, for one hour:\n\n%s\n\n"+
			"If you did not ask for it, you can ignore it: your password stays as it is.\n", user.Username, link.URL),
	}
}

// ResetPassword gives the user of the token a new password and ends all of the
// user's sessions. It works once.
func (a *Accounts) ResetPassword(ctx context.Context, token, password string, ip netip.Addr) (User, error) {
	if err := a.links.allow(ip); err != nil {
		return User{}, err
	}
	ended := errLinkEnded(askForReset)
	// Before the password is hashed, which only somebody with a valid link may
	// cause.
	reset, err := a.store.Links().PasswordReset(ctx, SessionHash(token))
	if errs.KindOf(err) == errs.NotFound || err == nil && !a.clock.Now().Before(reset.ExpiresAt) {
		return User{}, ended
	}
	if err != nil {
		return User{}, err
	}
	user, err := a.store.User(ctx, reset.UserID)
	if errs.KindOf(err) == errs.NotFound || err == nil && user.IsDisabled() {
		return User{}, ended
	}
	if err != nil {
		return User{}, err
	}
	if err := checkPassword(password, user.Username, a.companyWords); err != nil {
		return User{}, err
	}
	hash, err := a.hasher.hash(ctx, true, password)
	if err != nil {
		return User{}, err
	}
	_, user, err = a.changeUser(ctx, user.ID, func(tx Tx, u *User) error {
		if _, err := tx.Links().UsePasswordReset(ctx, reset.TokenHash); errs.KindOf(err) == errs.NotFound || u.IsDisabled() {
			return ended
		} else if err != nil {
			return err
		}
		return putPassword(ctx, tx, u, hash)
	})
	return user, err
}

// putPassword sets the hash of a user's new password. What the old one has let in
// ends: sessions, and links to choose a new password.
func putPassword(ctx context.Context, tx Tx, u *User, hash string) error {
	u.PasswordHash = hash
	if err := tx.Links().DeletePasswordResets(ctx, u.ID); err != nil {
		return err
	}
	if err := tx.Users().DeleteSetup(ctx, u.ID); err != nil {
		return err
	}
	return tx.Sessions().DeleteOf(ctx, u.ID)
}
