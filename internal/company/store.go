package company

import (
	"context"

	"perimeter/internal/record"
)

// Store keeps the record. Every method returns Unavailable when the database
// cannot be reached.
type Store interface {
	// CompanyRecord returns the record, or NotFound if there is none yet.
	CompanyRecord(ctx context.Context) (Record, error)
	// ChecklistDismissed reports whether DismissChecklist was called.
	ChecklistDismissed(ctx context.Context) (bool, error)
	// Versions returns versions, as record.VersionStore does.
	Versions(ctx context.Context, q record.Query) ([]record.Version, error)
	// Publish runs fn in one transaction that raises the revision if fn changes
	// something that pages show. Publishing transactions run one at a time.
	Publish(ctx context.Context, fn func(Tx) error) error
	// Write runs fn in one transaction that changes nothing that pages show.
	Write(ctx context.Context, fn func(Tx) error) error
	// Revision returns the number of the newest publishing transaction that was
	// committed before the call, by any replica.
	Revision(ctx context.Context) (int64, error)
}

// Tx reads and writes inside one transaction.
type Tx interface {
	record.Tx
	// Companies has one record, with the ID 1.
	Companies() record.Table[Record]
	// DismissChecklist makes ChecklistDismissed true once there is a record. No save
	// and no page depends on it.
	DismissChecklist(ctx context.Context) error
}
