package testkit

import (
	"strings"
	"testing"

	"perimeter/internal/errs"
)

// Must returns the value of a call, or fails the test if the call failed:
//
//	user := testkit.Must(accounts.AddUser(ctx, u))(t)
func Must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

// Check fails the test if a call failed.
func Check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// WantError fails the test unless err is of the kind and its message contains
// the word.
func WantError(tb testing.TB, err error, kind errs.Kind, word string) {
	tb.Helper()
	if errs.KindOf(err) != kind {
		tb.Fatalf("got %v (kind %d), want an error of kind %d", err, errs.KindOf(err), kind)
	}
	if !strings.Contains(err.Error(), word) {
		tb.Errorf("the message %q does not contain %q", err, word)
	}
}
