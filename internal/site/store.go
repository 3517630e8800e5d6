package site

import (
	"context"

	"perimeter/internal/record"
	"perimeter/internal/scope"
)

// Store keeps the site. Every method returns NotFound when the one thing asked
// for does not exist, and Unavailable when the database cannot be reached; lists
// are never nil. A committed write is on disk before its method returns.
type Store interface {
	// ContentItems returns all items ordered by section, then key.
	ContentItems(ctx context.Context) ([]ContentItem, error)
	// ContentItemsByKey returns those of the items that have one of the keys.
	ContentItemsByKey(ctx context.Context, keys []string) ([]ContentItem, error)
	// Services returns all services, hidden ones too, in the order that
	// OrderServices set; new ones come last.
	Services(ctx context.Context) ([]Service, error)
	Service(ctx context.Context, id int64) (Service, error)
	// ServiceBySlug returns the service that has the slug, or else the one that
	// last had it, in one query.
	ServiceBySlug(ctx context.Context, slug string) (Service, error)
	Posts() PostStore
	// SocialLinks returns all links in the order that OrderSocialLinks set; new
	// ones come last.
	SocialLinks(ctx context.Context) ([]SocialLink, error)
	// BusinessHours returns the saved days, Monday first.
	BusinessHours(ctx context.Context) ([]DayHours, error)
	// SpecialDays returns all special days by their first date.
	SpecialDays(ctx context.Context) ([]SpecialDay, error)
	// StarterDone reports whether the starter content was ever filled in or
	// declined.
	StarterDone(ctx context.Context) (bool, error)

	// Publish runs fn in one transaction that raises the revision if fn changes
	// something that pages show. Publishing transactions run one at a time, so fn may read, decide and
	// write without losing another's update.
	Publish(ctx context.Context, fn func(Tx) error) error
	// Revision returns the number of the newest publishing transaction that was
	// committed before the call, by any replica.
	Revision(ctx context.Context) (int64, error)
	// ChangedSince reports whether one of the scopes, or anything if there are
	// none, has changed after the revision, up to the newest one that Revision has
	// returned. Every reading method records the scopes of what it returns, and
	// every method of Tx that writes touches those of what it changes.
	ChangedSince(revision int64, scopes []scope.Scope) bool
	// Changes delivers a signal after the revision was raised, by any replica.
	// Signals may be merged, so it is only a hint for background work.
	Changes() <-chan struct{}
}

// PostStore reads posts.
type PostStore interface {
	// Page returns a part of the list of posts. Its cost does not depend on the
	// number of posts, unless it searches or skips.
	Page(ctx context.Context, q PostQuery) ([]Post, error)
	// Next returns the post after a position without its content, or NotFound.
	Next(ctx context.Context, after PostPosition) (Post, error)
	// Headings returns the headings of posts after a position, newest first. It
	// reads an index and not the posts.
	Headings(ctx context.Context, after PostPosition, limit int) ([]PostHeading, error)
	// Range returns the posts whose IDs are at least first and below end, by ID.
	Range(ctx context.Context, first, end int64) ([]Post, error)
	Get(ctx context.Context, id int64) (Post, error)
	// BySlug returns the post that has the slug, or else the one that last had it,
	// in one query.
	BySlug(ctx context.Context, slug string) (Post, error)
	// ImageURLs returns the image URLs of posts that may be on other sites, each
	// once.
	ImageURLs(ctx context.Context) ([]string, error)
	// ImageOrigins returns the ImageOriginsInText of the texts of all posts, each
	// once.
	ImageOrigins(ctx context.Context) ([]string, error)
}

// Tx reads and writes inside one transaction.
type Tx interface {
	record.Tx
	ContentItems() record.Table[ContentItem]
	Services() record.Table[Service]
	Posts() record.Table[Post]
	SocialLinks() record.Table[SocialLink]
	// BusinessHours numbers the days from 1, Monday.
	BusinessHours() record.Table[DayHours]
	SpecialDays() record.Table[SpecialDay]
	// HasPosts reports whether there is a post.
	HasPosts(ctx context.Context) (bool, error)
	// MarkStarterDone reports whether it was not done before.
	MarkStarterDone(ctx context.Context) (bool, error)
}
