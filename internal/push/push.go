// Package push owns which browsers of the staff get notices by Web Push, and the
// key that signs the messages. It must not know what notices say, nor how they are
// sent.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/validate"
)

const (
	// maxPerPerson is how many browsers of one person get notices. A further one
	// replaces the one that was registered longest ago.
	maxPerPerson = 10
	// maxAge is how long a browser gets notices after its person has last opened
	// the back office in it, so that a phone that was given away stops.
	maxAge = 90 * 24 * time.Hour
	// maxEndpoint is far above what push services use.
	maxEndpoint = 1000
	// keySecret is the name of the secret that the key is made of.
	keySecret = "web push"
)

// Config is what a Push needs.
type Config struct {
	Store Store
	// AllowLoopback allows push services on this machine, without https.
	AllowLoopback bool
	Clock         clock.Clock
}

// Push knows who gets notices by Web Push.
type Push struct{ Config }

// New returns the subscriptions in the store.
func New(cfg Config) *Push { return &Push{cfg} }

// Subscription is one browser that gets notices.
type Subscription struct {
	NewSubscription
	UserID       int64
	RegisteredAt time.Time
	Delivered    string // identifies the newest message that it got
}

// NewSubscription is a subscription as the browser describes it.
type NewSubscription struct {
	Endpoint string `json:"endpoint" doc:"The URL at which the push service takes messages for the browser"`
	Keys     Keys   `json:"keys"`
}

// Keys are what messages to a browser are encrypted with, in base64.
type Keys struct {
	P256dh string `json:"p256dh"`
	Auth   string `json:"auth"`
}

// Key signs messages, so that a push service takes them from this site only. Both
// parts are in base64 as URLs have it.
type Key struct{ Public, Private string }

// Key returns the key of the site, which is made on its first use. It is the same
// in every replica.
func (p *Push) Key(ctx context.Context) (Key, error) {
	seed, err := p.Store.Secret(ctx, keySecret)
	if err != nil {
		return Key{}, err
	}
	for {
		// Almost any 32 bytes are a private key; of the few others, the hash is.
		private, err := ecdh.P256().NewPrivateKey(seed)
		if err == nil {
			return Key{
				Public:  base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes()),
				Private: base64.RawURLEncoding.EncodeToString(private.Bytes()),
			}, nil
		}
		hash := sha256.Sum256(seed)
		seed = hash[:]
	}
}

// Subscribe lets the browser of the session get notices. It may be called again,
// also for a subscription that another session has registered.
func (p *Push) Subscribe(ctx context.Context, session [32]byte, d NewSubscription) error {
	if err := validate.First(p.checkEndpoint(d.Endpoint), checkKeys(d.Keys)); err != nil {
		return err
	}
	now := p.Clock.Stamp()
	return p.Store.Write(ctx, func(tx Tx) error {
		if err := tx.PutPushSubscription(ctx, session, Subscription{NewSubscription: d, RegisteredAt: now}); err != nil {
			return err
		}
		if err := tx.DeletePushBefore(ctx, now.Add(-maxAge)); err != nil {
			return err
		}
		return tx.DeletePushBeyond(ctx, session, maxPerPerson)
	})
}

// Unsubscribe ends a subscription of the session's user, if there is one.
func (p *Push) Unsubscribe(ctx context.Context, session [32]byte, endpoint string) error {
	return p.Store.Write(ctx, func(tx Tx) error { return tx.DeleteOwnPush(ctx, session, endpoint) })
}

// Recipients returns the browsers that get notices.
func (p *Push) Recipients(ctx context.Context) ([]Subscription, error) {
	return p.Store.PushRecipients(ctx, p.Clock.Stamp().Add(-maxAge))
}

// Ended forgets a subscription that the push service does not know any more.
func (p *Push) Ended(ctx context.Context, endpoint string) error {
	return p.Store.Write(ctx, func(tx Tx) error { return tx.DeletePushSubscription(ctx, endpoint) })
}

// Delivered records that the push service took a message for a browser, so that it
// is not sent there again when it is tried again for the others.
func (p *Push) Delivered(ctx context.Context, endpoint, message string) error {
	return p.Store.Write(ctx, func(tx Tx) error { return tx.MarkPushDelivered(ctx, endpoint, message) })
}

func (p *Push) checkEndpoint(endpoint string) error {
	f := validate.Field{Name: "endpoint", Value: endpoint}
	if err := f.Required(maxEndpoint); err != nil {
		return err
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return f.Invalid("must be the URL of a push service")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !p.AllowLoopback || !isLoopback(u.Hostname())) {
		return f.Invalid("must begin with https://")
	}
	return nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func checkKeys(k Keys) error {
	point, err := decode(k.P256dh)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	if err != nil {
		return validate.Field{Name: "keys.p256dh"}.Invalid("must be a key of the browser")
	}
	if auth, err := decode(k.Auth); err != nil || len(auth) != 16 {
		return validate.Field{Name: "keys.auth"}.Invalid("must be 16 bytes")
	}
	return nil
}

func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}
