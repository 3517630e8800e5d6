package ssr

import (
	"errors"
	"fmt"
	"time"
)

// retryFailedAfter is how long a failed render is remembered. The same input
// usually fails again, after as much as the whole time limit, but not if the
// cause was a busy machine.
const retryFailedAfter = 5 * time.Minute

// RenderError says that the bundle could not render a page, as opposed to data or
// an engine that were not available.
type RenderError struct {
	Path string
	Err  error
}

func (e *RenderError) Error() string { return fmt.Sprintf("render %s: %v", e.Path, e.Err) }

func (e *RenderError) Unwrap() error { return e.Err }

// errNoEngine says that a call did not reach the script.
var errNoEngine = errors.New("no engine is available")
