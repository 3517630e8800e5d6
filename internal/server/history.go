package server

import (
	"cmp"
	"context"

	"perimeter/internal/company"
	"perimeter/internal/history"
	"perimeter/internal/media"
	"perimeter/internal/site"
)

// VersionedRecords returns the records of every kind that has versions.
func VersionedRecords(s *site.Site, c *company.Company, l *media.Library) map[history.Kind]history.Records {
	return map[history.Kind]history.Records{
		history.Content:    s.VersionedContent(),
		history.Service:    s.VersionedServices(),
		history.Post:       s.VersionedPosts(),
		history.SocialLink: s.VersionedSocialLinks(),
		history.Hours:      s.VersionedHours(),
		history.SpecialDay: s.VersionedSpecialDays(),
		history.Image:      media.Versioned{Library: l},
		history.Company:    company.Versioned{Company: c},
	}
}

// actor is who sends the request, once that is known.
func (c *requestInfo) actor() history.Actor {
	return history.Actor{UserID: c.user.ID, User: cmp.Or(c.user.FullName, c.user.Username)}
}

type historyInput struct {
	Kind   history.Kind `query:"kind" enum:"content,service,post,social-link,hours,special-day,image,company" doc:"List only versions of this kind of record"`
	ID     string       `query:"id" doc:"List only versions of the record with this id; needs kind"`
	Limit  int          `query:"limit" doc:"How many versions, at most 100; 20 if it is left out"`
	Before int64        `query:"before" doc:"The ID of the last version of the page before"`
}

func (a *api) listHistory(ctx context.Context, in *historyInput) (*output[[]history.Version], error) {
	return respond(a.history.Versions(ctx, history.Query{Kind: in.Kind, RecordID: in.ID, Limit: in.Limit, Before: in.Before}))
}

type restoreInput struct {
	ID   int64 `path:"id"`
	Body *struct {
		BasedOn int64 `json:"basedOn,omitempty" doc:"The ID of the record's newest version as the editor saw it; if there is a newer one, nothing is restored"`
	} `nameHint:"Restoration"`
}

func (a *api) restoreVersion(ctx context.Context, in *restoreInput) (*output[history.Version], error) {
	var basedOn int64
	if in.Body != nil {
		basedOn = in.Body.BasedOn
	}
	version, err := a.history.Restore(ctx, in.ID, basedOn)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Version restored", "version", version.ID, "kind", version.Kind, "id", version.RecordID)
	return respondSaved(version, "Version restored")
}

func (a *api) undoVersion(ctx context.Context, in *recordID) (*output[history.Version], error) {
	version, err := a.history.Undo(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	a.logChange(ctx, "Change undone", "version", version.ID, "kind", version.Kind, "id", version.RecordID)
	return respondSaved(version, "Change undone")
}

// addVersions adds the versions that the request has stored. The back office offers
// to undo them.
func (o *output[T]) addVersions(stored *history.Stored) { o.Body.Versions = stored.IDs() }
