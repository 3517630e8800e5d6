//go:build !linux

package linear

import "time"

var start = time.Now()

func now() time.Duration { return time.Since(start) }
