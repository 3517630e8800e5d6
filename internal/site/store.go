package site

import (
	"context"
	"time"

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
	// Posts returns all posts, newest first.
	Posts(ctx context.Context) ([]Post, error)
	// PostPage returns a part of the list of posts. Its cost does not depend on
	// the number of posts, unless it searches or skips.
	PostPage(ctx context.Context, q PostQuery) ([]Post, error)
	// PostHeadings returns the headings of all posts, newest first.
	PostHeadings(ctx context.Context) ([]PostHeading, error)
	Post(ctx context.Context, id int64) (Post, error)
	// PostBySlug returns the post that has the slug, or else the one that last
	// had it, in one query.
	PostBySlug(ctx context.Context, slug string) (Post, error)
	// PostImageURLs returns the image URLs of posts that may be on other sites,
	// each once.
	PostImageURLs(ctx context.Context) ([]string, error)
	// PostImageOrigins returns the ImageOriginsInText of the texts of all posts,
	// each once.
	PostImageOrigins(ctx context.Context) ([]string, error)
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

	// Publish runs fn in one transaction that also raises the revision.
	// Publishing transactions run one at a time, so fn may read, decide and
	// write without losing another's update.
	Publish(ctx context.Context, fn func(Tx) error) error
	// Revision returns the number of the newest publishing transaction that was
	// committed before the call, by any replica.
	Revision(ctx context.Context) (int64, error)
	// ChangedSince reports whether one of the scopes, or anything if there are
	// none, has changed after the revision, up to the newest one that Revision has
	// returned. Every reading method records the scopes of what it returns, and
	// every Put and Delete method of Tx touches those of what it changes.
	ChangedSince(revision int64, scopes []scope.Scope) bool
	// Changes delivers a signal after the revision was raised, by any replica.
	// Signals may be merged, so it is only a hint for background work.
	Changes() <-chan struct{}
}

// Tx reads and writes inside one transaction. A write that would repeat a unique
// key or slug returns Conflict. Each Put method that returns a record inserts the
// record if its ID is 0 and updates it otherwise, and returns it as stored.
type Tx interface {
	ContentItems(ctx context.Context) ([]ContentItem, error)
	ContentItem(ctx context.Context, id int64) (ContentItem, error)
	PutContentItem(ctx context.Context, item ContentItem) (ContentItem, error)
	// DeleteContentItem, like every Delete method that takes an ID, returns
	// NotFound if there is no such record.
	DeleteContentItem(ctx context.Context, id int64) error

	Services(ctx context.Context) ([]Service, error)
	Service(ctx context.Context, id int64) (Service, error)
	PutService(ctx context.Context, s Service) (Service, error)
	// OrderServices makes Services list the services with the IDs in their order.
	OrderServices(ctx context.Context, ids []int64) error
	// PlaceService gives a service that was just put the position that a version of
	// its deletion has. If another service has it too, the new one comes after that.
	PlaceService(ctx context.Context, id, position int64) error
	DeleteService(ctx context.Context, id int64) error

	PostPage(ctx context.Context, q PostQuery) ([]Post, error)
	Post(ctx context.Context, id int64) (Post, error)
	PutPost(ctx context.Context, p Post) (Post, error)
	DeletePost(ctx context.Context, id int64) error

	SocialLinks(ctx context.Context) ([]SocialLink, error)
	SocialLink(ctx context.Context, id int64) (SocialLink, error)
	PutSocialLink(ctx context.Context, l SocialLink) (SocialLink, error)
	// OrderSocialLinks makes SocialLinks list the links with the IDs in their
	// order.
	OrderSocialLinks(ctx context.Context, ids []int64) error
	// PlaceSocialLink is PlaceService for links.
	PlaceSocialLink(ctx context.Context, id, position int64) error
	DeleteSocialLink(ctx context.Context, id int64) error

	BusinessHours(ctx context.Context) ([]DayHours, error)
	// PutDayHours inserts or replaces the record of its day.
	PutDayHours(ctx context.Context, h DayHours) error
	DeleteDayHours(ctx context.Context, day string) error

	SpecialDays(ctx context.Context) ([]SpecialDay, error)
	SpecialDay(ctx context.Context, id int64) (SpecialDay, error)
	PutSpecialDay(ctx context.Context, d SpecialDay) (SpecialDay, error)
	DeleteSpecialDay(ctx context.Context, id int64) error

	// PutRedirect records that the slug belonged to the record with the ID.
	PutRedirect(ctx context.Context, kind RedirectKind, slug string, id int64) error
	// DeleteRedirect deletes the redirect from the slug, if there is one.
	DeleteRedirect(ctx context.Context, kind RedirectKind, slug string) error

	// CreateKey returns what the user's request with the key has created at since
	// or later, or NotFound.
	CreateKey(ctx context.Context, user int64, key [32]byte, since time.Time) (Created, error)
	// PutCreateKey inserts or replaces the key.
	PutCreateKey(ctx context.Context, key CreateKey, recordID int64, at time.Time) error
	// DeleteOldCreateKeys deletes all keys from before the time, and those of the
	// user that are older than the newest kept ones.
	DeleteOldCreateKeys(ctx context.Context, user int64, before time.Time, kept int) error

	StarterDone(ctx context.Context) (bool, error)
	MarkStarterDone(ctx context.Context) error
}
