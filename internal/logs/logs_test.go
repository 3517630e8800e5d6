package logs_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"perimeter/internal/logs"
)

// lines returns the lines of the log with the message.
func lines(t *testing.T, log *bytes.Buffer, message string) []map[string]any {
	t.Helper()
	var found []map[string]any
	for line := range strings.Lines(log.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		if fields["msg"] == message {
			found = append(found, fields)
		}
	}
	return found
}

func TestFloodBecomesOneLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		logger := slog.New(logs.New(slog.NewJSONHandler(&log, nil)))
		for i := range 5_000 {
			logger.With("client_ip", i).Warn("login failed")
			logger.Info("page saved")
		}
		logger.Error("defect")
		if n := len(lines(t, &log, "login failed")); n != 20 {
			t.Errorf("%d of 5,000 warnings were logged, want 20", n)
		}
		if n := len(lines(t, &log, "page saved")); n != 5_000 {
			t.Errorf("%d of 5,000 changes were logged", n)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		failed := lines(t, &log, "login failed")
		last := failed[len(failed)-1]
		if len(failed) != 21 || last["more"] != 4_980.0 || last["level"] != "WARN" {
			t.Errorf("%d lines, the last is %v", len(failed), last)
		}
		if n := len(lines(t, &log, "defect")); n != 1 {
			t.Errorf("a single error has %d lines", n)
		}
		logger.Warn("login failed")
		if n := len(lines(t, &log, "login failed")); n != 22 {
			t.Errorf("after the flood a warning is not logged: %d lines", n)
		}
		time.Sleep(2 * time.Minute)
	})
}

func TestLongValuesAreCut(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(logs.New(slog.NewJSONHandler(&log, nil)))
	long := "/" + strings.Repeat("ü", 5_000)
	logger.With("user", long).WithGroup("g").Info("request", "path", long, "error", long, "status", 404)
	fields := lines(t, &log, "request")[0]
	group := fields["g"].(map[string]any)
	for name, value := range map[string]any{"user": fields["user"], "path": group["path"]} {
		text := value.(string)
		if len(text) > 310 || !strings.HasSuffix(text, "…") || !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
			t.Errorf("%s has %d bytes: %q", name, len(text), text)
		}
	}
	if group["error"] != long || group["status"] != 404.0 {
		t.Errorf("other values were changed: %v", group)
	}
}
