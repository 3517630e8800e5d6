package store

import (
	"context"

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

// noteTx is the notes in a transaction.
type noteTx struct{ tx }

func (t tx) Notes() chat.NoteTx { return noteTx{t} }

func (t noteTx) Count(ctx context.Context, conversation string) (int64, error) {
	return one(ctx, t.reader, chatNoteSubject, t.q.CountChatNotes, conversation, same)
}

func (t noteTx) Add(ctx context.Context, conversation string, n chat.Note) (chat.Note, error) {
	return one(ctx, t.reader, conversationSubject, t.q.InsertChatNote, db.InsertChatNoteParams{
		ConversationID: conversation, WrittenAt: micros(n.WrittenAt), Author: n.Author, Text: n.Text,
	}, chatNote)
}

func (t noteTx) Delete(ctx context.Context, conversation string, note int64) error {
	return affect(ctx, t.tx, chatNoteSubject, t.q.DeleteChatNote, db.DeleteChatNoteParams{ConversationID: conversation, ID: note})
}
