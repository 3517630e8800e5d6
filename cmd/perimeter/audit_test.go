package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"
)

func TestCommandsAreInTheAuditLog(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	add := func(name string) {
		mustRun(t, "another password", "user", "add", "--data", dir, "--username", name, "--role", "staff", "--password-stdin")
	}
	add("pat")
	mustRun(t, "", "backup", "--data", dir, file)
	mustRun(t, "", "restore", "--data", dir, file)
	mustRun(t, "a third password", "user", "password", "--data", dir, "--username", "pat", "--password-stdin")
	mustRun(t, "", "user", "reset-second-factor", "--data", dir, "--username", "pat")
	mustRun(t, "", "user", "remove", "--data", dir, "--username", "pat")

	server := start(t, dir, "--starter=false")
	client := signedIn(t, server.address, "sam", "a fine password")
	response, err := client.Get(server.address + "/api/admin/audit?limit=50")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var log struct {
		Data []struct{ Action, Subject string }
	}
	if err := json.NewDecoder(response.Body).Decode(&log); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, event := range slices.Backward(log.Data) {
		got = append(got, event.Action+" "+event.Subject)
	}
	want := []string{
		"person_added sam", "person_added pat", "exported backup", "restored backup", "password_changed pat",
		"credential_removed pat", "person_removed pat", "signed_in ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the log has %q, want %q", got, want)
	}
}
