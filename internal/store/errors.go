package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"perimeter/internal/errs"
)

// retryAfter is how long clients wait while the database is unavailable.
const retryAfter = 5 * time.Second

// failure classifies a driver's error. Each dialect derives it from its driver's
// codes.
type failure int

const (
	unknown       failure = iota
	duplicate             // a unique value is used already
	missingParent         // a referenced row does not exist
	unstorable            // a text that the engine cannot hold
	full                  // no space is left
	damaged               // what is stored is not what was written
	unreachable           // the database cannot be reached or does not answer
)

// subject is what a query is about, for the wording of its errors. Without a noun
// it is nothing that a person would know.
type subject struct {
	noun  string // such as "service"
	field string // the unique field, such as "slug", with its new value
	value string
}

// failed translates a driver's error into an error of a kind. A failure inside a
// transaction aborts it on both engines: PostgreSQL would refuse further
// statements, but SQLite would commit them.
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
		// Drivers report cancellation in many ways; this makes them alike.
		err = errors.Join(ctx.Err(), err)
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("the request was cancelled: %w", err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return unavailable(err)
	}
	switch f := r.dialect.failure(err); f {
	case full:
		return &errs.Error{Kind: errs.Full, Message: "There is no space left to store this.", Err: err}
	case unreachable:
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

// refused translates a failure that the subject's values have caused.
func (r reader) refused(s subject, f failure, err error) error {
	switch f {
	case duplicate:
		return &errs.Error{
			Kind:    errs.Conflict,
			Message: fmt.Sprintf("The %s %q is already in use.", s.field, s.value),
			Field:   s.field,
			Err:     err,
		}
	case missingParent:
		return s.missing(err)
	case unstorable:
		if r.aborted == nil { // outside a transaction, the text was only searched for
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
