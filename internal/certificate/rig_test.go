package certificate_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"

	"perimeter/internal/certificate"
	"perimeter/internal/testkit/blackbox/acme"
)

const (
	sixDays  = 6 * 24 * time.Hour
	patience = time.Minute
)

// rig is a server that encrypts with certificates of an ACME server.
type rig struct {
	*certificate.Certificates
	name  string
	acme  *acme.Server
	port  int
	log   *lockedBuffer
	warns *warnings
}

// names counts rigs: certmagic remembers failed renewals by name for the whole process.
var names atomic.Int32

// lockedBuffer is written by several goroutines.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// warnings counts what the owner is told.
type warnings struct {
	mu sync.Mutex
	n  int
}

func (w *warnings) add(context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	return nil
}

func (w *warnings) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.n
}

// listen returns a listener, and its port.
func listen(t *testing.T) (net.Listener, int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l, l.Addr().(*net.TCPAddr).Port
}

// newRig starts an ACME server, and a server whose certificates are in the storage.
// They are obtained once the test calls run.
func newRig(t *testing.T, server acme.Config, storage certmagic.Storage) *rig {
	t.Helper()
	plain, httpPort := listen(t)
	secure, httpsPort := listen(t)
	server.HTTPPort, server.HTTPSPort = httpPort, httpsPort
	issuer, err := acme.Start(t.Context(), t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(issuer.Stop)
	r := &rig{name: fmt.Sprintf("www.pest-%d.example", names.Add(1)), acme: issuer, port: httpsPort, log: &lockedBuffer{}, warns: &warnings{}}
	r.Certificates = certificate.New(r.config(t, httpPort, storage))
	t.Cleanup(r.Close)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	for l, s := range map[net.Listener]*http.Server{
		plain:                                  {Handler: r.Challenges(http.NotFoundHandler()), ReadHeaderTimeout: patience},
		tls.NewListener(secure, r.TLSConfig()): {Handler: handler, ReadHeaderTimeout: patience, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0)},
	} {
		go func() { _ = s.Serve(l) }()
		t.Cleanup(func() { _ = s.Close() })
	}
	return r
}

func (r *rig) config(t *testing.T, httpPort int, storage certmagic.Storage) certificate.Config {
	t.Helper()
	ca, err := os.ReadFile(r.acme.CAFile)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	return certificate.Config{
		Names: []string{r.name}, Storage: storage, Directory: r.acme.Directory, Roots: roots,
		ListenHost: "127.0.0.1", HTTPPort: httpPort, HTTPSPort: r.port,
		CheckEvery: 50 * time.Millisecond, Warn: r.warns.add, Logger: slog.New(slog.NewTextHandler(r.log, nil)),
	}
}

// run runs certificates until the test ends.
func run(t *testing.T, c *certificate.Certificates) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { c.Run(ctx); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })
}

// visit opens a connection and returns the certificate that it was shown.
func (r *rig) visit(ctx context.Context, client *http.Client) (*x509.Certificate, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+r.name+"/", nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		return nil, errors.New(response.Status)
	}
	return response.TLS.PeerCertificates[0], nil
}

// wait waits until the condition holds.
func wait(t *testing.T, r *rig, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %s\n%s", what, patience, r.log)
		}
	}
}

// first waits for the first certificate.
func (r *rig) first(t *testing.T) *x509.Certificate {
	t.Helper()
	wait(t, r, "first certificate", func() bool { return r.Leaf(r.name) != nil })
	return r.Leaf(r.name)
}

// files returns the storage in a new folder.
func files(t *testing.T) *certificate.Folder {
	t.Helper()
	return certificate.NewFolder(filepath.Join(t.TempDir(), "certificates"))
}

// age stores a certificate of six days that was issued some time ago, and lets clients
// trust it.
func (r *rig) age(t *testing.T, storage certmagic.Storage, issued time.Duration) {
	t.Helper()
	from := time.Now().Add(-issued).Truncate(time.Second)
	cert, key, err := acme.Issue(x509.Certificate{
		SerialNumber: big.NewInt(77), NotBefore: from, NotAfter: from.Add(sixDays), DNSNames: []string{r.name},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.acme.Roots.AppendCertsFromPEM(cert)
	issuer := strings.NewReplacer("https://", "", "/", "-").Replace(r.acme.Directory)
	keys := certmagic.StorageKeys
	for path, content := range map[string][]byte{
		keys.SiteCert(issuer, r.name): cert, keys.SitePrivateKey(issuer, r.name): key,
		keys.SiteMeta(issuer, r.name): fmt.Appendf(nil, `{"sans":[%q],"issuer_data":{}}`, r.name),
	} {
		if err := storage.Store(t.Context(), path, content); err != nil {
			t.Fatal(err)
		}
	}
}
