package health

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/backup"
	"perimeter/internal/certificate"
	"perimeter/internal/chat"
	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/stats"
)

// Level says how much a line matters.
type Level string

// The levels.
const (
	OK        Level = "ok"
	Attention Level = "attention" // somebody should look at it in the next days
	Problem   Level = "problem"   // visitors or data suffer, or soon will
)

// Rank orders the levels: 0 is OK, 2 is Problem.
func (l Level) Rank() int {
	switch l {
	case Problem:
		return 2
	case Attention:
		return 1
	default:
		return 0
	}
}

// Line is what the report says about one part of the site.
type Line struct {
	Name   string `json:"name" doc:"The part, for programs"`
	Title  string `json:"title"`
	Level  Level  `json:"level" enum:"ok,attention,problem"`
	Text   string `json:"text" doc:"What was found"`
	Advice string `json:"advice" doc:"What to do; empty if nothing"`
	// Details are the first places that the line is about.
	Details []string `json:"details" doc:"Where it was found, at most ten places"`
	Panel   string   `json:"panel" doc:"The panel of the back office where it can be changed; empty if there is none"`
}

// maxDetails keeps a line readable.
const maxDetails = 10

// SiteHealth is the report: one line for each part.
type SiteHealth struct {
	At    time.Time `json:"at"`
	Level Level     `json:"level" enum:"ok,attention,problem" doc:"That of the most serious line"`
	Lines []Line    `json:"lines"`
}

// The parts of the site that the report asks.
type (
	// Backups is a *backup.Backups.
	Backups interface {
		Condition(ctx context.Context) (backup.Condition, error)
	}
	// Certificates is a *certificate.Certificates.
	Certificates interface {
		States(ctx context.Context) []certificate.State
	}
	// Notices is a *chat.Chat.
	Notices interface {
		Deliveries(ctx context.Context) ([]chat.Deliveries, error)
	}
	// Reviews is a *reviews.Reviews.
	Reviews interface {
		Status(ctx context.Context) (reviews.Status, error)
	}
	// Wording is a *site.Site.
	Wording interface {
		ClaimReport(ctx context.Context) (site.ClaimReport, error)
	}
	// People is an *auth.Accounts.
	People interface {
		People(ctx context.Context) ([]auth.Person, error)
	}
	// Visits is a *stats.Stats.
	Visits interface {
		Speed(ctx context.Context) (stats.Speed, error)
	}
)

// Config is what Health needs.
type Config struct {
	Backups Backups
	// BackupsBeside says that backups are kept in the data folder.
	BackupsBeside bool
	// Certificates is nil if the server does not encrypt.
	Certificates Certificates
	// Encrypted says that visitors use https, and Local that they are on this machine.
	Encrypted, Local bool
	Notices          Notices
	Reviews          Reviews
	Wording          Wording
	People           People
	Visits           Visits
	// Ping asks the database for the number of the newest change to the site.
	Ping func(ctx context.Context) (revision int64, err error)
	// Inspect looks at all public pages.
	Inspect func(ctx context.Context) (Inspection, error)
	// DataDir is the folder whose disk must not become full. A file in it remembers how
	// much was free.
	DataDir  string
	Location func(ctx context.Context) *time.Location
	Clock    clock.Clock
	Logger   *slog.Logger
}

// Health makes the reports.
type Health struct {
	Config
	newest atomic.Pointer[SiteHealth]

	mu         sync.Mutex
	inspection Inspection
	inspected  bool
	revision   int64 // that was inspected
	disk       disk
}

// New returns Site health of a site.
func New(cfg Config) *Health {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	h := &Health{Config: cfg}
	h.disk = disk{dir: cfg.DataDir, free: freeSpace}
	return h
}

const (
	// reportInterval is how often Newest is made anew.
	reportInterval = time.Minute
	// inspectInterval is how often the pages are inspected although nobody has changed
	// the site: pictures can disappear without that.
	inspectInterval = 6 * time.Hour
	// reportTimeout bounds a report when the database does not answer.
	reportTimeout = 20 * time.Second
)

// Run keeps Newest up to date until ctx ends.
func (h *Health) Run(ctx context.Context) {
	ticks := time.NewTicker(reportInterval)
	defer ticks.Stop()
	for {
		if err := h.disk.sample(h.Clock.Now()); err != nil {
			h.Logger.Warn("how much of the disk is free could not be stored", "error", err.Error())
		}
		h.Report(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		// Not right after the start, when visitors need the processor.
		h.inspect(ctx)
	}
}

// Newest returns the newest report without waiting; nil if there is none yet.
func (h *Health) Newest() *SiteHealth { return h.newest.Load() }

// Report returns how the site is. What cannot be found out is a line that says so.
func (h *Health) Report(ctx context.Context) SiteHealth {
	ctx, cancel := context.WithTimeout(ctx, reportTimeout)
	defer cancel()
	checks := []struct {
		name, title string
		find        func(ctx context.Context) (Line, error)
	}{
		{"database", "Database", h.databaseLine},
		{"pages", "Pages", h.pagesLine},
		{"speed", "Speed for visitors", h.speedLine},
		{"links", "Links and pictures", h.linksLine},
		{"backup", "Backups", h.backupLine},
		{"backup-place", "Where backups are kept", h.backupPlaceLine},
		{"certificate", "Encryption", h.certificateLine},
		{"disk", "Disk space", h.diskLine},
		{"notices", "Notices", h.noticesLine},
		{"reviews", "Google reviews", h.reviewsLine},
		{"claims", "Wording", h.claimsLine},
		{peopleLine, "Second factor", h.peopleLine},
	}
	report := SiteHealth{At: h.Clock.Now().UTC(), Level: OK, Lines: make([]Line, 0, len(checks))}
	for _, check := range checks {
		line, err := check.find(ctx)
		if err != nil {
			h.Logger.Warn("a part of Site health could not be found out", "part", check.name, "error", err.Error())
			line = Line{Level: Attention, Text: "This could not be found out.", Advice: "Try again in a minute. The server's log has the reason."}
			if errs.KindOf(err) == errs.Unavailable {
				line.Text = "This could not be found out, because the database does not answer."
			}
		}
		line.Name, line.Title = check.name, check.title
		line.Details = append([]string{}, line.Details[:min(len(line.Details), maxDetails)]...)
		if line.Level.Rank() > report.Level.Rank() {
			report.Level = line.Level
		}
		report.Lines = append(report.Lines, line)
	}
	h.newest.Store(&report)
	return report
}

// peopleLine would help an attacker.
const peopleLine = "people"

// Public returns the levels that anybody may see, by the name of the line.
func (r SiteHealth) Public() map[string]Level {
	levels := map[string]Level{}
	for _, line := range r.Lines {
		if line.Name != peopleLine {
			levels[line.Name] = line.Level
		}
	}
	return levels
}

func ok(text string) (Line, error) { return Line{Level: OK, Text: text}, nil }
