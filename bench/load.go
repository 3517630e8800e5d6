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
	wrkFaults = regexp.MustCompile(`(?m)^\s*(Socket errors:.*|Non-2xx.*)$`)
)

// load asks for url as often as it can for a while and returns the requests
// per second.
func load(ctx context.Context, url string, length time.Duration) (float64, error) {
	out, err := exec.CommandContext(ctx, "wrk", "--threads", "1", "--connections", "32",
		"--duration", length.String(), "--header", "Accept-Encoding: br", url).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	if fault := wrkFaults.Find(out); fault != nil {
		return 0, fmt.Errorf("wrk on %s: %s", url, fault)
	}
	rate := wrkRate.FindSubmatch(out)
	if rate == nil {
		return 0, fmt.Errorf("wrk said nothing of requests per second:\n%s", out)
	}
	return strconv.ParseFloat(string(rate[1]), 64)
}

// publicPaths has one address of every public screen.
var publicPaths = []string{
	"", "services", "services/termite-control", "programs", "about", "blog", "blog/termites-silent-destroyers",
	"contact", "customer-portal", "login", "admin",
}

// visitAll opens every public screen a number of times.
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

// recordProfile writes a CPU profile of the server under the load that it is
// meant for, for the compiler to optimise by.
func recordProfile(ctx context.Context, data, file string, out io.Writer) (err error) {
	const length = 10 * time.Second
	port, err := blackbox.FreePort()
	if err != nil {
		return err
	}
	metrics := "127.0.0.1:" + port
	server, err := startPerimeter(ctx, data, "PERIMETER_METRICS_LISTEN="+metrics)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	if err := visitAll(ctx, server.URL); err != nil {
		return err
	}

	loaded := make(chan error, 1)
	go func() {
		_, err := load(ctx, server.URL, length+2*time.Second)
		loaded <- err
	}()
	url := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", metrics, int(length.Seconds()))
	profile, err := blackbox.Fetch(ctx, url)
	if err != nil {
		return fmt.Errorf("the profile: %w", err)
	}
	if err := <-loaded; err != nil {
		return err
	}
	anonymous, err := withoutPath(profile.Body, server.Command.Path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, anonymous, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(out, "Wrote %s (%.0f KB). The next build uses it.\n", strings.TrimPrefix(file, "./"), kilobytes(len(anonymous)))
	return nil
}

// withoutPath blanks where the binary stood on the machine of the recording. The
// name keeps its length, which the format counts.
func withoutPath(profile []byte, binary string) ([]byte, error) {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	packed, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		return nil, fmt.Errorf("the profile: %w", err)
	}
	content, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("the profile: %w", err)
	}
	content = bytes.ReplaceAll(content, []byte(binary), bytes.Repeat([]byte("-"), len(binary)))
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err = w.Write(content)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}
