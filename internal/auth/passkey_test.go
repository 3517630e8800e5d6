package auth_test

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/authenticator"
)

const origin = "https://pest.example"

// addPasskey gives the user a device with a passkey.
func (f *fixture) addPasskey(t *testing.T, user auth.User) (*authenticator.Device, auth.Passkey) {
	t.Helper()
	device := authenticator.New(t, origin, "pest.example")
	options := testkit.Must(f.BeginPasskey(t.Context(), user, auth.Credentials{}))(t)
	return device, testkit.Must(f.FinishPasskey(t.Context(), "", user, " Phone ", device.Create(t, options)))(t)
}

// sign lets the device answer a new challenge.
func (f *fixture) sign(t *testing.T, device *authenticator.Device) []byte {
	t.Helper()
	return device.Get(t, testkit.Must(f.BeginPasskeyLogin(t.Context(), auth.Credentials{}))(t))
}

func (f *fixture) loginByPasskey(t *testing.T, response []byte) error {
	t.Helper()
	_, token, err := f.LoginByPasskey(t.Context(), response, auth.Credentials{})
	if (err == nil) != (token != "") {
		t.Errorf("error %v with the token %q", err, token)
	}
	return err
}

// putUser adds a user without the cost of hashing a password.
func (f *fixture) putUser(t *testing.T, username string) (user auth.User) {
	t.Helper()
	err := f.store.Auth().Write(t.Context(), func(tx auth.Tx) (err error) {
		user, err = tx.Users().Put(t.Context(), auth.User{Username: username, Role: auth.RoleAdmin})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func TestPasskeySignsInWithoutPasswordOrCode(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	f.addTOTP(t, anna)
	device, added := f.addPasskey(t, anna)
	if added.Name != "Phone" || added.UsedAt != nil || !added.AddedAt.Equal(f.now.Truncate(time.Microsecond)) {
		t.Errorf("added %+v", added)
	}
	device.Counter = 1
	f.now = f.now.Add(time.Hour)
	user, token, err := f.LoginByPasskey(t.Context(), f.sign(t, device), auth.Credentials{})
	if err != nil || user.ID != anna.ID {
		t.Fatalf("signed in %+v: %v", user, err)
	}
	testkit.Must(f.Authenticate(t.Context(), token))(t)
	if err := f.CheckProof(t.Context(), token); err != nil {
		t.Errorf("the sign-in is no proof: %v", err)
	}
	used := testkit.Must(f.Passkeys(t.Context(), anna))(t)
	if len(used) != 1 || used[0].UsedAt == nil || !used[0].UsedAt.Equal(f.now.Truncate(time.Microsecond)) {
		t.Errorf("passkeys %+v", used)
	}
}

func TestPasskeyOptionsAreTheSameForEverybody(t *testing.T) {
	f := newFixture(t)
	before := testkit.Must(f.BeginPasskeyLogin(t.Context(), auth.Credentials{Username: "anna"}))(t)
	f.addPasskey(t, f.putUser(t, "anna"))
	after := testkit.Must(f.BeginPasskeyLogin(t.Context(), auth.Credentials{Username: "anna"}))(t)
	if before["challenge"] == after["challenge"] {
		t.Error("a challenge was given out twice")
	}
	delete(before, "challenge")
	delete(after, "challenge")
	want := auth.PasskeyOptions{"rpId": "pest.example", "userVerification": "required", "timeout": 300000.0}
	for _, got := range []auth.PasskeyOptions{before, after} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("options (-want +got):\n%s", diff)
		}
	}
}

func TestNewPasskeysMustBeDiscoverableAndVerifyTheUser(t *testing.T) {
	f := newFixture(t)
	anna := f.putUser(t, "anna")
	f.addPasskey(t, anna)
	options := testkit.Must(f.BeginPasskey(t.Context(), anna, auth.Credentials{}))(t)
	want := map[string]any{"residentKey": "required", "requireResidentKey": true, "userVerification": "required"}
	if diff := cmp.Diff(want, options["authenticatorSelection"]); diff != "" {
		t.Errorf("selection (-want +got):\n%s", diff)
	}
	if known, _ := options["excludeCredentials"].([]any); len(known) != 1 {
		t.Errorf("known passkeys %v", options["excludeCredentials"])
	}
	if rp, _ := options["rp"].(map[string]any); rp["name"] != "Lone Oak Pest" || rp["id"] != "pest.example" {
		t.Errorf("relying party %v", options["rp"])
	}
}

func TestPasskeyIsRefused(t *testing.T) {
	for name, misuse := range map[string]func(*testing.T, *fixture, *authenticator.Device, auth.User, auth.Passkey) []byte{
		"of another origin": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			d.Origin = "https://evil.example"
			return f.sign(t, d)
		},
		"of another port": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			d.Origin = origin + ":8443"
			return f.sign(t, d)
		},
		"of another host name": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			d.RPID = "evil.example"
			return f.sign(t, d)
		},
		"without checking who is there": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			d.Unverified = true
			return f.sign(t, d)
		},
		"with a counter that stands still": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			d.Counter = 5
			if err := f.loginByPasskey(t, f.sign(t, d)); err != nil {
				t.Fatal(err)
			}
			return f.sign(t, d)
		},
		"with a counter that goes back": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			d.Counter = 5
			if err := f.loginByPasskey(t, f.sign(t, d)); err != nil {
				t.Fatal(err)
			}
			d.Counter = 3
			return f.sign(t, d)
		},
		"a second time": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			response := f.sign(t, d)
			if err := f.loginByPasskey(t, response); err != nil {
				t.Fatal(err)
			}
			return response
		},
		"after a failure with the same challenge": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			options := testkit.Must(f.BeginPasskeyLogin(t.Context(), auth.Credentials{}))(t)
			d.Origin = "https://evil.example"
			testkit.WantError(t, f.loginByPasskey(t, d.Get(t, options)), errs.Unauthorized, "not accepted")
			d.Origin = origin
			return d.Get(t, options)
		},
		"with a challenge that has expired": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			response := f.sign(t, d)
			f.now = f.now.Add(5 * time.Minute)
			return response
		},
		"with a challenge of its own": func(t *testing.T, _ *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			return d.Get(t, map[string]any{"challenge": strings.Repeat("A", 43)})
		},
		"with the challenge of a registration": func(t *testing.T, f *fixture, d *authenticator.Device, anna auth.User, _ auth.Passkey) []byte {
			t.Helper()
			return d.Get(t, testkit.Must(f.BeginPasskey(t.Context(), anna, auth.Credentials{}))(t))
		},
		"after it was removed": func(t *testing.T, f *fixture, d *authenticator.Device, anna auth.User, p auth.Passkey) []byte {
			t.Helper()
			response := f.sign(t, d)
			if err := f.RemovePasskey(t.Context(), anna, p.ID); err != nil {
				t.Fatal(err)
			}
			return response
		},
		"after its user was removed": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			response := f.sign(t, d)
			if err := f.RemoveUser(t.Context(), "anna"); err != nil {
				t.Fatal(err)
			}
			return response
		},
		"after its user lost all second factors": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			if err := f.ResetSecondFactors(t.Context(), "anna"); err != nil {
				t.Fatal(err)
			}
			return f.sign(t, d)
		},
		"of another user": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			d.UserHandle = "user-2"
			return f.sign(t, d)
		},
		"never registered": func(t *testing.T, f *fixture, _ *authenticator.Device, _ auth.User, _ auth.Passkey) []byte {
			t.Helper()
			stranger := authenticator.New(t, origin, "pest.example")
			stranger.UserHandle = "user-1"
			return f.sign(t, stranger)
		},
		"empty": func(*testing.T, *fixture, *authenticator.Device, auth.User, auth.Passkey) []byte { return []byte("{}") },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			anna := f.putUser(t, "anna")
			f.putUser(t, "ben")
			device, passkey := f.addPasskey(t, anna)
			err := f.loginByPasskey(t, misuse(t, f, device, anna, passkey))
			testkit.WantError(t, err, errs.Unauthorized, "This passkey was not accepted. Please try again, or use your password.")
		})
	}
}

func TestPasskeyIsNotAdded(t *testing.T) {
	for name, misuse := range map[string]func(*testing.T, *fixture, *authenticator.Device, auth.User) []byte{
		"of another origin": func(t *testing.T, f *fixture, d *authenticator.Device, anna auth.User) []byte {
			t.Helper()
			d.Origin = "https://evil.example"
			return d.Create(t, testkit.Must(f.BeginPasskey(t.Context(), anna, auth.Credentials{}))(t))
		},
		"without checking who is there": func(t *testing.T, f *fixture, d *authenticator.Device, anna auth.User) []byte {
			t.Helper()
			d.Unverified = true
			return d.Create(t, testkit.Must(f.BeginPasskey(t.Context(), anna, auth.Credentials{}))(t))
		},
		"for the challenge of another user": func(t *testing.T, f *fixture, d *authenticator.Device, _ auth.User) []byte {
			t.Helper()
			ben := f.putUser(t, "ben")
			return d.Create(t, testkit.Must(f.BeginPasskey(t.Context(), ben, auth.Credentials{}))(t))
		},
		"for a challenge that has expired": func(t *testing.T, f *fixture, d *authenticator.Device, anna auth.User) []byte {
			t.Helper()
			response := d.Create(t, testkit.Must(f.BeginPasskey(t.Context(), anna, auth.Credentials{}))(t))
			f.now = f.now.Add(5 * time.Minute)
			return response
		},
		"empty": func(*testing.T, *fixture, *authenticator.Device, auth.User) []byte { return []byte("{}") },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			anna := f.putUser(t, "anna")
			response := misuse(t, f, authenticator.New(t, origin, "pest.example"), anna)
			_, err := f.FinishPasskey(t.Context(), "", anna, "Phone", response)
			testkit.WantError(t, err, errs.Invalid, "could not be added")
			if all := testkit.Must(f.Passkeys(t.Context(), anna))(t); len(all) != 0 {
				t.Errorf("passkeys %+v", all)
			}
		})
	}
	t.Run("twice", func(t *testing.T) {
		f := newFixture(t)
		anna := f.putUser(t, "anna")
		device, _ := f.addPasskey(t, anna)
		again := device.Create(t, testkit.Must(f.BeginPasskey(t.Context(), anna, auth.Credentials{}))(t))
		_, err := f.FinishPasskey(t.Context(), "", anna, "Phone", again)
		testkit.WantError(t, err, errs.Conflict, "added before")
	})
}

func TestPasskeysAreRenamedAndRemovedByTheirOwnerOnly(t *testing.T) {
	f := newFixture(t)
	anna, ben := f.putUser(t, "anna"), f.putUser(t, "ben")
	_, passkey := f.addPasskey(t, anna)
	testkit.WantError(t, f.RenamePasskey(t.Context(), ben, passkey.ID, "Mine"), errs.NotFound, "")
	testkit.WantError(t, f.RemovePasskey(t.Context(), ben, passkey.ID), errs.NotFound, "")
	testkit.WantError(t, f.RenamePasskey(t.Context(), anna, passkey.ID, " "), errs.Invalid, "name")
	testkit.WantError(t, f.RenamePasskey(t.Context(), anna, passkey.ID, strings.Repeat("x", 61)), errs.Invalid, "name")
	if err := f.RenamePasskey(t.Context(), anna, passkey.ID, "Laptop"); err != nil {
		t.Fatal(err)
	}
	if all := testkit.Must(f.Passkeys(t.Context(), anna))(t); len(all) != 1 || all[0].Name != "Laptop" {
		t.Errorf("passkeys %+v", all)
	}
	if err := f.RemovePasskey(t.Context(), anna, passkey.ID); err != nil {
		t.Fatal(err)
	}
	if all := testkit.Must(f.Passkeys(t.Context(), anna))(t); len(all) != 0 {
		t.Errorf("passkeys %+v", all)
	}
}

func TestPasskeyIsAProofForItsOwner(t *testing.T) {
	f := newFixture(t)
	anna, ben := f.addUser(t, "anna", auth.RoleAdmin), f.addUser(t, "ben", auth.RoleAdmin)
	mine, _ := f.addPasskey(t, anna)
	foreign, _ := f.addPasskey(t, ben)
	token := f.login(t, "anna")
	f.now = f.now.Add(auth.ProofLifetime)
	err := f.ProveByPasskey(t.Context(), token, f.sign(t, foreign), auth.Credentials{})
	testkit.WantError(t, err, errs.Forbidden, "not accepted")
	err = f.ProveByPasskey(t.Context(), token, []byte("{}"), auth.Credentials{})
	testkit.WantError(t, err, errs.Forbidden, "not accepted")
	wantCode(t, f.CheckProof(t.Context(), token), errs.Forbidden, auth.CodeProofRequired)
	if err := f.ProveByPasskey(t.Context(), token, f.sign(t, mine), auth.Credentials{}); err != nil {
		t.Fatal(err)
	}
	if err := f.CheckProof(t.Context(), token); err != nil {
		t.Error(err)
	}
}

func TestChallengesAreSharedBetweenReplicas(t *testing.T) {
	f := newFixture(t)
	device, _ := f.addPasskey(t, f.addUser(t, "anna", auth.RoleAdmin))
	response, other := f.sign(t, device), f.replica()
	if _, _, err := other.LoginByPasskey(t.Context(), response, auth.Credentials{}); err != nil {
		t.Fatal(err)
	}
	testkit.WantError(t, f.loginByPasskey(t, response), errs.Unauthorized, "")
}

func TestChallengesAreLimitedPerClient(t *testing.T) {
	f := newFixture(t)
	here, elsewhere := auth.Credentials{ClientIP: netip.MustParseAddr("203.0.113.9")}, auth.Credentials{ClientIP: netip.MustParseAddr("192.0.2.1")}
	for range 30 {
		testkit.Must(f.BeginPasskeyLogin(t.Context(), here))(t)
	}
	_, err := f.BeginPasskeyLogin(t.Context(), here)
	testkit.WantError(t, err, errs.TooMany, "seconds")
	_, err = f.replica().BeginPasskeyLogin(t.Context(), here)
	testkit.WantError(t, err, errs.TooMany, "seconds")
	testkit.Must(f.BeginPasskeyLogin(t.Context(), elsewhere))(t)
}

func TestFailedPasskeysCountAsFailedSignIns(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	stranger := authenticator.New(t, origin, "pest.example")
	stranger.UserHandle = "user-1"
	c := auth.Credentials{ClientIP: netip.MustParseAddr("203.0.113.9")}
	for range 9 {
		_, _, err := f.LoginByPasskey(t.Context(), f.sign(t, stranger), c)
		testkit.WantError(t, err, errs.Unauthorized, "")
	}
	_, _, err := f.LoginByPasskey(t.Context(), f.sign(t, stranger), c)
	testkit.WantError(t, err, errs.TooMany, "seconds")
	_, _, err = f.Login(t.Context(), auth.Credentials{Username: "anna", Password: password, ClientIP: c.ClientIP})
	testkit.WantError(t, err, errs.TooMany, "seconds")
}

func TestPasskeysNeedAHostName(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	for _, base := range []*url.URL{nil, {Scheme: "http", Host: "127.0.0.1:8080"}, {Scheme: "http", Host: "[::1]:8080"}} {
		accounts := auth.New(auth.Config{Store: f.store.Auth(), BaseURL: base})
		_, err := accounts.BeginPasskey(t.Context(), anna, auth.Credentials{})
		testkit.WantError(t, err, errs.Conflict, "host name")
		_, err = accounts.BeginPasskeyLogin(t.Context(), auth.Credentials{})
		testkit.WantError(t, err, errs.Conflict, "host name")
		_, _, err = accounts.LoginByPasskey(t.Context(), []byte("{}"), auth.Credentials{})
		testkit.WantError(t, err, errs.Conflict, "host name")
		if testkit.Must(accounts.Overview(t.Context(), anna))(t).PasskeysAvailable {
			t.Errorf("%v is said to allow passkeys", base)
		}
	}
}
