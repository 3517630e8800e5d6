package google

import (
	"context"
	"sync"

	"perimeter/internal/connection"
	"perimeter/internal/reviews"
)

// Connected returns the reviews of the location that the owner has chosen, nil while
// there is none. It keeps a client with its access token until the owner changes
// something, on any replica.
func Connected(
	endpoints Endpoints, current func(context.Context) (connection.GoogleAccess, error),
) func(context.Context) (reviews.Source, error) {
	var mu sync.Mutex
	var known connection.GoogleAccess
	var client *Client
	return func(ctx context.Context) (reviews.Source, error) {
		access, err := current(ctx)
		if err != nil || access.Location == "" {
			return nil, err
		}
		mu.Lock()
		defer mu.Unlock()
		if client != nil && access == known {
			return client, nil
		}
		made, err := New(Config{
			Endpoints: endpoints, Location: access.Location, Connected: true,
			ClientID: access.Client.ID, ClientSecret: access.Client.Secret, RefreshToken: access.RefreshToken,
		})
		if err != nil {
			return nil, err
		}
		client, known = made, access
		return client, nil
	}
}
