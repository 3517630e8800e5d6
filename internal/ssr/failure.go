package ssr

import (
	"errors"
	"fmt"
	"time"
)

// A failed render is remembered, because the same input usually fails again, after
// as much as the whole time limit. It is tried again soon, because the cause may
// have been a busy machine, and then after twice as long each time.
const (
	firstRetry = 2 * time.Second
	lastRetry  = 5 * time.Minute
)

// retryDelay is how long after so many failures in a row the next attempt is made.
func retryDelay(failures int) time.Duration {
	delay := firstRetry
	for ; failures > 1 && delay < lastRetry; failures-- {
		delay *= 2
	}
	return min(delay, lastRetry)
}

// RenderError says that the bundle could not render a page or a style sheet, as
// opposed to data or an engine that were not available. Each attempt is logged
// where it is made; whoever gets a remembered error need not log it again.
type RenderError struct {
	Path string
	Err  error
}

func (e *RenderError) Error() string { return fmt.Sprintf("render %s: %v", e.Path, e.Err) }

func (e *RenderError) Unwrap() error { return e.Err }

// errNoEngine says that a call did not reach the script.
var errNoEngine = errors.New("no engine is available")
