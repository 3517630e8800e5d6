package company

import (
	"errors"
	"sync"
	"time"
)

// zones caches time zones by name: reading one takes much longer than a request
// may.
var zones sync.Map

var errNoZone = errors.New("no time zone is named")

// loadLocation returns the time zone with the name, such as America/Chicago.
// Unlike time.LoadLocation, it takes neither "" nor "Local" for one.
func loadLocation(name string) (*time.Location, error) {
	if found, ok := zones.Load(name); ok {
		return found.(*time.Location), nil
	}
	if name == "" || name == "Local" {
		return nil, errNoZone
	}
	location, err := time.LoadLocation(name)
	if err == nil {
		zones.Store(name, location)
	}
	return location, err
}
