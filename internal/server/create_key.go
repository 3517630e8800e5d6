package server

import (
	"context"

	"perimeter/internal/site"
)

// CreateHeader is part of the input of routes that create records.
type CreateHeader struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"Any text of up to 200 characters, new for each record to create. Within a day, the same request with the same key returns the record that it created instead of creating another."`
}

// identify sets the key of an edit that creates a record, if the request has one.
func (h CreateHeader) identify(ctx context.Context, kind string, id *int64, body any, edit *site.Precondition) (err error) {
	if h.IdempotencyKey == "" || id != nil {
		return nil
	}
	edit.CreateKey, err = site.NewCreateKey(requestInfoOf(ctx).user.ID, kind, h.IdempotencyKey, body)
	return err
}
