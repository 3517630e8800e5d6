package server

import (
	"context"
	"net/http"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/record"
)

// visitor returns the visitor who sends the request, or a new one if the browser
// has no token that was issued here.
func (a *api) visitor(ctx context.Context) (v chat.Visitor, known bool, err error) {
	info := requestInfoOf(ctx)
	return a.chat.Visitor(ctx, info.visitor, info.clientIP)
}

type visitorMessageInput struct {
	Body struct {
		chat.NewMessage
		Page string `json:"page,omitempty" doc:"The path on which the visitor is"`
	} `nameHint:"VisitorMessage"`
}

type visitorMessageOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      envelope[chat.Message]
}

func (a *api) sendVisitorMessage(ctx context.Context, in *visitorMessageInput) (*visitorMessageOutput, error) {
	v, known, err := a.visitor(ctx)
	if err != nil {
		return nil, err
	}
	message, err := a.chat.SendAsVisitor(ctx, v, in.Body.Page, in.Body.NewMessage)
	if err != nil {
		return nil, err
	}
	out := &visitorMessageOutput{Body: envelope[chat.Message]{Success: true, Data: message}}
	if !known {
		out.SetCookie = []http.Cookie{a.cookies.chat.set(v.Token)}
	}
	return out, nil
}

type chatContactInput struct {
	Body struct {
		chat.ContactDetails
		Page string `json:"page,omitempty" doc:"Not used; older pages send it"`
	} `nameHint:"VisitorContact"`
}

func (a *api) leaveChatContact(ctx context.Context, in *chatContactInput) (*output[chat.ContactDetails], error) {
	v, _, err := a.visitor(ctx)
	if err != nil {
		return nil, err
	}
	return respond(a.chat.LeaveContact(ctx, v, in.Body.ContactDetails))
}

// deleteOwnConversation keeps the cookie: an open window follows the visitor's
// next conversation under the same token.
func (a *api) deleteOwnConversation(ctx context.Context, _ *noInput) (*messageOutput, error) {
	v, _, err := a.visitor(ctx)
	if err == nil {
		err = a.chat.DeleteAsVisitor(ctx, v)
	}
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "conversation deleted by its visitor")
	return respondMessage("Conversation deleted")
}

type inboxInput struct {
	Search string `query:"search" doc:"Part of a message, a note, a name or contact details"`
	After  string `query:"after" doc:"The field next of the page before"`
	Limit  int    `query:"limit"`
}

func (a *api) getChatInbox(ctx context.Context, in *inboxInput) (*output[chat.Inbox], error) {
	return respond(a.chat.Inbox(ctx, chat.InboxQuery(*in)))
}

type threadInput struct {
	ID    string `path:"id"`
	After int64  `query:"after" doc:"The newest message that is known already"`
}

func (a *api) getChatThread(ctx context.Context, in *threadInput) (*output[chat.Thread], error) {
	return respond(a.chat.Thread(ctx, in.ID, in.After))
}

type staffMessageInput struct {
	ID   string `path:"id"`
	Body chat.NewMessage
}

func (a *api) sendStaffMessage(ctx context.Context, in *staffMessageInput) (*output[chat.Message], error) {
	user := requestInfoOf(ctx).user
	sent, err := a.chat.SendAsStaff(ctx, chat.StaffMember{ID: user.ID, Name: user.FullName}, in.ID, in.Body)
	if err == nil {
		a.logChange(ctx, "chat reply sent", "conversation", in.ID, "message", sent.ID)
	}
	return respond(sent, err)
}

// conversationChange is what the staff can change. A nil field stays as it is.
type conversationChange struct {
	ReadTo *int64 `json:"readTo,omitempty"`
	Closed *bool  `json:"closed,omitempty"`
	// Assignee is a user who answers, or 0 for nobody.
	Assignee *int64 `json:"assignee,omitempty" doc:"The id of the person who answers; 0 means nobody"`
}

type conversationInput struct {
	ID   string `path:"id"`
	Body conversationChange
}

func (a *api) changeConversation(ctx context.Context, in *conversationInput) (*output[chat.Conversation], error) {
	change := chat.ConversationChange{ReadTo: in.Body.ReadTo, Closed: in.Body.Closed}
	if in.Body.Assignee != nil {
		person, err := a.chatPerson(ctx, *in.Body.Assignee)
		if err != nil {
			return nil, err
		}
		change.Assignee = &person
	}
	changed, err := a.chat.ChangeConversation(ctx, in.ID, change)
	if err != nil {
		return nil, err
	}
	if change.Closed != nil {
		a.logChange(ctx, "conversation changed", "conversation", in.ID, "closed", *change.Closed)
	}
	if change.Assignee != nil {
		a.logChange(ctx, "conversation assigned", "conversation", in.ID, "assignee", change.Assignee.ID)
	}
	return respond(changed, nil)
}

type deletedConversation struct {
	ID string `json:"id"`
}

func (a *api) deleteConversation(ctx context.Context, in *struct {
	ID string `path:"id"`
},
) (*output[deletedConversation], error) {
	if err := a.chat.DeleteConversation(ctx, in.ID); err != nil {
		return nil, err
	}
	a.logChange(ctx, "conversation deleted", "conversation", in.ID)
	return respondChanged(deletedConversation{in.ID}, "Conversation deleted")
}

func (a *api) listChatChannels(ctx context.Context, _ *noInput) (*output[[]chat.Deliveries], error) {
	return respond(a.chat.Deliveries(ctx))
}

func (a *api) sendTestNotice(ctx context.Context, in *struct {
	Channel string `path:"channel"`
},
) (*messageOutput, error) {
	if err := a.chat.SendTest(ctx, in.Channel); err != nil {
		return nil, err
	}
	a.logChange(ctx, "test notice sent", "channel", in.Channel)
	return respondMessage("Test notice sent")
}

type chatRepliesInput struct {
	Body struct {
		Replies []string   `json:"replies"`
		BasedOn *time.Time `json:"basedOn,omitempty" doc:"The inbox's repliesUpdatedAt as the editor saw it; if they were saved since, they are not overwritten"`
	} `nameHint:"ChatReplies"`
}

func (a *api) saveChatReplies(ctx context.Context, in *chatRepliesInput) (*output[[]string], error) {
	replies, err := a.chat.SaveReplies(ctx, in.Body.Replies, in.Body.BasedOn)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "replies saved", "count", len(replies))
	return respondChecked(record.Saved[[]string]{Record: replies}, "Replies saved", a.site.ClaimsIn(replies...))
}
