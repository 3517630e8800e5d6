package store

import (
	"context"

	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func socialLink(row db.SocialLink) site.SocialLink { return site.SocialLink(row) }

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
	s := subject{noun: "social link"}
	if l.ID == 0 {
		return one(ctx, t.reader, s, t.q.InsertSocialLink, db.InsertSocialLinkParams{
			Platform: l.Platform,
			URL:      l.URL,
			Icon:     l.Icon,
			Active:   l.Active,
		}, socialLink)
	}
	return one(ctx, t.reader, s, t.q.UpdateSocialLink, db.UpdateSocialLinkParams(l), socialLink)
}
