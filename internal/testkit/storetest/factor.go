package storetest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

var factorTests = []test{
	{"an authenticator app is stored, used and deleted", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		app := auth.TOTP{UserID: rosa.ID, Secret: "ABC"}
		_, err := s.Auth().Factors().TOTP(t.Context(), rosa.ID)
		wantError(t, err, errs.NotFound)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().PutTOTP(t.Context(), app) })
		same(t, testkit.Must(s.Auth().Factors().TOTP(t.Context(), rosa.ID))(t), app)
		app.Secret = "DEF"
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().PutTOTP(t.Context(), app) })
		use := func(app auth.TOTP, step int64) error {
			return s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Factors().UseTOTP(t.Context(), app, step) })
		}
		wantError(t, use(auth.TOTP{UserID: rosa.ID, Secret: "ABC"}, 7), errs.NotFound)
		if err := use(app, 7); err != nil {
			t.Fatal(err)
		}
		wantError(t, use(app, 7), errs.NotFound)
		wantError(t, use(app, 6), errs.NotFound)
		app.UsedStep, app.Confirmed = 7, true
		same(t, testkit.Must(s.Auth().Factors().TOTP(t.Context(), rosa.ID))(t), app)
		for range 2 {
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().DeleteTOTP(t.Context(), rosa.ID) })
		}
		_, err = s.Auth().Factors().TOTP(t.Context(), rosa.ID)
		wantError(t, err, errs.NotFound)
	}},

	{"the rule about second factors is stored, and who has one is known", func(t *testing.T, s Stores) {
		if testkit.Must(s.Auth().SecondFactorRequired(t.Context()))(t) {
			t.Error("an empty store requires a second factor")
		}
		for _, required := range []bool{true, true, false, true} {
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().RequireSecondFactor(t.Context(), required) })
			same(t, testkit.Must(s.Auth().SecondFactorRequired(t.Context()))(t), required)
		}
		rosa, bob, zoe := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob")), putUser(t, s, newUser("zoe"))
		same(t, testkit.Must(s.Auth().Factors().UsersWithSecondFactor(t.Context()))(t), []int64{})
		write(t, s.Auth(), func(tx auth.Tx) error {
			_, err := tx.Factors().AddPasskey(t.Context(), auth.Passkey{UserID: zoe.ID, CredentialID: "one", AddedAt: noon})
			return errors.Join(
				err,
				tx.Factors().PutTOTP(t.Context(), auth.TOTP{UserID: rosa.ID, Secret: "ABC", Confirmed: true}),
				tx.Factors().PutTOTP(t.Context(), auth.TOTP{UserID: bob.ID, Secret: "ABC"}),
			)
		})
		same(t, testkit.Must(s.Auth().Factors().UsersWithSecondFactor(t.Context()))(t), []int64{rosa.ID, zoe.ID})

		session := newSession(rosa, 1)
		putSession(t, s, session)
		for range 2 {
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().MarkSecondFactor(t.Context(), session.TokenHash) })
		}
		session.SecondFactor = true
		same(t, testkit.Must(s.Auth().Session(t.Context(), session.TokenHash))(t), session)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().MarkSecondFactor(t.Context(), [32]byte{9}) })
	}},

	{"a recovery code is used once, also by many at a time", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		for _, user := range []auth.User{rosa, bob} {
			write(t, s.Auth(), func(tx auth.Tx) error {
				return tx.Factors().ReplaceRecoveryCodes(t.Context(), user.ID, []string{"old"})
			})
			write(t, s.Auth(), func(tx auth.Tx) error {
				return tx.Factors().ReplaceRecoveryCodes(t.Context(), user.ID, []string{"one", "two"})
			})
		}
		var uses sync.WaitGroup
		var used atomic.Int64
		for range 8 {
			uses.Go(func() {
				err := s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Factors().UseRecoveryCode(t.Context(), rosa.ID, "one") })
				switch {
				case err == nil:
					used.Add(1)
				case errs.KindOf(err) != errs.NotFound:
					t.Error(err)
				}
			})
		}
		uses.Wait()
		same(t, used.Load(), int64(1))
		wantError(t, s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Factors().UseRecoveryCode(t.Context(), rosa.ID, "old") }), errs.NotFound)
		same(t, testkit.Must(s.Auth().Factors().RecoveryCodesLeft(t.Context(), rosa.ID))(t), 1)
		same(t, testkit.Must(s.Auth().Factors().RecoveryCodesLeft(t.Context(), bob.ID))(t), 2)
	}},

	{"passkeys are stored, used, renamed and deleted", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		same(t, testkit.Must(s.Auth().Factors().Passkeys(t.Context(), rosa.ID))(t), []auth.Passkey{})
		phone, laptop := addPasskey(t, s, rosa, "phone"), addPasskey(t, s, rosa, "laptop")
		addPasskey(t, s, bob, "bob's")
		same(t, testkit.Must(s.Auth().Factors().Passkeys(t.Context(), rosa.ID))(t), []auth.Passkey{phone, laptop})
		same(t, testkit.Must(s.Auth().Factors().PasskeyByCredential(t.Context(), "id of phone"))(t), phone)
		_, err := s.Auth().Factors().PasskeyByCredential(t.Context(), "ID of phone")
		wantError(t, err, errs.NotFound)
		wantError(t, s.Auth().Write(t.Context(), func(tx auth.Tx) error {
			_, err := tx.Factors().AddPasskey(t.Context(), phone)
			return err
		}), errs.Conflict)

		used := noon.Add(time.Hour)
		use := func() error {
			return s.Auth().Write(t.Context(), func(tx auth.Tx) error {
				return tx.Factors().UsePasskey(t.Context(), phone, `{"counter":2}`, used)
			})
		}
		if err := use(); err != nil {
			t.Fatal(err)
		}
		wantError(t, use(), errs.NotFound) // it was used since it was read
		phone.Credential, phone.UsedAt, phone.Name = `{"counter":2}`, &used, "old phone"

		change := func(fn func(auth.Tx) error) error { return s.Auth().Write(t.Context(), fn) }
		wantError(t, change(func(tx auth.Tx) error { return tx.Factors().RenamePasskey(t.Context(), bob.ID, phone.ID, "mine") }), errs.NotFound)
		wantError(t, change(func(tx auth.Tx) error { return tx.Factors().DeletePasskey(t.Context(), bob.ID, phone.ID) }), errs.NotFound)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().RenamePasskey(t.Context(), rosa.ID, phone.ID, "old phone") })
		same(t, testkit.Must(s.Auth().Factors().Passkeys(t.Context(), rosa.ID))(t), []auth.Passkey{phone, laptop})
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().DeletePasskey(t.Context(), rosa.ID, laptop.ID) })
		same(t, testkit.Must(s.Auth().Factors().Passkeys(t.Context(), rosa.ID))(t), []auth.Passkey{phone})
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().DeletePasskeys(t.Context(), rosa.ID) })
		same(t, testkit.Must(s.Auth().Factors().Passkeys(t.Context(), rosa.ID))(t), []auth.Passkey{})
		same(t, len(testkit.Must(s.Auth().Factors().Passkeys(t.Context(), bob.ID))(t)), 1)
	}},

	{"a challenge is taken once, also by many at a time", func(t *testing.T, s Stores) {
		challenge := newChallenge(1, noon)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().AddChallenge(t.Context(), challenge) })
		var takers sync.WaitGroup
		var taken atomic.Int64
		for range 8 {
			takers.Go(func() {
				got, err := useChallenge(t, s, 1)
				switch {
				case err == nil:
					taken.Add(1)
					same(t, got, challenge)
				case errs.KindOf(err) != errs.NotFound:
					t.Error(err)
				}
			})
		}
		takers.Wait()
		same(t, taken.Load(), int64(1))
	}},

	{"expired challenges are purged, and the oldest if there are too many", func(t *testing.T, s Stores) {
		for i := range byte(5) {
			write(t, s.Auth(), func(tx auth.Tx) error {
				return tx.Factors().AddChallenge(t.Context(), newChallenge(i, noon.Add(time.Duration(i)*time.Minute)))
			})
		}
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Factors().PurgeChallenges(t.Context(), noon.Add(time.Minute), 2) })
		for i, want := range []errs.Kind{errs.NotFound, errs.NotFound, errs.NotFound, 0, 0} {
			_, err := useChallenge(t, s, byte(i))
			same(t, errs.KindOf(err), want)
		}
	}},

	{"deleting a user deletes what belongs to the account", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		addPasskey(t, s, rosa, "phone")
		write(t, s.Auth(), func(tx auth.Tx) error {
			if err := tx.Factors().PutTOTP(t.Context(), auth.TOTP{UserID: rosa.ID, Secret: "ABC"}); err != nil {
				return err
			}
			if err := tx.Users().PutSetup(t.Context(), auth.Setup{UserID: rosa.ID}); err != nil {
				return err
			}
			return tx.Factors().ReplaceRecoveryCodes(t.Context(), rosa.ID, []string{"one"})
		})
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().Delete(t.Context(), rosa.ID) })
		same(t, testkit.Must(s.Auth().Factors().Passkeys(t.Context(), rosa.ID))(t), []auth.Passkey{})
		same(t, testkit.Must(s.Auth().Factors().RecoveryCodesLeft(t.Context(), rosa.ID))(t), 0)
		_, err := s.Auth().Factors().TOTP(t.Context(), rosa.ID)
		wantError(t, err, errs.NotFound)
		_, err = s.Auth().AccountSetup(t.Context(), rosa.ID)
		wantError(t, err, errs.NotFound)
		wantError(t, s.Auth().Write(t.Context(), func(tx auth.Tx) error {
			return tx.Factors().PutTOTP(t.Context(), auth.TOTP{UserID: rosa.ID, Secret: "ABC"})
		}), errs.NotFound)
	}},

	{"an account setup is stored, replaced and deleted", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		for _, postponed := range []bool{false, true} {
			setup := auth.Setup{UserID: rosa.ID, Postponed: postponed}
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().PutSetup(t.Context(), setup) })
			same(t, testkit.Must(s.Auth().AccountSetup(t.Context(), rosa.ID))(t), setup)
		}
		for range 2 {
			write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().DeleteSetup(t.Context(), rosa.ID) })
		}
		_, err := s.Auth().AccountSetup(t.Context(), rosa.ID)
		wantError(t, err, errs.NotFound)
	}},

	{"a full name is changed alone", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		rosa.FullName = "Rosa M."
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().SetFullName(t.Context(), rosa.ID, rosa.FullName) })
		same(t, testkit.Must(s.Auth().User(t.Context(), rosa.ID))(t), rosa)
		wantError(t, s.Auth().Write(t.Context(), func(tx auth.Tx) error { return tx.Users().SetFullName(t.Context(), 77, "x") }), errs.NotFound)
	}},

	{"a user's sessions are listed, and all but one deleted", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		first, second := newSession(rosa, 1), newSession(rosa, 2)
		second.LastSeenAt = noon.Add(time.Minute)
		for _, session := range []auth.Session{first, second, newSession(bob, 3)} {
			putSession(t, s, session)
		}
		same(t, testkit.Must(s.Auth().UserSessions(t.Context(), rosa.ID))(t), []auth.Session{second, first})
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Sessions().DeleteOthers(t.Context(), rosa.ID, first.TokenHash) })
		wantSessions(t, s, 1, 3)
	}},
}

func addPasskey(t *testing.T, s Stores, user auth.User, name string) auth.Passkey {
	t.Helper()
	var stored auth.Passkey
	write(t, s.Auth(), func(tx auth.Tx) (err error) {
		stored, err = tx.Factors().AddPasskey(t.Context(), auth.Passkey{
			UserID: user.ID, CredentialID: "id of " + name, Name: name, AddedAt: noon, Credential: `{"counter":1}`,
		})
		return err
	})
	return stored
}

func newChallenge(mark byte, expires time.Time) auth.Challenge {
	return auth.Challenge{Hash: [32]byte{0: mark, 31: 0xff}, ExpiresAt: expires, Data: `{"challenge":"x"}`}
}

func useChallenge(t *testing.T, s Stores, mark byte) (taken auth.Challenge, err error) {
	t.Helper()
	err = s.Auth().Write(t.Context(), func(tx auth.Tx) error {
		taken, err = tx.Factors().UseChallenge(t.Context(), newChallenge(mark, noon).Hash)
		return err
	})
	return taken, err
}
