// Package health owns Site health: what it says about each part of the site, which of
// it needs attention, and what to do about it. It must not know how a part works or
// how the report is shown.
package health
