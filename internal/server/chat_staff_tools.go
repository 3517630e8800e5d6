package server

import (
	"cmp"
	"context"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/errs"
)

// chatPeople returns everybody who can answer visitors.
func (a *api) chatPeople(ctx context.Context) ([]chat.StaffMember, error) {
	users, err := a.accounts.Users(ctx)
	if err != nil {
		return nil, err
	}
	people := []chat.StaffMember{}
	for _, user := range users {
		if user.Role == auth.RoleAdmin && !user.IsDisabled() {
			people = append(people, chat.StaffMember{ID: user.ID, Name: cmp.Or(user.FullName, user.Username)})
		}
	}
	return people, nil
}

func (a *api) listChatPeople(ctx context.Context, _ *noInput) (*output[[]chat.StaffMember], error) {
	return respond(a.chatPeople(ctx))
}

// chatPerson returns the person on the staff with the ID, or nobody if it is 0.
func (a *api) chatPerson(ctx context.Context, id int64) (chat.StaffMember, error) {
	if id == 0 {
		return chat.StaffMember{}, nil
	}
	people, err := a.chatPeople(ctx)
	if err != nil {
		return chat.StaffMember{}, err
	}
	for _, person := range people {
		if person.ID == id {
			return person, nil
		}
	}
	return chat.StaffMember{}, errs.Errorf(errs.Invalid, "Nobody with this number can answer visitors.")
}

type conversationRef struct {
	ID string `path:"id"`
}

func (a *api) typeAsStaff(ctx context.Context, in *conversationRef) (*messageOutput, error) {
	if err := a.chat.TypeAsStaff(ctx, in.ID); err != nil {
		return nil, err
	}
	return respondMessage("Noted")
}

type chatNoteInput struct {
	ID   string `path:"id"`
	Body struct {
		Text string `json:"text"`
	} `nameHint:"ChatNoteDraft"`
}

func (a *api) addChatNote(ctx context.Context, in *chatNoteInput) (*output[chat.Note], error) {
	user := requestInfoOf(ctx).user
	note, err := a.chat.AddNote(ctx, cmp.Or(user.FullName, user.Username), in.ID, in.Body.Text)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "chat note written", "conversation", in.ID, "note", note.ID)
	return respondChanged(note, "Note saved")
}

func (a *api) deleteChatNote(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Note int64  `path:"note"`
},
) (*messageOutput, error) {
	if err := a.chat.DeleteNote(ctx, in.ID, in.Note); err != nil {
		return nil, err
	}
	a.logChange(ctx, "chat note deleted", "conversation", in.ID, "note", in.Note)
	return respondMessage("Note deleted")
}
