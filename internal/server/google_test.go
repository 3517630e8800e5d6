package server

import (
	"bytes"
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"perimeter/internal/connection"
	"perimeter/internal/google"
	"perimeter/internal/google/googletest"
	"perimeter/internal/reviews"
	"perimeter/internal/testkit"
)

func (a *app) googleEndpoints() google.Endpoints {
	return google.Endpoints{AuthURL: a.google.AuthURL(), TokenURL: a.google.TokenURL(), APIURL: a.google.URL}
}

// reviewSource is the source of the test, or what the owner connects.
func (a *app) reviewSource(connections *connection.Connections) func(context.Context) (reviews.Source, error) {
	if a.source != nil {
		return func(context.Context) (reviews.Source, error) { return a.source, nil }
	}
	return google.Connected(a.googleEndpoints(), connections.GoogleAccess)
}

// connectable is an app whose owner can connect a fake Google.
func connectable(t *testing.T, fake *googletest.Google, options ...option) *app {
	t.Helper()
	return newApp(t, append(options, func(a *app, _ *Config) { a.google = fake })...)
}

var typedClient = map[string]any{"clientId": googletest.ClientID, "clientSecret": googletest.ClientSecret}

// consentURL begins a connection and returns the page at Google.
func (a *app) consentURL(t *testing.T, as string, client any) string {
	t.Helper()
	return data[googleConsent](t, a.call(t, as, post, "/api/admin/google/connect", client).wants(t, 200)).URL
}

// answer is what the back office sends on after Google has sent the browser back.
func answer(t *testing.T, fake *googletest.Google, consentURL string, allow bool) connection.GoogleAnswer {
	t.Helper()
	redirect := testkit.Must(fake.Answer(consentURL, allow))(t)
	if redirect.Host != "pest.example" || redirect.Path != "/admin" || redirect.Query().Get("section") != "google" {
		t.Errorf("Google sends the browser to %s", redirect)
	}
	query := redirect.Query()
	return connection.GoogleAnswer{State: query.Get("state"), Code: query.Get("code"), Error: query.Get("error")}
}

// connect connects Google as the administrator does.
func (a *app) connect(t *testing.T, client any) connection.GoogleSettings {
	t.Helper()
	given := answer(t, a.google, a.consentURL(t, admin, client), true)
	return data[connection.GoogleSettings](t, a.call(t, admin, post, "/api/admin/google/finish", given).wants(t, 200))
}

func (a *app) reviewStatus(t *testing.T) reviews.Status {
	t.Helper()
	return data[reviews.Status](t, a.call(t, admin, get, "/api/admin/google-reviews", nil).wants(t, 200))
}

func TestOwnerConnectsTheOnlyLocation(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(3, "")...)
	a := connectable(t, fake)
	if settings := a.connect(t, typedClient); !settings.Connected || settings.Location != googletest.Location || settings.LocationTitle != "Sample Pest Control 1" {
		t.Errorf("the settings are %+v", settings)
	}
	list := data[[]reviews.Review](t, a.call(t, nobody, get, "/api/google-reviews", nil).wants(t, 200))
	if status := a.reviewStatus(t); len(list) != 3 || status.Count != 3 || status.Problem != "" {
		t.Errorf("%d reviews; the status is %+v", len(list), status)
	}
	page := data[reviewPage](t, a.call(t, nobody, get, "/api/review-page", nil).wants(t, 200))
	if page.URL != fake.ReviewPage(googletest.Location) {
		t.Errorf("the page for reviews is %q", page.URL)
	}
	if ask := data[reviewRequest](t, a.call(t, admin, get, "/api/admin/review-request", nil).wants(t, 200)); ask.URL != page.URL || !strings.HasPrefix(ask.QR, "<svg") {
		t.Errorf("the request is %+v", ask)
	}

	// Neither the responses, the log, the audit log nor a dump has a secret.
	shown := a.call(t, admin, get, "/api/admin/google", nil).text + a.call(t, admin, get, "/api/admin/audit", nil).text
	var dump bytes.Buffer
	testkit.Must(a.store.Dump(t.Context(), &dump, nil))(t)
	for _, secret := range []string{googletest.ClientSecret, "1//refresh", "4/0code", "ya29", "verifier\":\"e"} {
		for name, text := range map[string]string{"the API": shown, "the log": a.log.String(), "a dump": dump.String()} {
			if strings.Contains(text, secret) {
				t.Errorf("%s has %q", name, secret)
			}
		}
	}
	if !strings.Contains(shown, "Google account connected") {
		t.Error("the audit log does not say that Google was connected")
	}
}

func TestOwnerChoosesAmongSeveralLocations(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	fake.SetLocations(3)
	a := connectable(t, fake)
	if settings := a.connect(t, typedClient); !settings.Connected || settings.Location != "" {
		t.Errorf("the settings are %+v", settings)
	}
	if res := a.call(t, nobody, get, "/api/google-reviews", nil).wants(t, 200); string(res.Data) != "[]" {
		t.Errorf("without a location, the reviews are %s", res.Data)
	}
	list := data[[]connection.GoogleLocation](t, a.call(t, admin, get, "/api/admin/google/locations", nil).wants(t, 200))
	if len(list) != 3 || list[1].Name != googletest.LocationName(1) || list[1].Address != "101 Sample Street, Sampletown" {
		t.Errorf("the locations are %+v", list)
	}
	choose := func(name string, status int) {
		t.Helper()
		a.call(t, admin, post, "/api/admin/google/location", map[string]string{"name": name}).wants(t, status)
	}
	choose(list[1].Name, 200)
	if a.reviewStatus(t).Count != 0 {
		t.Error("the second location has reviews")
	}
	if page := data[reviewPage](t, a.call(t, nobody, get, "/api/review-page", nil)); page.URL != fake.ReviewPage(list[1].Name) {
		t.Errorf("the page for reviews is %q", page.URL)
	}
	choose("accounts/9/locations/9", 400)
	choose(list[0].Name, 200)
	if status := a.reviewStatus(t); status.Count != 2 {
		t.Errorf("the status is %+v", status)
	}
	// Connecting again keeps the choice.
	if settings := a.connect(t, map[string]any{}); settings.Location != list[0].Name {
		t.Errorf("the settings are %+v", settings)
	}
}

func TestAccountWithoutLocation(t *testing.T) {
	fake := googletest.Start(t)
	fake.SetLocations(0)
	a := connectable(t, fake)
	if settings := a.connect(t, typedClient); !settings.Connected || settings.Location != "" {
		t.Errorf("the settings are %+v", settings)
	}
	if res := a.call(t, admin, get, "/api/admin/google/locations", nil).wants(t, 200); string(res.Data) != "[]" {
		t.Errorf("the locations are %s", res.Data)
	}
	if status := a.reviewStatus(t); status.Configured {
		t.Errorf("the status is %+v", status)
	}
}

func TestRefusedConsentChangesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*app, *connection.GoogleAnswer)
		allow  bool
		status int
		want   string
	}{
		"denied":       {func(*app, *connection.GoogleAnswer) {}, false, 400, "You did not allow"},
		"other error":  {func(_ *app, g *connection.GoogleAnswer) { g.Code, g.Error = "", "admin_policy_enforced" }, true, 400, "did not allow the connection"},
		"wrong state":  {func(_ *app, g *connection.GoogleAnswer) { g.State = "made-up" }, true, 400, "does not belong"},
		"no state":     {func(_ *app, g *connection.GoogleAnswer) { g.State = "" }, true, 400, "does not belong"},
		"too late":     {func(a *app, _ *connection.GoogleAnswer) { a.now = a.now.Add(11 * time.Minute) }, true, 400, "does not belong"},
		"expired code": {func(a *app, _ *connection.GoogleAnswer) { a.google.ExpireCodes() }, true, 502, "too old"},
		"wrong code":   {func(_ *app, g *connection.GoogleAnswer) { g.Code = "4/0made-up" }, true, 502, "too old"},
		"unticked":     {func(*app, *connection.GoogleAnswer) {}, true, 400, "unticked"},
		"Google down":  {func(a *app, _ *connection.GoogleAnswer) { a.google.FailWith(googletest.Down) }, true, 502, "try again in a minute"},
		"no such client": {
			func(a *app, _ *connection.GoogleAnswer) { a.google.FailWith(googletest.UnknownClient) }, true, 502, "type them again",
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake := googletest.Start(t)
			fake.Untick(name == "unticked")
			a := connectable(t, fake)
			began := a.now
			given := answer(t, fake, a.consentURL(t, admin, typedClient), c.allow)
			c.change(a, &given)
			res := a.call(t, admin, post, "/api/admin/google/finish", given).wants(t, c.status)
			if !strings.Contains(res.Message, c.want) {
				t.Errorf("the message is %q", res.Message)
			}
			settings := data[connection.GoogleSettings](t, a.call(t, admin, get, "/api/admin/google", nil).wants(t, 200))
			if settings.Connected || settings.Location != "" || settings.ClientID != googletest.ClientID || !settings.HasSecret {
				t.Errorf("the settings are %+v", settings)
			}
			// It works the next time, without typing the client again.
			fake.FailWith(googletest.None)
			fake.Untick(false)
			a.now = began
			if settings := a.connect(t, map[string]any{}); !settings.Connected {
				t.Errorf("the settings are %+v", settings)
			}
		})
	}
}

func TestConsentBelongsToOneSessionAndWorksOnce(t *testing.T) {
	fake := googletest.Start(t)
	a := connectable(t, fake)
	a.addSession(t, "bea", "admin", "token-of-bea")
	given := answer(t, fake, a.consentURL(t, admin, typedClient), true)
	a.call(t, "token-of-bea", post, "/api/admin/google/finish", given).wants(t, 400)
	a.call(t, staff, post, "/api/admin/google/finish", given).wants(t, 403)
	a.call(t, nobody, post, "/api/admin/google/finish", given).wants(t, 401)
	// Another site can neither send the answer on nor end the consent with a made-up one.
	a.call(t, admin, post, "/api/admin/google/finish", given, "Origin", "https://evil.example").wants(t, 403)
	a.call(t, admin, post, "/api/admin/google/finish", connection.GoogleAnswer{State: "made-up", Error: "access_denied"}).wants(t, 400)
	a.call(t, admin, post, "/api/admin/google/finish", given).wants(t, 200)
	a.call(t, admin, post, "/api/admin/google/finish", given).wants(t, 400)

	// The newest consent is the only one.
	first := answer(t, fake, a.consentURL(t, admin, map[string]any{}), true)
	second := answer(t, fake, a.consentURL(t, admin, map[string]any{}), true)
	a.call(t, admin, post, "/api/admin/google/finish", first).wants(t, 400)
	a.call(t, admin, post, "/api/admin/google/finish", second).wants(t, 200)
}

func TestConnectingNeedsAnAdministratorAndAProof(t *testing.T) {
	a := connectable(t, googletest.Start(t))
	a.call(t, staff, post, "/api/admin/google/connect", typedClient).wants(t, 403)
	a.now = a.now.Add(11 * time.Minute)
	a.call(t, admin, post, "/api/admin/google/connect", typedClient).wants(t, 403)
	a.call(t, admin, "DELETE", "/api/admin/google", nil).wants(t, 403)
}

func TestRevokedLaterSaysWhatToDoAndIsMended(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	a := connectable(t, fake)
	a.connect(t, typedClient)
	fake.RevokeGrants()
	a.now = a.now.Add(6 * time.Minute)
	a.fetchReviews(t)
	status := a.reviewStatus(t)
	if !status.NeedsOwner || !strings.Contains(status.Problem, "Connect again") || status.Count != 2 {
		t.Errorf("the status is %+v", status)
	}
	if list := data[[]reviews.Review](t, a.call(t, nobody, get, "/api/google-reviews", nil)); len(list) != 2 {
		t.Errorf("%d reviews are left", len(list))
	}
	a.connect(t, map[string]any{})
	if status := a.reviewStatus(t); status.NeedsOwner || status.Problem != "" || status.Count != 2 {
		t.Errorf("after connecting again the status is %+v", status)
	}
}

func TestDisconnectingRevokesAndRemovesTheReviews(t *testing.T) {
	fake := googletest.Start(t, googletest.Sample(2, "")...)
	a := connectable(t, fake)
	a.connect(t, typedClient)
	a.call(t, admin, "DELETE", "/api/admin/google", nil).wants(t, 200)
	if revoked := fake.Revoked(); len(revoked) != 1 || !strings.HasPrefix(revoked[0], "1//refresh") {
		t.Errorf("%q was revoked", revoked)
	}
	if res := a.call(t, nobody, get, "/api/google-reviews", nil).wants(t, 200); string(res.Data) != "[]" {
		t.Errorf("the reviews are %s", res.Data)
	}
	if page := data[reviewPage](t, a.call(t, nobody, get, "/api/review-page", nil)); page.URL != "" {
		t.Errorf("the page for reviews is %q", page.URL)
	}
	settings := data[connection.GoogleSettings](t, a.call(t, admin, get, "/api/admin/google", nil))
	if settings.Connected || settings.Location != "" || !settings.HasSecret {
		t.Errorf("the settings are %+v", settings)
	}

	// The site forgets the permission even if Google cannot be told.
	a.connect(t, map[string]any{})
	fake.FailWith(googletest.Down)
	if res := a.call(t, admin, "DELETE", "/api/admin/google", nil).wants(t, 200); !strings.Contains(res.Message, "could not be told") {
		t.Errorf("the message is %q", res.Message)
	}
	if settings := data[connection.GoogleSettings](t, a.call(t, admin, get, "/api/admin/google", nil)); settings.Connected {
		t.Errorf("the settings are %+v", settings)
	}
}

func TestSettingsOfTheServerDecideAboutGoogle(t *testing.T) {
	fake := googletest.Start(t)
	a := connectable(t, fake, func(a *app, _ *Config) { a.fixed.Google = true })
	if settings := data[connection.GoogleSettings](t, a.call(t, admin, get, "/api/admin/google", nil)); !settings.Fixed {
		t.Errorf("the settings are %+v", settings)
	}
	a.call(t, admin, post, "/api/admin/google/connect", typedClient).wants(t, 409)
	a.call(t, admin, post, "/api/admin/google/finish", connection.GoogleAnswer{State: "s", Code: "c"}).wants(t, 409)
	a.call(t, admin, get, "/api/admin/google/locations", nil).wants(t, 409)
	a.call(t, admin, "DELETE", "/api/admin/google", nil).wants(t, 409)

	// The client alone: nothing has to be typed, and what is typed is not used.
	a = connectable(t, fake, func(a *app, _ *Config) {
		a.fixed.GoogleClient = connection.GoogleClient{ID: googletest.ClientID, Secret: googletest.ClientSecret}
	})
	typed := map[string]any{"clientId": "other.apps.googleusercontent.com", "clientSecret": "other"}
	if settings := a.connect(t, typed); !settings.Connected || !settings.FixedClient || settings.ClientID != googletest.ClientID {
		t.Errorf("the settings are %+v", settings)
	}
}

func TestTypedClientIsChecked(t *testing.T) {
	a := connectable(t, googletest.Start(t))
	for _, c := range []struct {
		client map[string]any
		want   string
	}{
		{map[string]any{}, "type the client ID"},
		{map[string]any{"clientId": googletest.ClientID}, "type the client secret"},
		{map[string]any{"clientId": "GOCSPX-secret", "clientSecret": "x"}, "ends with .apps.googleusercontent.com"},
		{map[string]any{"clientId": googletest.ClientID, "clientSecret": "a b"}, "has a space"},
	} {
		if res := a.call(t, admin, post, "/api/admin/google/connect", c.client).wants(t, 400); !strings.Contains(res.Message, c.want) {
			t.Errorf("%v: the message is %q", c.client, res.Message)
		}
	}
	// Another client does not get the secret of this one.
	a.connect(t, typedClient)
	other := map[string]any{"clientId": "other.apps.googleusercontent.com"}
	a.call(t, admin, post, "/api/admin/google/connect", other).wants(t, 400)
	consent := testkit.Must(url.Parse(a.consentURL(t, admin, map[string]any{"clientId": "other.apps.googleusercontent.com", "clientSecret": "x"})))(t)
	if id := consent.Query().Get("client_id"); id != "other.apps.googleusercontent.com" {
		t.Errorf("the client is %q", id)
	}
	if access := testkit.Must(a.Connections.GoogleAccess(t.Context()))(t); access.RefreshToken != "" || access.Location == "" {
		t.Error("the other client got the permission, or the location is lost")
	}
}
