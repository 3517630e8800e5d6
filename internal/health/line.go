package health

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
)

func (h *Health) databaseLine(ctx context.Context) (Line, error) {
	if _, err := h.Ping(ctx); err != nil {
		if errs.KindOf(err) != errs.Unavailable && ctx.Err() == nil {
			return Line{}, err
		}
		return Line{
			Level: Problem, Text: "The database does not answer. Visitors see the last known pages; nothing can be saved.",
			Advice: "See that the database server is running, then run: perimeter check",
		}, nil
	}
	return ok("The database answers.")
}

func (h *Health) backupLine(ctx context.Context) (Line, error) {
	condition, err := h.Backups.Condition(ctx)
	if err != nil {
		return Line{}, err
	}
	if condition.Problem != "" {
		return Line{
			Level: Problem, Text: condition.Problem,
			Advice: "Choose Back Up Now. If that fails too, see that there is space where the backups are kept and that it can be reached.",
		}, nil
	}
	proven := condition.Proven
	if proven == nil {
		line := Line{Level: Attention, Text: "There is no backup yet.", Advice: "Choose Back Up Now, or wait for the coming night."}
		if condition.Running {
			line.Text, line.Advice = "The first backup is being made and checked.", "Wait until it is done."
		}
		return line, nil
	}
	text := fmt.Sprintf("The backup of %s (%s) was restored as a test, and every public page was identical.",
		h.when(ctx, proven.At), size(proven.Size))
	switch {
	case !condition.Printed:
		return Line{
			Level: Attention, Text: text + " But backups are not on yet: nobody has shown to have the recovery sheet as it is now.",
			Advice: "Open the recovery sheet, print it, and type four of its words below. It says how to bring the site back if this machine is lost.",
		}, nil
	case condition.Locked > 0:
		return Line{
			Level: Attention, Text: text + " " + count(condition.Locked, "older backup", "older backups") + " cannot be opened, because the key is missing.",
			Advice: "Add the keys of older recovery sheets to the key file of the server. Without them these backups are of no use.",
		}, nil
	}
	return ok(text)
}

func (h *Health) backupPlaceLine(context.Context) (Line, error) {
	if h.BackupsBeside {
		return Line{
			Level: Attention, Text: "Backups beside the data do not survive the machine.",
			Advice: "Ask whoever runs the server to set --backup-to to a folder on another disk, or to S3 storage (s3://…).",
		}, nil
	}
	return ok("Backups are kept outside of the data folder.")
}

func (h *Health) certificateLine(ctx context.Context) (Line, error) {
	switch {
	case h.Certificates == nil && h.Encrypted:
		return ok("The proxy in front of the server encrypts and renews the certificate.")
	case h.Certificates == nil && h.Local:
		return ok("The site is visited on this computer only, so it needs no certificate.")
	case h.Certificates == nil:
		return Line{
			Level: Problem, Text: "The site is not encrypted, so passwords can be read on their way.",
			Advice: "Start the server with --domain and the name of the site, or put a proxy with a certificate in front of it.",
		}, nil
	}
	var names []string
	line := Line{Level: OK}
	var first time.Time
	for _, state := range h.Certificates.States(ctx) {
		names = append(names, state.Name)
		if first.IsZero() || state.NotAfter.Before(first) {
			first = state.NotAfter
		}
		if !state.Overdue && !state.NotAfter.IsZero() {
			continue
		}
		detail := state.Name + " has no certificate yet"
		level := Attention
		if !state.NotAfter.IsZero() {
			detail = fmt.Sprintf("%s: the certificate is valid until %s", state.Name, h.when(ctx, state.NotAfter))
		}
		if state.Overdue && !state.NotAfter.After(h.Clock.Now()) {
			level = Problem
		}
		if state.Failure != "" {
			detail += "; the last attempt failed: " + state.Failure
		}
		line.Details = append(line.Details, detail)
		if level.Rank() > line.Level.Rank() {
			line.Level = level
		}
	}
	if line.Level == OK {
		return ok(fmt.Sprintf("The certificate of %s is valid until %s and renewed by itself.", strings.Join(names, ", "), h.when(ctx, first)))
	}
	line.Text = "A certificate is missing or its renewal is late."
	line.Advice = "See that the name leads to this machine and that the ports 80 and 443 can be reached from the internet."
	return line, nil
}

func (h *Health) noticesLine(ctx context.Context) (Line, error) {
	channels, err := h.Notices.Deliveries(ctx)
	if err != nil {
		return Line{}, err
	}
	line := Line{Level: OK, Panel: "messages"}
	var working []string
	for _, c := range channels {
		switch {
		case c.FailedAt != nil && (c.DeliveredAt == nil || c.FailedAt.After(*c.DeliveredAt)):
			line.Level = Problem
			line.Details = append(line.Details, fmt.Sprintf("%s failed on %s: %s", c.Channel, h.when(ctx, *c.FailedAt), c.Error))
		case c.Receivers != nil && *c.Receivers == 0:
			// Nobody has asked for notices there.
		case c.DeliveredAt != nil:
			working = append(working, fmt.Sprintf("%s, last on %s", c.Channel, h.when(ctx, *c.DeliveredAt)))
		default:
			working = append(working, c.Channel+", not needed so far")
		}
	}
	switch {
	case line.Level == Problem:
		line.Text = "The newest notice was not delivered, so nobody may know of a message."
		line.Advice = "Open Messages, correct what the reason says and send a test notice."
	case len(working) == 0:
		line.Level = Attention
		line.Text = "Nobody gets a notice when a visitor writes or something needs attention."
		line.Advice = "Open Messages and turn on notifications in this browser, or set up e-mail under Notices there."
	default:
		line.Text = "Notices are delivered: " + strings.Join(working, "; ") + "."
	}
	return line, nil
}

func (h *Health) reviewsLine(ctx context.Context) (Line, error) {
	status, err := h.Reviews.Status(ctx)
	switch {
	case err != nil:
		return Line{}, err
	case !status.Configured:
		return Line{
			Level: Attention, Text: "Google reviews are not connected, so the home page shows none.",
			Advice: "Open Company, go to Google and choose Connect.",
		}, nil
	case status.Problem != "":
		return Line{Level: Attention, Text: "Google reviews could not be fetched.", Advice: status.Problem}, nil
	case status.AsOf == nil:
		return ok("Google reviews are being fetched for the first time.")
	default:
		return ok(fmt.Sprintf("%s, last fetched %s.", count(status.Count, "review", "reviews"), h.when(ctx, *status.AsOf)))
	}
}

// searchTimeout is for the search of all texts. After a start of a site with very many
// articles it takes longer, and the next report continues it.
const searchTimeout = 3 * time.Second

func (h *Health) claimsLine(ctx context.Context) (Line, error) {
	search, cancel := context.WithTimeout(ctx, searchTimeout)
	defer cancel()
	report, err := h.Wording.ClaimReport(search)
	if err != nil && search.Err() != nil && ctx.Err() == nil {
		return ok("The texts are being searched. This takes some minutes after a start.")
	}
	if err != nil {
		return Line{}, err
	}
	if report.Total == 0 {
		return ok("No wording that advertising rules restrict was found on " + count(report.Pages, "page", "pages") + ".")
	}
	line := Line{
		Level:  Attention,
		Text:   "Advertising rules restrict " + count(report.Total, "wording", "wordings") + " on the site.",
		Advice: "Change these texts. The dashboard gives the reason for each.",
	}
	for _, f := range report.Findings {
		line.Details = append(line.Details, fmt.Sprintf("%s: %s", f.Title, f.Phrase))
	}
	return line, nil
}

func (h *Health) peopleLine(ctx context.Context) (Line, error) {
	people, err := h.People.People(ctx)
	if err != nil {
		return Line{}, err
	}
	line := Line{Level: OK, Text: "Everybody who edits the site signs in with a second factor.", Panel: "people"}
	for _, p := range people {
		if !p.Disabled && p.Role == auth.RoleAdmin && !p.SecondFactor {
			line.Details = append(line.Details, cmp.Or(p.FullName, p.Username))
		}
	}
	if len(line.Details) > 0 {
		line.Level = Attention
		line.Text = count(len(line.Details), "person edits", "people edit") + " the site with a password only. Whoever learns it can do the same."
		line.Advice = "Each adds a passkey or an authenticator app under Account. Under People, a second factor can be required of everybody."
	}
	return line, nil
}

// when writes a time as the owner reads it.
func (h *Health) when(ctx context.Context, t time.Time) string {
	return t.In(h.Location(ctx)).Format("January 2, 2006 at 3:04 PM")
}

// count writes a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// size writes a number of bytes.
func size(bytes int64) string {
	switch {
	case bytes >= 10e9:
		return fmt.Sprintf("%.0f GB", float64(bytes)/1e9)
	case bytes >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
	default:
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	}
}
