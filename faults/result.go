package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// result collects what a trial has counted.
type result struct {
	out      io.Writer
	lines    []string
	exceeded bool
}

// note records a count that has no limit.
func (r *result) note(what string, got int) { r.line(what, got, "", "") }

// atMost records a count and its upper limit.
func (r *result) atMost(what string, got, limit int) {
	r.limit(got <= limit, what, got, fmt.Sprintf("at most %d", limit), "")
}

// atLeast records a count and its lower limit: a trial in which nothing
// happened proves nothing.
func (r *result) atLeast(what string, got, limit int) {
	r.limit(got >= limit, what, got, fmt.Sprintf("at least %d", limit), "")
}

// none records events that must not happen at all.
func (r *result) none(c *counter) {
	got, example := c.read()
	r.limit(got == 0, c.what, got, "at most 0", example)
}

// peak records the most memory that the server has held.
func (r *result) peak(p *blackbox.Process, limitMB int) error {
	mb, err := p.PeakMB()
	if err != nil {
		return err
	}
	r.atMost("peak memory, MB", int(mb), limitMB)
	return nil
}

// growth records by how much the server's private memory has grown.
func (r *result) growth(p *blackbox.Process, beforeMB float64, limitMB int) error {
	mb, err := p.PrivateMB()
	if err != nil {
		return err
	}
	r.atMost("growth of private memory, MB", int(mb-beforeMB), limitMB)
	return nil
}

func (r *result) limit(kept bool, what string, got int, limit, example string) {
	if !kept {
		r.exceeded = true
		limit += "  EXCEEDED"
	}
	r.line(what, got, limit, example)
}

func (r *result) line(what string, got int, limit, example string) {
	line := fmt.Sprintf("        %-34s %8d  %s", what, got, limit)
	if example != "" {
		line += ", first: " + shortened(example)
	}
	r.lines = append(r.lines, strings.TrimRight(line, " "))
}

// verdict is the result of a trial as a whole, in the words of the report.
type verdict string

const (
	pass verdict = "passed"
	fail verdict = "failed"
	skip verdict = "skipped"
)

// verdict judges a trial that ended with err.
func (r *result) verdict(err error) verdict {
	switch {
	case errors.As(err, new(skipped)):
		return skip
	case err != nil || r.exceeded:
		return fail
	}
	return pass
}

func (r *result) print(t trial, took time.Duration, err error) {
	word := map[verdict]string{pass: "PASS", fail: "FAIL", skip: "SKIP"}[r.verdict(err)]
	fmt.Fprintf(r.out, "%s  %s: %s (%.0f s)\n", word, t.name, t.does, took.Seconds())
	for _, line := range r.lines {
		fmt.Fprintln(r.out, line)
	}
	if err != nil {
		fmt.Fprintf(r.out, "        %s\n", strings.ReplaceAll(err.Error(), "\n", "\n        "))
	}
}

// counter counts events of one kind and keeps the first as an example.
type counter struct {
	what string

	mu      sync.Mutex
	n       int
	example string
}

func count(what string) *counter { return &counter{what: what} }

func (c *counter) add(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n++; c.n == 1 {
		c.example = fmt.Sprintf(format, args...)
	}
}

func (c *counter) read() (int, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n, c.example
}

func shortened(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 200 {
		text = text[:200] + "…"
	}
	return text
}
