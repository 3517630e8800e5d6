package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) getClaimReport(ctx context.Context, _ *noInput) (*output[site.ClaimReport], error) {
	return respond(a.site.ClaimReport(ctx))
}
