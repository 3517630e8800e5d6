// Command bench owns the promises about speed, memory and size: it measures the
// built binary and fails when one of them is broken. It must not know anything
// of the program's inside; it looks at it as a visitor, a browser or the
// operating system would.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	minNginxRatio  = 0.5
	maxStart       = time.Second
	maxMemoryMB    = 100
	maxFirstViewKB = 110

	starts = 5               // process starts that are timed
	rounds = 11              // alternating load runs
	spell  = 2 * time.Second // length of one load run
)

func main() {
	profile := flag.String("profile", "", "record a CPU profile under load into this `file` and measure nothing")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *profile, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, profile string, out io.Writer) error {
	dir, err := os.MkdirTemp("", "perimeter-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// nginx's workers give up root and must still be able to read their file.
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	data := filepath.Join(dir, "data")

	if profile != "" {
		return recordProfile(ctx, data, profile, out)
	}
	report := &report{out: out}
	if err := measureBundle(report, "web/dist/client"); err != nil {
		return err
	}
	if err := measureStart(ctx, report, data); err != nil {
		return err
	}
	if err := measureLoad(ctx, report, data, dir); err != nil {
		return err
	}
	if err := measureBrowser(ctx, report, data); err != nil {
		return err
	}
	if err := measureImages(ctx, report, data, dir); err != nil {
		return err
	}
	return report.verdict()
}

// measureStart times process start to first page, with a database that exists.
func measureStart(ctx context.Context, r *report, data string) error {
	var times []time.Duration
	for range starts + 1 {
		began := time.Now()
		server, err := startPerimeter(ctx, data)
		if err != nil {
			return err
		}
		times = append(times, time.Since(began))
		if err := server.Stop(); err != nil {
			return err
		}
	}
	first := median(times[1:]) // the very first start made the database
	r.check(first <= maxStart, "first page after process start", fmt.Sprintf("%.2f s", first.Seconds()),
		fmt.Sprintf("at most %.0f s", maxStart.Seconds()), fmt.Sprintf("existing database, median of %d", starts))
	return nil
}

// measureLoad compares the home page with nginx serving the same bytes, and
// looks at the memory afterwards.
func measureLoad(ctx context.Context, r *report, data, dir string) (err error) {
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()

	// The page is compressed harder in the background once it was asked for.
	if _, err := load(ctx, server.URL, spell); err != nil {
		return err
	}
	page, err := blackbox.Fetch(ctx, server.URL)
	if err != nil {
		return err
	}
	nginx, err := startNginx(ctx, dir, page)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, nginx.Stop()) }()

	var ours, theirs, ratios []float64
	for range rounds {
		us, err := load(ctx, server.URL, spell)
		if err != nil {
			return err
		}
		them, err := load(ctx, nginx.URL, spell)
		if err != nil {
			return err
		}
		ours, theirs, ratios = append(ours, us), append(theirs, them), append(ratios, us/them)
	}
	ratio := median(ratios)
	r.check(ratio >= minNginxRatio, "requests per second, nginx = 1", fmt.Sprintf("%.2f", ratio),
		fmt.Sprintf("at least %.1f", minNginxRatio),
		fmt.Sprintf("%.0f/s and %.0f/s, %.1f KB %s", median(ours), median(theirs), kilobytes(len(page.Body)), page.Header.Get("Content-Encoding")))

	if err := visitAll(ctx, server.URL); err != nil {
		return err
	}
	memory, err := server.ResidentMB()
	if err != nil {
		return err
	}
	r.check(memory < maxMemoryMB, "resident memory after load", fmt.Sprintf("%.0f MB", memory),
		fmt.Sprintf("under %d MB", maxMemoryMB), "every public page rendered")
	return nil
}

// report prints one line for each promise and remembers the broken ones.
type report struct {
	out    io.Writer
	broken int
}

func (r *report) check(kept bool, what, got, limit, detail string) {
	word := "PASS"
	if !kept {
		word = "FAIL"
		r.broken++
	}
	fmt.Fprintf(r.out, "%s  %-36s %8s  (%s)  %s\n", word, what, got, limit, detail)
}

func (r *report) verdict() error {
	if r.broken > 0 {
		return fmt.Errorf("%d promises are broken", r.broken)
	}
	return nil
}

func kilobytes(n int) float64 { return float64(n) / 1000 }

func median[T int | float64 | time.Duration](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
