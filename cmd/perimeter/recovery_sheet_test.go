package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"perimeter/internal/backup"
)

var sheetKey = regexp.MustCompile(`AGE-SECRET-KEY-1\w+`)

// sheetCommands returns the commands of a printed sheet.
func sheetCommands(t *testing.T, printed string) (commands [][]string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)^  \d\. perimeter (.+)$`).FindAllStringSubmatch(printed, -1) {
		commands = append(commands, strings.Fields(strings.ReplaceAll(m[1], "'", "")))
	}
	if len(commands) != 3 {
		t.Fatalf("the sheet has %d commands:\n%s", len(commands), printed)
	}
	return commands
}

func getData[T any](t *testing.T, client *http.Client, url string) (data T) {
	t.Helper()
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct{ Data T }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %d: %v", url, response.StatusCode, err)
	}
	return answer.Data
}

// The whole way: encrypted backups, the printed sheet, a lost machine, a new folder.
func TestARecoverySheetBringsTheSiteBack(t *testing.T) {
	dir, place := filepath.Join(t.TempDir(), "data"), t.TempDir()
	addAdmin(t, dir)
	addImage(t, dir, "a picture")
	settings := []string{"--backup-to", place, "--backup-recipient", "auto"}
	server := start(t, dir, settings...)
	client := signedIn(t, server.address, "sam", "a fine password")
	send(t, client, server.address+"/api/admin/content", map[string]any{"key": "hero_title", "section": "home", "type": "text", "value": "Backed up"})
	if made := backUp(t, client, server.address); !*made.Proven {
		t.Fatalf("the backup is %+v", made)
	}
	printed := mustRun(t, "", append([]string{"recovery-sheet", "--data", dir}, settings...)...)

	sheet := getData[backup.Sheet](t, client, server.address+"/api/admin/recovery-sheet")
	if len(sheet.Keys) != 1 || !strings.Contains(printed, sheet.Keys[0]) || !strings.Contains(printed, place) {
		t.Fatalf("the sheets differ: %+v and\n%s", sheet, printed)
	}
	status := getData[backup.Condition](t, client, server.address+"/api/admin/backups/status")
	var words []string
	for _, p := range status.Positions {
		words = append(words, sheet.Words[p-1])
	}
	if response, err := client.Post(server.address+"/api/admin/recovery-sheet", "application/json", strings.NewReader(`{"words":["a","b","c","d"]}`)); err != nil || response.StatusCode != http.StatusBadRequest {
		t.Errorf("wrong words: %v, %v", response, err)
	}
	send(t, client, server.address+"/api/admin/recovery-sheet", map[string]any{"words": words})
	if status := getData[backup.Condition](t, client, server.address+"/api/admin/backups/status"); !status.On {
		t.Errorf("after the words backups are not on: %+v", status)
	}
	_, page := get(t, server.address+"/")
	server.stop()
	commands := sheetCommands(t, printed)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}

	for _, stdin := range []string{"", "AGE-SECRET-KEY-1QQQ\n"} {
		if status, _, stderr := command(t, stdin, commands[0]...); status == 0 || !strings.Contains(stderr, "nothing was restored") {
			t.Errorf("with the key %q the restore exits with %d and says %s", stdin, status, stderr)
		}
	}
	key := sheetKey.FindString(printed)
	mustRun(t, strings.ToLower(key)+"\n\n", commands[0]...)
	if out := mustRun(t, "", commands[1]...); !strings.Contains(out, "encrypted") {
		t.Errorf("check says %s", out)
	}
	again := start(t, dir, append(commands[2][3:], "--base-url", server.address)...)
	if _, body := get(t, again.address+"/"); body != page {
		t.Error("the home page is another one")
	}
	client = signedIn(t, again.address, "sam", "a fine password")
	if made := backUp(t, client, again.address); !*made.Proven || made.Bytes > made.Size/2 {
		t.Errorf("the new machine does not go on with the backups of the old one: %+v", made)
	}
	again.stop()

	if out := mustRun(t, key+"\n", "backups", "verify", "--data", t.TempDir(), "--backup-to", place); !strings.Contains(out, "complete") {
		t.Errorf("backups verify says %s", out)
	}
	if status, out, _ := command(t, "", "backups", "verify", "--data", t.TempDir(), "--backup-to", place); status == 0 {
		t.Errorf("backups verify without the key says %s", out)
	}
	mustRun(t, "", "backups", "new-key", "--data", dir)
	after := mustRun(t, "", append([]string{"recovery-sheet", "--data", dir}, settings...)...)
	if keys := sheetKey.FindAllString(after, -1); len(keys) != 2 || keys[1] != key {
		t.Errorf("after new-key the sheet has the keys %q", keys)
	}
}

func TestBackupSettingsThatCannotWorkAreFound(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "file")
	addAdmin(t, dir)
	if err := os.WriteFile(file, []byte("no folder"), 0o600); err != nil {
		t.Fatal(err)
	}
	const recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"a file":                  {[]string{"--backup-to", file}, "no backup can be written"},
		"a storage that is away":  {[]string{"--backup-to", "s3://bucket?endpoint=http://127.0.0.1:9&region=us-east-1&path_style=true"}, "no backup can be written"},
		"a recipient without key": {[]string{"--backup-recipient", recipient}, "the key that belongs to the recipient is missing"},
		"no recipient":            {[]string{"--backup-recipient", "someone"}, "is no recipient"},
		"no key file":             {[]string{"--backup-identity", filepath.Join(dir, "none")}, "none"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("AWS_ACCESS_KEY_ID", "a")
			t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
			status, out, _ := command(t, "", append([]string{"check", "--data", dir}, test.args...)...)
			if status == 0 || !strings.Contains(out, "FAIL  backups") || !strings.Contains(out, test.want) {
				t.Errorf("check exits with %d and says\n%s", status, out)
			}
		})
	}
	if bytes.Contains([]byte(mustRun(t, "", "check", "--data", dir)), []byte("FAIL")) {
		t.Error("the defaults fail")
	}
}
