package health

import (
	"context"
	"fmt"
	"time"

	"perimeter/internal/stats"
)

// Inspection is what was found on the public pages.
type Inspection struct {
	At    time.Time
	Pages int // that were looked at
	// Failing are the pages that visitors cannot see, each with the reason.
	Failing []string
	// Slowest is the page that took longest to make.
	Slowest string
	Took    time.Duration
	// Broken are links and pictures of the site itself that lead nowhere.
	Broken []Broken
}

// Broken is a link or picture that leads nowhere.
type Broken struct {
	Page    string // the first one that has it
	URL     string
	Picture bool
}

// slowPage is how long a page may take to be made. Visitors mostly get pages that are
// already there.
const slowPage = 2 * time.Second

// inspect looks at the pages if somebody has changed the site, or it was long ago.
func (h *Health) inspect(ctx context.Context) {
	revision, err := h.Ping(ctx)
	if err != nil {
		return // the report has a line for it
	}
	h.mu.Lock()
	current := h.inspected && h.revision == revision && h.Clock.Now().Sub(h.inspection.At) < inspectInterval
	h.mu.Unlock()
	if current {
		return
	}
	found, err := h.Inspect(ctx)
	if err != nil {
		if ctx.Err() == nil {
			h.Logger.Warn("the public pages could not be inspected", "error", err.Error())
		}
		return
	}
	found.At = h.Clock.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.inspection, h.inspected, h.revision = found, true, revision
}

func (h *Health) lastInspection() (Inspection, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.inspection, h.inspected
}

const notInspected = "The pages are being looked at. This takes a minute after a start."

func (h *Health) pagesLine(context.Context) (Line, error) {
	found, known := h.lastInspection()
	switch {
	case !known:
		return ok(notInspected)
	case len(found.Failing) > 0:
		return Line{
			Level: Problem, Text: count(len(found.Failing), "page does", "pages do") + " not answer.", Details: found.Failing,
			Advice: "Undo the last change to them under Recent changes. The server's log has the reason.", Panel: "changes",
		}, nil
	case found.Took > slowPage:
		return Line{
			Level: Attention, Text: fmt.Sprintf("All %d pages answer, but %s takes %.1f s to make.", found.Pages, found.Slowest, found.Took.Seconds()),
			Advice: "Make the page shorter, or ask whoever runs the server whether the machine is too busy.",
		}, nil
	default:
		return ok(fmt.Sprintf("All %d pages answer. The slowest is %s with %d ms.", found.Pages, found.Slowest, found.Took.Milliseconds()))
	}
}

func (h *Health) linksLine(context.Context) (Line, error) {
	found, known := h.lastInspection()
	if !known {
		return ok(notInspected)
	}
	if len(found.Broken) == 0 {
		return ok("Every link and picture of the site leads somewhere. Links to other sites are not tried.")
	}
	line := Line{
		Level:  Attention,
		Text:   count(len(found.Broken), "link or picture leads", "links and pictures lead") + " nowhere.",
		Advice: "Correct these pages, or upload the pictures again.",
	}
	for _, b := range found.Broken {
		what := "link to"
		if b.Picture {
			what = "picture"
		}
		line.Details = append(line.Details, fmt.Sprintf("%s: %s %s", b.Page, what, b.URL))
	}
	return line, nil
}

// The limits that Google calls good and poor.
var speedLimits = []struct {
	what       string
	value      func(stats.Speed) *float64
	good, poor float64
	format     func(float64) string
}{
	{"content shown after", func(s stats.Speed) *float64 { return s.LCP }, 2500, 4000, seconds},
	{"taps answered after", func(s stats.Speed) *float64 { return s.INP }, 200, 500, func(ms float64) string { return fmt.Sprintf("%.0f ms", ms) }},
	{"layout shift", func(s stats.Speed) *float64 { return s.CLS }, 0.1, 0.25, func(v float64) string { return fmt.Sprintf("%.2f", v) }},
}

func seconds(ms float64) string { return fmt.Sprintf("%.1f s", ms/1000) }

func (h *Health) speedLine(ctx context.Context) (Line, error) {
	speed, err := h.Visits.Speed(ctx)
	if err != nil {
		return Line{}, err
	}
	seen := fmt.Sprintf("%s in the last 7 days", count(int(speed.Views), "page view", "page views"))
	if speed.Measured < stats.EnoughVisits {
		return ok(seen + "; too few browsers have reported how fast pages are.")
	}
	line := Line{Level: OK, Text: seen + ". For three of four visitors:"}
	separator := " "
	for _, limit := range speedLimits {
		value := limit.value(speed)
		if value == nil {
			continue
		}
		line.Text += fmt.Sprintf("%s%s at most %s", separator, limit.what, limit.format(*value))
		separator = ", "
		if *value > limit.poor {
			line.Level = Problem
		} else if *value > limit.good && line.Level == OK {
			line.Level = Attention
		}
	}
	line.Text += "."
	if speed.Slowest != "" {
		line.Text += fmt.Sprintf(" The slowest page is %s with %s.", speed.Slowest, seconds(speed.SlowestLCP))
	}
	if line.Level != OK {
		line.Advice = "Use smaller pictures and fewer embedded videos on the slowest page."
	}
	return line, nil
}
