package server

import (
	"context"

	"perimeter/internal/audit"
)

// record adds an event to the audit log, with the request's user and client IP.
func (a *api) record(ctx context.Context, kind audit.Kind, subject, detail string) {
	c := requestInfoOf(ctx)
	a.audit.Record(ctx, audit.Event{
		Kind: kind, Person: c.user.Username, ClientIP: c.clientIP.String(), Subject: subject, Detail: detail,
	})
}

type auditInput struct {
	Limit  int   `query:"limit" doc:"How many events, at most 200; 50 if it is left out"`
	Before int64 `query:"before" doc:"The ID of the last event of the page before"`
}

func (a *api) listAuditEvents(ctx context.Context, in *auditInput) (*output[[]audit.Event], error) {
	return respond(a.audit.Events(ctx, in.Before, in.Limit))
}
