package connection

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// GoogleClient is the OAuth client as which the site asks Google.
type GoogleClient struct{ ID, Secret string }

// GoogleLocation is a location of a business at Google.
type GoogleLocation struct {
	Name    string `json:"name" doc:"accounts/A/locations/L"`
	Title   string `json:"title"`
	Address string `json:"address"`
}

// GoogleAPI is what connecting needs of Google. Failures are Upstream or Invalid, with a
// message that says what to do.
type GoogleAPI interface {
	// NewVerifier returns a new secret that ties the consent to the exchange of its code.
	NewVerifier() string
	// ConsentURL is the page on which the owner allows the site to read the reviews.
	ConsentURL(client GoogleClient, redirectURL, state, verifier string) string
	// Exchange returns the refresh token for the code with which Google has answered.
	Exchange(ctx context.Context, client GoogleClient, redirectURL, code, verifier string) (refreshToken string, err error)
	// Locations returns what the account manages; never nil.
	Locations(ctx context.Context, client GoogleClient, refreshToken string) ([]GoogleLocation, error)
	// Revoke ends all permissions of the account's owner for the client. It succeeds if
	// the token is not valid any more.
	Revoke(ctx context.Context, token string) error
}

// GoogleAccess is what the reviews of a location are read with.
type GoogleAccess struct {
	Client       GoogleClient
	RefreshToken string // "" if it is lost, or cannot be opened with this server's key
	Location     string // accounts/A/locations/L; "" if none is chosen
}

// GoogleSettings say how the site is connected to Google.
type GoogleSettings struct {
	ClientID      string `json:"clientId"`
	HasSecret     bool   `json:"hasSecret" doc:"Whether a client secret is stored"`
	RedirectURL   string `json:"redirectUrl" doc:"What the client has to allow as redirect URI"`
	Connected     bool   `json:"connected" doc:"Whether the permission of a Google account is stored"`
	Location      string `json:"location" doc:"The chosen location; empty if none is"`
	LocationTitle string `json:"locationTitle"`
	Unreadable    bool   `json:"unreadable" doc:"Whether the stored permission cannot be read with the key of this server"`

	Fixed       bool `json:"fixed" doc:"Whether the settings of the server decide everything"`
	FixedClient bool `json:"fixedClient" doc:"Whether the settings of the server decide the client"`
}

// GoogleClientEdit is the client that the owner has typed in. Left out, the stored one
// is used.
type GoogleClientEdit struct {
	ClientID     string  `json:"clientId,omitempty"`
	ClientSecret *string `json:"clientSecret,omitempty" doc:"Left out, the stored one stays, unless the client ID changes"`
}

// GoogleAnswer is what Google adds to the redirect URL after the consent.
type GoogleAnswer struct {
	State string `json:"state"`
	Code  string `json:"code,omitempty"`
	Error string `json:"error,omitempty" doc:"Such as access_denied"`
}

// consentLifetime is how long the owner may take at Google.
const consentLifetime = 10 * time.Minute

type storedGoogle struct {
	ClientID      string `json:"clientId"`
	Location      string `json:"location"`
	LocationTitle string `json:"locationTitle"`
	// ConsentUntil is when the consent that was begun expires; zero if there is none.
	ConsentUntil time.Time `json:"consentUntil"`
}

type googleSecrets struct {
	ClientSecret string  `json:"clientSecret"`
	RefreshToken string  `json:"refreshToken"`
	Consent      consent `json:"consent"`
}

// consent is one that was begun. There is one at a time: the newest.
type consent struct {
	State    string `json:"state"`
	Verifier string `json:"verifier"`
	Session  []byte `json:"session"` // the hash of the session that has begun it
}

var (
	errGoogleFixed = errs.Errorf(errs.Conflict, "The access to Google is set where the server is started, so it can only be changed there.")
	errConsent     = errs.Errorf(errs.Invalid,
		"This answer of Google does not belong to a connection that you have begun in the last ten minutes. Nothing was changed. Please connect again.")
	errDenied = errs.Errorf(errs.Invalid,
		"You did not allow this site to see your reviews, so nothing was connected. Connect again and choose Allow if you want them on the home page.")
	errRefused = errs.Errorf(errs.Invalid,
		"Google did not allow the connection. Check in the Google Cloud console that the client is a web application, has the redirect address below and may be used by your account.")
)

func (c *Connections) loadGoogle(ctx context.Context) (settings storedGoogle, secrets googleSecrets, savedAt time.Time, err error) {
	savedAt, err = c.load(ctx, googleName, &settings, &secrets)
	return settings, secrets, savedAt, err
}

// googleClient returns the client of the settings, or the one that was typed in.
func (c *Connections) googleClient(stored storedGoogle, secrets googleSecrets) GoogleClient {
	if c.fixed.GoogleClient != (GoogleClient{}) {
		return c.fixed.GoogleClient
	}
	return GoogleClient{ID: stored.ClientID, Secret: secrets.ClientSecret}
}

// Google returns how the site is connected to Google, without secrets.
func (c *Connections) Google(ctx context.Context) (GoogleSettings, error) {
	if c.fixed.Google {
		return GoogleSettings{Connected: true, Fixed: true, FixedClient: true}, nil
	}
	stored, secrets, _, err := c.loadGoogle(ctx)
	if err != nil && !isSealed(err) {
		return GoogleSettings{}, err
	}
	client := c.googleClient(stored, secrets)
	return GoogleSettings{
		ClientID: client.ID, HasSecret: client.Secret != "", RedirectURL: c.googleRedirect,
		Connected: secrets.RefreshToken != "", Location: stored.Location, LocationTitle: stored.LocationTitle,
		Unreadable: isSealed(err), FixedClient: c.fixed.GoogleClient != (GoogleClient{}),
	}, nil
}

// GoogleAccess returns what reviews are read with. Its location is empty if the owner has
// connected none.
func (c *Connections) GoogleAccess(ctx context.Context) (GoogleAccess, error) {
	stored, secrets, _, err := c.loadGoogle(ctx)
	if err != nil && !isSealed(err) {
		return GoogleAccess{}, err
	}
	return GoogleAccess{Client: c.googleClient(stored, secrets), RefreshToken: secrets.RefreshToken, Location: stored.Location}, nil
}

// BeginGoogle begins a consent in a session and returns the page at Google where the
// owner gives it.
func (c *Connections) BeginGoogle(ctx context.Context, session string, edit GoogleClientEdit) (consentURL string, err error) {
	if c.fixed.Google {
		return "", errGoogleFixed
	}
	stored, secrets, savedAt, err := c.loadGoogle(ctx)
	if err != nil && !isSealed(err) {
		return "", err
	}
	if c.fixed.GoogleClient == (GoogleClient{}) {
		if err := edit.validate(); err != nil {
			return "", err
		}
		if edit.ClientID != "" && edit.ClientID != stored.ClientID {
			// The secret and the token belong to the other client.
			stored.ClientID, secrets.ClientSecret, secrets.RefreshToken = edit.ClientID, "", ""
		}
		if edit.ClientSecret != nil {
			secrets.ClientSecret = *edit.ClientSecret
		}
		switch {
		case stored.ClientID == "":
			return "", invalid("clientId", "Please type the client ID.")
		case secrets.ClientSecret == "":
			return "", invalid("clientSecret", "Please type the client secret.")
		}
	}
	hash := sha256.Sum256([]byte(session))
	secrets.Consent = consent{State: rand.Text() + rand.Text(), Verifier: c.google.NewVerifier(), Session: hash[:]}
	stored.ConsentUntil = c.clock.Stamp().Add(consentLifetime)
	if err := c.save(ctx, googleName, stored, secrets, savedAt); err != nil {
		return "", err
	}
	return c.google.ConsentURL(c.googleClient(stored, secrets), c.googleRedirect, secrets.Consent.State, secrets.Consent.Verifier), nil
}

// FinishGoogle connects the account that has given its consent. If it manages one
// location, or the one that was chosen before, that is chosen.
func (c *Connections) FinishGoogle(ctx context.Context, session string, answer GoogleAnswer) (GoogleSettings, error) {
	client, verifier, err := c.takeConsent(ctx, session, answer.State)
	switch {
	case err != nil:
		return GoogleSettings{}, err
	case answer.Error == "access_denied":
		return GoogleSettings{}, errDenied
	case answer.Error != "" || answer.Code == "":
		return GoogleSettings{}, errRefused
	}
	token, err := c.google.Exchange(ctx, client, c.googleRedirect, answer.Code, verifier)
	if err != nil {
		return GoogleSettings{}, err
	}
	// If they cannot be listed now, the owner chooses later.
	locations, listErr := c.google.Locations(ctx, client, token)
	stored, secrets, savedAt, err := c.loadGoogle(ctx)
	if err != nil {
		return GoogleSettings{}, err
	}
	// A former token is not revoked: Google would revoke the new one with it.
	secrets.RefreshToken = token
	if listErr == nil && !slices.ContainsFunc(locations, func(l GoogleLocation) bool { return l.Name == stored.Location }) {
		stored.Location, stored.LocationTitle = "", ""
		if len(locations) == 1 {
			stored.Location, stored.LocationTitle = locations[0].Name, locations[0].Title
		}
	}
	if err := c.save(ctx, googleName, stored, secrets, savedAt); err != nil {
		return GoogleSettings{}, err
	}
	return c.Google(ctx)
}

// takeConsent ends the consent that was begun in the session, so that it works once. An
// answer with another state leaves it as it is: anybody can make up an answer.
func (c *Connections) takeConsent(ctx context.Context, session, state string) (client GoogleClient, verifier string, err error) {
	if c.fixed.Google {
		return GoogleClient{}, "", errGoogleFixed
	}
	stored, secrets, savedAt, err := c.loadGoogle(ctx)
	if err != nil {
		return GoogleClient{}, "", err
	}
	begun, hash := secrets.Consent, sha256.Sum256([]byte(session))
	if begun.State == "" || c.clock.Now().After(stored.ConsentUntil) ||
		subtle.ConstantTimeCompare([]byte(begun.State), []byte(state)) != 1 || subtle.ConstantTimeCompare(begun.Session, hash[:]) != 1 {
		return GoogleClient{}, "", errConsent
	}
	secrets.Consent, stored.ConsentUntil = consent{}, time.Time{}
	if err := c.save(ctx, googleName, stored, secrets, savedAt); err != nil {
		return GoogleClient{}, "", err
	}
	return c.googleClient(stored, secrets), begun.Verifier, nil
}

// GoogleLocations returns what the connected account manages.
func (c *Connections) GoogleLocations(ctx context.Context) ([]GoogleLocation, error) {
	if c.fixed.Google {
		return nil, errGoogleFixed
	}
	stored, secrets, _, err := c.loadGoogle(ctx)
	if err != nil && !isSealed(err) {
		return nil, err
	}
	if secrets.RefreshToken == "" {
		return nil, errs.Errorf(errs.Conflict, "No Google account is connected. Please connect one first.")
	}
	return c.google.Locations(ctx, c.googleClient(stored, secrets), secrets.RefreshToken)
}

// ChooseGoogleLocation chooses whose reviews are shown.
func (c *Connections) ChooseGoogleLocation(ctx context.Context, name string) (GoogleSettings, error) {
	locations, err := c.GoogleLocations(ctx)
	if err != nil {
		return GoogleSettings{}, err
	}
	i := slices.IndexFunc(locations, func(l GoogleLocation) bool { return l.Name == name })
	if i < 0 {
		return GoogleSettings{}, invalid("name", "This Google account does not manage that location. Please choose another one.")
	}
	stored, secrets, savedAt, err := c.loadGoogle(ctx)
	if err != nil {
		return GoogleSettings{}, err
	}
	stored.Location, stored.LocationTitle = name, locations[i].Title
	if err := c.save(ctx, googleName, stored, secrets, savedAt); err != nil {
		return GoogleSettings{}, err
	}
	return c.Google(ctx)
}

// DisconnectGoogle revokes the permission and forgets it, but not the client. It reports
// whether Google has revoked it; the site forgets it in any case.
func (c *Connections) DisconnectGoogle(ctx context.Context) (revoked bool, err error) {
	if c.fixed.Google {
		return false, errGoogleFixed
	}
	stored, secrets, savedAt, err := c.loadGoogle(ctx)
	if err != nil && !isSealed(err) {
		return false, err
	}
	revoked = !isSealed(err)
	if secrets.RefreshToken != "" {
		revoked = c.google.Revoke(ctx, secrets.RefreshToken) == nil
	}
	kept, client := storedGoogle{ClientID: stored.ClientID}, googleSecrets{ClientSecret: secrets.ClientSecret}
	return revoked, c.save(ctx, googleName, kept, client, savedAt)
}

// clientIDEnd is how the ID of every client at Google ends.
const clientIDEnd = ".apps.googleusercontent.com"

func (e *GoogleClientEdit) validate() error {
	e.ClientID = strings.TrimSpace(e.ClientID)
	if e.ClientID != "" && (!strings.HasSuffix(e.ClientID, clientIDEnd) || strings.ContainsAny(e.ClientID, " \t\r\n\x00") || len(e.ClientID) > validate.MaxLine) {
		return invalid("clientId", "A client ID ends with "+clientIDEnd+".")
	}
	if e.ClientSecret != nil {
		secret := strings.TrimSpace(*e.ClientSecret)
		if len(secret) > maxSecret || strings.ContainsAny(secret, " \t\r\n\x00") {
			return invalid("clientSecret", "This client secret cannot be used: it is too long or has a space.")
		}
		e.ClientSecret = &secret
	}
	return nil
}
