package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// The pages at the end of docs/operating.md, for whoever has to act at night.
var nightPages = []string{"The site is down", "I deleted something", "Move to a new machine"}

// maxPageLines is about one printed page.
const maxPageLines = 60

// word is a word of a command, in quotes or not.
var word = regexp.MustCompile(`"[^"]*"|\S+`)

// nightPage returns the lines of a page and its commands.
func nightPage(t *testing.T, title string) (lines []string, commands [][]string) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, found := strings.Cut(string(raw), "\n## "+title+"\n")
	page, _, _ = strings.Cut(page, "\n## ")
	if !found {
		t.Fatalf("docs/operating.md has no page %q", title)
	}
	lines = strings.Split(strings.TrimSpace(page), "\n")
	fenced := false
	for _, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced:
			args := word.FindAllString(line, -1)
			for i := range args {
				args[i] = strings.Trim(args[i], `"`)
			}
			commands = append(commands, args)
		}
	}
	return lines, commands
}

func TestOperatingEndsWithThePagesForTheNight(t *testing.T) {
	raw, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, m := range regexp.MustCompile(`(?m)^## (.+)$`).FindAllStringSubmatch(string(raw), -1) {
		titles = append(titles, m[1])
	}
	if len(titles) < 3 || !slices.Equal(titles[len(titles)-3:], nightPages) {
		t.Errorf("docs/operating.md has the sections %q", titles)
	}
	for _, title := range nightPages {
		if lines, commands := nightPage(t, title); len(lines) > maxPageLines || len(commands) < 3 {
			t.Errorf("%q has %d lines and %d commands", title, len(lines), len(commands))
		}
	}
}

// Every command of the pages is run, in its order, on a site with a backup.
func TestCommandsOfThePagesForTheNightWork(t *testing.T) {
	for _, title := range nightPages {
		t.Run(title, func(t *testing.T) { runNightPage(t, title) })
	}
}

func runNightPage(t *testing.T, title string) {
	t.Helper()
	dir := t.TempDir()
	places := map[string]string{
		"DIR": filepath.Join(dir, "data"), "OTHER": filepath.Join(dir, "other"), "site.tar.gz": filepath.Join(dir, "site.tar.gz"),
		"DIR/backups": filepath.Join(dir, "data", "backups"), "127.0.0.1:9000": "127.0.0.1:0",
	}
	addAdmin(t, places["DIR"])
	addImage(t, places["DIR"], "a picture")
	server := start(t, places["DIR"])
	client := signedIn(t, server.address, "sam", "a fine password")
	send(t, client, server.address+"/api/admin/content", map[string]any{"key": "hero_title", "section": "home", "type": "text", "value": "As it was"})
	if made := backUp(t, client, server.address); !*made.Proven {
		t.Fatalf("the backup is %+v", made)
	}
	places["2026-05-14 09:30"] = time.Now().UTC().Add(time.Second).Format(time.RFC3339)
	_, commands := nightPage(t, title)
	for _, args := range commands {
		if args[0] != "perimeter" {
			t.Fatalf("this test cannot run %q", args)
		}
		args = slices.Clone(args[1:])
		for i, arg := range args {
			if place, ok := places[arg]; ok {
				args[i] = place
			}
		}
		if args[0] == "serve" {
			server.stop() // only one can serve the folder
			data := args[slices.Index(args, "--data")+1]
			server = start(t, data)
			if _, page := get(t, server.address+"/"); !strings.Contains(page, "As it was") {
				t.Errorf("after %q the home page is another one", args)
			}
			continue
		}
		if args[0] == "restore" && !slices.Contains(args, "--check") {
			server.stop()
		}
		if out := mustRun(t, "", args...); out == "" {
			t.Errorf("perimeter %s prints nothing", strings.Join(args, " "))
		}
	}
}
