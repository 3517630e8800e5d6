// Package logs owns what the log never shows: floods of the same line, and values
// of any length. It must not know who logs or why.
package logs

import (
	"context"
	"log/slog"
	"strings"
	"time"
)

const (
	// maxLines is how many warnings and errors with the same message are logged
	// in each interval. The rest are counted and logged as one line at its end.
	maxLines = 20
	interval = time.Minute

	// maxValue is how many bytes of a text are logged, such as of a path that a
	// client has sent. Errors are not cut: they hold what is needed to find a
	// mistake, and are ours.
	maxValue = 300
	errorKey = "error"
)

// New returns a handler that passes the records on to next. Records below the
// level of a warning are never dropped: changes are logged with them.
func New(next slog.Handler) slog.Handler {
	return &handler{next: next, root: next, floods: NewFloods(maxLines, interval)}
}

type handler struct {
	next   slog.Handler
	root   slog.Handler // without anybody's attributes, for the summaries
	floods *Floods
}

func (h *handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

func (h *handler) Handle(ctx context.Context, record slog.Record) error {
	if record.Level >= slog.LevelWarn && !h.floods.Admit(record.Message, func(more int) { h.summarise(record, more) }) {
		return nil
	}
	short := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	record.Attrs(func(a slog.Attr) bool {
		short.AddAttrs(shortened(a))
		return true
	})
	return h.next.Handle(ctx, short)
}

// summarise logs how many records with the message of the first were dropped.
func (h *handler) summarise(first slog.Record, more int) {
	summary := slog.NewRecord(time.Now(), first.Level, first.Message, first.PC)
	summary.AddAttrs(slog.Int("more", more), slog.String("within", interval.String()))
	_ = h.root.Handle(context.Background(), summary) // nothing could be done about it
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	short := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		short[i] = shortened(a)
	}
	return &handler{h.next.WithAttrs(short), h.root, h.floods}
}

func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{h.next.WithGroup(name), h.root, h.floods}
}

// shortened returns the attribute with its text cut to maxValue.
func shortened(a slog.Attr) slog.Attr {
	if a.Key == errorKey || a.Value.Kind() != slog.KindString || len(a.Value.String()) <= maxValue {
		return a
	}
	cut := strings.ToValidUTF8(a.Value.String()[:maxValue], "") // a character may have been cut in two
	return slog.String(a.Key, cut+"…")
}
