package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/blob"
	"perimeter/internal/chat"
	"perimeter/internal/claims"
	"perimeter/internal/company"
	"perimeter/internal/connection"
	"perimeter/internal/google"
	"perimeter/internal/google/googletest"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/push"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
	"perimeter/internal/workingcopy"
	"perimeter/web"
)

// app is the whole handler on an empty store, with one user of each role.
type app struct {
	http.Handler
	Config
	store *store.Store
	// siteStore is the store's view of the site, for a test to wrap.
	siteStore func(site.Store) site.Store
	storage   media.Storage
	source    reviews.Source     // nil means the one that the owner connects
	google    *googletest.Google // that the owner connects
	fixed     connection.Fixed
	server    *Server
	channels  []chat.Channel
	answers   chat.Mailer
	heartbeat time.Duration
	mailer    auth.Mailer
	log       *bytes.Buffer
	now       time.Time
}

// Who sends a request: the token of that user's session, or nothing.
const (
	nobody = ""
	staff  = "token-of-staff"
	admin  = "token-of-admin"
)

// unguessable is the hash of a password that nobody knows, cheap to compare with.
const unguessable = "$argon2id$v=19$m=64,t=1,p=1$yjTiJ7OUSJpHSzsMkKusBQ$SA6QOo00wC+a/5dnw2Ddagr5nzQc9a86WiHn9iqffc0"

type option func(*app, *Config)

func newApp(t testing.TB, options ...option) *app {
	t.Helper()
	a := &app{store: testkit.NewStore(t), log: &bytes.Buffer{}, now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	base, err := url.Parse("http://pest.example")
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		BaseURL: base,
		Logger:  slog.New(slog.NewJSONHandler(a.log, nil)),
		Pages: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "a page")
		}),
		TemplateCSS: func(context.Context, string) (string, error) { return ".p-4{padding:1rem}", nil },
	}
	if a.storage, err = blob.Open(blob.Config{DataDir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	for _, option := range options {
		option(a, &cfg)
	}
	a.wire(&cfg, nil)
	cfg.Outage = NewOutage(cfg.Logger)
	a.server = New(cfg)
	a.Config, a.Handler = cfg, a.server
	t.Cleanup(a.Audit.Close)
	t.Cleanup(a.Accounts.Wait)
	a.addSession(t, "sam", auth.RoleStaff, staff)
	a.addSession(t, "anna", auth.RoleAdmin, admin)
	return a
}

// wire sets the domain packages of the configuration. A site file may be in
// charge of the company.
func (a *app) wire(cfg *Config, siteFile *company.Document) {
	now := func() time.Time { return a.now }
	cfg.Company = company.New(company.Config{Store: a.store.Company(), File: siteFile, Clock: now})
	cfg.Accounts = auth.New(auth.Config{
		Store: a.store.Auth(), SiteName: func() string { return cfg.Company.Cached().Name }, BaseURL: cfg.BaseURL, Clock: now,
		Mailer: a.mailer, Logger: cfg.Logger,
	})
	key, err := connection.NewKey(make([]byte, connection.KeySize))
	if err != nil {
		panic(err)
	}
	if a.google == nil {
		a.google = &googletest.Google{} // not served
	}
	cfg.Connections = connection.New(connection.Config{
		Store: a.store.Connections(), Key: key, Clock: now, Fixed: a.fixed,
		Google: google.NewAccounts(a.googleEndpoints()), GoogleRedirectURL: "http://pest.example/admin?panel=company&section=google",
	})
	cfg.Push = push.New(push.Config{Store: a.store.Push(), Clock: now})
	cfg.Audit = audit.New(audit.Config{Store: a.store.Audit(), Clock: now, Logger: cfg.Logger})
	cfg.Copies = workingcopy.New(a.store.Copies(), now)
	cfg.Library = media.New(media.Config{Store: a.store.Media(), Storage: a.storage, Codec: imaging.New(), Sessions: cfg.Accounts, Clock: now})
	cfg.Chat = chat.New(chat.Config{
		Store: a.store.Chat(), Heartbeat: a.heartbeat, Clock: now, Channels: a.channels, DialPhone: company.DialPhone,
		RenderPhoto: imaging.New().Photo,
		Mailer:      a.answers, MailAfter: time.Millisecond, VisitorURL: "http://pest.example/contact",
		Company: func(ctx context.Context) chat.Company {
			identity := cfg.Company.Latest(ctx)
			return chat.Company{Enabled: identity.Chat.Provider == company.ChatOwn, Phone: identity.Phone}
		},
	})
	cfg.Reviews = reviews.New(reviews.Config{
		Store: a.store.Reviews(), Source: a.reviewSource(cfg.Connections), PhotoPath: ReviewPhotosPath, Clock: now,
		Location: func(ctx context.Context) *time.Location { return cfg.Company.Latest(ctx).Location() },
	})
	db := a.store.Site()
	if a.siteStore != nil {
		db = a.siteStore(db)
	}
	rules, err := claims.Parse(web.ClaimRules)
	if err != nil {
		panic(err)
	}
	cfg.Site = site.New(site.Config{
		Store: db, Company: cfg.Company, Images: cfg.Library, Reviews: cfg.Reviews, Claims: rules, Clock: now,
	})
	cfg.History = record.NewHistory(record.HistoryConfig{
		Store: a.store.History(), Records: VersionedRecords(cfg.Site, cfg.Company, cfg.Library), Clock: now, Logger: cfg.Logger,
	})
}

// addSession signs a user in without the cost of hashing a password.
func (a *app) addSession(t testing.TB, username string, role auth.Role, token string) {
	t.Helper()
	err := a.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		user, err := tx.Users().Put(t.Context(), auth.User{Username: username, FullName: "Somebody", Role: role, PasswordHash: unguessable, CreatedAt: a.now})
		if err != nil {
			return err
		}
		return tx.Sessions().Put(t.Context(), a.session(user.ID, token))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (a *app) session(userID int64, token string) auth.Session {
	return auth.Session{TokenHash: sha256.Sum256([]byte(token)), UserID: userID, CreatedAt: a.now, LastSeenAt: a.now, ProvedAt: a.now}
}

// response is a response of the API.
type response struct {
	*http.Response
	text    string
	Success *bool           `json:"success"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
	User    json.RawMessage `json:"user"`
}

// call sends a request with the user's session. A body that is not a string is
// sent as JSON; header holds names and values in turn.
func (a *app) call(t testing.TB, as, method, path string, body any, header ...string) *response {
	t.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, path, reader)
	r.Host = "pest.example"
	r.Header.Set("Accept-Encoding", "gzip")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if as != nobody {
		r.AddCookie(&http.Cookie{Name: cookieName, Value: as})
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return a.send(t, r)
}

func (a *app) send(t testing.TB, r *http.Request) *response {
	t.Helper()
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	res := &response{Response: w.Result(), text: w.Body.String()}
	if !isAPI(r.URL.Path) || r.Method == http.MethodHead {
		return res
	}
	if got := res.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("%s %s: content type %q", r.Method, r.URL.Path, got)
	}
	if res.Header.Get("Content-Encoding") == "gzip" {
		res.text = gunzip(t, w.Body)
	}
	if err := json.Unmarshal([]byte(res.text), res); err != nil {
		t.Errorf("%s %s: the answer is no JSON: %v\n%s", r.Method, r.URL.Path, err, res.text)
	}
	return res
}

func gunzip(t testing.TB, from io.Reader) string {
	t.Helper()
	reader, err := gzip.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wants fails the test unless the response has the status, the right success flag
// and, if it is an error, a message.
func (res *response) wants(t testing.TB, status int) *response {
	t.Helper()
	if res.StatusCode != status {
		t.Errorf("status %d, want %d: %s", res.StatusCode, status, res.text)
		return res
	}
	if res.Success == nil || *res.Success != (status < 400) {
		t.Errorf("success flag is wrong for status %d: %s", status, res.text)
	}
	if status >= 400 && res.Message == "" {
		t.Errorf("status %d without a message", status)
	}
	return res
}

// data decodes the response's data.
func data[T any](t testing.TB, res *response) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(res.Data, &v); err != nil {
		t.Fatalf("data %s: %v", res.Data, err)
	}
	return v
}

// lines returns the log lines with the message.
func (a *app) lines(t testing.TB, message string) []map[string]any {
	t.Helper()
	var found []map[string]any
	for line := range strings.Lines(a.log.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("log line %s: %v", line, err)
		}
		if fields["msg"] == message {
			found = append(found, fields)
		}
	}
	return found
}

func TestPathsAreSplitBetweenAPIAndPages(t *testing.T) {
	a := newApp(t)
	for _, path := range []string{"/", "/services", "/apiary", "/api-docs", "/API/content", "/healthz/x"} {
		if res := a.call(t, nobody, get, path, nil); res.text != "a page" {
			t.Errorf("%s: %s", path, res.text)
		}
	}
	for _, path := range []string{"/api", "/api/", "/api/nothing", "/api/content/", "/api/services/a/b"} {
		a.call(t, nobody, get, path, nil).wants(t, http.StatusNotFound)
	}
	if res := a.call(t, nobody, get, "/healthz", nil); res.StatusCode != http.StatusOK || res.text != "ok\n" {
		t.Errorf("/healthz: %d %q", res.StatusCode, res.text)
	}
}
