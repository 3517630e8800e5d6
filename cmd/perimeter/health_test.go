package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"perimeter/internal/backup"
	"perimeter/internal/health"
)

func TestStatusPrintsSiteHealth(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	server := start(t, dir)
	printed := mustRun(t, "", "status", "--data", dir)
	for _, want := range []string{
		"Backups beside the data do not survive the machine.", "Google reviews are not connected", "The pages are being looked at.",
		"Sam Sample", "The database answers.", "There is no backup yet.",
	} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is missing in\n%s", want, printed)
		}
	}
	var report, called struct{ Lines []health.Line }
	if err := json.Unmarshal([]byte(mustRun(t, "", "status", "--json", "--data", dir)), &report); err != nil {
		t.Fatal(err)
	}
	client := signedIn(t, server.address, "sam", "a fine password")
	response, err := client.Get(server.address + "/api/admin/health")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer := struct{ Data any }{&called}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || len(called.Lines) != len(report.Lines) || len(called.Lines) == 0 {
		t.Errorf("the API has %d lines and the command %d, error %v", len(called.Lines), len(report.Lines), err)
	}
	if status, body := get(t, server.address+"/readyz"); status != http.StatusOK || !strings.Contains(body, `"ready":true`) {
		t.Errorf("/readyz: %d %s", status, body)
	}
	if info, err := os.Stat(controlSocket(dir)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the control socket has mode %v, error %v", info.Mode(), err)
	}
	server.stop()
	if status, _, stderr := command(t, "", "status", "--data", dir); status != 1 || !strings.Contains(stderr, "no server of this data folder is running") {
		t.Errorf("after the end: status %d, %s", status, stderr)
	}
	start(t, dir) // beside the socket that the first has left
	mustRun(t, "", "status", "--data", dir)
}

func TestStatusFailsIfThereIsAProblem(t *testing.T) {
	dir := t.TempDir()
	start(t, dir, "--base-url", "http://pest.example")
	status, printed, stderr := command(t, "", "status", "--data", dir)
	if status != 1 || !strings.Contains(printed, "FAIL  Encryption") || !strings.Contains(stderr, "problem") {
		t.Errorf("status %d, %s\n%s", status, stderr, printed)
	}
}

// The names of metrics in an expression, and the names that are none.
var (
	metricName  = regexp.MustCompile(`\b(?:perimeter|process|go)_[a-z0-9_]+`)
	metricParts = regexp.MustCompile(`_(?:bucket|count|sum)$`)
)

func TestDashboardAndAlertsNameExistingMetrics(t *testing.T) {
	m := newMetrics()
	m.countStale(func() int64 { return 0 })
	m.observeRequest("GET /api/content", http.StatusOK, time.Millisecond)
	m.showBackups(backup.New(backup.Config{}))
	m.showCertificates([]string{"www.pest.example"}, func(string) time.Duration { return time.Hour })
	m.registry.MustRegister(newHealthCollector(func() *health.SiteHealth {
		return &health.SiteHealth{Lines: []health.Line{{Name: "backup"}}}
	}))
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	exported := []string{}
	for _, family := range families {
		exported = append(exported, family.GetName())
	}
	var used []string
	for _, name := range []string{"grafana.json", "alerts.yaml"} {
		content, err := os.ReadFile(filepath.Join("../../deploy", name))
		if err != nil {
			t.Fatal(err)
		}
		var parsed any
		if err := yaml.Unmarshal(content, &parsed); err != nil { // JSON is YAML too
			t.Fatalf("%s: %v", name, err)
		}
		for _, expression := range expressions(parsed) {
			if strings.Count(expression, "(") != strings.Count(expression, ")") {
				t.Errorf("%s: %s is not closed", name, expression)
			}
			for _, metric := range metricName.FindAllString(expression, -1) {
				used = append(used, metric)
				if !slices.Contains(exported, metric) && !slices.Contains(exported, metricParts.ReplaceAllString(metric, "")) {
					t.Errorf("%s: %s is not exported", name, metric)
				}
			}
		}
	}
	for _, metric := range exported {
		if strings.HasPrefix(metric, "perimeter_") && !slices.ContainsFunc(used, func(u string) bool { return strings.HasPrefix(u, metric) }) {
			t.Errorf("nobody looks at %s", metric)
		}
	}
}

// expressions returns the values of all keys "expr".
func expressions(value any) (found []string) {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			if text, ok := inner.(string); ok && key == "expr" {
				found = append(found, text)
			}
			found = append(found, expressions(inner)...)
		}
	case []any:
		for _, inner := range value {
			found = append(found, expressions(inner)...)
		}
	}
	return found
}
