package company

import "context"

// Store keeps the record. Every method returns Unavailable when the database
// cannot be reached.
type Store interface {
	// CompanyRecord returns the record, or NotFound if there is none yet.
	CompanyRecord(ctx context.Context) (Record, error)
	// Publish runs fn in one transaction that also raises the revision.
	// Publishing transactions run one at a time.
	Publish(ctx context.Context, fn func(Tx) error) error
	// Revision returns the number of the newest publishing transaction that was
	// committed before the call, by any replica.
	Revision(ctx context.Context) (int64, error)
}

// Tx reads and writes inside one transaction.
type Tx interface {
	CompanyRecord(ctx context.Context) (Record, error)
	// PutCompany inserts or replaces the record.
	PutCompany(ctx context.Context, r Record) error
}
