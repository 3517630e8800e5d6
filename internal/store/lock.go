package store

import "errors"

var errLocked = errors.New("locked by another process")
