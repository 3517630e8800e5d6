package main

import (
	"strings"
	"testing"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// pageAt runs the command and returns what it prints.
func pageAt(t *testing.T, dir string, at time.Time, path string) (status int, out, messages string) {
	t.Helper()
	return command(t, "", "page", "--data", dir, "--at", at.Format(time.RFC3339Nano), path)
}

func TestPageShowsTheContentOfATime(t *testing.T) {
	dir := t.TempDir()
	begin := time.Date(2026, 5, 14, 12, 0, 0, 0, time.UTC)
	now := begin
	clock := func() time.Time { return now }
	db := testkit.OpenStore(t, store.Config{DataDir: dir, Clock: clock})
	companyNow := company.New(company.Config{Store: db.Company(), Clock: clock})
	s := site.New(site.Config{Store: db.Site(), Company: companyNow, Clock: clock})
	if err := companyNow.Fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	texts := func(title, slug, content string) site.PostEdit {
		excerpt := "In short"
		return site.PostEdit{Title: &title, Slug: &slug, Excerpt: &excerpt, Content: &content}
	}
	now = begin.Add(time.Hour)
	saved := testkit.Must(testkit.Edit(s).SavePost(t.Context(), texts("Ants", "ants", "The first words.")))(t)
	now = begin.Add(2 * time.Hour)
	edit := texts("Ants", "big-ants", "The second words.")
	edit.ID = &saved.ID
	testkit.Must(testkit.Edit(s).SavePost(t.Context(), edit))(t)
	now = begin.Add(3 * time.Hour)
	testkit.Must(testkit.Edit(s).DeletePost(t.Context(), saved.ID))(t)

	for _, tt := range []struct {
		after   time.Duration
		path    string
		status  int
		want    string
		message string
	}{
		{30 * time.Minute, "/blog/ants", 1, "", "status 404"},
		{90 * time.Minute, "/blog/ants", 0, "The first words.", "Today's code renders it"},
		{150 * time.Minute, "/blog/big-ants", 0, "The second words.", "2026-05-14T14:30:00Z"},
		{4 * time.Hour, "/blog/big-ants", 1, "", "status 404"},
		{-time.Hour, "/contact", 0, "</html>", "the history begins at"},
	} {
		status, out, messages := pageAt(t, dir, begin.Add(tt.after), tt.path)
		if status != tt.status || !strings.Contains(out, tt.want) || !strings.Contains(messages, tt.message) {
			t.Errorf("%s after %s: status %d, messages %q, want %q and %q in %d bytes", tt.path, tt.after, status, messages, tt.message, tt.want, len(out))
		}
	}
	if got := mustRun(t, "", "page", "--data", dir, "--at", "2026-05-14 08:30", "/blog/ants"); !strings.Contains(got, "The first words.") {
		t.Error("a time in the company's zone is read as another one")
	}
}

func TestPageRefusesWhatIsNoTimeOrPath(t *testing.T) {
	dir := t.TempDir()
	testkit.OpenStore(t, store.Config{DataDir: dir})
	for _, args := range [][]string{{"--at", "yesterday", "/"}, {"services"}, {"/"}} {
		if status, _, _ := command(t, "", append([]string{"page", "--data", dir}, args...)...); status == 0 {
			t.Errorf("%v is accepted", args)
		}
	}
}
