package store

import (
	"context"

	"perimeter/internal/history"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func socialLink(row db.SocialLink) site.SocialLink {
	return site.SocialLink{
		ID: row.ID, Platform: row.Platform, URL: row.URL, Icon: row.Icon, Active: row.Active,
		UpdatedAt: optionalInstant(row.UpdatedAt),
	}
}

func (r reader) SocialLinks(ctx context.Context) ([]site.SocialLink, error) {
	scope.Read(ctx, scope.Social)
	return all(ctx, r, r.q.ListSocialLinks, socialLink)
}

func (r reader) SocialLink(ctx context.Context, id int64) (site.SocialLink, error) {
	scope.Read(ctx, scope.Social)
	return one(ctx, r, subject{noun: "social link"}, r.q.GetSocialLink, id, socialLink)
}

func (t tx) PutSocialLink(ctx context.Context, l site.SocialLink) (site.SocialLink, error) {
	t.touch(scope.Social)
	stored, err := t.storeSocialLink(ctx, l)
	if err != nil {
		return stored, err
	}
	if err := t.useFormerID(ctx, history.SocialLink, "social_links", l.ID, &stored.ID); err != nil {
		return stored, err
	}
	return stored, t.keepPut(history.SocialLink, l.ID, stored.ID, stored)
}

func (t tx) storeSocialLink(ctx context.Context, l site.SocialLink) (site.SocialLink, error) {
	s := subject{noun: "social link"}
	if l.ID == 0 {
		return one(ctx, t.reader, s, t.q.InsertSocialLink, db.InsertSocialLinkParams{
			Platform:  l.Platform,
			URL:       l.URL,
			Icon:      l.Icon,
			Active:    l.Active,
			UpdatedAt: optionalMicros(l.UpdatedAt),
		}, socialLink)
	}
	return one(ctx, t.reader, s, t.q.UpdateSocialLink, db.UpdateSocialLinkParams{
		ID: l.ID, Platform: l.Platform, URL: l.URL, Icon: l.Icon, Active: l.Active, UpdatedAt: optionalMicros(l.UpdatedAt),
	}, socialLink)
}

func (t tx) OrderSocialLinks(ctx context.Context, ids []int64) error {
	t.touch(scope.Social)
	before, err := t.SocialLinks(ctx)
	if err != nil {
		return err
	}
	ordered := convertAll(before, socialLinkID)
	if err := t.keepOrder(ctx, history.SocialLink, ordered, ids); err != nil {
		return err
	}
	return t.order(ctx, subject{noun: "social link"}, ids, func(ctx context.Context, id, position int64) (int64, error) {
		return t.q.SetSocialLinkPosition(ctx, db.SetSocialLinkPositionParams{ID: id, Position: position})
	})
}

func (t tx) PlaceSocialLink(ctx context.Context, id, position int64) error {
	t.touch(scope.Social)
	return affect(ctx, t, subject{noun: "social link"}, t.q.SetSocialLinkPosition, db.SetSocialLinkPositionParams{ID: id, Position: position})
}

// deletedLink is the fields of a version of a deletion.
type deletedLink struct {
	site.SocialLink
	Position int64 `json:"position"`
}

func (t tx) DeleteSocialLink(ctx context.Context, id int64) error {
	t.touch(scope.Social)
	deleted, err := one(ctx, t.reader, subject{noun: "social link"}, t.q.GetSocialLink, id, func(row db.SocialLink) deletedLink {
		return deletedLink{socialLink(row), row.Position}
	})
	if err != nil {
		return err
	}
	if err := t.keep(history.SocialLink, recordID(id), history.Delete, deleted); err != nil {
		return err
	}
	return affect(ctx, t, subject{noun: "social link"}, t.q.DeleteSocialLink, id)
}
