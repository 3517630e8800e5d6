package certificate

import (
	"context"
	"crypto/x509"
	"time"
)

// SetBeat makes leases end sooner.
func (s *Storage) SetBeat(beat time.Duration) { s.beat = beat }

// Leaf returns the certificate in use, or nil.
func (c *Certificates) Leaf(name string) *x509.Certificate { return c.leaf(name) }

// WarnIfOverdue does what Run does from time to time.
func (c *Certificates) WarnIfOverdue(ctx context.Context) { c.warnIfOverdue(ctx) }

// UsesARI reports whether the renewal of the certificate tells the ACME server which
// certificate it replaces.
func (c *Certificates) UsesARI(name string) bool {
	for _, cert := range c.cache.AllMatchingCertificates(name) {
		if cfg, err := c.configFor(cert); err == nil && !cfg.DisableARI {
			return true
		}
	}
	return false
}
