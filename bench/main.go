// Command bench owns the limits for speed, memory and size: it measures the built
// binary and fails if one of them is exceeded. It must not know the program's
// code; it sees what a visitor, a browser or the operating system sees.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	minNginxRatio   = 0.9
	minTLSRatio     = 0.8 // HTTP/1.1
	minHTTP2Ratio   = 0.5 // net/http's own: see decision 51
	maxStart        = time.Second
	maxMemoryMB     = 64
	maxFirstViewKB  = 85
	maxSpeedMeterKB = 2.5
	maxLoginKB      = 110
	maxDashboardKB  = 225

	maxDashboardFiles = 6

	clientFiles = "web/dist/client"

	starts       = 5  // number of timed process starts
	rounds       = 11 // number of alternating load runs
	loadDuration = 2 * time.Second
)

func main() {
	profile := flag.String("profile", "", "only record a CPU profile under load, into this `file`")
	only := flag.String("run", "", "measure only this `part`: "+strings.Join(partNames(), ", "))
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *profile, *only, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// part is one part of the measurements. Each gets the folder of the data, which
// they share, and a folder for other files.
type part struct {
	name    string
	measure func(ctx context.Context, r *report, data, dir string) error
}

var parts = []part{
	{"bundle", func(_ context.Context, r *report, _, _ string) error {
		return errors.Join(measureBundle(r, clientFiles), measureBackOffice(r, clientFiles))
	}},
	{"start", measureStart},
	{"load", measureLoad},
	{"tls", func(ctx context.Context, r *report, _, dir string) error {
		return measureTLS(ctx, r, filepath.Join(dir, "tls"))
	}},
	{"mixed", measureMixed},
	{"browser", measureBrowser},
	{"brand", func(ctx context.Context, r *report, _, dir string) error {
		return measureBrand(ctx, r, filepath.Join(dir, "brand"))
	}},
	{"images", measureImages},
	{"sizes", measureSizes},
	{"history", measureHistory},
	{"chat", measureChat},
	{"backups", measureBackups},
	{"sign-in", func(ctx context.Context, r *report, _, dir string) error {
		return measureSignIn(ctx, r, filepath.Join(dir, "sign-in"))
	}},
}

func partNames() []string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.name
	}
	return names
}

func run(ctx context.Context, profile, only string, out io.Writer) error {
	if only != "" && !slices.Contains(partNames(), only) {
		return fmt.Errorf("there is no part %q", only)
	}
	dir, err := os.MkdirTemp("", "perimeter-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// nginx's workers drop root privileges and must be able to read the folder.
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	data := filepath.Join(dir, "data")

	if profile != "" {
		return recordProfile(ctx, data, profile, out)
	}
	report := &report{out: out}
	for _, p := range parts {
		if only != "" && only != p.name {
			continue
		}
		began := time.Now()
		if err := p.measure(ctx, report, data, dir); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		report.note(fmt.Sprintf("%s took %.0f s", p.name, time.Since(began).Seconds()))
	}
	return report.err()
}

// measureStart measures the time from process start to the first page.
func measureStart(ctx context.Context, r *report, data, _ string) error {
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
	first := median(times[1:]) // the first start also created the database
	r.check(first <= maxStart, "first page after process start", fmt.Sprintf("%.2f s", first.Seconds()),
		fmt.Sprintf("at most %.0f s", maxStart.Seconds()), fmt.Sprintf("existing database, median of %d", starts))
	return nil
}

// measureLoad compares the home page with nginx, and checks the memory afterwards.
func measureLoad(ctx context.Context, r *report, data, dir string) (err error) {
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()

	// After the first request the page is compressed again in the background.
	if _, err := load(ctx, server.URL, loadDuration); err != nil {
		return err
	}
	result, err := compareWithNginx(ctx, server.URL, dir)
	if err != nil {
		return err
	}
	r.check(result.ratio >= minNginxRatio, "requests per second, nginx = 1", fmt.Sprintf("%.2f", result.ratio),
		fmt.Sprintf("at least %.1f", minNginxRatio),
		fmt.Sprintf("%.0f/s and %.0f/s, %s", result.perimeter, result.nginx, result.page))

	if err := visitAll(ctx, server.URL); err != nil {
		return err
	}
	resident, err := server.ResidentMB()
	if err != nil {
		return err
	}
	private, err := server.PrivateMB()
	if err != nil {
		return err
	}
	r.check(private < maxMemoryMB, "private memory after load", fmt.Sprintf("%.0f MB", private),
		fmt.Sprintf("under %d MB", maxMemoryMB), fmt.Sprintf("every public page rendered; %.0f MB with the program file", resident))
	return nil
}

// comparison is the result of loading two servers in turns.
type comparison struct {
	perimeter, nginx float64 // requests per second
	ratio            float64 // the median of the ratios of all rounds
	page             string  // what was loaded
}

// describe tells how large a response is and in what form it came.
func describe(r *blackbox.Response) string {
	form := cmp.Or(r.Header.Get("Content-Encoding"), r.Header.Get("Content-Type"))
	return fmt.Sprintf("%.1f KB %s", kilobytes(len(r.Body)), form)
}

// compareWithNginx compares a page with nginx serving the same bytes from dir.
func compareWithNginx(ctx context.Context, url, dir string) (_ comparison, err error) {
	page, err := blackbox.Fetch(ctx, url)
	if err != nil {
		return comparison{}, err
	}
	nginx, err := startNginx(ctx, dir, page, "")
	if err != nil {
		return comparison{}, err
	}
	defer func() { err = errors.Join(err, nginx.Stop()) }()

	var ours, theirs, ratios []float64
	for range rounds {
		us, err := load(ctx, url, loadDuration)
		if err != nil {
			return comparison{}, err
		}
		them, err := load(ctx, nginx.URL, loadDuration)
		if err != nil {
			return comparison{}, err
		}
		ours, theirs, ratios = append(ours, us), append(theirs, them), append(ratios, us/them)
	}
	return comparison{perimeter: median(ours), nginx: median(theirs), ratio: median(ratios), page: describe(page)}, nil
}

// report prints one line for each check and counts the failed ones.
type report struct {
	out    io.Writer
	failed int
}

func (r *report) check(ok bool, what, got, limit, detail string) {
	result := "PASS"
	if !ok {
		result = "FAIL"
		r.failed++
	}
	fmt.Fprintf(r.out, "%s  %-36s %8s  (%s)  %s\n", result, what, got, limit, detail)
}

// note prints a line that is no check.
func (r *report) note(text string) { fmt.Fprintf(r.out, "      %s\n", text) }

func (r *report) err() error {
	if r.failed > 0 {
		return fmt.Errorf("%d limits are exceeded", r.failed)
	}
	return nil
}

func kilobytes(n int) float64 { return float64(n) / 1000 }

func median[T int | float64 | time.Duration](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
