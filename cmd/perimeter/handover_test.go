package main

import (
	"encoding/json"
	"html"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/connection"
	"perimeter/internal/errs"
	"perimeter/internal/stats"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/mailserver"
)

// The site of another company in another town, with the starter texts, has no fact of
// the sample on any page, nor in the feed, the manifests, the data for search engines or
// an e-mail.
func TestNoTraceOfTheSampleAfterAHandover(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, "a fine password\n", "user", "add", "--data", dir,
		"--username", "olive", "--full-name", "Olive Owner", "--role", "admin", "--password-stdin")
	start(t, dir).stop() // stores the texts of the sample
	sample := company.Sample()
	other := sample
	other.Name, other.LegalName, other.Tagline = "Brazos Guard", "Brazos Guard", ""
	other.Phone, other.PhoneE164, other.Email = "(817) 555-0199", "", "hello@brazosguard.example"
	other.Street, other.Town, other.County, other.PostalCode = "1 Main Street", "Granbury", "Hood County", "76048"
	other.Latitude, other.Longitude, other.MapURL, other.PortalURL, other.License, other.FacebookURL = 0, 0, "", "", "", ""
	other.AreasServed = []string{"Granbury", "Acton"}
	other.Team = []company.TeamMember{{Name: "Olive Owner", Role: "Owner"}}
	file := filepath.Join(t.TempDir(), "site.yaml")
	testkit.Check(t, os.WriteFile(file, testkit.Must(other.File())(t), 0o600))
	mustRun(t, "", "company", "import", "--data", dir, file)
	monthIsDue := countLastMonth(t, dir)
	hostPort, mails := mailserver.Start(t)
	server := start(t, dir, "--smtp-url", "smtp://"+hostPort, "--chat-notice-to", "boss@brazosguard.example", "--chat-mail-after", "1ms")

	facts := []string{
		sample.Name, sample.Phone, sample.PhoneE164, sample.Email, sample.PortalURL, sample.Street, sample.Town, sample.County,
		sample.PostalCode, sample.License, sample.FacebookURL, sample.MapURL, "Lone Oak", "loneoak", "32.011", "-97.13",
		"Whitney", sample.Team[0].Name, sample.Team[1].Name, `"imageUrl":"/art/portrait-`,
	}
	hasNone := func(where, text string) {
		for _, fact := range facts {
			if strings.Contains(text, fact) {
				t.Errorf("%s still has %q", where, fact)
			}
		}
	}
	for _, path := range allPaths(t, server.address) {
		_, page := get(t, server.address+path)
		hasNone(path, html.UnescapeString(page))
	}
	if _, home := get(t, server.address+"/"); strings.Contains(home, `"geo"`) {
		t.Error("the data for search engines has coordinates that nobody gave")
	}
	if _, contact := get(t, server.address+"/contact"); !strings.Contains(html.UnescapeString(contact), "maps.google.com/maps?q=1%20Main%20Street%2C%20Granbury") {
		t.Error("the map does not show the address")
	}

	mail := mailbox{t, mails, ""}
	mail.cause(server.address)
	if monthIsDue {
		mail.await("Your website in ")
	}
	hasNone("an e-mail", mail.text)
}

// allPaths returns the paths of everything that the public sees.
func allPaths(t *testing.T, address string) []string {
	t.Helper()
	_, sitemap := get(t, address+"/sitemap.xml")
	paths := []string{"/feed.xml", "/manifest.webmanifest", "/admin/manifest.webmanifest", "/robots.txt", "/login", "/customer-portal", "/nowhere"}
	for _, found := range regexp.MustCompile(`<loc>https?://[^/]+([^<]*)</loc>`).FindAllStringSubmatch(sitemap, -1) {
		paths = append(paths, found[1])
	}
	if len(paths) < 20 {
		t.Fatalf("only %d paths to look at: %s", len(paths), paths)
	}
	return paths
}

// countLastMonth counts a visit of last month, and says that the message about the
// month before was sent. It reports whether the one about last month is due: on the
// first of a month it waits for the morning.
func countLastMonth(t *testing.T, dir string) bool {
	t.Helper()
	db, _ := openFolder(t, dir)
	defer db.Close()
	now := time.Now().In(company.Sample().Location())
	last := time.Date(now.Year(), now.Month(), 1, 12, 0, 0, 0, now.Location()).AddDate(0, -1, 0)
	testkit.Check(t, db.Stats().AddCounts(t.Context(), []stats.Count{{Day: last.Format(time.DateOnly), Kind: stats.View, Name: "/", N: 3}}))
	stored, err := db.Connections().Connection(t.Context(), "month")
	if errs.KindOf(err) != errs.NotFound {
		testkit.Check(t, err)
	}
	testkit.Check(t, db.Connections().PutConnection(t.Context(), connection.Stored{
		Name: "month", Settings: `{"sent":"` + last.AddDate(0, -1, 0).Format("2006-01") + `"}`, Sealed: []byte{}, UpdatedAt: now,
	}, stored.UpdatedAt))
	return now.Day() > 1 || now.Hour() >= 8
}

// mailbox is the e-mails that the site has sent.
type mailbox struct {
	*testing.T
	mails <-chan string
	text  string
}

// cause makes the site send e-mails to the staff, to a visitor who was answered, to
// somebody who is invited and to somebody who forgot the password.
func (m *mailbox) cause(address string) {
	m.Helper()
	visitor := &http.Client{Jar: testkit.Must(cookiejar.New(nil))(m), Transport: &http.Transport{}}
	m.Cleanup(visitor.CloseIdleConnections)
	send(m.T, visitor, address+"/api/chat/messages", map[string]any{"key": "1", "text": "I have ants.", "page": "/services"})
	m.await("I have ants.")
	send(m.T, visitor, address+"/api/chat/contact", map[string]any{"name": "Ann", "contact": "ann@visitor.example"})

	admin := signedIn(m.T, address, "olive", "a fine password")
	response := testkit.Must(admin.Get(address + "/api/admin/chat"))(m)
	defer response.Body.Close()
	var inbox struct {
		Data struct{ Conversations []struct{ ID string } }
	}
	testkit.Check(m, json.NewDecoder(response.Body).Decode(&inbox))
	send(m.T, admin, address+"/api/admin/chat/"+inbox.Data.Conversations[0].ID+"/messages", map[string]any{"key": "2", "text": "We come tomorrow."})
	m.await("Subject: An answer from Brazos Guard")
	send(m.T, admin, address+"/api/admin/chat/channels/email/test", map[string]any{})
	m.await("Subject: A test of")
	send(m.T, admin, address+"/api/admin/people/invitations", map[string]any{"email": "new@brazosguard.example", "role": "admin"})
	m.await("Subject: Your account at Brazos Guard")
	// The only account is the first.
	send(m.T, admin, address+"/api/admin/people/1", map[string]any{"email": "olive@brazosguard.example"})
	send(m.T, visitor, address+"/api/auth/password-reset/request", map[string]any{"username": "olive"})
	m.await("Subject: A new password for Brazos Guard")
}

// await waits for an e-mail with the text.
func (m *mailbox) await(text string) {
	m.Helper()
	limit := time.After(time.Minute)
	for !strings.Contains(m.text, text) {
		select {
		case mail := <-m.mails:
			// Mail has short lines.
			m.text += strings.ReplaceAll(strings.ReplaceAll(mail, "=\n", ""), "=3D", "=")
		case <-limit:
			m.Fatalf("no e-mail came with %q, but:\n%s", text, m.text)
		}
	}
}
