package auth_test

import (
	"errors"
	"net/netip"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// wantCode checks that an error has the kind and the code.
func wantCode(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	var known *errs.Error
	if !errors.As(err, &known) || known.Kind != kind || known.Code != code {
		t.Errorf("error %v, want the kind %d with the code %q", err, kind, code)
	}
}

func TestProofEndsAfterTenMinutes(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	f.now = f.now.Add(auth.ProofLifetime - time.Second)
	if err := f.CheckProof(t.Context(), token); err != nil {
		t.Errorf("soon after signing in: %v", err)
	}
	f.now = f.now.Add(time.Second)
	wantCode(t, f.CheckProof(t.Context(), token), errs.Forbidden, auth.CodeProofRequired)

	if err := f.ProveByPassword(t.Context(), token, auth.Credentials{Password: password}); err != nil {
		t.Fatal(err)
	}
	if err := f.CheckProof(t.Context(), token); err != nil {
		t.Errorf("after a proof: %v", err)
	}
	testkit.WantError(t, f.CheckProof(t.Context(), "another"), errs.Unauthorized, "")
}

func TestProofCountsOnlyInItsSession(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	here, elsewhere := f.login(t, "anna"), f.login(t, "anna")
	f.now = f.now.Add(auth.ProofLifetime)
	if err := f.ProveByPassword(t.Context(), here, auth.Credentials{Password: password}); err != nil {
		t.Fatal(err)
	}
	wantCode(t, f.CheckProof(t.Context(), elsewhere), errs.Forbidden, auth.CodeProofRequired)
}

func TestProofRefusesWrongPasswordsAndIsLimited(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	token := f.login(t, "anna")
	f.now = f.now.Add(auth.ProofLifetime)
	testkit.WantError(t, f.ProveByPassword(t.Context(), token, auth.Credentials{}), errs.Invalid, "Password is required")
	testkit.WantError(t, f.ProveByPassword(t.Context(), "another", auth.Credentials{Password: password}), errs.Unauthorized, "")
	guess := auth.Credentials{Password: "guess", ClientIP: netip.MustParseAddr("203.0.113.9")}
	for range 9 {
		testkit.WantError(t, f.ProveByPassword(t.Context(), token, guess), errs.Forbidden, "not your password")
	}
	testkit.WantError(t, f.ProveByPassword(t.Context(), token, guess), errs.TooMany, "seconds")
	wantCode(t, f.CheckProof(t.Context(), token), errs.Forbidden, auth.CodeProofRequired)
}

func TestSessionsRecordWhereTheyBegan(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                        "Firefox on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":           "Edge on Windows",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                         "Chrome on Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36":                   "Chrome on Mac",
		"<script>": "",
		"curl/8.0": "",
	} {
		_, token, err := f.Login(t.Context(), auth.Credentials{
			Username: "anna", Password: password, UserAgent: agent, ClientIP: netip.MustParseAddr("203.0.113.9"),
		})
		if err != nil {
			t.Fatal(err)
		}
		session := testkit.Must(f.store.Session(t.Context(), auth.SessionHash(token)))(t)
		if session.Browser != want || session.Network != "203.0.113.9/32" {
			t.Errorf("%s: browser %q, network %q", agent, session.Browser, session.Network)
		}
	}
}
