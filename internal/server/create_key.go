package server

import (
	"context"
	"time"

	"perimeter/internal/record"
)

// changeBy returns the change that the request makes, without conditions.
func changeBy(ctx context.Context) record.Change { return record.By(requestInfoOf(ctx).actor()) }

// CreateHeader is part of the input of routes that create records.
type CreateHeader struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"Any text of up to 200 characters, new for each record to create. Within a day, the same request with the same key returns the record that it created instead of creating another."`
}

// change returns the change that a request makes whose edit may create a record.
func (h CreateHeader) change(ctx context.Context, kind record.Kind, id *int64, body any, basedOn *time.Time) (change record.Change, err error) {
	change = changeBy(ctx)
	change.BasedOn = basedOn
	if h.IdempotencyKey != "" && id == nil {
		change.CreateKey, err = record.NewCreateKey(requestInfoOf(ctx).user.ID, kind, h.IdempotencyKey, body)
	}
	return change, err
}
