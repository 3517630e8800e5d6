package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"perimeter/internal/health"
)

// newHealth wires Site health to the parts that it asks. Inspect is set later.
func (c serveCommand) newHealth(d dependencies, base *url.URL, a app, logger *slog.Logger) *health.Health {
	cfg := health.Config{
		Backups: a.backups, BackupsBeside: c.BackupTo == "", Encrypted: base.Scheme == "https", Local: isLoopback(base),
		Notices: a.chat, Reviews: a.reviews, Wording: a.site, People: a.accounts, Visits: a.stats,
		Ping: d.store.Revision, DataDir: c.Data, Logger: logger,
		Location: func(ctx context.Context) *time.Location { return d.company.Latest(ctx).Location() },
	}
	if a.certificates != nil {
		cfg.Certificates = a.certificates
	}
	return health.New(cfg)
}

// showHealth adds the level of each line of Site health.
func (m *metrics) showHealth(h *health.Health) {
	m.registry.MustRegister(newHealthCollector(h.Newest))
}

func newHealthCollector(known func() *health.SiteHealth) healthCollector {
	return healthCollector{known, prometheus.NewDesc(
		"perimeter_health_level", "What Site health says about a part: 0 if it is well, 1 if it needs attention, 2 if it is a problem.",
		[]string{"part"}, nil,
	)}
}

type healthCollector struct {
	known func() *health.SiteHealth
	level *prometheus.Desc
}

func (c healthCollector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- c.level }

func (c healthCollector) Collect(metrics chan<- prometheus.Metric) {
	report := c.known()
	if report == nil {
		return
	}
	for _, line := range report.Lines {
		metrics <- prometheus.MustNewConstMetric(c.level, prometheus.GaugeValue, float64(line.Level.Rank()), line.Name)
	}
}

// controlSocket is where commands on the same machine ask the running server. Only the
// user that runs it can open the data folder's files, so it needs no password.
func controlSocket(data string) string { return filepath.Join(data, "control.sock") }

// serveControl answers commands until stop. A site without it works, so a failure is
// only logged: a path may be too long for a socket.
func serveControl(data string, h *health.Health, upgrades *handovers, logger *slog.Logger) (stop func()) {
	listener, err := listenForControl(controlSocket(data))
	if err != nil {
		logger.Warn("perimeter status and perimeter upgrade apply will not work", "error", err.Error())
		return func() {}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(h.Report(r.Context())) // fails only if the command has ended
	})
	mux.HandleFunc("GET /server", upgrades.info)
	mux.HandleFunc("POST /handover", upgrades.take)
	control := &http.Server{Handler: mux, ReadHeaderTimeout: headerTimeout}
	go func() { _ = control.Serve(listener) }()
	return func() { _ = control.Close() }
}

func listenForControl(path string) (net.Listener, error) {
	// A process that was killed leaves its socket behind.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	// The file may belong to the next process by then.
	listener.SetUnlinkOnClose(false)
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

var errNotRunning = errors.New("no server of this data folder is running; start it, or run perimeter check to learn why it does not start")

// callServer sends a request to the running server of a data folder. A timeout of 0
// means none.
func callServer(ctx context.Context, data, method, path string, timeout time.Duration) (*http.Response, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", controlSocket(data))
	}
	client := &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}, Timeout: timeout}
	request, err := http.NewRequestWithContext(ctx, method, "http://control"+path, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if opErr := (*net.OpError)(nil); errors.As(err, &opErr) && opErr.Op == "dial" {
		return nil, errNotRunning
	}
	return response, err
}

// askServer asks the running server of a data folder.
func askServer(ctx context.Context, data, path string, answer any) error {
	response, err := callServer(ctx, data, http.MethodGet, path, requestTimeout)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", response.Status)
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

type statusCommand struct {
	dataFlags
	JSON bool `help:"Print the report as JSON."`
}

// Run prints Site health. The exit status is 1 if a line is a problem.
func (c statusCommand) Run(ctx context.Context, s streams) error {
	var report health.SiteHealth
	if err := askServer(ctx, c.Data, "/health", &report); err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(s.out)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(report); err != nil {
			return err
		}
	} else {
		printHealth(s.out, report)
	}
	problems := 0
	for _, line := range report.Lines {
		if line.Level == health.Problem {
			problems++
		}
	}
	if problems > 0 {
		return fmt.Errorf("Site health has %d problem(s)", problems)
	}
	return nil
}

// printHealth prints a report in the form of perimeter check.
func printHealth(w io.Writer, report health.SiteHealth) {
	words := map[health.Level]string{health.OK: "ok", health.Attention: "WARN", health.Problem: "FAIL"}
	for _, line := range report.Lines {
		fmt.Fprintf(w, "%-5s %-22s %s\n", words[line.Level], line.Title, line.Text)
		for _, detail := range line.Details {
			fmt.Fprintf(w, "%28s - %s\n", "", detail)
		}
		if line.Advice != "" {
			fmt.Fprintf(w, "%28s %s\n", "", line.Advice)
		}
	}
}
