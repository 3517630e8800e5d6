// Package workingcopy owns what people have typed into forms of the back office
// and not saved yet, so that a closed tab or another device does not lose it. It
// must not know what the fields of a form mean, nor what is published.
package workingcopy

import (
	"context"
	"encoding/json"
	"regexp"
	"time"

	"perimeter/internal/clock"
	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// Kind is the kind of record that a form edits.
type Kind string

// Kinds are the forms that have working copies.
var Kinds = []Kind{
	"content", "service", "template", "post", "social-link", "hours", "special-day", "image", "company",
	"quick-replies", "chat-reply", "person", "invitation",
}

const (
	// MaxSize is how many bytes the fields of one copy may have as JSON. It has
	// room for the longest post, before and after the change.
	MaxSize = 1 << 20
	// MaxCopies is how many copies one person may have. With more, those that
	// were saved longest ago are deleted.
	MaxCopies = 100
)

// recordID is the ID of a record, "new" for one that does not exist yet, or either
// with a suffix for a second copy.
var recordID = regexp.MustCompile(`^[A-Za-z0-9_.~-]{1,200}$`)

// Info is a working copy without its fields.
type Info struct {
	Kind     Kind      `json:"kind"`
	RecordID string    `json:"id" doc:"The ID of the record, or one that begins with new"`
	Title    string    `json:"title" doc:"What people know the record by; may be empty"`
	BasedOn  string    `json:"basedOn" doc:"The version of the record that the form started from; empty for a new one"`
	SavedAt  time.Time `json:"savedAt"`
	Deleted  bool      `json:"deleted,omitempty" doc:"In a list of posts: somebody has deleted the post"`
}

// Fields are the fields of a form, by name.
type Fields map[string]json.RawMessage

// Copy is what one person has typed into one form.
type Copy struct {
	Info
	UserID   int64  `json:"-"`
	Original Fields `json:"original" doc:"The fields as the form began"`
	Values   Fields `json:"values" doc:"The fields as typed"`
}

// Contents are what a form sends to be kept.
type Contents struct {
	Title    string `json:"title,omitempty"`
	BasedOn  string `json:"basedOn,omitempty"`
	Original Fields `json:"original,omitempty"`
	Values   Fields `json:"values"`
}

// Store keeps the copies. Nothing that it does raises the revision of the site.
type Store interface {
	// WorkingCopies returns a user's copies of a kind, the newest first. The list
	// is never nil.
	WorkingCopies(ctx context.Context, userID int64, kind Kind) ([]Info, error)
	// WorkingCopy returns a user's copy, or NotFound.
	WorkingCopy(ctx context.Context, userID int64, kind Kind, id string) (Copy, error)
	// PutWorkingCopy stores a copy, in place of the one with the same user, kind
	// and ID, and then deletes the oldest of that user beyond the number to keep.
	PutWorkingCopy(ctx context.Context, c Copy, keep int) error
	// DeleteWorkingCopy deletes a copy, if there is one.
	DeleteWorkingCopy(ctx context.Context, userID int64, kind Kind, id string) error
}

// Copies are the working copies of everybody.
type Copies struct {
	store Store
	clock clock.Clock
}

// New returns the working copies in the store.
func New(store Store, now clock.Clock) *Copies { return &Copies{store: store, clock: now} }

// List returns a user's copies of a kind, the newest first.
func (c *Copies) List(ctx context.Context, userID int64, kind Kind) ([]Info, error) {
	if err := validate.OneOf("kind", kind, Kinds); err != nil {
		return nil, err
	}
	return c.store.WorkingCopies(ctx, userID, kind)
}

// Get returns a user's copy, or NotFound.
func (c *Copies) Get(ctx context.Context, userID int64, kind Kind, id string) (Copy, error) {
	if err := checkName(kind, id); err != nil {
		return Copy{}, err
	}
	return c.store.WorkingCopy(ctx, userID, kind, id)
}

// Put keeps what a user has typed, in place of what was kept before.
func (c *Copies) Put(ctx context.Context, userID int64, kind Kind, id string, sent Contents) (Info, error) {
	if sent.Original == nil {
		sent.Original = Fields{}
	}
	err := validate.First(
		checkName(kind, id),
		validate.Field{Name: "title", Value: sent.Title}.Within(validate.MaxLine),
		validate.Field{Name: "basedOn", Value: sent.BasedOn}.Within(validate.MaxLine),
		checkFields(sent),
	)
	if err != nil {
		return Info{}, err
	}
	kept := Copy{
		Info:   Info{Kind: kind, RecordID: id, Title: sent.Title, BasedOn: sent.BasedOn, SavedAt: c.clock.Stamp()},
		UserID: userID, Original: sent.Original, Values: sent.Values,
	}
	return kept.Info, c.store.PutWorkingCopy(ctx, kept, MaxCopies)
}

// Delete deletes a user's copy, if there is one.
func (c *Copies) Delete(ctx context.Context, userID int64, kind Kind, id string) error {
	if err := checkName(kind, id); err != nil {
		return err
	}
	return c.store.DeleteWorkingCopy(ctx, userID, kind, id)
}

func checkName(kind Kind, id string) error {
	if err := validate.OneOf("kind", kind, Kinds); err != nil {
		return err
	}
	if !recordID.MatchString(id) {
		return validate.Field{Name: "id"}.Invalid("must be the ID of a record, or new")
	}
	return nil
}

func checkFields(sent Contents) error {
	if len(sent.Values) == 0 {
		return validate.Field{Name: "values"}.Invalid("is required")
	}
	size := 0
	for _, fields := range []Fields{sent.Original, sent.Values} {
		for name, value := range fields {
			size += len(name) + len(value)
		}
	}
	if size > MaxSize {
		return errs.Errorf(errs.TooLarge, "A working copy has at most %d bytes.", MaxSize)
	}
	return nil
}
