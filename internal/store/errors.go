package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"perimeter/internal/errs"
)

// retryAfter is when to come back after the database was away.
const retryAfter = 5 * time.Second

// failure is what a driver's error means. Each dialect reads it from its
// driver's codes.
type failure int

const (
	unknown    failure = iota
	duplicate          // a unique value is taken
	dangling           // the row that another one belongs to is missing
	unstorable         // a text that the engine cannot hold
	full               // no space is left
	damaged            // what is stored is not what was written
	away               // the database cannot be reached or does not answer
)

// subject is what a query was about, for the words of its errors. With no noun
// it was about nothing that a person would know.
type subject struct {
	noun  string // such as "service"
	field string // the unique field, such as "slug", and the value it was to get
	value string
}

// failed turns a driver's error into the domain's. A failure inside a
// transaction ends the transaction, on both engines alike: PostgreSQL would
// refuse to go on while SQLite would commit the rest.
func (r reader) failed(ctx context.Context, s subject, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) && s.noun != "" {
		return s.missing(err)
	}
	translated := r.translate(ctx, s, err)
	if r.aborted != nil && *r.aborted == nil {
		*r.aborted = translated
	}
	return translated
}

func (r reader) translate(ctx context.Context, s subject, err error) error {
	if ctx.Err() != nil {
		// Drivers report the end of a context in many ways; this is one.
		err = errors.Join(ctx.Err(), err)
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("the caller went away: %w", err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return unavailable(err)
	}
	switch f := r.dialect.failure(err); f {
	case full:
		return &errs.Error{Kind: errs.Full, Message: "There is no space left to store this.", Err: err}
	case away:
		return unavailable(err)
	case damaged:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	default:
		if s.noun == "" {
			return fmt.Errorf("database: %w", err)
		}
		return r.refused(s, f, err)
	}
}

// refused translates a failure that is about the values of the subject.
func (r reader) refused(s subject, f failure, err error) error {
	switch f {
	case duplicate:
		return &errs.Error{
			Kind:    errs.Conflict,
			Message: fmt.Sprintf("The %s %q is already in use.", s.field, s.value),
			Err:     err,
		}
	case dangling:
		return s.missing(err)
	case unstorable:
		if r.aborted == nil { // outside a transaction it was only looked for
			return s.missing(err)
		}
		return &errs.Error{Kind: errs.Invalid, Message: "The text holds characters that cannot be stored.", Err: err}
	default:
		return fmt.Errorf("database: %w", err)
	}
}

func (s subject) missing(err error) error {
	return &errs.Error{Kind: errs.NotFound, Message: fmt.Sprintf("There is no such %s.", s.noun), Err: err}
}

func unavailable(err error) error {
	return &errs.Error{
		Kind:       errs.Unavailable,
		Message:    "The database cannot be reached right now. Please try again in a moment.",
		RetryAfter: retryAfter,
		Err:        err,
	}
}
