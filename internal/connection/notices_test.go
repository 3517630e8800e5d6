package connection_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"perimeter/internal/connection"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func newKey(t *testing.T) connection.Key {
	t.Helper()
	return testkit.Must(connection.OpenKey(t.TempDir()))(t)
}

var gmail = connection.NoticeEdit{
	MailServer: connection.MailServer{Host: "smtp.gmail.com", Port: 587, Username: "ann@pest.example"},
	Addresses:  []string{" ann@pest.example ", "ann@pest.example", "", "ben@pest.example"},
	Password:   new("app password"), WebhookURL: new("https://hooks.example/secret-path"),
}

func TestSecretsAreSealedAndNeverShown(t *testing.T) {
	db := testkit.NewStore(t)
	c := connection.New(connection.Config{Store: db.Connections(), Key: newKey(t)})
	saved := testkit.Must(c.SaveNotices(t.Context(), gmail))(t)
	if !saved.HasPassword || saved.WebhookHost != "hooks.example" || strings.Join(saved.Addresses, ",") != "ann@pest.example,ben@pest.example" {
		t.Errorf("the settings are %+v", saved)
	}
	server, password, err := c.MailServer(t.Context())
	if err != nil || server.Host != "smtp.gmail.com" || password != "app password" {
		t.Errorf("the server is %+v, %v", server, err)
	}
	if hook := testkit.Must(c.WebhookURL(t.Context()))(t); hook != *gmail.WebhookURL {
		t.Errorf("the webhook is %q", hook)
	}
	var dump bytes.Buffer
	testkit.Must(db.Dump(t.Context(), &dump, nil))(t)
	stored := testkit.Must(db.Connection(t.Context(), "notices"))(t)
	for _, text := range []string{dump.String(), stored.Settings, string(stored.Sealed)} {
		if strings.Contains(text, "app password") || strings.Contains(text, "secret-path") {
			t.Errorf("a secret can be read in %q", text)
		}
	}
	if !strings.Contains(dump.String(), "smtp.gmail.com") {
		t.Error("the backup has no mail server")
	}

	// A server with another key says so, and typing the secrets again mends it.
	other := connection.New(connection.Config{Store: db.Connections(), Key: newKey(t)})
	if shown := testkit.Must(other.Notices(t.Context()))(t); !shown.Unreadable || shown.HasPassword || len(shown.Addresses) != 2 {
		t.Errorf("the settings are %+v", shown)
	}
	if _, _, err := other.MailServer(t.Context()); !errors.Is(err, connection.ErrSealed) {
		t.Errorf("the error is %v", err)
	}
	if err := other.SetMonthly(t.Context(), false); !errors.Is(err, connection.ErrSealed) {
		t.Errorf("the error is %v", err)
	}
	if shown := testkit.Must(other.SaveNotices(t.Context(), gmail))(t); shown.Unreadable || !shown.HasPassword {
		t.Errorf("the settings are %+v", shown)
	}
}

func TestPasswordStaysWithItsServer(t *testing.T) {
	c := connection.New(connection.Config{Store: testkit.NewStore(t).Connections(), Key: newKey(t)})
	testkit.Must(c.SaveNotices(t.Context(), gmail))(t)
	kept := gmail
	kept.Password, kept.WebhookURL = nil, nil
	if saved := testkit.Must(c.SaveNotices(t.Context(), kept))(t); !saved.HasPassword || saved.WebhookHost == "" {
		t.Errorf("the settings are %+v", saved)
	}
	elsewhere := kept
	elsewhere.Host = "mail.attacker.example"
	if _, err := c.SaveNotices(t.Context(), elsewhere); errs.KindOf(err) != errs.Invalid {
		t.Errorf("another server got the password: %v", err)
	}
	none := connection.NoticeEdit{WebhookURL: new("")}
	if saved := testkit.Must(c.SaveNotices(t.Context(), none))(t); saved.HasPassword || saved.Host != "" || saved.WebhookHost != "" {
		t.Errorf("the settings are %+v", saved)
	}
}

func TestSettingsOfTheServerWin(t *testing.T) {
	store := testkit.NewStore(t).Connections()
	key := newKey(t)
	testkit.Must(connection.New(connection.Config{Store: store, Key: key}).SaveNotices(t.Context(), gmail))(t)
	c := connection.New(connection.Config{Store: store, Key: key, Fixed: connection.Fixed{
		Addresses: []string{"boss@pest.example"}, MailServer: true, Webhook: true,
	}})
	shown := testkit.Must(c.Notices(t.Context()))(t)
	if !shown.FixedAddresses || !shown.FixedMailServer || !shown.FixedWebhook || shown.Host != "" || shown.WebhookHost != "" || shown.Addresses[0] != "boss@pest.example" {
		t.Errorf("the settings are %+v", shown)
	}
	if to := testkit.Must(c.Addresses(t.Context()))(t); len(to) != 1 || to[0] != "boss@pest.example" {
		t.Errorf("the addresses are %q", to)
	}
}

func TestNoticeSettingsAreChecked(t *testing.T) {
	c := connection.New(connection.Config{Store: testkit.NewStore(t).Connections(), Key: newKey(t)})
	for field, change := range map[string]func(*connection.NoticeEdit){
		"addresses":  func(e *connection.NoticeEdit) { e.Addresses = []string{"ann"} },
		"host":       func(e *connection.NoticeEdit) { e.Host = "smtp://mail.example" },
		"port":       func(e *connection.NoticeEdit) { e.Port = 0 },
		"password":   func(e *connection.NoticeEdit) { e.Password = new("a\r\nb") },
		"webhookUrl": func(e *connection.NoticeEdit) { e.WebhookURL = new("hooks.example") },
	} {
		edit := gmail
		change(&edit)
		_, err := c.SaveNotices(t.Context(), edit)
		var told *errs.Error
		if !errors.As(err, &told) || told.Kind != errs.Invalid || told.Field != field {
			t.Errorf("%s: the error is %v", field, err)
		}
	}
}

func TestKeyIsMadeOnceAndOnlyForThisUser(t *testing.T) {
	folder := t.TempDir()
	testkit.Must(connection.OpenKey(folder))(t)
	path := filepath.Join(folder, "secrets.key")
	first := testkit.Must(os.ReadFile(path))(t)
	testkit.Must(connection.OpenKey(folder))(t)
	if second := testkit.Must(os.ReadFile(path))(t); !bytes.Equal(first, second) {
		t.Error("the key was replaced")
	}
	if info := testkit.Must(os.Stat(path))(t); info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v", info.Mode())
	}
	for _, text := range []string{"", "short", "AAAA", strings.Repeat("A", 43) + "!"} {
		if _, err := connection.ParseKey(text); err == nil {
			t.Errorf("the key %q is accepted", text)
		}
	}
}

func TestMonthIsTakenOnce(t *testing.T) {
	c := connection.New(connection.Config{Store: testkit.NewStore(t).Connections(), Key: newKey(t)})
	take := func(month string, want bool) {
		t.Helper()
		if got := testkit.Must(c.TakeMonth(t.Context(), month))(t); got != want {
			t.Errorf("%s: %v, want %v", month, got, want)
		}
	}
	take("2026-02", false) // the site began in March
	take("2026-03", true)
	take("2026-03", false)
	if err := c.SetMonthly(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	take("2026-04", false)
}
