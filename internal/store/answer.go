package store

import (
	"context"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/store/db"
)

var chatLinkSubject = subject{noun: "link"}

func chatLink(row db.ChatLink) chat.Link {
	l := chat.Link{Conversation: row.ConversationID, ExpiresAt: instant(row.ExpiresAt), Used: row.Used}
	copy(l.TokenHash[:], row.TokenHash)
	return l
}

func (r reader) ResumedConversation(ctx context.Context, visitor string, now time.Time) (string, error) {
	return one(ctx, r, conversationSubject, r.q.GetChatVisitor, db.GetChatVisitorParams{ID: visitor, Now: micros(now)}, same)
}

func (r reader) IsAway(ctx context.Context, person int64) (bool, error) {
	return one(ctx, r, subject{noun: "user"}, r.q.CountAway, person, func(n int64) bool { return n > 0 })
}

// resumptionTx is the links to conversations, and who used them, in a transaction.
type resumptionTx struct{ tx }

func (t tx) Resumption() chat.ResumptionTx { return resumptionTx{t} }

func (t resumptionTx) Link(ctx context.Context, tokenHash [32]byte) (chat.Link, error) {
	return one(ctx, t.reader, chatLinkSubject, t.q.GetChatLink, tokenHash[:], chatLink)
}

func (t tx) PutAway(ctx context.Context, person int64, away bool) error {
	statement := t.q.DeleteAway
	if away {
		statement = t.q.PutAway
	}
	return exec(ctx, t, subject{noun: "user"}, statement, person)
}

func (t noticeTx) DeleteSeen(ctx context.Context, conversation string, through int64) error {
	return exec(ctx, t.tx, noticeSubject, t.q.DeleteSeenAnswer,
		db.DeleteSeenAnswerParams{ConversationID: conversation, Through: through})
}

func (t resumptionTx) PutLink(ctx context.Context, l chat.Link) error {
	return exec(ctx, t.tx, chatLinkSubject, t.q.PutChatLink, db.PutChatLinkParams{
		TokenHash: l.TokenHash[:], ConversationID: l.Conversation, ExpiresAt: micros(l.ExpiresAt),
	})
}

func (t resumptionTx) UseLink(ctx context.Context, tokenHash [32]byte) (used bool, err error) {
	return one(ctx, t.reader, chatLinkSubject, t.q.UseChatLink, tokenHash[:], func(n int64) bool { return n > 0 })
}

func (t resumptionTx) DeleteLink(ctx context.Context, tokenHash [32]byte) error {
	return exec(ctx, t.tx, chatLinkSubject, t.q.DeleteChatLink, tokenHash[:])
}

func (t resumptionTx) PutVisitor(ctx context.Context, visitor, conversation string, expires time.Time) error {
	return exec(ctx, t.tx, conversationSubject, t.q.PutChatVisitor,
		db.PutChatVisitorParams{ID: visitor, ConversationID: conversation, ExpiresAt: micros(expires)})
}

func (t resumptionTx) DeleteExpired(ctx context.Context, before time.Time) error {
	if err := exec(ctx, t.tx, chatLinkSubject, t.q.DeleteExpiredChatLinks, micros(before)); err != nil {
		return err
	}
	return exec(ctx, t.tx, conversationSubject, t.q.DeleteExpiredChatVisitors, micros(before))
}
