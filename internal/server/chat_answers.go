package server

import (
	"context"
	"net/http"

	"perimeter/internal/chat"
)

type seenInput struct {
	Body struct {
		Through int64 `json:"through" doc:"The newest message that the visitor has seen"`
	} `nameHint:"SeenMessages"`
}

func (a *api) markSeen(ctx context.Context, in *seenInput) (*messageOutput, error) {
	v, _, err := a.visitor(ctx)
	if err == nil {
		err = a.chat.MarkSeen(ctx, v, in.Body.Through)
	}
	if err != nil {
		return nil, err
	}
	return respondMessage("Noted")
}

func (a *api) typeAsVisitor(ctx context.Context, _ *noInput) (*messageOutput, error) {
	v, _, err := a.visitor(ctx)
	if err == nil {
		err = a.chat.TypeAsVisitor(ctx, v)
	}
	if err != nil {
		return nil, err
	}
	return respondMessage("Noted")
}

type resumeInput struct {
	Body struct {
		Token string `json:"token" doc:"From the fragment of the link"`
	} `nameHint:"ResumeToken"`
}

type resumeOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      messageEnvelope
}

// resumeConversation is a call instead of a page, because mail programs open links
// to check them, and this one works once.
func (a *api) resumeConversation(ctx context.Context, in *resumeInput) (*resumeOutput, error) {
	current, _, err := a.visitor(ctx)
	if err != nil {
		return nil, err
	}
	v, changed, err := a.chat.Resume(ctx, current, in.Body.Token)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "conversation taken up with a link")
	out := &resumeOutput{Body: messageEnvelope{Success: true, Message: "Conversation taken up"}}
	if changed {
		out.SetCookie = []http.Cookie{a.cookies.chat.set(v.Token)}
	}
	return out, nil
}

func (a *api) getAvailability(ctx context.Context, _ *noInput) (*output[chat.Availability], error) {
	return respond(a.chat.Availability(ctx, requestInfoOf(ctx).user.ID))
}

type availabilityInput struct{ Body chat.Availability }

func (a *api) setAvailability(ctx context.Context, in *availabilityInput) (*output[chat.Availability], error) {
	if err := a.chat.SetAvailable(ctx, requestInfoOf(ctx).user.ID, in.Body.Available); err != nil {
		return nil, err
	}
	a.logChange(ctx, "availability changed", "available", in.Body.Available)
	return respond(in.Body, nil)
}
