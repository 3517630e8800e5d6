package site

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what went wrong in words the domain knows. The server turns each
// kind into one HTTP status; anything without a kind is a defect and a 500.
type Kind int

// The kinds of failure.
const (
	Invalid      Kind = iota + 1 // the input breaks a rule; the message says which
	Unauthorized                 // nobody is signed in, or the credentials are wrong
	Forbidden                    // signed in, but not allowed
	NotFound                     // there is no such thing
	Conflict                     // it would collide with what is already there
	TooLarge                     // more bytes than the rule allows
	Unsupported                  // a media type that is not accepted
	TooMany                      // asked too often; RetryAfter says when to come back
	Upstream                     // a service that we depend on failed
	Unavailable                  // the database or storage is away
	Full                         // no space is left to store it
)

// Error is a failure that may be shown to a person.
type Error struct {
	Kind       Kind
	Message    string        // a sentence that a person can act on; holds no secret
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

// Errorf makes an error of a kind with a message for people.
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
