package main

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestUserAddValidates(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	for name, test := range map[string]struct {
		username, role, password, want string
	}{
		"a taken name":        {"SAM", "admin", "a fine password", "taken"},
		"an unknown role":     {"pat", "owner", "a fine password", "role"},
		"an empty password":   {"pat", "staff", "", "required"},
		"an empty line":       {"pat", "staff", "\n", "required"},
		"a short password":    {"pat", "staff", "1234567", "at least 8"},
		"a common password":   {"pat", "staff", "12345678\n", "most common"},
		"blanks":              {"pat", "staff", "        ", "different characters"},
		"the company's town":  {"pat", "staff", "Hillsboro2026", "about the company"},
		"the company's phone": {"pat", "staff", "254-555-0142", "about the company"},
		"the trade":           {"pat", "staff", "PestControl", "about the company"},
		"this program":        {"pat", "staff", "perimeter1", "about the company"},
		"an empty name":       {"", "staff", "a fine password", "username"},
		"a name with spaces":  {"pat smith", "staff", "a fine password", "username"},
	} {
		t.Run(name, func(t *testing.T) {
			status, _, stderr := command(t, test.password, "user", "add", "--data", dir,
				"--username", test.username, "--role", test.role, "--password-stdin")
			if status == 0 || !strings.Contains(stderr, test.want) {
				t.Errorf("status %d and %q, want a failure that says %q", status, stderr, test.want)
			}
		})
	}
	t.Run("no name at all", func(t *testing.T) {
		if status, _, stderr := command(t, "a fine password", "user", "add", "--data", dir, "--role", "admin", "--password-stdin"); status == 0 || !strings.Contains(stderr, "--username") {
			t.Errorf("status %d and %q", status, stderr)
		}
	})
	if list := mustRun(t, "", "user", "list", "--data", dir); strings.Count(list, "\n") != 2 {
		t.Errorf("somebody was added:\n%s", list)
	}
}

func TestSecondFactorIsReset(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	if out := mustRun(t, "", "user", "reset-second-factor", "--data", dir, "--username", "SAM"); !strings.Contains(out, "password alone") {
		t.Errorf("the answer is %q", out)
	}
	status, _, stderr := command(t, "", "user", "reset-second-factor", "--data", dir, "--username", "nobody")
	if status == 0 || !strings.Contains(stderr, "nobody") {
		t.Errorf("status %d and %q for an unknown user", status, stderr)
	}
}

func TestTrailingNewlineIsNotPartOfPassword(t *testing.T) {
	for name, input := range map[string]string{"unix": "a fine password\n", "windows": "a fine password\r\n", "none": "a fine password"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			mustRun(t, input, "user", "add", "--data", dir, "--username", "sam", "--role", "admin", "--password-stdin")
			signedIn(t, start(t, dir, "--starter=false").address, "sam", "a fine password")
		})
	}
}

func TestUsersAreManagedWhileTheServerRuns(t *testing.T) {
	dir := t.TempDir()
	addAdmin(t, dir)
	server := start(t, dir, "--starter=false")
	mustRun(t, "another password", "user", "add", "--data", dir, "--username", "pat", "--role", "staff", "--password-stdin")
	pat := signedIn(t, server.address, "pat", "another password")

	mustRun(t, "a third password", "user", "password", "--data", dir, "--username", "pat", "--password-stdin")
	if response, err := pat.Get(server.address + "/api/auth/user"); err != nil || response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the old session is still open after the password was changed (%v)", err)
	}
	signedIn(t, server.address, "pat", "a third password")

	mustRun(t, "", "user", "remove", "--data", dir, "--username", "pat")
	if list := mustRun(t, "", "user", "list", "--data", dir); strings.Contains(list, "pat") || !strings.Contains(list, "Sam Sample") {
		t.Errorf("after the removal:\n%s", list)
	}
	if status, _, stderr := command(t, "", "user", "remove", "--data", dir, "--username", "sam"); status == 0 || !strings.Contains(stderr, "last administrator") {
		t.Errorf("the last administrator: status %d, %q", status, stderr)
	}
}

func TestGeneratedPasswordIsPrinted(t *testing.T) {
	dir := t.TempDir()
	out := mustRun(t, "", "user", "add", "--data", dir, "--username", "sam", "--role", "admin")
	m := regexp.MustCompile(`password is (\S+)`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("no password in %q", out)
	}
	signedIn(t, start(t, dir, "--starter=false").address, "sam", m[1])
}
