package record

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
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
	// Format is that of Fields.
	Format int `json:"-"`
}

// Actor is who makes a change, with the name of that time. The zero value is the
// server itself.
type Actor struct {
	UserID int64  `json:"-"`
	User   string `json:"user" doc:"The person's name at that time; empty if the server did it"`
}

// CommandLine is the actor of changes by a command.
var CommandLine = Actor{User: "command line"}

// NewVersion returns a version that a transaction can Keep. The record is as it is
// stored, or as it was before its deletion.
func NewVersion(kind Kind, recordID string, action Action, actor Actor, record any) (*Version, error) {
	var fields bytes.Buffer
	encoder := json.NewEncoder(&fields)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(record); err != nil {
		return nil, fmt.Errorf("keep a version: %w", err)
	}
	return &Version{
		Kind: kind, RecordID: recordID, Action: action, Actor: actor, Fields: bytes.TrimSpace(fields.Bytes()), Format: FirstFormat,
	}, nil
}

// positionField is the field of a version that has the position of a deleted record.
const positionField = "position"

// addPosition adds the position that a deleted record had among the others.
func (v *Version) addPosition(position int64) {
	v.Fields = fmt.Appendf(bytes.TrimSuffix(v.Fields, []byte("}")), `,"%s":%d}`, positionField, position)
}

// position returns the position that a deleted record had, or 0 if the version has
// none: only those of deletions have one.
func (v Version) position() int64 {
	var deleted struct {
		Position int64 `json:"position"`
	}
	if json.Unmarshal(v.Fields, &deleted) != nil {
		return 0 // decode reports it
	}
	return deleted.Position
}

// Query chooses versions.
type Query struct {
	Kind     Kind   // empty: of all kinds
	RecordID string // empty: of all records of the kind
	Before   int64  // only versions with lower IDs
	Limit    int
}

// VersionStore keeps the versions.
type VersionStore interface {
	// Version returns the version with the ID, or NotFound.
	Version(ctx context.Context, id int64) (Version, error)
	// Versions returns the versions that the query chooses, the newest first. The
	// list is never nil.
	Versions(ctx context.Context, q Query) ([]Version, error)
	// StartHistory stores a version of every record that has none: those that an
	// older release has stored.
	StartHistory(ctx context.Context) error
	// PruneVersions deletes up to limit versions from before a time, the oldest
	// first, but none of the newest KeptVersions of a record. It returns how many it
	// has deleted, and costs no more than those.
	PruneVersions(ctx context.Context, before time.Time, limit int) (int, error)
}

// Records are the records of one kind, as the package that owns them saves them.
type Records interface {
	// Restore saves a record as a version has it, by the rules of every save. One that
	// was deleted is created again, with its ID. A version of the order has OrderID.
	Restore(ctx context.Context, change Change, version Version) (Restored, error)
	// Delete deletes a record and returns the stored versions.
	Delete(ctx context.Context, change Change, recordID string) ([]int64, error)
}
