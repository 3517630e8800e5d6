package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
	"perimeter/internal/testkit/blackbox/acme"
)

const (
	domain = "www.pest.example"
	// certificateLimit is how long the first certificate may take.
	certificateLimit = time.Minute

	http1, http2 = "HTTP/1.1", "HTTP/2"
)

var (
	h2loadRate   = regexp.MustCompile(`finished in [^,]*, ([\d.]+) req/s`)
	h2loadErrors = regexp.MustCompile(`requests: .* 0 failed, 0 errored, 0 timeout`)
)

// loadEncrypted requests the home page of the domain on the port as often as possible
// and returns the requests per second.
func loadEncrypted(ctx context.Context, port int, protocol string, duration time.Duration) (float64, error) {
	args := []string{
		"--clients=32", "--threads=1", "--max-concurrent-streams=1", fmt.Sprintf("--duration=%d", int(duration.Seconds())),
		"--header=accept-encoding: br", fmt.Sprintf("--connect-to=127.0.0.1:%d", port), "https://" + domain + "/",
	}
	if protocol == http1 {
		args = append([]string{"--h1"}, args...)
	}
	out, err := exec.CommandContext(ctx, "h2load", args...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("h2load: %w\n%s", err, out)
	}
	rate := h2loadRate.FindSubmatch(out)
	if rate == nil || !h2loadErrors.Match(out) {
		return 0, fmt.Errorf("h2load on port %d:\n%s", port, out)
	}
	return strconv.ParseFloat(string(rate[1]), 64)
}

// measureTLS compares the encrypted home page with nginx, which gets the same
// certificate.
func measureTLS(ctx context.Context, r *report, dir string) (err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	ports := make([]int, 3)
	for i := range ports {
		port, err := blackbox.FreePort()
		if err != nil {
			return err
		}
		if ports[i], err = strconv.Atoi(port); err != nil {
			return err
		}
	}
	httpPort, httpsPort, nginxPort := ports[0], ports[1], ports[2]
	issuer, err := acme.Start(ctx, dir, acme.Config{HTTPPort: httpPort, HTTPSPort: httpsPort, Lifetime: 90 * 24 * time.Hour})
	if err != nil {
		return err
	}
	defer issuer.Stop()
	data := filepath.Join(dir, "data")
	server, err := startPerimeter(ctx, data, "PERIMETER_DOMAIN="+domain,
		"PERIMETER_ACME_DIRECTORY="+issuer.Directory, "PERIMETER_ACME_CA="+issuer.CAFile,
		fmt.Sprintf("PERIMETER_HTTP_LISTEN=127.0.0.1:%d", httpPort), fmt.Sprintf("PERIMETER_HTTPS_LISTEN=127.0.0.1:%d", httpsPort))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	if err := awaitCertificate(ctx, issuer.Client(httpsPort)); err != nil {
		return err
	}
	// After the first request the page is compressed again in the background.
	if _, err := loadEncrypted(ctx, httpsPort, http1, loadDuration); err != nil {
		return err
	}
	page, err := blackbox.Fetch(ctx, server.URL)
	if err != nil {
		return err
	}
	certificate, key, err := certificateFiles(data)
	if err != nil {
		return err
	}
	nginx, err := startNginx(ctx, dir, page, fmt.Sprintf(
		"listen 127.0.0.1:%d ssl http2; ssl_certificate %s; ssl_certificate_key %s;", nginxPort, certificate, key))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, nginx.Stop()) }()
	limits := map[string]float64{http1: minTLSRatio, http2: minHTTP2Ratio}
	for _, protocol := range []string{http1, http2} {
		var ours, theirs, ratios []float64
		for range rounds {
			us, err := loadEncrypted(ctx, httpsPort, protocol, loadDuration)
			if err != nil {
				return err
			}
			them, err := loadEncrypted(ctx, nginxPort, protocol, loadDuration)
			if err != nil {
				return err
			}
			ours, theirs, ratios = append(ours, us), append(theirs, them), append(ratios, us/them)
		}
		ratio := median(ratios)
		limit := limits[protocol]
		r.check(ratio >= limit, "encrypted "+protocol+", nginx = 1", fmt.Sprintf("%.2f", ratio), fmt.Sprintf("at least %.1f", limit),
			fmt.Sprintf("%.0f/s and %.0f/s, %s", median(ours), median(theirs), describe(page)))
	}
	return nil
}

// awaitCertificate returns when the domain is served.
func awaitCertificate(ctx context.Context, client *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, certificateLimit)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+domain+"/", nil)
		if err != nil {
			return err
		}
		response, err := client.Do(request)
		if err == nil {
			return response.Body.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("there is no certificate: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// certificateFiles returns the certificate in the data folder, and its key.
func certificateFiles(data string) (certificate, key string, err error) {
	err = filepath.WalkDir(filepath.Join(data, "certificates"), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, domain+".crt") {
			certificate, key = path, strings.TrimSuffix(path, ".crt")+".key"
		}
		return err
	})
	if err == nil && certificate == "" {
		err = errors.New("the data folder has no certificate")
	}
	return certificate, key, err
}
