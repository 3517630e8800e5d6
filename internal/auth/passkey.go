package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// Passkey is a key pair of which the user's device holds the private half. The
// device checks who is there before it signs, so a passkey counts as two factors.
type Passkey struct {
	ID           int64      `json:"id"`
	UserID       int64      `json:"-"`
	CredentialID string     `json:"-"` // in base64url
	Name         string     `json:"name"`
	AddedAt      time.Time  `json:"addedAt"`
	UsedAt       *time.Time `json:"usedAt,omitempty"`
	Credential   string     `json:"-"` // a webauthn.Credential as JSON
}

const (
	// maxPasskeys is how many passkeys a user can have.
	maxPasskeys    = 20
	maxPasskeyName = 60
)

var errPasskeyRefused = errs.Errorf(errs.Unauthorized, "This passkey was not accepted. Please try again, or use your password.")

// PasskeyOptions are what a browser needs to make or use a passkey, as the Web
// Authentication API defines them in JSON.
type PasskeyOptions map[string]any

// relyingParty returns the site as passkeys know it. Browsers bind passkeys to a
// host name, so there are none if the base URL has an IP address.
func relyingParty(cfg Config) *webauthn.WebAuthn {
	if cfg.BaseURL == nil {
		return nil
	}
	host := cfg.BaseURL.Hostname()
	if _, err := netip.ParseAddr(host); err == nil || host == "" {
		return nil
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID:                  strings.ToLower(host),
		RPDisplayName:         cfg.BaseURL.Hostname(),
		RPOrigins:             []string{cfg.BaseURL.Scheme + "://" + cfg.BaseURL.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey:        protocol.ResidentKeyRequirementRequired,
			RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification:   protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil // a host name that the standard does not know
	}
	return party
}

func (a *Accounts) requirePasskeys() error {
	if a.passkeys == nil {
		return errs.Errorf(errs.Conflict, "Passkeys need a site with a host name, such as https://www.example.com.")
	}
	return nil
}

// passkeyUser is a user as the library wants to know them.
type passkeyUser struct {
	User
	credentials []webauthn.Credential
}

// WebAuthnID names the user on devices. It says nothing about the person.
func (u passkeyUser) WebAuthnID() []byte                         { return []byte("user-" + strconv.FormatInt(u.ID, 10)) }
func (u passkeyUser) WebAuthnName() string                       { return u.Username }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.credentials }
func (u passkeyUser) WebAuthnDisplayName() string {
	if u.FullName != "" {
		return u.FullName
	}
	return u.Username
}

func newPasskeyUser(user User, passkeys ...Passkey) (passkeyUser, error) {
	u := passkeyUser{User: user, credentials: make([]webauthn.Credential, len(passkeys))}
	for i, p := range passkeys {
		if err := json.Unmarshal([]byte(p.Credential), &u.credentials[i]); err != nil {
			return u, fmt.Errorf("read the passkey %d: %w", p.ID, err)
		}
	}
	return u, nil
}

// Passkeys returns the user's passkeys, the oldest first.
func (a *Accounts) Passkeys(ctx context.Context, user User) ([]Passkey, error) {
	return a.store.Factors().Passkeys(ctx, user.ID)
}

// BeginPasskey returns the options to make a passkey for the user.
func (a *Accounts) BeginPasskey(ctx context.Context, user User, c Credentials) (PasskeyOptions, error) {
	if err := a.requirePasskeys(); err != nil {
		return nil, err
	}
	known, err := a.store.Factors().Passkeys(ctx, user.ID)
	if err != nil {
		return nil, err
	}
	if len(known) >= maxPasskeys {
		return nil, errs.Errorf(errs.Conflict, "You have %d passkeys. Remove one first.", maxPasskeys)
	}
	owner, err := newPasskeyUser(user, known...)
	if err != nil {
		return nil, err
	}
	creation, ceremony, err := a.passkeys.BeginRegistration(owner,
		webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()))
	if err != nil {
		return nil, fmt.Errorf("begin to add a passkey: %w", err)
	}
	creation.Response.RelyingParty.Name = a.siteName() // the owner can change it
	return a.challenge(ctx, c, ceremony, creation.Response)
}

// FinishPasskey adds the passkey that the browser has made. The token's session
// then has a second factor.
func (a *Accounts) FinishPasskey(ctx context.Context, token string, user User, name string, response []byte) (Passkey, error) {
	name = strings.TrimSpace(name)
	if err := checkPasskeyName(name); err != nil {
		return Passkey{}, err
	}
	if err := a.requirePasskeys(); err != nil {
		return Passkey{}, err
	}
	refused := func(cause error) error {
		return &errs.Error{Kind: errs.Invalid, Message: "This passkey could not be added. Please try again.", Err: cause}
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return Passkey{}, refused(err)
	}
	ceremony, err := a.useChallenge(ctx, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		if errs.KindOf(err) == errs.NotFound {
			err = refused(err)
		}
		return Passkey{}, err
	}
	credential, err := a.passkeys.CreateCredential(passkeyUser{User: user}, ceremony, parsed)
	if err != nil {
		return Passkey{}, refused(err)
	}
	// Nobody asks for what the device says about its maker, so it is not kept.
	credential.Attestation = webauthn.CredentialAttestation{}
	encoded, err := json.Marshal(credential)
	if err != nil {
		return Passkey{}, fmt.Errorf("encode a passkey: %w", err)
	}
	added := Passkey{
		UserID: user.ID, CredentialID: credentialID(credential.ID), Name: name,
		AddedAt: a.clock.Stamp(), Credential: string(encoded),
	}
	err = a.store.Write(ctx, func(tx Tx) error {
		if added, err = tx.Factors().AddPasskey(ctx, added); err != nil {
			return err
		}
		if err := tx.Sessions().MarkSecondFactor(ctx, SessionHash(token)); err != nil {
			return err
		}
		return tx.Users().DeleteSetup(ctx, user.ID)
	})
	if errs.KindOf(err) == errs.Conflict {
		err = errs.Errorf(errs.Conflict, "This passkey was added before.")
	}
	return added, err
}

func credentialID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func checkPasskeyName(name string) error {
	return validate.Field{Name: "name", Value: name}.Required(maxPasskeyName)
}

// RenamePasskey renames a passkey of the user.
func (a *Accounts) RenamePasskey(ctx context.Context, user User, id int64, name string) error {
	name = strings.TrimSpace(name)
	if err := checkPasskeyName(name); err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx Tx) error { return tx.Factors().RenamePasskey(ctx, user.ID, id, name) })
}

// RemovePasskey removes a passkey of the user.
func (a *Accounts) RemovePasskey(ctx context.Context, user User, id int64) error {
	return a.store.Write(ctx, func(tx Tx) error { return tx.Factors().DeletePasskey(ctx, user.ID, id) })
}

// BeginPasskeyLogin returns the options to sign in, or to prove who is signed in,
// with any passkey of the site. They are the same for everybody, so they do not
// reveal which users exist.
func (a *Accounts) BeginPasskeyLogin(ctx context.Context, c Credentials) (PasskeyOptions, error) {
	if err := a.requirePasskeys(); err != nil {
		return nil, err
	}
	assertion, ceremony, err := a.passkeys.BeginDiscoverableLogin()
	if err != nil {
		return nil, fmt.Errorf("begin to use a passkey: %w", err)
	}
	return a.challenge(ctx, c, ceremony, assertion.Response)
}

// LoginByPasskey starts a session like Login.
func (a *Accounts) LoginByPasskey(ctx context.Context, response []byte, c Credentials) (user User, token string, err error) {
	used, err := a.usedPasskey(ctx, response)
	if err != nil {
		return User{}, "", err
	}
	c.Username = used.owner.Username
	err = a.limitedByClient(ctx, c, func(at *attempt) error {
		credential, err := a.verifyPasskey(ctx, used)
		if err != nil {
			return err
		}
		token, err = a.startSession(ctx, used.owner, c, true, at, func(tx Tx) error {
			if err := lockEnabled(ctx, tx.Users(), used.owner.ID); err != nil {
				return err
			}
			return tx.Factors().UsePasskey(ctx, used.passkey, credential, a.clock.Stamp())
		})
		return err
	})
	return used.owner, token, passkeyRefused(err)
}

// ProveByPasskey records a new proof in the token's session if the passkey is the
// user's.
func (a *Accounts) ProveByPasskey(ctx context.Context, token string, response []byte, c Credentials) error {
	session, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	used, err := a.usedPasskey(ctx, response)
	if err != nil {
		return notYours(err, errPasskeyRefused.Message)
	}
	c.Username = user.Username
	err = a.limitedByClient(ctx, c, func(at *attempt) error {
		if used.owner.ID != user.ID {
			return errPasskeyRefused
		}
		credential, err := a.verifyPasskey(ctx, used)
		if err != nil {
			return err
		}
		return a.prove(ctx, session, at, func(tx Tx) error {
			if err := tx.Sessions().MarkSecondFactor(ctx, session.TokenHash); err != nil {
				return err
			}
			return tx.Factors().UsePasskey(ctx, used.passkey, credential, a.clock.Stamp())
		})
	})
	return notYours(err, errPasskeyRefused.Message)
}

// passkeyRefused makes every reason look the same.
func passkeyRefused(err error) error {
	if errs.KindOf(err) == errs.Unauthorized {
		var known *errs.Error
		errors.As(err, &known)
		return &errs.Error{Kind: errs.Unauthorized, Message: errPasskeyRefused.Message, Err: known.Err}
	}
	return err
}

// usedPasskey is a passkey that somebody claims to have used. If nobody has such a
// passkey, the passkey and its owner are empty.
type usedPasskey struct {
	response *protocol.ParsedCredentialAssertionData
	passkey  Passkey
	owner    User
}

func (a *Accounts) usedPasskey(ctx context.Context, response []byte) (usedPasskey, error) {
	if err := a.requirePasskeys(); err != nil {
		return usedPasskey{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return usedPasskey{}, &errs.Error{Kind: errs.Unauthorized, Message: errPasskeyRefused.Message, Err: err}
	}
	used := usedPasskey{response: parsed}
	used.passkey, err = a.store.Factors().PasskeyByCredential(ctx, credentialID(parsed.RawID))
	if err == nil {
		used.owner, err = a.store.User(ctx, used.passkey.UserID)
	}
	if errs.KindOf(err) == errs.NotFound {
		return usedPasskey{response: parsed}, nil
	}
	return used, err
}

// verifyPasskey checks the signature of a challenge, which counts only once, and
// returns the credential as it is to be stored.
func (a *Accounts) verifyPasskey(ctx context.Context, used usedPasskey) (string, error) {
	refused := func(cause error) error {
		return &errs.Error{Kind: errs.Unauthorized, Message: errPasskeyRefused.Message, Err: cause}
	}
	ceremony, err := a.useChallenge(ctx, used.response.Response.CollectedClientData.Challenge)
	if errs.KindOf(err) == errs.NotFound {
		return "", refused(err)
	}
	if err != nil {
		return "", err
	}
	if used.passkey.ID == 0 {
		return "", refused(errors.New("nobody has this passkey"))
	}
	owner, err := newPasskeyUser(used.owner, used.passkey)
	if err != nil {
		return "", err
	}
	credential, err := a.passkeys.ValidateDiscoverableLogin(
		func([]byte, []byte) (webauthn.User, error) { return owner, nil }, ceremony, used.response)
	if err != nil {
		return "", refused(err)
	}
	if credential.Authenticator.CloneWarning {
		return "", refused(errors.New("its counter went back: there may be a copy of the passkey"))
	}
	encoded, err := json.Marshal(credential)
	if err != nil {
		return "", fmt.Errorf("encode a passkey: %w", err)
	}
	return string(encoded), nil
}

// challengeHash is what a challenge is stored by.
func challengeHash(challenge string) [32]byte { return sha256.Sum256([]byte(challenge)) }
