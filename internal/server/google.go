package server

import (
	"context"

	"perimeter/internal/connection"
)

func (a *api) getGoogleSettings(ctx context.Context, _ *noInput) (*output[connection.GoogleSettings], error) {
	return respond(a.connections.Google(ctx))
}

// googleConsent is where the browser goes next.
type googleConsent struct {
	URL string `json:"url" doc:"The page at Google that asks for the permission"`
}

func (a *api) beginGoogleConsent(ctx context.Context, in *struct{ Body connection.GoogleClientEdit }) (*output[googleConsent], error) {
	url, err := a.connections.BeginGoogle(ctx, requestInfoOf(ctx).token, in.Body)
	return respond(googleConsent{url}, err)
}

// finishGoogleConsent gets what Google has added to the URL of the back office. That page
// sends it on, because the browser sends no session cookie with a request that comes
// from another site.
func (a *api) finishGoogleConsent(ctx context.Context, in *struct{ Body connection.GoogleAnswer }) (*output[connection.GoogleSettings], error) {
	settings, err := a.connections.FinishGoogle(ctx, requestInfoOf(ctx).token, in.Body)
	if err != nil {
		return nil, err
	}
	a.recordConnection(ctx, "Google account connected")
	return respond(settings, a.reviews.Restart(ctx, a.logger))
}

func (a *api) listGoogleLocations(ctx context.Context, _ *noInput) (*output[[]connection.GoogleLocation], error) {
	return respond(a.connections.GoogleLocations(ctx))
}

type googleLocationInput struct {
	Body struct {
		Name string `json:"name" doc:"accounts/A/locations/L"`
	} `nameHint:"GoogleLocationChoice"`
}

func (a *api) chooseGoogleLocation(ctx context.Context, in *googleLocationInput) (*output[connection.GoogleSettings], error) {
	settings, err := a.connections.ChooseGoogleLocation(ctx, in.Body.Name)
	if err != nil {
		return nil, err
	}
	a.recordConnection(ctx, "Google location "+settings.LocationTitle)
	return respond(settings, a.reviews.Restart(ctx, a.logger))
}

func (a *api) disconnectGoogle(ctx context.Context, _ *noInput) (*messageOutput, error) {
	revoked, err := a.connections.DisconnectGoogle(ctx)
	if err != nil {
		return nil, err
	}
	a.recordConnection(ctx, "Google account disconnected")
	if err := a.reviews.Restart(ctx, a.logger); err != nil {
		return nil, err
	}
	if !revoked {
		return respondMessage("Disconnected here, but Google could not be told. Remove this site under Third-party apps in your Google account.")
	}
	return respondMessage("Google is disconnected")
}
