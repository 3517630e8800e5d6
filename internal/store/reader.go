package store

import (
	"context"
	"database/sql"
	"time"

	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

// reader reads, inside a transaction or outside. It implements site.Reader,
// one file per concept.
type reader struct {
	q       *db.Queries
	dialect dialect
	spent   *error // the failure that ended the transaction, if this is in one
}

// tx reads and writes inside one transaction. It implements site.Tx.
type tx struct {
	reader
	sql *sql.Tx
}

var _ site.Tx = tx{}

// one runs a query for one row.
func one[P, R, T any](
	ctx context.Context, r reader, s subject,
	query func(context.Context, P) (R, error), params P, domain func(R) T,
) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	row, err := query(ctx, params)
	if err != nil {
		var zero T
		return zero, r.failed(ctx, s, err)
	}
	return domain(row), nil
}

// all runs a query for every row; the list it returns is never nil.
func all[R, T any](
	ctx context.Context, r reader, query func(context.Context) ([]R, error), domain func(R) T,
) ([]T, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	rows, err := query(ctx)
	if err != nil {
		return nil, r.failed(ctx, subject{}, err)
	}
	list := make([]T, len(rows))
	for i, row := range rows {
		list[i] = domain(row)
	}
	return list, nil
}

// exec runs a statement that returns no rows.
func exec[P any](
	ctx context.Context, t tx, s subject, statement func(context.Context, P) error, params P,
) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return t.failed(ctx, s, statement(ctx, params))
}

// affect runs a statement that must find its row.
func affect[ID any](
	ctx context.Context, t tx, s subject,
	statement func(context.Context, ID) (int64, error), id ID,
) error {
	return exec(ctx, t, s, func(ctx context.Context, id ID) error {
		n, err := statement(ctx, id)
		if err == nil && n == 0 {
			return sql.ErrNoRows
		}
		return err
	}, id)
}

func same[T any](v T) T { return v }

// Instants are stored as Unix microseconds.
func micros(t time.Time) int64  { return t.UnixMicro() }
func instant(n int64) time.Time { return time.UnixMicro(n).UTC() }
