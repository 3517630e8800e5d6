package auth_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// attack closes the account to clients that are not known, as many guesses from
// many clients would.
func (f *fixture) attack(t *testing.T, username string) {
	t.Helper()
	err := f.store.Auth().Write(t.Context(), func(tx auth.Tx) error {
		return tx.Uses().PutUse(t.Context(), "account "+username, f.now.Add(time.Minute))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestKnownDeviceSignsInDuringAttack(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	device := testkit.Must(f.RememberDevice(t.Context(), "", anna))(t)
	f.attack(t, "anna")
	owner := auth.Credentials{Username: "Anna", Password: password, ClientIP: netip.MustParseAddr("192.0.2.1")}
	_, _, err := f.Login(t.Context(), owner)
	testkit.WantError(t, err, errs.TooMany, "1 second")
	owner.Device = device
	for i := range 21 {
		if _, _, err := f.Login(t.Context(), owner); err != nil {
			t.Fatalf("sign-in %d from the owner's browser: %v", i+1, err)
		}
	}
}

func TestDeviceHasItsOwnAllowanceForItsAccountsOnly(t *testing.T) {
	f := newFixture(t)
	anna, ben := f.addUser(t, "anna", auth.RoleAdmin), f.addUser(t, "ben", auth.RoleAdmin)
	f.addUser(t, "carl", auth.RoleAdmin)
	device := testkit.Must(f.RememberDevice(t.Context(), "", anna))(t)
	device = testkit.Must(f.RememberDevice(t.Context(), device, ben))(t)
	again := testkit.Must(f.RememberDevice(t.Context(), device, ben))(t)
	if again != device {
		t.Errorf("signing in again changed the token from %q to %q", device, again)
	}
	if strings.Contains(device, "anna") || strings.Contains(device, "ben") {
		t.Errorf("the token %q reveals a username", device)
	}
	failures := func(username, device string) int {
		for n := range 12 {
			_, _, err := f.Login(t.Context(), auth.Credentials{Username: username, Password: "guess", Device: device,
				ClientIP: netip.AddrFrom4([4]byte{203, 0, 113, byte(n)})}) // a new client each time
			if errs.KindOf(err) == errs.TooMany {
				return n
			}
		}
		return 12
	}
	for username, want := range map[string]int{"anna": 9, "ben": 9} {
		if n := failures(username, device); n != want {
			t.Errorf("%s: %d attempts were allowed", username, n)
		}
	}
	forged := device[:26] + "." + strings.Repeat("A", 22)
	for name, token := range map[string]string{"another account": device, "a forged token": forged, "no token": "..", "many dots": strings.Repeat(".", 9000)} {
		if _, _, err := f.Login(t.Context(), auth.Credentials{Username: "carl", Password: password, Device: token}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := failures("carl", device); n != 12 {
		t.Errorf("an account that the device has not used was closed after %d attempts from other clients", n)
	}
}

func TestDeviceTokenHoldsFewAccounts(t *testing.T) {
	f := newFixture(t)
	device := ""
	for i := range 9 {
		device = testkit.Must(f.RememberDevice(t.Context(), device, auth.User{Username: fmt.Sprint("user", i)}))(t)
	}
	if len(device) > 26+4*23 {
		t.Errorf("the token has %d bytes", len(device))
	}
}

func TestDevicesAreKnownToEveryReplica(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	device := testkit.Must(f.replica().RememberDevice(t.Context(), "", anna))(t)
	f.attack(t, "anna")
	if _, _, err := f.replica().Login(t.Context(), auth.Credentials{Username: "anna", Password: password, Device: device}); err != nil {
		t.Error(err)
	}
}

func TestReplicasCountTogether(t *testing.T) {
	f := newFixture(t)
	f.addUser(t, "anna", auth.RoleAdmin)
	replicas := []*auth.Accounts{f.replica(), f.replica(), f.replica()}
	answered := 0
	for n := range 30 {
		_, _, err := replicas[n%3].Login(t.Context(), auth.Credentials{
			Username: "anna", Password: "guess", ClientIP: netip.MustParseAddr("203.0.113.9"),
		})
		if errs.KindOf(err) == errs.Unauthorized {
			answered++
		}
	}
	if answered != 9 {
		t.Errorf("three replicas together answered %d guesses of one client", answered)
	}
	// The right password is not revealed either while the client is stopped.
	_, _, err := f.replica().Login(t.Context(), auth.Credentials{
		Username: "anna", Password: password, ClientIP: netip.MustParseAddr("203.0.113.9"),
	})
	testkit.WantError(t, err, errs.TooMany, "seconds")
}

func TestGuessesFromManyNetworksDoNotStopPasskeysAndRecoveryCodes(t *testing.T) {
	f := newFixture(t)
	anna := f.addUser(t, "anna", auth.RoleAdmin)
	device, _ := f.addPasskey(t, anna)
	codes := testkit.Must(f.NewRecoveryCodes(t.Context(), anna))(t)
	f.attack(t, "anna")
	owner := auth.Credentials{Username: "anna", Password: password, ClientIP: netip.MustParseAddr("203.0.113.9")}
	_, _, err := f.Login(t.Context(), owner)
	testkit.WantError(t, err, errs.TooMany, "")
	for _, accounts := range []*auth.Accounts{f.Accounts, f.replica()} {
		if _, _, err := accounts.LoginByPasskey(t.Context(), f.sign(t, device), auth.Credentials{ClientIP: owner.ClientIP}); err != nil {
			t.Errorf("with the passkey: %v", err)
		}
	}
	owner.Code, owner.Password = codes[0], "a new long passphrase"
	if _, _, err := f.Recover(t.Context(), owner); err != nil {
		t.Errorf("with a recovery code: %v", err)
	}
}
