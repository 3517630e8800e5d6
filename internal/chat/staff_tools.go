package chat

import (
	"context"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// StaffMember is somebody on the staff.
type StaffMember struct {
	ID   int64  `json:"id" doc:"0 means nobody"`
	Name string `json:"name"`
}

// Note is something that the staff write about a conversation for each other.
// Visitors never see notes.
type Note struct {
	ID        int64     `json:"id"`
	WrittenAt time.Time `json:"writtenAt"`
	Author    string    `json:"author"`
	Text      string    `json:"text"`
}

// maxNotes is how many notes a conversation can have.
const maxNotes = 100

// StaffToolTx changes what only the staff see, and who is typing.
type StaffToolTx interface {
	CountChatNotes(ctx context.Context, conversation string) (int64, error)
	// AddChatNote inserts the note and returns it with its ID, or returns NotFound
	// if there is no such conversation.
	AddChatNote(ctx context.Context, conversation string, n Note) (Note, error)
	// DeleteChatNote deletes a note of the conversation, or returns NotFound.
	DeleteChatNote(ctx context.Context, conversation string, note int64) error
	// PutTyping sets StaffTypingAt or VisitorTypingAt.
	PutTyping(ctx context.Context, conversation string, staff bool, at time.Time) error
}

// AddNote stores a note of the staff. Only their windows learn of it.
func (c *Chat) AddNote(ctx context.Context, author, id, text string) (note Note, err error) {
	text = strings.TrimSpace(text)
	if err := (validate.Field{Name: "text", Value: text}).Required(maxText); err != nil {
		return Note{}, err
	}
	err = c.store.Change(ctx, staffTopic, func(tx Tx) error {
		if _, err := tx.Conversation(ctx, id); err != nil {
			return err
		}
		count, err := tx.CountChatNotes(ctx, id)
		if err != nil {
			return err
		}
		if count >= maxNotes {
			return errs.Errorf(errs.Invalid, "A conversation can have at most %d notes. Please delete some.", maxNotes)
		}
		note, err = tx.AddChatNote(ctx, id, Note{WrittenAt: c.clock.Stamp(), Author: author, Text: text})
		return err
	})
	return note, err
}

// DeleteNote deletes a note.
func (c *Chat) DeleteNote(ctx context.Context, id string, note int64) error {
	return c.store.Change(ctx, staffTopic, func(tx Tx) error { return tx.DeleteChatNote(ctx, id, note) })
}

// Assign says who of the staff answers the conversation. The zero value means
// nobody.
func (c *Chat) Assign(ctx context.Context, id string, person StaffMember) error {
	return c.changeConversation(ctx, id, func(_ Tx, conversation *Conversation) error {
		conversation.Assignee = person
		return nil
	})
}
