// Package durable makes changes to folders survive a power cut.
package durable

import (
	"errors"
	"os"
	"runtime"
)

// SyncFolder makes the entries of the folder at a path durable: those of files that were
// created, renamed or removed in it.
func SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(Sync(folder), folder.Close())
}

// Sync does the same for an open folder. Windows has no call for it.
func Sync(folder *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return folder.Sync()
}
