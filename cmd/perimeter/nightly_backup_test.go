package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"perimeter/internal/backup"
)

// backUp makes a backup of the running server and waits for its proof.
func backUp(t *testing.T, client *http.Client, address string) backup.Entry {
	t.Helper()
	before := ""
	if list := listBackups(t, client, address); len(list) > 0 {
		before = list[0].Name
	}
	// The backup before counts as running until old ones are removed, shortly after its proof.
	eventually(t, "a backup that is begun", func() bool {
		response, err := client.Post(address+"/api/admin/backups", "application/json", nil)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if status := response.StatusCode; status != http.StatusAccepted && status != http.StatusConflict {
			t.Fatalf("POST /api/admin/backups answers %d", status)
		}
		return response.StatusCode == http.StatusAccepted
	})
	var made backup.Entry
	eventually(t, "a backup and its proof", func() bool {
		list := listBackups(t, client, address)
		if len(list) > 0 {
			made = list[0]
		}
		return made.Name != before && made.Proven != nil
	})
	return made
}

func listBackups(t *testing.T, client *http.Client, address string) []backup.Entry {
	t.Helper()
	response, err := client.Get(address + "/api/admin/backups")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Data []backup.Entry }
	if err := json.Unmarshal(body, &answer); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return answer.Data
}

func TestServerMakesAndProvesABackup(t *testing.T) {
	dir, place := t.TempDir(), t.TempDir()
	addAdmin(t, dir)
	picture := addImage(t, dir, "a picture")
	server := start(t, dir, "--backup-to", place)
	client := signedIn(t, server.address, "sam", "a fine password")
	save := func(headline string) {
		t.Helper()
		send(t, client, server.address+"/api/admin/content", map[string]any{"key": "hero_title", "section": "home", "type": "text", "value": headline})
	}
	save("Backed up")
	made := backUp(t, client, server.address)
	if !*made.Proven || made.Difference != "" || made.Bytes <= 0 {
		t.Fatalf("the backup is %+v", made)
	}
	_, page := get(t, server.address+"/")
	server.stop()

	if out := mustRun(t, "", "backups", "list", "--data", dir, "--backup-to", place); !strings.Contains(out, "identical") {
		t.Errorf("backups list says %s", out)
	}
	if out := mustRun(t, "", "backups", "verify", "--backup-to", place); !strings.Contains(out, "complete") {
		t.Errorf("backups verify says %s", out)
	}
	if out := mustRun(t, "", "restore", "--check", "--data", dir, "--from", place); !strings.Contains(out, "0 changes since the backup would be lost") {
		t.Errorf("restore --check says %s", out)
	}

	t.Chdir(t.TempDir())
	mustRun(t, "", "restore", "--from", place)
	folders, err := filepath.Glob("restored-*")
	if err != nil || len(folders) != 1 {
		t.Fatalf("the restore has made %q, error %v", folders, err)
	}
	if content, err := os.ReadFile(filepath.Join(folders[0], "objects", picture)); err != nil || string(content) != "a picture" {
		t.Errorf("the uploaded file came back as %q (%v)", content, err)
	}
	restored := start(t, folders[0], "--base-url", server.address)
	if _, body := get(t, restored.address+"/"); body != page {
		t.Error("the restored home page is another one")
	}
}

func TestADamagedBackupFailsItsProofAndIsRepaired(t *testing.T) {
	dir, place := t.TempDir(), t.TempDir()
	addAdmin(t, dir)
	addImage(t, dir, "a picture")
	server := start(t, dir, "--backup-to", place)
	client := signedIn(t, server.address, "sam", "a fine password")
	backUp(t, client, server.address)
	blobs, err := filepath.Glob(filepath.Join(place, "blobs", "*", "*"))
	if err != nil || len(blobs) == 0 {
		t.Fatalf("there are no blobs, error %v", err)
	}
	for _, blob := range blobs {
		content, err := os.ReadFile(blob)
		if err != nil {
			t.Fatal(err)
		}
		if string(content) == "a picture" {
			if err := os.WriteFile(blob, []byte("a pictura"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if status, out, _ := command(t, "", "backups", "verify", "--backup-to", place); status == 0 || !strings.Contains(out, "altered or cut short") {
		t.Errorf("backups verify exits with %d and says %s", status, out)
	}
	if _, _, stderr := command(t, "", "restore", "--from", place, "--data", t.TempDir()); !strings.Contains(stderr, "--allow-incomplete") {
		t.Errorf("a restore of the damaged backup says %s", stderr)
	}
	if made := backUp(t, client, server.address); *made.Proven {
		t.Error("a backup that builds on a damaged one is proven")
	}
	if made := backUp(t, client, server.address); !*made.Proven {
		t.Errorf("the repository was not repaired: %s", made.Difference)
	}
}

func TestRestoreFlagsThatMeanNothingAreRefused(t *testing.T) {
	place := t.TempDir()
	for _, args := range [][]string{{"restore"}, {"restore", "--at", "2026-05-14"}, {"restore", "--from", place}, {"serve", "--backup-at", "noon", "--data", t.TempDir(), "--listen", "127.0.0.1:0"}} {
		if status, _, stderr := command(t, "", args...); status == 0 || stderr == "" {
			t.Errorf("perimeter %s exits with %d and says %q", strings.Join(args, " "), status, stderr)
		}
	}
}
