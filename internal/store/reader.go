package store

import (
	"context"
	"database/sql"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

// reader reads, inside or outside a transaction. Its methods are in one file per
// concept.
type reader struct {
	q       *db.Queries
	dialect dialect
	aborted *error // inside a transaction: the failure that aborted it, if any
}

// tx reads and writes inside one transaction. It implements the Tx of every
// domain package.
type tx struct {
	reader
	sql *sql.Tx
	// kept is the versions that the transaction stores when it ends.
	kept *[]*record.Version
	// touched is the scopes that the transaction changes.
	touched map[scope.Scope]struct{}
	// essential is set by what must work on a full disk: deletions, signing in
	// and signing out.
	essential *bool
}

// one runs a query for one row and converts the row to the domain's type.
func one[P, R, T any](
	ctx context.Context, r reader, s subject,
	query func(context.Context, P) (R, error), params P, domain func(R) T,
) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	row, err := query(ctx, params)
	if err != nil {
		var zero T
		return zero, r.failed(ctx, s, err)
	}
	return domain(row), nil
}

// all runs a query for many rows; the returned list is never nil.
func all[R, T any](
	ctx context.Context, r reader, query func(context.Context) ([]R, error), domain func(R) T,
) ([]T, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	rows, err := query(ctx)
	if err != nil {
		return nil, r.failed(ctx, subject{}, err)
	}
	return convertAll(rows, domain), nil
}

// convertAll converts every element; the returned list is never nil.
func convertAll[From, To any](list []From, convert func(From) To) []To {
	converted := make([]To, len(list))
	for i, element := range list {
		converted[i] = convert(element)
	}
	return converted
}

// exec runs a statement that returns no rows.
func exec[P any](
	ctx context.Context, t tx, s subject, statement func(context.Context, P) error, params P,
) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return t.failed(ctx, s, statement(ctx, params))
}

// affect runs a statement that must change a row; otherwise the subject was not
// found. All of these delete something or are part of signing in.
func affect[ID any](
	ctx context.Context, t tx, s subject,
	statement func(context.Context, ID) (int64, error), id ID,
) error {
	*t.essential = true
	return exec(ctx, t, s, func(ctx context.Context, id ID) error {
		n, err := statement(ctx, id)
		if err == nil && n == 0 {
			return sql.ErrNoRows
		}
		return err
	}, id)
}

// order numbers the records with the IDs in their order.
func (t tx) order(
	ctx context.Context, s subject, ids []int64, setPosition func(ctx context.Context, id, position int64) (int64, error),
) error {
	for i, id := range ids {
		err := exec(ctx, t, s, func(ctx context.Context, id int64) error {
			n, err := setPosition(ctx, id, int64(i+1))
			if err == nil && n == 0 {
				return sql.ErrNoRows
			}
			return err
		}, id)
		if err != nil {
			return err
		}
	}
	return nil
}

func same[T any](v T) T { return v }

// Times are stored as Unix microseconds.
func micros(t time.Time) int64  { return t.UnixMicro() }
func instant(n int64) time.Time { return time.UnixMicro(n).UTC() }

// A zero time is stored as 0.
func optionalMicros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return micros(t)
}

func optionalInstant(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return instant(n)
}
