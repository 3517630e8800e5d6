package server

import (
	"context"

	"perimeter/internal/site"
)

func (a *api) listReviews(ctx context.Context, _ *nothing) (*output[[]site.Review], error) {
	return found(a.site.Reviews(ctx))
}
