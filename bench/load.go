package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

var (
	wrkRate   = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)
	wrkErrors = regexp.MustCompile(`(?m)^\s*(Socket errors:.*|Non-2xx.*)$`)
)

// load requests url as often as possible for a duration and returns the requests
// per second.
func load(ctx context.Context, url string, duration time.Duration) (float64, error) {
	out, err := exec.CommandContext(ctx, "wrk", "--threads", "1", "--connections", "32",
		"--duration", duration.String(), "--header", "Accept-Encoding: br", url).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	if message := wrkErrors.Find(out); message != nil {
		return 0, fmt.Errorf("wrk on %s: %s", url, message)
	}
	rate := wrkRate.FindSubmatch(out)
	if rate == nil {
		return 0, fmt.Errorf("wrk printed no requests per second:\n%s", out)
	}
	return strconv.ParseFloat(string(rate[1]), 64)
}

// publicPaths has one path of every screen.
var publicPaths = []string{
	"", "services", "services/termite-control", "programs", "about", "blog", "blog/termites-silent-destroyers",
	"contact", "customer-portal", "login", "admin",
}

// visitAll requests every screen twenty times.
func visitAll(ctx context.Context, home string) error {
	for range 20 {
		for _, path := range publicPaths {
			if _, err := blackbox.Fetch(ctx, home+path); err != nil {
				return err
			}
		}
	}
	return nil
}

// recordProfile writes a CPU profile of the server under load, for
// profile-guided builds.
func recordProfile(ctx context.Context, data, file string, out io.Writer) (err error) {
	const duration = 10 * time.Second
	port, err := blackbox.FreePort()
	if err != nil {
		return err
	}
	metrics := "127.0.0.1:" + port
	// The fast path would fill the profile with system calls and hide net/http.
	server, err := startPerimeter(ctx, data, "PERIMETER_METRICS_LISTEN="+metrics, "PERIMETER_FAST_PATH=off")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	if err := visitAll(ctx, server.URL); err != nil {
		return err
	}

	loaded := make(chan error, 1)
	go func() {
		_, err := load(ctx, server.URL, duration+2*time.Second)
		loaded <- err
	}()
	url := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", metrics, int(duration.Seconds()))
	profile, err := blackbox.Fetch(ctx, url)
	if err != nil {
		return fmt.Errorf("fetch the profile: %w", err)
	}
	if err := <-loaded; err != nil {
		return err
	}
	cleaned, err := withoutPath(profile.Body, server.Command.Path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, cleaned, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "Wrote %s (%.0f KB). The next build uses it.\n", strings.TrimPrefix(file, "./"), kilobytes(len(cleaned)))
	return nil
}

// withoutPath replaces the path of the binary, which would reveal folders of this
// machine, with dashes. The length stays, because the format stores it.
func withoutPath(profile []byte, binary string) ([]byte, error) {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	packed, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		return nil, fmt.Errorf("decompress the profile: %w", err)
	}
	content, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("decompress the profile: %w", err)
	}
	content = bytes.ReplaceAll(content, []byte(binary), bytes.Repeat([]byte("-"), len(binary)))
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err = w.Write(content)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}
