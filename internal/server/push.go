package server

import (
	"context"

	"perimeter/internal/auth"
	"perimeter/internal/push"
)

type pushKey struct {
	PublicKey string `json:"publicKey" doc:"What browsers subscribe with"`
}

func (a *api) getPushKey(ctx context.Context, _ *noInput) (*output[pushKey], error) {
	key, err := a.push.Key(ctx)
	return respond(pushKey{key.Public}, err)
}

type pushInput struct{ Body push.NewSubscription }

func (a *api) subscribeToPush(ctx context.Context, in *pushInput) (*messageOutput, error) {
	if err := a.push.Subscribe(ctx, auth.SessionHash(requestInfoOf(ctx).token), in.Body); err != nil {
		return nil, err
	}
	a.logChange(ctx, "push subscription registered")
	return respondMessage("Notifications are on")
}

type endPushInput struct {
	Body struct {
		Endpoint string `json:"endpoint"`
	} `nameHint:"PushEndpoint"`
}

func (a *api) unsubscribeFromPush(ctx context.Context, in *endPushInput) (*messageOutput, error) {
	if err := a.push.Unsubscribe(ctx, auth.SessionHash(requestInfoOf(ctx).token), in.Body.Endpoint); err != nil {
		return nil, err
	}
	a.logChange(ctx, "push subscription ended")
	return respondMessage("Notifications are off")
}
