package store

import (
	"context"

	"perimeter/internal/record"
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

func (t tx) SocialLinks() record.Table[site.SocialLink] {
	noun := subject{noun: "social link"}
	return table[site.SocialLink]{
		tx: t, subject: noun, name: "social_links",
		id:     func(l *site.SocialLink) *int64 { return &l.ID },
		list:   t.reader.SocialLinks,
		get:    t.reader.SocialLink,
		insert: t.storeSocialLink, update: t.storeSocialLink,
		remove: removalFrom(t, noun, t.q.DeleteSocialLink),
		place: func(ctx context.Context, id, position int64) (int64, error) {
			return t.q.SetSocialLinkPosition(ctx, db.SetSocialLinkPositionParams{ID: id, Position: position})
		},
		scopes: func(site.SocialLink) []scope.Scope { return []scope.Scope{scope.Social} },
	}
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
