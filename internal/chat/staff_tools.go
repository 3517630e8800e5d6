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

// AddNote stores a note of the staff. Only their windows learn of it.
func (c *Chat) AddNote(ctx context.Context, author, id, text string) (note Note, err error) {
	text = strings.TrimSpace(text)
	if err := (validate.Field{Name: "text", Value: text}).Required(maxText); err != nil {
		return Note{}, err
	}
	err = c.store.Change(ctx, staffTopic, func(tx Tx) error {
		if _, err := tx.Conversations().Get(ctx, id); err != nil {
			return err
		}
		count, err := tx.Notes().Count(ctx, id)
		if err != nil {
			return err
		}
		if count >= maxNotes {
			return errs.Errorf(errs.Invalid, "A conversation can have at most %d notes. Please delete some.", maxNotes)
		}
		note, err = tx.Notes().Add(ctx, id, Note{WrittenAt: c.clock.Stamp(), Author: author, Text: text})
		return err
	})
	return note, err
}

// DeleteNote deletes a note.
func (c *Chat) DeleteNote(ctx context.Context, id string, note int64) error {
	return c.store.Change(ctx, staffTopic, func(tx Tx) error { return tx.Notes().Delete(ctx, id, note) })
}
