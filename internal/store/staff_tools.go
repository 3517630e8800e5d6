package store

import (
	"context"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/store/db"
)

var chatNoteSubject = subject{noun: "note"}

func chatNote(row db.ChatNote) chat.Note {
	return chat.Note{ID: row.ID, WrittenAt: instant(row.WrittenAt), Author: row.Author, Text: row.Text}
}

func (r reader) ChatNotes(ctx context.Context, conversation string) ([]chat.Note, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.ChatNote, error) {
		return r.q.ListChatNotes(ctx, conversation)
	}, chatNote)
}

func (r reader) CountChatNotes(ctx context.Context, conversation string) (int64, error) {
	return one(ctx, r, chatNoteSubject, r.q.CountChatNotes, conversation, same)
}

func (t tx) AddChatNote(ctx context.Context, conversation string, n chat.Note) (chat.Note, error) {
	return one(ctx, t.reader, conversationSubject, t.q.InsertChatNote, db.InsertChatNoteParams{
		ConversationID: conversation, WrittenAt: micros(n.WrittenAt), Author: n.Author, Text: n.Text,
	}, chatNote)
}

func (t tx) DeleteChatNote(ctx context.Context, conversation string, note int64) error {
	return affect(ctx, t, chatNoteSubject, t.q.DeleteChatNote, db.DeleteChatNoteParams{ConversationID: conversation, ID: note})
}

func (t tx) PutTyping(ctx context.Context, conversation string, staff bool, at time.Time) error {
	if staff {
		return exec(ctx, t, conversationSubject, t.q.PutStaffTyping, db.PutStaffTypingParams{ID: conversation, StaffTypingAt: micros(at)})
	}
	return exec(ctx, t, conversationSubject, t.q.PutVisitorTyping, db.PutVisitorTypingParams{ID: conversation, VisitorTypingAt: micros(at)})
}
