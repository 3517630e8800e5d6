// Package connection owns what the owner has connected the site to: the mail server,
// the receivers of notices and a Google account. It keeps their secrets sealed. It must
// not know how anything is sent or stored.
package connection

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
)

// Stored is a connection as the store keeps it.
type Stored struct {
	Name      string
	Settings  string // JSON, without secrets
	Sealed    []byte // the secrets; empty if there are none
	UpdatedAt time.Time
}

// Store keeps connections. Methods return Unavailable when the database cannot be
// reached.
type Store interface {
	// Connection returns a connection, or NotFound.
	Connection(ctx context.Context, name string) (Stored, error)
	// PutConnection replaces the connection that was saved at before, which is zero if
	// there was none. It returns Conflict if there is another by now.
	PutConnection(ctx context.Context, c Stored, before time.Time) error
	// DeleteConnection deletes a connection, if it exists.
	DeleteConnection(ctx context.Context, name string) error
}

// The names of connections.
const (
	noticesName = "notices"
	monthName   = "month"
	googleName  = "google"
)

// Config is what Connections needs.
type Config struct {
	Store Store
	// Key seals secrets. It is the same in every replica, and not in the database.
	Key   Key
	Clock clock.Clock
	// Fixed says what the settings of the server decide, so that it cannot be changed.
	Fixed Fixed
	// Google is asked for permissions. GoogleRedirectURL is where it sends the owner back to.
	Google            GoogleAPI
	GoogleRedirectURL string
}

// Fixed says which parts the settings of the server decide.
type Fixed struct {
	Addresses  []string // who gets notices by e-mail; nil means that it is not decided
	MailServer bool
	Webhook    bool
	// GoogleClient is the OAuth client; zero means that it is not decided.
	GoogleClient GoogleClient
	Google       bool // the whole access to Google
}

// Connections is what the site is connected to.
type Connections struct {
	store Store
	key   Key
	clock clock.Clock
	fixed Fixed

	google         GoogleAPI
	googleRedirect string
}

// New returns the connections in the store.
func New(cfg Config) *Connections {
	return &Connections{
		store: cfg.Store, key: cfg.Key, clock: cfg.Clock, fixed: cfg.Fixed, google: cfg.Google, googleRedirect: cfg.GoogleRedirectURL,
	}
}

// ErrSealed says that secrets were sealed with another key.
var ErrSealed = errs.Errorf(errs.Conflict,
	"The stored password cannot be read, because the key of this server is another one. Please type it again.")

// load reads a connection. Settings and secrets keep their values if there is none.
// It returns ErrSealed, after the settings, if the secrets cannot be opened.
func (c *Connections) load(ctx context.Context, name string, settings, secrets any) (savedAt time.Time, err error) {
	stored, err := c.store.Connection(ctx, name)
	if errs.KindOf(err) == errs.NotFound {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	if err := json.Unmarshal([]byte(stored.Settings), settings); err != nil {
		return time.Time{}, err
	}
	if len(stored.Sealed) == 0 || secrets == nil {
		return stored.UpdatedAt, nil
	}
	plain, err := c.key.open(name, stored.Sealed)
	if err != nil {
		return stored.UpdatedAt, ErrSealed
	}
	return stored.UpdatedAt, json.Unmarshal(plain, secrets)
}

// save stores a connection in place of the one that was saved at before.
func (c *Connections) save(ctx context.Context, name string, settings, secrets any, before time.Time) error {
	text, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	stored := Stored{Name: name, Settings: string(text), Sealed: []byte{}, UpdatedAt: c.stampAfter(before)}
	if secrets != nil {
		plain, err := json.Marshal(secrets)
		if err != nil {
			return err
		}
		if stored.Sealed, err = c.key.seal(name, plain); err != nil {
			return err
		}
	}
	err = c.store.PutConnection(ctx, stored, before)
	if errs.KindOf(err) == errs.Conflict {
		return errs.Errorf(errs.Conflict, "Somebody else has just changed this. Please open it again.")
	}
	return err
}

// stampAfter returns the time, or the next one after before if clocks differ: a row
// that was saved at another time is another row.
func (c *Connections) stampAfter(before time.Time) time.Time {
	now := c.clock.Stamp()
	if !now.After(before) {
		return before.Add(time.Microsecond)
	}
	return now
}

func isSealed(err error) bool { return errors.Is(err, ErrSealed) }
