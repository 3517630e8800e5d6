package auth

import (
	"context"
	"encoding/hex"
	"time"

	"perimeter/internal/errs"
)

// SessionInfo is what users see of their own sessions.
type SessionInfo struct {
	ID         string    `json:"id"`
	Current    bool      `json:"current" doc:"Whether it is the session of this request"`
	Browser    string    `json:"browser" doc:"Such as \"Firefox on Windows\"; empty if unknown"`
	Network    string    `json:"network" doc:"That the user signed in from; empty if unknown"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
}

// sessionID is what a session is called outside. It begins the token's hash, which
// lets nobody in.
func sessionID(s Session) string { return hex.EncodeToString(s.TokenHash[:16]) }

// Sessions returns the open sessions of the token's user, the last used first.
func (a *Accounts) Sessions(ctx context.Context, token string) ([]SessionInfo, error) {
	own, sessions, err := a.openSessions(ctx, token)
	if err != nil {
		return nil, err
	}
	infos := make([]SessionInfo, len(sessions))
	for i, s := range sessions {
		infos[i] = SessionInfo{
			ID: sessionID(s), Current: s.TokenHash == own.TokenHash, Browser: s.Browser, Network: s.Network,
			CreatedAt: s.CreatedAt, LastSeenAt: s.LastSeenAt,
		}
	}
	return infos, nil
}

func (a *Accounts) openSessions(ctx context.Context, token string) (own Session, open []Session, err error) {
	now := a.clock.Stamp()
	own, user, err := a.session(ctx, token, now)
	if err != nil {
		return own, nil, err
	}
	sessions, err := a.store.UserSessions(ctx, user.ID)
	if err != nil {
		return own, nil, err
	}
	for _, s := range sessions {
		if !s.expired(now) {
			open = append(open, s)
		}
	}
	return own, open, nil
}

// EndSession ends another session of the token's user, or returns NotFound.
func (a *Accounts) EndSession(ctx context.Context, token, id string) error {
	own, sessions, err := a.openSessions(ctx, token)
	if err != nil {
		return err
	}
	if id == sessionID(own) {
		return errs.Errorf(errs.Invalid, "This is the session that you are using. Log out to end it.")
	}
	for _, s := range sessions {
		if sessionID(s) == id {
			return a.store.Write(ctx, func(tx Tx) error { return tx.Sessions().Delete(ctx, s.TokenHash) })
		}
	}
	return errs.Errorf(errs.NotFound, "This session has ended already.")
}

// EndOtherSessions ends all sessions of the token's user but the token's.
func (a *Accounts) EndOtherSessions(ctx context.Context, token string) error {
	own, user, err := a.session(ctx, token, a.clock.Stamp())
	if err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx Tx) error { return tx.Sessions().DeleteOthers(ctx, user.ID, own.TokenHash) })
}
