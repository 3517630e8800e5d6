// Package history owns the versions of what is published: every save stores one,
// and each can be listed, compared and restored. It must not know what the fields
// of a record mean, nor how versions are stored.
package history

import (
	"context"
	"encoding/json"
	"time"
)

// Kind is a kind of record that has versions.
type Kind string

// The kinds.
const (
	Content    Kind = "content"
	Service    Kind = "service"
	Post       Kind = "post"
	SocialLink Kind = "social-link"
	Hours      Kind = "hours"
	SpecialDay Kind = "special-day"
	Image      Kind = "image"
	Company    Kind = "company"
)

// Kinds are all kinds.
var Kinds = []Kind{Content, Service, Post, SocialLink, Hours, SpecialDay, Image, Company}

// The IDs of records that are no row with an ID of its own.
const (
	// OrderID is the record of the order in which the records of a kind are shown.
	OrderID = "order"
	// CompanyID is the only record of its kind.
	CompanyID = "company"
)

// Action is what was done to a record.
type Action string

// The actions.
const (
	Create  Action = "create"
	Update  Action = "update"
	Delete  Action = "delete"
	Reorder Action = "reorder"
	Restore Action = "restore"
	// Start stands for a record that is older than its history.
	Start Action = "start"
)

// Version is a record as one save left it, or as it was when it was deleted.
type Version struct {
	ID       int64  `json:"id"`
	Kind     Kind   `json:"kind" enum:"content,service,post,social-link,hours,special-day,image,company"`
	RecordID string `json:"recordId" doc:"The record's id; the weekday of hours; order for the order of the records of a kind"`
	Action   Action `json:"action" enum:"create,update,delete,reorder,restore,start"`
	// Revision is the site's revision since which the public sees the version.
	Revision int64 `json:"-"`
	Actor
	At     time.Time       `json:"at"`
	Fields json.RawMessage `json:"fields" doc:"The record as the API returns it"`
}

// Query chooses versions.
type Query struct {
	Kind     Kind   // empty: of all kinds
	RecordID string // empty: of all records of the kind
	Before   int64  // only versions with lower IDs
	Limit    int
}

// Store keeps the versions. It stores one in each transaction that changes a
// record of a kind, with the Actor and the Restoration of the context.
type Store interface {
	// Version returns the version with the ID, or NotFound.
	Version(ctx context.Context, id int64) (Version, error)
	// Versions returns the versions that the query chooses, the newest first. The
	// list is never nil.
	Versions(ctx context.Context, q Query) ([]Version, error)
	// StartHistory stores a version of every record that has none: those that an
	// older release has stored.
	StartHistory(ctx context.Context) error
	// PruneVersions deletes up to limit versions from before a time, the oldest
	// first, but none of the newest keep of a record. It returns how many it has
	// deleted.
	PruneVersions(ctx context.Context, before time.Time, keep, limit int) (int, error)
}

// Records are the records of one kind, as the package that owns them saves them.
type Records interface {
	// Restore saves a record with the fields of a version, by the rules of every
	// save. An empty ID creates one; the store gives it the ID of the Restoration.
	// Restoring the order takes OrderID.
	Restore(ctx context.Context, id string, fields []byte) error
	// Delete deletes a record.
	Delete(ctx context.Context, id string) error
}
