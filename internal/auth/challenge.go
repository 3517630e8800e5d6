package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// Challenge is what a passkey has to sign. It is stored, so that every replica
// knows it, counts once and only for a few minutes.
type Challenge struct {
	Hash      [32]byte
	ExpiresAt time.Time
	Data      string // a webauthn.SessionData as JSON
}

const (
	challengeLifetime = 5 * time.Minute
	// maxChallenges bounds the table, because anybody can ask for a challenge.
	maxChallenges = 5000
)

// challengeRate is how many challenges one client gets.
var challengeRate = limit.Rate{Burst: 30, Every: 2 * time.Second}

// challenge stores a challenge and returns the options that contain it.
func (a *Accounts) challenge(ctx context.Context, c Credentials, ceremony *webauthn.SessionData, options any) (PasskeyOptions, error) {
	keys := limit.NetworkKeys("challenge", c.ClientIP, challengeRate)
	if _, err := a.limits.Allow(keys...); err != nil {
		return nil, err
	}
	data, err := json.Marshal(ceremony)
	if err != nil {
		return nil, fmt.Errorf("encode a challenge: %w", err)
	}
	encoded, err := json.Marshal(options)
	if err != nil {
		return nil, fmt.Errorf("encode the options of a passkey: %w", err)
	}
	var result PasskeyOptions
	if err := json.Unmarshal(encoded, &result); err != nil {
		return nil, fmt.Errorf("encode the options of a passkey: %w", err)
	}
	now := a.clock.Stamp()
	return result, a.store.Write(ctx, func(tx Tx) error {
		if err := a.limits.AllowShared(ctx, tx.Uses(), keys...); err != nil {
			return err
		}
		if err := tx.Factors().PurgeChallenges(ctx, now, maxChallenges-1); err != nil {
			return err
		}
		return tx.Factors().AddChallenge(ctx, Challenge{
			Hash: challengeHash(ceremony.Challenge), ExpiresAt: now.Add(challengeLifetime), Data: string(data),
		})
	})
}

// useChallenge returns a stored challenge and deletes it, whatever comes of it. It
// returns NotFound if the challenge was used or has expired.
func (a *Accounts) useChallenge(ctx context.Context, challenge string) (ceremony webauthn.SessionData, err error) {
	var taken Challenge
	err = a.store.Write(ctx, func(tx Tx) error {
		taken, err = tx.Factors().UseChallenge(ctx, challengeHash(challenge))
		return err
	})
	if err != nil {
		return ceremony, err
	}
	if !a.clock.Stamp().Before(taken.ExpiresAt) {
		return ceremony, errs.Errorf(errs.NotFound, "This challenge has expired.")
	}
	if err := json.Unmarshal([]byte(taken.Data), &ceremony); err != nil {
		return ceremony, fmt.Errorf("decode a challenge: %w", err)
	}
	return ceremony, nil
}
