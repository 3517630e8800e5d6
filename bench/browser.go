package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
)

const (
	minPerformance     = 97
	minHeroPerformance = 95
	maxPageBytes       = 250_000
)

// audit is what Lighthouse says about a page on a slow phone.
type audit struct {
	Path          string  `json:"path"`
	Performance   int     `json:"performance"`
	Accessibility int     `json:"accessibility"`
	BestPractices int     `json:"bestPractices"`
	SEO           int     `json:"seo"`
	LayoutShift   float64 `json:"layoutShift"`
	Bytes         float64 `json:"bytes"`
}

// summary makes one audit of several runs on the same page: of the performance,
// which depends on the machine, the median; of all else the worst.
func summary(runs []audit) audit {
	s := runs[0]
	var performance []int
	for _, run := range runs {
		performance = append(performance, run.Performance)
		s.Accessibility = min(s.Accessibility, run.Accessibility)
		s.BestPractices = min(s.BestPractices, run.BestPractices)
		s.SEO = min(s.SEO, run.SEO)
		s.LayoutShift = max(s.LayoutShift, run.LayoutShift)
		s.Bytes = max(s.Bytes, run.Bytes)
	}
	s.Performance = median(performance)
	return s
}

// measureBrowser holds every public page to the limits for a slow phone.
func measureBrowser(ctx context.Context, r *report, data string) (err error) {
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	var addresses []string
	for _, path := range publicPaths {
		if path != "admin" {
			addresses = append(addresses, server.URL+path)
		}
	}
	audits, err := lighthouse(ctx, addresses...)
	if err != nil {
		return err
	}
	for _, a := range audits {
		kept := a.Performance >= minPerformance && a.Accessibility == 100 && a.BestPractices == 100 &&
			(a.SEO == 100 || a.Path == "/login") && // which is not to be found
			a.LayoutShift == 0 && a.Bytes <= maxPageBytes
		r.check(kept, "Lighthouse "+a.Path, fmt.Sprint(a.Performance), fmt.Sprintf("at least %d", minPerformance),
			fmt.Sprintf("accessibility %d, best practices %d, SEO %d, layout shift %v, %.0f KB in all",
				a.Accessibility, a.BestPractices, a.SEO, a.LayoutShift, a.Bytes/1000))
	}
	return nil
}

// lighthouse runs Lighthouse's mobile preset on the addresses and sums its runs up.
func lighthouse(ctx context.Context, addresses ...string) ([]audit, error) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", append([]string{"scripts/lighthouse.mjs"}, addresses...)...)
	command.Env = append(os.Environ(), "CHROMIUM="+chromium)
	var failure bytes.Buffer
	command.Stderr = &failure
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("lighthouse: %w\n%s", err, &failure)
	}
	runs := map[string][]audit{}
	for line := range strings.Lines(string(out)) {
		var a audit
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			return nil, fmt.Errorf("lighthouse wrote %q: %w", line, err)
		}
		runs[a.Path] = append(runs[a.Path], a)
	}
	var audits []audit
	for _, address := range addresses {
		page, err := url.Parse(address)
		if err != nil {
			return nil, err
		}
		if len(runs[page.Path]) == 0 {
			return nil, fmt.Errorf("lighthouse did not look at %s", page.Path)
		}
		audits = append(audits, summary(runs[page.Path]))
	}
	return audits, nil
}
