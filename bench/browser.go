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
	minPerformance     = 100
	maxLargestPaint    = 1500 // ms
	minHeroPerformance = 95
	maxPageBytes       = 250_000
)

// audit is the result of one Lighthouse run with the mobile preset.
type audit struct {
	Path          string `json:"path"`
	Performance   int    `json:"performance"`
	Accessibility int    `json:"accessibility"`
	BestPractices int    `json:"bestPractices"`
	SEO           int    `json:"seo"`
	// LargestPaint is the time of the largest contentful paint in milliseconds.
	LargestPaint   float64 `json:"largestPaint"`
	LargestElement string  `json:"largestElement"`
	LayoutShift    float64 `json:"layoutShift"`
	Bytes          float64 `json:"bytes"`
	// Repeated says why runs before this one were no measurement.
	Repeated []string `json:"repeated"`
}

// summarize combines several runs on one page: the median of the performance and
// of the largest paint, which vary with the load of the machine, and the worst of
// everything else.
func summarize(runs []audit) audit {
	s := runs[0]
	var performance []int
	var paints []float64
	s.Repeated = nil
	for _, run := range runs {
		s.Repeated = append(s.Repeated, run.Repeated...)
		performance = append(performance, run.Performance)
		paints = append(paints, run.LargestPaint)
		s.Accessibility = min(s.Accessibility, run.Accessibility)
		s.BestPractices = min(s.BestPractices, run.BestPractices)
		s.SEO = min(s.SEO, run.SEO)
		s.LayoutShift = max(s.LayoutShift, run.LayoutShift)
		s.Bytes = max(s.Bytes, run.Bytes)
	}
	s.Performance = median(performance)
	s.LargestPaint = median(paints)
	return s
}

// measureBrowser runs Lighthouse on every public page.
func measureBrowser(ctx context.Context, r *report, data, _ string) (err error) {
	server, err := startPerimeter(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	var urls []string
	for _, path := range publicPaths {
		if path != "admin" {
			urls = append(urls, server.URL+path)
		}
	}
	return checkAudits(ctx, r, "Lighthouse ", urls)
}

// checkAudits runs Lighthouse on the pages and checks the limits.
func checkAudits(ctx context.Context, r *report, what string, urls []string) error {
	audits, err := lighthouse(ctx, urls...)
	if err != nil {
		return err
	}
	for _, a := range audits {
		ok := a.Performance >= minPerformance && a.Accessibility == 100 && a.BestPractices == 100 &&
			(a.SEO == 100 || a.Path == "/login") && // the login page is noindex, which lowers its SEO
			a.LayoutShift == 0 && a.Bytes <= maxPageBytes && a.LargestPaint <= maxLargestPaint
		r.check(ok, what+a.Path, fmt.Sprint(a.Performance), fmt.Sprintf("at least %d", minPerformance),
			fmt.Sprintf("accessibility %d, best practices %d, SEO %d, layout shift %v, %.0f KB in total, %.1f s to %s",
				a.Accessibility, a.BestPractices, a.SEO, a.LayoutShift, a.Bytes/1000, a.LargestPaint/1000, a.LargestElement))
		r.repeated(what+a.Path, a)
	}
	return nil
}

// repeated prints why runs of Lighthouse were repeated.
func (r *report) repeated(what string, a audit) {
	for _, reason := range a.Repeated {
		r.note(what + " was measured again: " + reason)
	}
}

// lighthouse runs Lighthouse with the mobile preset and returns one audit per URL.
func lighthouse(ctx context.Context, urls ...string) ([]audit, error) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", append([]string{"scripts/lighthouse.mjs"}, urls...)...)
	command.Env = append(os.Environ(), "CHROMIUM="+chromium)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("lighthouse: %w\n%s", err, &stderr)
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
	for _, raw := range urls {
		page, err := url.Parse(raw)
		if err != nil {
			return nil, err
		}
		if len(runs[page.Path]) == 0 {
			return nil, fmt.Errorf("lighthouse has no result for %s", page.Path)
		}
		audits = append(audits, summarize(runs[page.Path]))
	}
	return audits, nil
}
