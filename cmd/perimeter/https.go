package main

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"perimeter/internal/certificate"
	"perimeter/internal/chat"
	"perimeter/internal/wire"
)

// httpsFlags say how the server itself encrypts. Without a domain, it does not: then
// a proxy does.
type httpsFlags struct {
	Domain        []string      `help:"Host name of the site, such as www.example.com: serve it by https, with a certificate from an ACME server. Can be repeated; visitors of the other names are sent to the first." env:"PERIMETER_DOMAIN" placeholder:"NAME"`
	HTTPSListen   string        `name:"https-listen" help:"Address to listen on for https, with --domain." default:":443" env:"PERIMETER_HTTPS_LISTEN" placeholder:"HOST:PORT"`
	HTTPListen    string        `name:"http-listen" help:"Address to listen on for http, with --domain. Visitors are sent to https." default:":80" env:"PERIMETER_HTTP_LISTEN" placeholder:"HOST:PORT"`
	ACMEDirectory string        `name:"acme-directory" help:"Directory of the ACME server that issues certificates." default:"${acme_directory}" env:"PERIMETER_ACME_DIRECTORY" placeholder:"URL"`
	ACMEEmail     string        `name:"acme-email" help:"E-mail address for the account at the ACME server; empty means none." env:"PERIMETER_ACME_EMAIL" placeholder:"ADDRESS"`
	ACMECA        string        `name:"acme-ca" help:"PEM file with a certificate authority that is trusted as the ACME server's, besides those of the system." env:"PERIMETER_ACME_CA" placeholder:"FILE" type:"path"`
	ACMECheck     time.Duration `name:"acme-check" help:"How often the renewal of certificates is considered." default:"10m" env:"PERIMETER_ACME_CHECK" placeholder:"DURATION"`
}

func (f httpsFlags) encrypts() bool { return len(f.Domain) > 0 }

// hostName matches names that a public certificate can have.
var hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// check reports whether the settings can work. It contacts nobody.
func (f httpsFlags) check(baseURL string) checkResult {
	result := checkResult{part: "https", detail: "by a proxy, if at all"}
	if !f.encrypts() {
		return result
	}
	result.detail = "certificates for " + strings.Join(f.Domain, ", ")
	result.advice = "Correct --domain or PERIMETER_DOMAIN, such as www.example.com, or leave it out and use a proxy."
	for _, name := range f.Domain {
		if _, err := netip.ParseAddr(name); err == nil || !hostName.MatchString(name) || len(name) > 253 {
			result.err = fmt.Errorf("%q is no host name that a certificate can have; write it in lower case, with a dot", name)
			return result
		}
	}
	if base, err := url.Parse(baseURL); baseURL != "" && err == nil && (base.Scheme != "https" || base.Hostname() != f.Domain[0]) {
		result.err = fmt.Errorf("the base URL %s is not that of the first domain, https://%s", baseURL, f.Domain[0])
		result.advice = "Leave out --base-url and PERIMETER_BASE_URL, or make --domain name its host first."
		return result
	}
	if directory, err := url.Parse(f.ACMEDirectory); err != nil || directory.Scheme != "https" || directory.Host == "" {
		result.err, result.advice = fmt.Errorf("%q is no https:// URL", f.ACMEDirectory), "Correct --acme-directory or PERIMETER_ACME_DIRECTORY, or leave it out."
		return result
	}
	if _, err := f.roots(); err != nil {
		result.err, result.advice = err, "Correct --acme-ca or PERIMETER_ACME_CA, or leave it out."
		return result
	}
	result.advice = ""
	return result
}

var errNoCertificate = errors.New("the file has no certificate in PEM format")

// roots returns whom to trust as the ACME server; nil means those of the system.
func (f httpsFlags) roots() (*x509.CertPool, error) {
	if f.ACMECA == "" {
		return nil, nil
	}
	file, err := os.ReadFile(f.ACMECA)
	if err != nil {
		return nil, fmt.Errorf("the certificate authority of the ACME server cannot be read: %w", err)
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM(file) {
		return nil, fmt.Errorf("%s: %w", f.ACMECA, errNoCertificate)
	}
	return roots, nil
}

// listeners are where the server listens. A missing one is nil.
type listeners struct{ plain, https, http, metrics net.Listener }

// listen listens where the flags say. With a domain, the plain listener is there only
// if somebody has asked for it, such as for the health checks of a load balancer.
func (c serveCommand) listen(had sockets) (l listeners, err error) {
	for _, wanted := range []struct {
		listener            *net.Listener
		name, address, flag string
		on                  bool
	}{
		{&l.plain, plainSocket, c.plainAddress(), "--listen", !c.encrypts() || c.Listen != ""},
		{&l.https, httpsSocket, c.HTTPSListen, "--https-listen", c.encrypts()},
		{&l.http, httpSocket, c.HTTPListen, "--http-listen", c.encrypts()},
		{&l.metrics, metricsSocket, c.MetricsListen, "--metrics-listen", c.MetricsListen != ""},
	} {
		if !wanted.on {
			continue
		}
		if *wanted.listener, err = had.listen(wanted.name, wanted.address); err != nil {
			l.close()
			return listeners{}, fmt.Errorf("cannot listen on %s: %w; choose another address with %s", wanted.address, err, wanted.flag)
		}
	}
	return l, nil
}

func (l listeners) close() {
	for _, listener := range []net.Listener{l.plain, l.https, l.http, l.metrics} {
		if listener != nil {
			_ = listener.Close()
		}
	}
}

// newCertificates returns the certificates of the domains. With SQLite they are in the
// data folder. With PostgreSQL they are in the database, where all replicas find them,
// and the data folder has a copy for a start while the database is away.
func (c serveCommand) newCertificates(d dependencies, l listeners, a *app, logger *slog.Logger) (*certificate.Certificates, error) {
	if !c.encrypts() {
		return nil, nil
	}
	roots, err := c.roots()
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(c.HTTPSListen)
	if err != nil {
		return nil, err
	}
	cfg := certificate.Config{
		Names: c.Domain, Directory: c.ACMEDirectory, Email: c.ACMEEmail, Roots: roots, ListenHost: host,
		HTTPPort: l.http.Addr().(*net.TCPAddr).Port, HTTPSPort: l.https.Addr().(*net.TCPAddr).Port,
		CheckEvery: c.ACMECheck, Logger: logger,
		Warn:    func(ctx context.Context) error { return a.chat.Warn(ctx, chat.ReasonCertificate) },
		Storage: certificate.NewFolder(filepath.Join(c.Data, "certificates")),
	}
	if c.DatabaseURL != "" {
		cfg.Storage, cfg.Copy = certificate.NewStorage(d.store.Certificates()), cfg.Storage
	}
	return certificate.New(cfg), nil
}

// endpoint is what a listener serves. If find is not nil, it responds to plain requests
// instead of the handler.
type endpoint struct {
	listener net.Listener
	handler  http.Handler
	find     wire.FindFunc
}

// endpoints returns what is served on which listener. addHeaders adds the security headers.
func (l listeners) endpoints(
	all *wire.Connections, plain endpoint, base *url.URL, certificates *certificate.Certificates, addHeaders func(http.Handler) http.Handler,
) []endpoint {
	var endpoints []endpoint
	if l.plain != nil {
		plain.listener = all.Listener(l.plain)
		endpoints = append(endpoints, plain)
	}
	if certificates == nil {
		return endpoints
	}
	redirect := redirectTo(base)
	secure := endpoint{
		listener: wire.TLSListener(all.Listener(l.https), certificates.TLSConfig()),
		handler:  onlyFor(base, plain.handler, addHeaders(redirect)),
	}
	if plain.find != nil {
		secure.find = func(r wire.Request) (head, body []byte) {
			if !sameHost(r.Host, base) {
				return nil, nil
			}
			return plain.find(r)
		}
	}
	return append(endpoints, secure, endpoint{listener: all.Listener(l.http), handler: certificates.Challenges(redirect)})
}

// onlyFor leaves requests for other hosts than that of base to other.
func onlyFor(base *url.URL, next, other http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !sameHost(r.Host, base) {
			other.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sameHost compares hosts without their ports, which differ behind a router that
// forwards ports.
func sameHost(host string, base *url.URL) bool {
	return strings.EqualFold((&url.URL{Host: host}).Hostname(), base.Hostname())
}

// redirectTo sends visitors to the same page of another origin.
func redirectTo(base *url.URL) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := url.URL{Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
		uri := page.RequestURI()
		if !strings.HasPrefix(uri, "/") {
			uri = "/" // of "OPTIONS *"
		}
		w.Header().Set("Location", base.String()+uri)
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMovedPermanently)
		} else {
			w.WriteHeader(http.StatusPermanentRedirect) // with the same method
		}
	})
}
