package certificate

import (
	"context"
	"log/slog"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// newLogger returns certmagic's logger. It passes on warnings and errors; certmagic
// logs every step of every renewal besides.
func newLogger(logger *slog.Logger) *zap.Logger { return zap.New(slogCore{logger}) }

// slogCore writes zap's entries to slog.
type slogCore struct{ logger *slog.Logger }

func (c slogCore) Enabled(level zapcore.Level) bool { return level >= zapcore.WarnLevel }

func (c slogCore) With(fields []zapcore.Field) zapcore.Core {
	return slogCore{slog.New(c.logger.Handler().WithAttrs(attributes(fields)))}
}

func (c slogCore) Check(entry zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(entry.Level) {
		return checked.AddCore(entry, c)
	}
	return checked
}

func (c slogCore) Write(entry zapcore.Entry, fields []zapcore.Field) error {
	level := slog.LevelWarn
	if entry.Level >= zapcore.ErrorLevel {
		level = slog.LevelError
	}
	c.logger.LogAttrs(context.Background(), level, "certificate: "+entry.Message, attributes(fields)...)
	return nil
}

func (slogCore) Sync() error { return nil }

func attributes(fields []zapcore.Field) []slog.Attr {
	encoded := zapcore.NewMapObjectEncoder()
	for _, field := range fields {
		field.AddTo(encoded)
	}
	attrs := make([]slog.Attr, 0, len(fields))
	for _, field := range fields {
		attrs = append(attrs, slog.Any(field.Key, encoded.Fields[field.Key]))
	}
	return attrs
}
