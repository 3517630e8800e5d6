package certificate

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3/acme"
)

const (
	// firstLimit is how long the first certificate of a name may take.
	firstLimit = time.Hour
	// warnEvery is how often the owner is told of the same.
	warnEvery = 24 * time.Hour
)

// State is what is known of the certificate of a name.
type State struct {
	Name     string
	NotAfter time.Time // zero if there is none
	// RenewFrom is when its renewal has begun or will begin.
	RenewFrom time.Time
	Overdue   bool
	Failure   string // why the last attempt failed; "" after a success
}

// States returns the state of all names.
func (c *Certificates) States(ctx context.Context) []State {
	states := make([]State, len(c.Names))
	for i, name := range c.Names {
		states[i] = c.state(ctx, name)
	}
	return states
}

func (c *Certificates) state(ctx context.Context, name string) State {
	s := State{Name: name, Failure: c.failure(name)}
	leaf := c.leaf(name)
	if leaf == nil {
		s.Overdue = c.Clock.Now().Sub(c.since) > firstLimit
		return s
	}
	lifetime := leaf.NotAfter.Sub(leaf.NotBefore)
	s.NotAfter, s.RenewFrom = leaf.NotAfter, leaf.NotAfter.Add(-lifetime/3)
	if asked := c.askedFor(ctx, name); !asked.IsZero() && asked.Before(s.RenewFrom) {
		s.RenewFrom = asked
	}
	// Half of the last third. If the ACME server has asked for an earlier renewal, the
	// certificate may be about to be revoked, so that its end says nothing.
	s.Overdue = c.Clock.Now().Sub(s.RenewFrom) > lifetime/6
	return s
}

// leaf returns the certificate in use, or nil.
func (c *Certificates) leaf(name string) *x509.Certificate {
	var newest *x509.Certificate
	for _, cert := range c.cache.AllMatchingCertificates(name) {
		if cert.Leaf != nil && (newest == nil || cert.Leaf.NotAfter.After(newest.NotAfter)) {
			newest = cert.Leaf
		}
	}
	return newest
}

// ValidFor returns how long the certificate of the name is still valid, 0 if there is
// none.
func (c *Certificates) ValidFor(name string) time.Duration {
	leaf := c.leaf(name)
	if leaf == nil {
		return 0
	}
	return max(0, leaf.NotAfter.Sub(c.Clock.Now()))
}

// askedFor returns when the ACME server wants the certificate to be renewed, or zero
// if that is unknown.
func (c *Certificates) askedFor(ctx context.Context, name string) time.Time {
	storage := c.Storage
	if c.Copy != nil {
		storage = c.Copy
	}
	stored, err := storage.Load(ctx, certmagic.StorageKeys.SiteMeta(c.issuer.IssuerKey(), name))
	if err != nil {
		return time.Time{}
	}
	var resource certmagic.CertificateResource
	var issued acme.Certificate
	if json.Unmarshal(stored, &resource) != nil || json.Unmarshal(resource.IssuerData, &issued) != nil || issued.RenewalInfo == nil {
		return time.Time{}
	}
	return issued.RenewalInfo.SelectedTime
}

// Warning returns what the owner has to know, or "" if all is well.
func (c *Certificates) Warning(ctx context.Context) string {
	var text strings.Builder
	for _, s := range c.States(ctx) {
		if !s.Overdue {
			continue
		}
		if s.NotAfter.IsZero() {
			fmt.Fprintf(&text, "There is still no certificate for %s, so browsers cannot open it.", s.Name)
		} else {
			fmt.Fprintf(&text, "The certificate of %s should have been renewed by now. It is valid until %s; after that, browsers will refuse to open the site.",
				s.Name, s.NotAfter.UTC().Format("January 2, 2006, 15:04 MST"))
		}
		if s.Failure != "" {
			fmt.Fprintf(&text, " The last attempt failed: %s", s.Failure)
		}
		text.WriteString("\n")
	}
	return strings.TrimSpace(text.String())
}

// warnedPath is where replicas note when the owner was last told.
const warnedPath = "warned"

// warnIfOverdue tells the owner, once a day whatever the number of replicas.
func (c *Certificates) warnIfOverdue(ctx context.Context) {
	if c.Warning(ctx) == "" || c.warned(ctx) {
		return
	}
	// Without the lock, two that look at the same time would both tell. If it cannot be
	// had, as on a full disk, that is better than silence.
	if err := c.Storage.Lock(ctx, warnedPath); err == nil {
		defer func() {
			if err := c.Storage.Unlock(context.WithoutCancel(ctx), warnedPath); err != nil {
				c.Logger.Warn("the lock of a warning could not be released", "error", err)
			}
		}()
		if c.warned(ctx) {
			return
		}
	}
	if err := c.Warn(ctx); err != nil {
		c.Logger.Error("the owner could not be told of a certificate", "error", err)
		return
	}
	if err := c.Storage.Store(ctx, warnedPath, []byte(c.Clock.Now().UTC().Format(time.RFC3339))); err != nil {
		c.Logger.Warn("that the owner was told of a certificate could not be stored", "error", err)
	}
}

// warned reports whether the owner was told within the last day.
func (c *Certificates) warned(ctx context.Context) bool {
	noted, err := c.Storage.Load(ctx, warnedPath)
	if err != nil {
		return false
	}
	at, err := time.Parse(time.RFC3339, string(noted))
	return err == nil && c.Clock.Now().Sub(at) < warnEvery
}
