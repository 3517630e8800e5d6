package google_test

import (
	"net/url"
	"strings"
	"testing"

	"perimeter/internal/connection"
	"perimeter/internal/errs"
	"perimeter/internal/google"
	"perimeter/internal/google/googletest"
	"perimeter/internal/testkit"
)

var client = connection.GoogleClient{ID: googletest.ClientID, Secret: googletest.ClientSecret}

const redirectURL = "https://pest.example/admin?panel=company&section=google"

func newAccounts(fake *googletest.Google) *google.Accounts {
	return google.NewAccounts(google.Endpoints{AuthURL: fake.AuthURL(), TokenURL: fake.TokenURL(), APIURL: fake.URL})
}

// consent asks for a permission and gives it.
func consent(t *testing.T, fake *googletest.Google, verifier string) (code string) {
	t.Helper()
	redirect := testkit.Must(fake.Answer(newAccounts(fake).ConsentURL(client, redirectURL, "state", verifier), true))(t)
	return redirect.Query().Get("code")
}

func TestConsentIsExchangedWithItsVerifierOnly(t *testing.T) {
	fake := googletest.Start(t)
	accounts := newAccounts(fake)
	verifier := accounts.NewVerifier()
	exchange := func(client connection.GoogleClient, redirect, code, verifier string) error {
		_, err := accounts.Exchange(t.Context(), client, redirect, code, verifier)
		return err
	}
	for name, err := range map[string]error{
		"another verifier": exchange(client, redirectURL, consent(t, fake, verifier), accounts.NewVerifier()),
		"another redirect": exchange(client, "https://evil.example/", consent(t, fake, verifier), verifier),
		"another secret":   exchange(connection.GoogleClient{ID: client.ID, Secret: "x"}, redirectURL, consent(t, fake, verifier), verifier),
	} {
		if errs.KindOf(err) != errs.Upstream {
			t.Errorf("%s: %v", name, err)
		}
	}
	code := consent(t, fake, verifier)
	token := testkit.Must(accounts.Exchange(t.Context(), client, redirectURL, code, verifier))(t)
	if err := exchange(client, redirectURL, code, verifier); err == nil || strings.Contains(err.Error(), code) {
		t.Errorf("the second exchange: %v", err)
	}
	list := testkit.Must(accounts.Locations(t.Context(), client, token))(t)
	if len(list) != 1 || list[0].Name != googletest.Location {
		t.Errorf("the locations are %+v", list)
	}
	if err := accounts.Revoke(t.Context(), token); err != nil {
		t.Error(err)
	}
	if err := accounts.Revoke(t.Context(), token); err != nil {
		t.Errorf("revoked twice: %v", err)
	}
	if _, err := accounts.Locations(t.Context(), client, token); err == nil || strings.Contains(err.Error(), token) {
		t.Errorf("after the revocation: %v", err)
	}
}

func TestConsentURLOfGoogleItself(t *testing.T) {
	u := testkit.Must(url.Parse(google.NewAccounts(google.Endpoints{}).ConsentURL(client, redirectURL, "state", "verifier")))(t)
	if u.Host != "accounts.google.com" || u.Scheme != "https" || u.Query().Get("redirect_uri") != redirectURL || strings.Contains(u.String(), client.Secret) {
		t.Errorf("the URL is %s", u)
	}
}

func TestFailuresToListSayWhatToDo(t *testing.T) {
	for failure, want := range map[googletest.Failure]string{
		googletest.Forbidden:   "APIs are enabled",
		googletest.NotFound:    "APIs are enabled",
		googletest.RateLimited: "approved",
		googletest.Down:        "try again in a minute",
		googletest.HTMLPage:    "try again in a minute",
	} {
		fake := googletest.Start(t)
		fake.FailWith(failure)
		_, err := newAccounts(fake).Locations(t.Context(), client, googletest.RefreshToken)
		if errs.KindOf(err) != errs.Upstream || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", failure, err)
		}
	}
}
