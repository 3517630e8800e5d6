// Package temporary owns files and folders that must not outlive the process. It
// must not know what is in them.
package temporary

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// staleAfter is far longer than anything uses a temporary folder.
const staleAfter = 24 * time.Hour

// File is a file without a name: nothing is left of it when the process ends, however
// it ends. It may hold all that the database holds.
type File struct{ *os.File }

// NewFile makes an empty file. Its name begins as given where it needs one.
func NewFile(name string) (File, error) {
	file, err := os.CreateTemp("", name)
	if err != nil {
		return File{}, err
	}
	_ = os.Remove(file.Name()) // Windows deletes no open file: Close does it there
	return File{file}, nil
}

// Close closes and deletes the file.
func (f File) Close() error {
	err := f.File.Close()
	if removed := os.Remove(f.Name()); !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// NewFolder makes a folder, which the caller deletes, and deletes those under the same
// name that killed processes have left.
func NewFolder(name string) (string, error) {
	left, err := filepath.Glob(filepath.Join(os.TempDir(), name+"*"))
	if err != nil {
		return "", err
	}
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && info.IsDir() && time.Since(info.ModTime()) > staleAfter {
			_ = os.RemoveAll(path) // somebody else's stays
		}
	}
	return os.MkdirTemp("", name)
}
