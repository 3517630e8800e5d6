package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"perimeter/internal/testkit/blackbox"
	"perimeter/internal/testkit/blackbox/acme"
)

// encrypted serves two domains with certificates of an ACME server.
func encrypted(t *testing.T, flags ...string) (site running, issuer *acme.Server, httpPort, httpsPort int) {
	t.Helper()
	issuer, httpPort, httpsPort = startIssuer(t)
	site = start(t, t.TempDir(), append(flags, "--domain", "www.pest.example", "--domain", "pest.example", "--starter=false",
		"--http-listen", fmt.Sprintf("127.0.0.1:%d", httpPort), "--https-listen", fmt.Sprintf("127.0.0.1:%d", httpsPort),
		"--acme-directory", issuer.Directory, "--acme-ca", issuer.CAFile, "--acme-email", "office@pest.example", "--acme-check", "1s")...)
	return site, issuer, httpPort, httpsPort
}

// startIssuer starts an ACME server that looks for the site at the ports.
func startIssuer(t *testing.T) (issuer *acme.Server, httpPort, httpsPort int) {
	t.Helper()
	for _, port := range []*int{&httpPort, &httpsPort} {
		free, err := blackbox.FreePort()
		if err != nil {
			t.Fatal(err)
		}
		if *port, err = strconv.Atoi(free); err != nil {
			t.Fatal(err)
		}
	}
	issuer, err := acme.Start(t.Context(), t.TempDir(), acme.Config{HTTPPort: httpPort, HTTPSPort: httpsPort, Lifetime: 45 * 24 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(issuer.Stop)
	return issuer, httpPort, httpsPort
}

// fetch returns a response without its body once there is one.
func fetch(t *testing.T, client *http.Client, method, url string) *http.Response {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; {
		request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.Do(request)
		if err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			return response
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond) // until there is a certificate
	}
}

func TestADomainIsServedByHTTPS(t *testing.T) {
	site, issuer, httpPort, httpsPort := encrypted(t)
	secure, plain := issuer.Client(httpsPort), issuer.Client(httpPort)
	plain.Transport.(*http.Transport).TLSClientConfig = nil

	home := fetch(t, secure, http.MethodGet, "https://www.pest.example/")
	if home.StatusCode != http.StatusOK || home.ProtoMajor != 2 || !strings.HasPrefix(home.Header.Get("Strict-Transport-Security"), "max-age=") {
		t.Errorf("the home page: %s %s, HSTS %q", home.Proto, home.Status, home.Header.Get("Strict-Transport-Security"))
	}
	for _, tt := range []struct {
		client      *http.Client
		method, url string
		status      int
		location    string
	}{
		{plain, "GET", "http://www.pest.example/services?a=b", 301, "https://www.pest.example/services?a=b"},
		{plain, "GET", "http://127.0.0.1//evil.example/", 301, "https://www.pest.example//evil.example/"},
		{plain, "POST", "http://www.pest.example/api/chat/messages", 308, "https://www.pest.example/api/chat/messages"},
		{secure, "GET", "https://pest.example/about", 301, "https://www.pest.example/about"},
		{secure, "GET", "https://www.pest.example/healthz", 200, ""},
	} {
		response := fetch(t, tt.client, tt.method, tt.url)
		if response.StatusCode != tt.status || response.Header.Get("Location") != tt.location {
			t.Errorf("%s %s: %s %q", tt.method, tt.url, response.Status, response.Header.Get("Location"))
		}
		if hsts := response.Header.Get("Strict-Transport-Security"); (hsts != "") != (tt.client == secure) {
			t.Errorf("%s: HSTS %q", tt.url, hsts)
		}
	}
	// The plain listener, which was asked for, redirects nobody.
	if response := fetch(t, http.DefaultClient, "GET", site.address+"/healthz"); response.StatusCode != http.StatusOK {
		t.Errorf("the plain listener: %s", response.Status)
	}
	if out := site.out.String(); !strings.Contains(out, "ready at https://www.pest.example\n") {
		t.Errorf("%s", out)
	}
}

func TestTheFastPathAnswersOnEncryptedConnections(t *testing.T) {
	port, err := blackbox.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	_, issuer, _, httpsPort := encrypted(t, "--metrics-listen", "127.0.0.1:"+port)
	client := issuer.Client(httpsPort)
	transport := client.Transport.(*http.Transport)
	transport.ForceAttemptHTTP2, transport.DisableKeepAlives = false, false
	transport.TLSClientConfig.NextProtos = []string{"http/1.1"}
	fetch(t, client, "GET", "https://www.pest.example/about")
	fetch(t, client, "GET", "https://pest.example/about")
	fast := func() string {
		_, body := get(t, "http://127.0.0.1:"+port+"/metrics")
		_, rest, _ := strings.Cut(body, "\nperimeter_fast_pages_total ")
		count, _, _ := strings.Cut(rest, "\n")
		return count
	}
	before := fast()
	for range 5 {
		if response := fetch(t, client, "GET", "https://www.pest.example/about"); response.StatusCode != http.StatusOK || response.ProtoMajor != 1 {
			t.Fatalf("%s %s", response.Proto, response.Status)
		}
		// On the same connection, but to be redirected.
		if response := fetch(t, client, "GET", "https://pest.example/about"); response.StatusCode != http.StatusMovedPermanently {
			t.Fatalf("the other name: %s", response.Status)
		}
	}
	if after := fast(); after == before {
		t.Errorf("the fast path has answered %s requests before and after", after)
	}
}

func TestKeysOfCertificatesAreNotInBackups(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "certificates")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "www.key"), []byte("a private key"), 0o600); err != nil {
		t.Fatal(err)
	}
	start(t, dir).stop()
	archive := filepath.Join(t.TempDir(), "site.tar.gz")
	mustRun(t, "", "backup", "--data", dir, archive)
	file, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil || !bytes.Contains(content, []byte("perimeter dump")) || bytes.Contains(content, []byte("a private key")) {
		t.Errorf("%d bytes, %v", len(content), err)
	}
}

func TestUnusableDomainsAreRefused(t *testing.T) {
	noPEM := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(noPEM, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--domain", "localhost"}, {"--domain", "203.0.113.5"}, {"--domain", "www.pest.example:443"}, {"--domain", "WWW.pest.example"},
		{"--domain", "*.pest.example"}, {"--domain", "https://www.pest.example"},
		{"--domain", "www.pest.example", "--base-url", "https://pest.example"},
		{"--domain", "www.pest.example", "--base-url", "http://www.pest.example"},
		{"--domain", "www.pest.example", "--acme-directory", "http://acme.example/dir"},
		{"--domain", "www.pest.example", "--acme-ca", noPEM},
		{"--domain", "www.pest.example", "--acme-ca", noPEM + ".missing"},
	} {
		status, stdout, _ := command(t, "", append([]string{"check", "--data", t.TempDir()}, args...)...)
		if status == 0 || !strings.Contains(stdout, "FAIL  https") {
			t.Errorf("%v: status %d\n%s", args, status, stdout)
		}
	}
	status, stdout, _ := command(t, "", "check", "--data", t.TempDir(), "--domain", "www.pest.example")
	if status != 0 || !strings.Contains(stdout, "ok    base URL      https://www.pest.example") || !strings.Contains(stdout, "ok    client IPs") {
		t.Errorf("status %d\n%s", status, stdout)
	}
}

func TestASlowHandshakeKeepsNobodyWaiting(t *testing.T) {
	_, issuer, _, httpsPort := encrypted(t)
	address := fmt.Sprintf("127.0.0.1:%d", httpsPort)
	var silent []net.Conn
	for range 20 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		silent = append(silent, c)
	}
	fetch(t, issuer.Client(httpsPort), "GET", "https://www.pest.example/healthz")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	deadline, _ := ctx.Deadline()
	for _, c := range silent {
		_ = c.SetReadDeadline(deadline)
		if _, err := c.Read(make([]byte, 1)); err == nil || os.IsTimeout(err) {
			t.Fatalf("a client that says nothing is not closed: %v", err)
		}
	}
	// A client of an old protocol is refused.
	if c, err := tls.Dial("tcp", address, &tls.Config{ServerName: "www.pest.example", RootCAs: issuer.Roots, MaxVersion: tls.VersionTLS11}); err == nil { //nolint:gosec // an old version, to see it refused
		_ = c.Close()
		t.Error("TLS 1.1 is accepted")
	}
}
