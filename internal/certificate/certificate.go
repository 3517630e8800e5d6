package certificate

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3"
	"github.com/mholt/acmez/v3/acme"

	"perimeter/internal/clock"
)

// DefaultDirectory is the directory of Let's Encrypt.
const DefaultDirectory = certmagic.LetsEncryptProductionCA

// DefaultCheckEvery is how often renewal is considered. The window in which a
// certificate of six days has to be renewed has 288 of these.
const DefaultCheckEvery = 10 * time.Minute

// Config is what Certificates need.
type Config struct {
	// Names are the host names of the site. Each gets a certificate of its own, so that
	// one that cannot be confirmed does not keep the others from theirs.
	Names []string
	// Storage keeps the certificates. Copy, which may be nil, is a copy on this
	// machine for when the storage cannot be reached.
	Storage, Copy certmagic.Storage

	Directory string         // URL of the ACME server's directory
	Email     string         // where the ACME server may write to; may be empty
	Roots     *x509.CertPool // whom to trust as the ACME server; nil means those of the system

	// HTTPPort and HTTPSPort are where this process listens on ListenHost.
	ListenHost          string
	HTTPPort, HTTPSPort int

	CheckEvery time.Duration
	// Warn makes sure that the owner is told what Warning returns.
	Warn   func(ctx context.Context) error
	Clock  clock.Clock
	Logger *slog.Logger
}

// Certificates are the certificates of the site's names.
type Certificates struct {
	Config
	cache  *certmagic.Cache
	magic  *certmagic.Config
	issuer *certmagic.ACMEIssuer
	// withoutARI renews a certificate of which the ACME server says that it was
	// replaced already.
	withoutARI *certmagic.Config
	// loads are the first attempts to load a stored certificate, by name.
	loads map[string]*load

	mu       sync.Mutex
	since    time.Time                     // of the start
	failures map[string]string             // the last reason, by name
	replaced map[string]bool               // names that withoutARI renews
	attempts map[string]context.CancelFunc // first certificates that are being obtained
}

// load is an attempt to load a stored certificate. done is closed when it has ended.
type load struct {
	once sync.Once
	done chan struct{}
}

// New returns the certificates. Nothing happens before Run, except that Close has
// to be called.
func New(cfg Config) *Certificates {
	cfg.CheckEvery = cmp.Or(cfg.CheckEvery, DefaultCheckEvery)
	c := &Certificates{
		Config: cfg, since: cfg.Clock.Now(),
		loads: map[string]*load{}, failures: map[string]string{}, replaced: map[string]bool{}, attempts: map[string]context.CancelFunc{},
	}
	for _, name := range cfg.Names {
		c.loads[name] = &load{done: make(chan struct{})}
	}
	logger := newLogger(cfg.Logger)
	c.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: c.configFor, RenewCheckInterval: cfg.CheckEvery, Logger: logger,
	})
	template := certmagic.Config{
		Storage: cfg.Storage, LocalCache: cfg.Copy, DefaultServerName: cfg.Names[0], OnEvent: c.onEvent, Logger: logger,
	}
	issuer := certmagic.ACMEIssuer{
		CA: cmp.Or(cfg.Directory, DefaultDirectory), Email: cfg.Email, Agreed: true, TrustedRoots: cfg.Roots, Logger: logger,
		ListenHost: cfg.ListenHost, AltHTTPPort: cfg.HTTPPort, AltTLSALPNPort: cfg.HTTPSPort,
	}
	c.magic = certmagic.New(c.cache, template)
	c.issuer = certmagic.NewACMEIssuer(c.magic, issuer)
	c.magic.Issuers = []certmagic.Issuer{c.issuer}
	template.DisableARI = true
	c.withoutARI = certmagic.New(c.cache, template)
	c.withoutARI.Issuers = []certmagic.Issuer{certmagic.NewACMEIssuer(c.withoutARI, issuer)}
	return c
}

// configFor is called whenever the renewal of a certificate is considered.
func (c *Certificates) configFor(cert certmagic.Certificate) (*certmagic.Config, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(cert.Names) > 0 && c.replaced[cert.Names[0]] {
		return c.withoutARI, nil
	}
	return c.magic, nil
}

// closeLimit is how long Close waits for an answer of the ACME server.
const closeLimit = 2 * time.Second

// Close ends the renewals, and closes storages that can be closed.
func (c *Certificates) Close() {
	stopped := make(chan struct{})
	go func() { c.cache.Stop(); close(stopped) }()
	select {
	case <-stopped:
	case <-time.After(closeLimit):
	}
	for _, storage := range []certmagic.Storage{c.Storage, c.Copy} {
		if closer, ok := storage.(io.Closer); ok {
			_ = closer.Close()
		}
	}
}

// TLSConfig is the configuration of the listener for https. A handshake that begins
// before Run has looked for its certificate waits for that: a new release takes over
// the sockets while visitors connect.
func (c *Certificates) TLSConfig() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2", "http/1.1", acmez.ACMETLS1Protocol},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			name := cmp.Or(strings.ToLower(strings.TrimSuffix(hello.ServerName, ".")), c.Names[0])
			load, ok := c.loads[name]
			if !ok {
				return nil, errUnknownName
			}
			select {
			case <-load.done:
			case <-hello.Context().Done():
				return nil, hello.Context().Err()
			}
			return c.magic.GetCertificate(hello)
		},
	}
}

var errUnknownName = errors.New("the site has another name")

// Challenges answers the ACME server's requests by http, and leaves all others to next.
func (c *Certificates) Challenges(next http.Handler) http.Handler {
	return c.issuer.HTTPChallengeHandler(next)
}

// Run obtains the certificates that are missing, and warns if a renewal is overdue.
// The renewals themselves run from New on.
func (c *Certificates) Run(ctx context.Context) {
	var obtaining sync.WaitGroup
	defer obtaining.Wait()
	for _, name := range c.Names {
		obtaining.Go(func() { c.obtain(ctx, name) })
	}
	ticks := time.NewTicker(c.CheckEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			c.warnIfOverdue(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// obtain loads the certificate of the name, or gets the first one. With the default
// interval, it makes five attempts in the first hour, which is what Let's Encrypt
// allows to fail.
func (c *Certificates) obtain(ctx context.Context, name string) {
	for wait := c.CheckEvery / 5; ; wait = min(2*wait, 6*c.CheckEvery) {
		err := c.obtainOnce(ctx, name)
		if err == nil || ctx.Err() != nil {
			return
		}
		c.fail(name, err)
		c.Logger.Error("there is no certificate yet", "name", name, "error", err, "next_attempt_in", wait.String())
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
	}
}

func (c *Certificates) obtainOnce(ctx context.Context, name string) error {
	_, err := c.magic.CacheManagedCertificate(ctx, name)
	load := c.loads[name]
	load.once.Do(func() { close(load.done) })
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// The method that makes one attempt may ask questions on the terminal; this one
	// makes more. They would also keep other replicas waiting for the lease.
	attempt, cancel := context.WithCancel(ctx)
	defer cancel()
	c.mu.Lock()
	c.attempts[name] = cancel
	delete(c.failures, name)
	c.mu.Unlock()
	if err := c.magic.ObtainCertAsync(attempt, name); err != nil {
		if reason := c.failure(name); reason != "" && errors.Is(err, context.Canceled) {
			return errors.New(reason)
		}
		return err
	}
	_, err = c.magic.CacheManagedCertificate(ctx, name)
	return err
}

// onEvent is called by certmagic.
func (c *Certificates) onEvent(_ context.Context, event string, data map[string]any) error {
	name, _ := data["identifier"].(string)
	switch event {
	case "cert_obtained":
		c.Logger.Info("certificate obtained", "name", name, "renewal", data["renewal"])
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.failures, name)
		delete(c.replaced, name)
	case "cert_failed":
		err, _ := data["error"].(error)
		c.fail(name, err)
		c.mu.Lock()
		defer c.mu.Unlock()
		var problem acme.Problem
		if renewal, _ := data["renewal"].(bool); renewal && errors.As(err, &problem) && problem.Status == http.StatusConflict {
			c.replaced[name] = true
		}
		if cancel := c.attempts[name]; cancel != nil {
			cancel()
		}
	}
	return nil
}

func (c *Certificates) fail(name string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failures[name] = fmt.Sprint(err)
}

func (c *Certificates) failure(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failures[name]
}
