// Package errs owns the kinds of failure that a caller can react to and a
// person can read. It must not know HTTP, the database or any domain type.
package errs

import (
	"errors"
	"fmt"
	"time"
)

// Kind classifies a failure. The server maps each kind to one HTTP status; an
// error without a kind is a mistake of ours and becomes a 500.
type Kind int

// The kinds of failure.
const (
	Invalid      Kind = iota + 1 // the input breaks a rule; the message says which
	Unauthorized                 // nobody is signed in, or the credentials are wrong
	Forbidden                    // signed in, but not allowed
	NotFound                     // there is no such thing
	Conflict                     // it collides with what is already stored
	TooLarge                     // more bytes than allowed
	Unsupported                  // a media type that is not accepted
	TooMany                      // a rate limit was hit; RetryAfter says how long to wait
	Upstream                     // an external system that we depend on failed
	Unavailable                  // the database or the storage cannot be reached
	Full                         // no space is left to store it
)

// Error is a failure whose message may be shown to a person.
type Error struct {
	Kind       Kind
	Message    string        // a sentence that a person can act on; holds no secret
	Code       string        // what a program can tell the failure by; most need none
	Field      string        // the field of a save that is invalid, if it is one
	Rule       string        // the rule that the field breaks, such as "is required"
	Stored     any           // with Conflict: the record that would be overwritten, if it is one
	RetryAfter time.Duration // set with TooMany and Unavailable
	Err        error         // the cause, for the log only
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Message, e.Err)
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error of the kind with a message for people.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// KindOf returns the kind of err, or 0 if it has none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}
