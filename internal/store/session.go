package store

import (
	"context"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/store/db"
)

func session(row db.Session) auth.Session {
	s := auth.Session{
		UserID:     row.UserID,
		CreatedAt:  instant(row.CreatedAt),
		LastSeenAt: instant(row.LastSeenAt),
		ProvedAt:   instant(row.ProvedAt),
		Browser:    row.Browser,
		Network:    row.Network,

		SecondFactor: row.SecondFactor,
	}
	copy(s.TokenHash[:], row.TokenHash)
	return s
}

func (r reader) Session(ctx context.Context, tokenHash [32]byte) (auth.Session, error) {
	return one(ctx, r, subject{noun: "session"}, r.q.GetSession, tokenHash[:], session)
}

func (r reader) SessionSummaries(ctx context.Context, seen, created time.Time) ([]auth.SessionSummary, error) {
	summarise := func(ctx context.Context) ([]db.SummariseSessionsRow, error) {
		return r.q.SummariseSessions(ctx, db.SummariseSessionsParams{LastSeenAt: micros(seen), CreatedAt: micros(created)})
	}
	return all(ctx, r, summarise, func(row db.SummariseSessionsRow) auth.SessionSummary {
		return auth.SessionSummary{UserID: row.UserID, Sessions: int(row.Sessions), LastSeenAt: instant(row.LastSeenAt)}
	})
}

func (r reader) UserSessions(ctx context.Context, userID int64) ([]auth.Session, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.Session, error) { return r.q.ListUserSessions(ctx, userID) }, session)
}

// sessionTx is the sessions in a transaction.
type sessionTx struct{ tx }

func (t tx) Sessions() auth.SessionTx { return sessionTx{t} }

func (t sessionTx) Put(ctx context.Context, s auth.Session) error {
	*t.essential = true
	return exec(ctx, t.tx, subject{noun: "user"}, t.q.PutSession, db.PutSessionParams{
		TokenHash:  s.TokenHash[:],
		UserID:     s.UserID,
		CreatedAt:  micros(s.CreatedAt),
		LastSeenAt: micros(s.LastSeenAt),
		ProvedAt:   micros(s.ProvedAt),
		Browser:    s.Browser,
		Network:    s.Network,

		SecondFactor: s.SecondFactor,
	})
}

func (t sessionTx) Touch(ctx context.Context, tokenHash [32]byte, seen time.Time) error {
	return exec(ctx, t.tx, subject{noun: "session"}, t.q.TouchSession,
		db.TouchSessionParams{TokenHash: tokenHash[:], LastSeenAt: micros(seen)})
}

func (t sessionTx) Prove(ctx context.Context, tokenHash [32]byte, at time.Time) error {
	return affect(ctx, t.tx, subject{noun: "session"}, t.q.ProveSession,
		db.ProveSessionParams{TokenHash: tokenHash[:], ProvedAt: micros(at)})
}

func (t sessionTx) MarkSecondFactor(ctx context.Context, tokenHash [32]byte) error {
	return exec(ctx, t.tx, subject{noun: "session"}, t.q.MarkSecondFactor, tokenHash[:])
}

func (t sessionTx) Delete(ctx context.Context, tokenHash [32]byte) error {
	*t.essential = true
	if err := exec(ctx, t.tx, pushSubject, t.q.DeletePushOfSession, tokenHash[:]); err != nil {
		return err
	}
	return exec(ctx, t.tx, subject{noun: "session"}, t.q.DeleteSession, tokenHash[:])
}

func (t sessionTx) EndPush(ctx context.Context, userID int64) error {
	return exec(ctx, t.tx, pushSubject, t.q.DeletePushOfUser, userID)
}

func (t sessionTx) DeleteOf(ctx context.Context, userID int64) error {
	if err := t.EndPush(ctx, userID); err != nil {
		return err
	}
	return exec(ctx, t.tx, subject{noun: "session"}, t.q.DeleteUserSessions, userID)
}

func (t sessionTx) DeleteOthers(ctx context.Context, userID int64, tokenHash [32]byte) error {
	*t.essential = true
	err := exec(ctx, t.tx, pushSubject, t.q.DeletePushOfOtherSessions,
		db.DeletePushOfOtherSessionsParams{UserID: userID, SessionHash: tokenHash[:]})
	if err != nil {
		return err
	}
	return exec(ctx, t.tx, subject{noun: "session"}, t.q.DeleteOtherSessions,
		db.DeleteOtherSessionsParams{UserID: userID, TokenHash: tokenHash[:]})
}

func (t sessionTx) DeleteIdle(ctx context.Context, seen, created time.Time) error {
	return exec(ctx, t.tx, subject{noun: "session"}, t.q.DeleteIdleSessions,
		db.DeleteIdleSessionsParams{LastSeenAt: micros(seen), CreatedAt: micros(created)})
}
