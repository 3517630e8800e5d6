package main

import (
	"net"
	"os"
	"strings"
	"testing"
)

func TestDurationsThatAreNotPositiveAreRefused(t *testing.T) {
	for _, flag := range []string{"--upload-ttl", "--reviews-fresh", "--chat-retention"} {
		for _, value := range []string{"0s", "-5m"} {
			dir := t.TempDir()
			status, stdout, stderr := command(t, "", "serve", "--data", dir, "--listen", "127.0.0.1:0", flag+"="+value)
			if status == 0 || !strings.Contains(stderr, flag) || !strings.Contains(stderr, "PERIMETER_") {
				t.Errorf("%s %s: status %d, %s", flag, value, status, stderr)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 0 || stdout != "" {
				t.Errorf("%s %s: %d files were made, %v, %s", flag, value, len(left), err, stdout)
			}
		}
	}
}

// TestCheckFindsWhatAStartRefuses sets what only the running server needs.
func TestCheckFindsWhatAStartRefuses(t *testing.T) {
	for _, setting := range []string{
		"PERIMETER_UPLOAD_TTL=0", "PERIMETER_UPLOAD_TTL=-5m", "PERIMETER_UPLOAD_TTL=soon", "PERIMETER_UPLOAD_TTL=1ms",
		"PERIMETER_UPLOAD_TTL=200h", "PERIMETER_FAST_PATH=maybe", "PERIMETER_HISTORY_DAYS=-1",
		"PERIMETER_CONNECTIONS_PER_CLIENT=many", "PERIMETER_STARTER=perhaps", "PERIMETER_HSTS_SUBDOMAINS=perhaps",
	} {
		t.Run(setting, func(t *testing.T) {
			name, value, _ := strings.Cut(setting, "=")
			t.Setenv(name, value)
			flag := "--" + strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, settingPrefix), "_", "-"))
			for _, args := range [][]string{{"check"}, {"serve", "--listen", "127.0.0.1:0"}} {
				status, stdout, stderr := command(t, "", append(args, "--data", t.TempDir())...)
				if said := stdout + stderr; status == 0 || !strings.Contains(said, name) && !strings.Contains(said, flag) ||
					strings.Contains(said, "password ") || strings.Contains(said, "is ready") {
					t.Errorf("%s: status %d, %s", args[0], status, said)
				}
			}
		})
	}
}

func TestUnknownSettingsAreWarnedOf(t *testing.T) {
	t.Setenv("PERIMETER_LISTN", "127.0.0.1:1")
	t.Setenv("PERIMETER_DATA", t.TempDir())
	_, _, stderr := command(t, "", "check")
	if n := strings.Count(stderr, "warning: PERIMETER_LISTN is not a setting"); n != 1 || strings.Contains(stderr, "PERIMETER_DATA") {
		t.Errorf("%s", stderr)
	}
}

func TestMetricsPortInUseIsFoundBeforeThePasswordIsPrinted(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	status, stdout, stderr := command(t, "", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--metrics-listen", taken.Addr().String())
	if status == 0 || strings.Contains(stdout, "password") || !strings.Contains(stderr, "--metrics-listen") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
}
