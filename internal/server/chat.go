package server

import (
	"context"
	"net/http"

	"perimeter/internal/chat"
)

const (
	chatCookieName = "perimeter_chat"
	// chatCookiePath keeps the cookie out of requests for pages, which are the
	// same for everybody.
	chatCookiePath = "/api/chat"
)

// chat returns the cookie that identifies a visitor's browser. It lasts as long as
// a conversation is kept by default.
func (c sessionCookie) chat(token string) http.Cookie {
	return http.Cookie{
		Name: chatCookieName, Value: token, Path: chatCookiePath, MaxAge: int(chat.DefaultRetention.Seconds()),
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode,
	}
}

// visitor returns the visitor with the token, or a new one if the token is not
// valid.
func visitor(ctx context.Context, token string) (v chat.Visitor, known bool) {
	v = chat.Visitor{Token: token, ClientIP: requestInfoOf(ctx).clientIP}
	if chat.ValidToken(token) {
		return v, true
	}
	v.Token = chat.NewToken()
	return v, false
}

type visitorMessageInput struct {
	Token string `cookie:"perimeter_chat"`
	Body  struct {
		chat.MessageDraft
		Page string `json:"page,omitempty" doc:"The path on which the visitor is"`
	} `nameHint:"VisitorMessage"`
}

type visitorMessageOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      envelope[chat.Message]
}

func (a *api) sendVisitorMessage(ctx context.Context, in *visitorMessageInput) (*visitorMessageOutput, error) {
	v, known := visitor(ctx, in.Token)
	message, err := a.chat.SendAsVisitor(ctx, v, in.Body.Page, in.Body.MessageDraft)
	if err != nil {
		return nil, err
	}
	out := &visitorMessageOutput{Body: envelope[chat.Message]{Success: true, Data: message}}
	if !known {
		out.SetCookie = []http.Cookie{a.cookie.chat(v.Token)}
	}
	return out, nil
}

type chatContactInput struct {
	Token string `cookie:"perimeter_chat"`
	Body  chat.ContactDetails
}

func (a *api) leaveChatContact(ctx context.Context, in *chatContactInput) (*output[chat.ContactDetails], error) {
	v, _ := visitor(ctx, in.Token)
	return respond(a.chat.LeaveContact(ctx, v, in.Body))
}

func (a *api) getChatInbox(ctx context.Context, _ *noInput) (*output[chat.Inbox], error) {
	return respond(a.chat.Inbox(ctx))
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
	Body chat.MessageDraft
}

func (a *api) sendStaffMessage(ctx context.Context, in *staffMessageInput) (*output[chat.Message], error) {
	return respond(a.chat.SendAsStaff(ctx, requestInfoOf(ctx).user.DisplayName(), in.ID, in.Body))
}

// conversationChange is what the staff can change. A nil field stays as it is.
type conversationChange struct {
	ReadTo *int64 `json:"readTo,omitempty"`
	Closed *bool  `json:"closed,omitempty"`
}

type conversationInput struct {
	ID   string `path:"id"`
	Body conversationChange
}

func (a *api) changeConversation(ctx context.Context, in *conversationInput) (*output[chat.Conversation], error) {
	if in.Body.ReadTo != nil {
		if err := a.chat.MarkRead(ctx, in.ID, *in.Body.ReadTo); err != nil {
			return nil, err
		}
	}
	if in.Body.Closed != nil {
		if err := a.chat.SetClosed(ctx, in.ID, *in.Body.Closed); err != nil {
			return nil, err
		}
		a.logChange(ctx, "conversation changed", "conversation", in.ID, "closed", *in.Body.Closed)
	}
	return respond(a.chat.Conversation(ctx, in.ID))
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
	return respondSaved(deletedConversation{in.ID}, "Conversation deleted")
}

type chatRepliesInput struct {
	Body struct {
		Replies []string `json:"replies"`
	} `nameHint:"ChatReplies"`
}

func (a *api) saveChatReplies(ctx context.Context, in *chatRepliesInput) (*output[[]string], error) {
	replies, err := a.chat.SaveReplies(ctx, in.Body.Replies)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "replies saved", "count", len(replies))
	return respondSaved(replies, withClaims("Replies saved", a.site.ClaimsIn(replies...)))
}
