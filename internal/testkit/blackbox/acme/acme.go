// Package acme runs a real ACME server, Pebble, for tests and fault trials, behind a
// proxy that can make it fail. It must not know anything of the program's inside.
package acme

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Config says what the server validates and issues.
type Config struct {
	// HTTPPort and HTTPSPort are where the server finds every name, on 127.0.0.1.
	HTTPPort, HTTPSPort int
	// Lifetime is that of certificates.
	Lifetime time.Duration
	// Renewed says that the first certificate will be replaced by another.
	Renewed bool
	// Intercept sees every request first, with its body. If it reports true, it has
	// answered. It may be nil.
	Intercept func(w http.ResponseWriter, r *http.Request, body []byte) bool
}

// Server is an ACME server.
type Server struct {
	Directory string         // URL
	CAFile    string         // PEM file with the authority of the directory's certificate
	Roots     *x509.CertPool // of the certificates that it issues

	config  Config
	command *exec.Cmd
	ended   chan struct{} // closed when the command has ended
	proxy   *httptest.Server
	names   net.Listener

	mu     sync.Mutex
	orders int
	issued bool // somebody has a certificate
}

// ErrMissing says that the program is not there.
var ErrMissing = errors.New("PEBBLE names no ACME server: make tools builds one")

const (
	// startLimit is how long the server may take until it answers.
	startLimit = 30 * time.Second
	// attempts is how often it is started. It fails if another process has taken one
	// of its ports since it was chosen.
	attempts = 5
)

// Start starts the server with its files in dir.
func Start(ctx context.Context, dir string, cfg Config) (s *Server, err error) {
	for range attempts {
		if s, err = start(ctx, dir, cfg); !errors.Is(err, errEnded) {
			break
		}
	}
	return s, err
}

var errEnded = errors.New("the ACME server has ended")

func start(ctx context.Context, dir string, cfg Config) (_ *Server, err error) {
	binary := os.Getenv("PEBBLE")
	if _, err := os.Stat(binary); err != nil {
		return nil, ErrMissing
	}
	s := &Server{config: cfg, CAFile: filepath.Join(dir, "acme-ca.pem")}
	defer func() {
		if err != nil {
			s.Stop()
		}
	}()
	keyFile := filepath.Join(dir, "acme-key.pem")
	if err := writeCertificate(s.CAFile, keyFile); err != nil {
		return nil, err
	}
	if s.names, err = answerNames(); err != nil {
		return nil, err
	}
	direct, management := freeAddress(), freeAddress()
	config, err := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": direct, "managementListenAddress": management,
		"certificate": s.CAFile, "privateKey": keyFile, "httpPort": cfg.HTTPPort, "tlsPort": cfg.HTTPSPort,
		"keyAlgorithm": "ecdsa",
		"profiles":     map[string]any{"default": map[string]any{"validityPeriod": int(cfg.Lifetime.Seconds())}},
	}})
	if err != nil {
		return nil, err
	}
	configFile := filepath.Join(dir, "pebble.json")
	if err := os.WriteFile(configFile, config, 0o600); err != nil {
		return nil, err
	}
	s.command = exec.CommandContext(ctx, binary, "-config", configFile, "-dnsserver", s.names.Addr().String())
	s.command.Env = []string{"PEBBLE_VA_NOSLEEP=1", "PEBBLE_AUTHZREUSE=0", "PEBBLE_WFE_NONCEREJECT=0"}
	s.command.Cancel = func() error { return s.command.Process.Signal(syscall.SIGTERM) }
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	s.ended = make(chan struct{})
	go func() {
		_ = s.command.Wait()
		close(s.ended)
	}()
	if err := s.startProxy(direct); err != nil {
		return nil, err
	}
	return s, s.readRoots(ctx, "https://"+management+"/roots/0")
}

// Stop ends the server.
func (s *Server) Stop() {
	if s.proxy != nil {
		s.proxy.Close()
	}
	if s.ended != nil {
		_ = s.command.Process.Kill()
		<-s.ended
	}
	if s.names != nil {
		_ = s.names.Close()
	}
}

// Orders returns how many orders for certificates were accepted, without those whose
// certificate was refused.
func (s *Server) Orders() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.orders
}

// Client returns an HTTP client that trusts what the server issues, and finds every
// name on the port.
func (s *Server) Client(port int) *http.Client {
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: s.Roots}, ForceAttemptHTTP2: true, DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, network, fmt.Sprintf("127.0.0.1:%d", port))
		},
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// IsOrder reports whether a request orders a certificate.
func IsOrder(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/order-plz") }

// IsRenewal reports whether a request orders a certificate that replaces another.
func IsRenewal(r *http.Request, body []byte) bool {
	return IsOrder(r) && strings.Contains(payload(body), `"replaces"`)
}

// IsRenewalInfo reports whether a request asks when to renew a certificate.
func IsRenewalInfo(r *http.Request) bool { return strings.Contains(r.URL.Path, "/renewalInfo/") }

// payload returns what a signed request says.
func payload(body []byte) string {
	var signed struct{ Payload string }
	if json.Unmarshal(body, &signed) != nil {
		return ""
	}
	return decode(signed.Payload)
}

// Problem answers with an ACME problem.
func Problem(w http.ResponseWriter, status int, kind string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"type":"urn:ietf:params:acme:error:%s","detail":"made for a test","status":%d}`, kind, status)
}

// AskNow answers that a certificate has to be renewed at once.
func AskNow(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	now := time.Now().UTC()
	fmt.Fprintf(w, `{"suggestedWindow":{"start":%q,"end":%q}}`,
		now.Add(-2*time.Hour).Format(time.RFC3339), now.Add(-time.Hour).Format(time.RFC3339))
}

// startProxy puts a proxy in front of the server. Clients may ask at any time when to
// renew a certificate; Pebble would let them wait for six hours.
func (s *Server) startProxy(direct string) error {
	target, err := url.Parse("https://" + direct)
	if err != nil {
		return err
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Host = r.In.Host },
		//nolint:gosec // the server is on this machine
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
		ModifyResponse: func(r *http.Response) error {
			if IsRenewalInfo(r.Request) {
				r.Header.Del("Retry-After")
			}
			if IsOrder(r.Request) && r.StatusCode == http.StatusCreated {
				s.mu.Lock()
				s.orders++
				s.mu.Unlock()
			}
			return s.refuseIrreplaceable(r)
		},
	}
	s.proxy = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if s.config.Intercept != nil && s.config.Intercept(w, r, body) {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}))
	pair, err := tls.LoadX509KeyPair(s.CAFile, strings.Replace(s.CAFile, "acme-ca", "acme-key", 1))
	if err != nil {
		return err
	}
	s.proxy.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	s.proxy.StartTLS()
	s.Directory = s.proxy.URL + "/dir"
	return nil
}

// readRoots waits until the server answers, and reads the root of what it issues.
func (s *Server) readRoots(ctx context.Context, url string) error {
	// Only this server has its certificate: another one may have got the port.
	own, err := os.ReadFile(s.CAFile)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(own)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		root, err := get(ctx, client, url)
		if err == nil {
			s.Roots = x509.NewCertPool()
			if !s.Roots.AppendCertsFromPEM(root) {
				return errors.New("the ACME server has no root")
			}
			return nil
		}
		select {
		case <-s.ended:
			return errEnded
		case <-ctx.Done():
			return fmt.Errorf("the ACME server did not start: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func get(ctx context.Context, client *http.Client, url string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

// freeAddress returns a host and port that nobody listens on.
func freeAddress() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return ""
	}
	defer l.Close()
	return l.Addr().String()
}

// writeCertificate writes a certificate for 127.0.0.1 that signs itself.
func writeCertificate(certFile, keyFile string) error {
	now := time.Now()
	cert, key, err := Issue(x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "ACME server of the tests"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	})
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(certFile, cert, 0o600), os.WriteFile(keyFile, key, 0o600))
}

// Issue returns a certificate that signs itself, and its key, as PEM.
func Issue(template x509.Certificate) (cert, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &private.PublicKey, private)
	if err != nil {
		return nil, nil, err
	}
	keyDER, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER}), nil
}
