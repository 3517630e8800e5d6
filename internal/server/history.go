package server

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/site"
)

// VersionedRecords returns the records of every kind that has versions.
func VersionedRecords(s *site.Site, c *company.Company, l *media.Library) map[record.Kind]record.Records {
	records := s.Versioned()
	records[record.Image] = media.Versioned{Library: l}
	records[record.Company] = company.Versioned{Company: c}
	return records
}

// actor is who sends the request, once that is known.
func (c *requestInfo) actor() record.Actor {
	return record.Actor{UserID: c.user.ID, User: cmp.Or(c.user.FullName, c.user.Username)}
}

type historyInput struct {
	Kind   record.Kind `query:"kind" enum:"content,service,post,social-link,hours,special-day,image,company" doc:"List only versions of this kind of record"`
	ID     string      `query:"id" doc:"List only versions of the record with this id; needs kind"`
	Limit  int         `query:"limit" doc:"How many versions, at most 100; 20 if it is left out"`
	Before int64       `query:"before" doc:"The ID of the last version of the page before"`
}

func (a *api) listHistory(ctx context.Context, in *historyInput) (*output[[]record.Version], error) {
	return respond(a.history.Versions(ctx, record.Query{Kind: in.Kind, RecordID: in.ID, Limit: in.Limit, Before: in.Before}))
}

type restoreInput struct {
	ID   int64 `path:"id"`
	Body *struct {
		BasedOn int64 `json:"basedOn,omitempty" doc:"The ID of the record's newest version as the editor saw it; if there is a newer one, nothing is restored"`
	} `nameHint:"Restoration"`
}

func (a *api) restoreVersion(ctx context.Context, in *restoreInput) (*output[record.Version], error) {
	var basedOn int64
	if in.Body != nil {
		basedOn = in.Body.BasedOn
	}
	restored, err := a.history.Restore(ctx, requestInfoOf(ctx).actor(), in.ID, basedOn)
	if err != nil {
		return nil, err
	}
	version := restored.Version
	a.logChange(ctx, "Version restored", "version", version.ID, "kind", version.Kind, "id", version.RecordID)
	return respondSaved(record.Saved[record.Version]{Record: version, Versions: restored.Stored},
		withUnknown("Version restored", restored.Unknown))
}

func (a *api) undoVersion(ctx context.Context, in *recordID) (*output[record.Version], error) {
	undone, err := a.history.Undo(ctx, requestInfoOf(ctx).actor(), in.ID)
	if err != nil {
		return nil, err
	}
	version := undone.Version
	a.logChange(ctx, "Change undone", "version", version.ID, "kind", version.Kind, "id", version.RecordID)
	return respondSaved(record.Saved[record.Version]{Record: version, Versions: undone.Stored},
		withUnknown("Change undone", undone.Unknown))
}

// withUnknown adds to a message which fields of a version could not be restored,
// because another release has stored them.
func withUnknown(message string, fields []string) string {
	switch len(fields) {
	case 0:
		return message
	case 1:
		return fmt.Sprintf("%s. Its field %q is unknown to this release and was left out.", message, fields[0])
	default:
		return fmt.Sprintf("%s. Its fields %s are unknown to this release and were left out.", message, strings.Join(fields, ", "))
	}
}
