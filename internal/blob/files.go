package blob

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"perimeter/internal/durable"
	"perimeter/internal/media"
)

// tempDir holds files that are still being written. Keys cannot begin with a
// dot, so its files are never opened or listed.
const tempDir = ".aside"

// tempAge is the age from which a file in tempDir must be left over from a crash.
const tempAge = time.Hour

// fileStorage stores each object as a file. os.Root confines all access to the
// folder, even through symbolic links.
type fileStorage struct {
	root *os.Root
}

func openFileStorage(dir string) (*fileStorage, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("cannot create the folder for images: %w", err)
	}
	// Without that, a power cut could take the folder with everything in it.
	if err := durable.SyncFolder(filepath.Dir(dir)); err != nil {
		return nil, fmt.Errorf("cannot sync the folder for images: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the folder for images: %w", err)
	}
	f := &fileStorage{root: root}
	if err := root.MkdirAll(tempDir, 0o750); err != nil {
		root.Close()
		return nil, fmt.Errorf("cannot write to the folder for images: %w", err)
	}
	f.removeLeftovers()
	return f, nil
}

func (f *fileStorage) Put(ctx context.Context, key string, data []byte) error {
	if err := cmp.Or(ctx.Err(), checkKey(key)); err != nil {
		return err
	}
	temp := path.Join(tempDir, rand.Text())
	if err := f.writeDurably(temp, key, data); err != nil {
		_ = f.root.Remove(temp) // if this fails, a later start removes it
		if errors.Is(err, fs.ErrNotExist) {
			return unavailableError("write", key, err) // the storage folder itself is gone
		}
		return diskError("write", key, err)
	}
	return nil
}

// writeDurably writes the file temp and renames it to key, with each step synced
// to disk before the next.
func (f *fileStorage) writeDurably(temp, key string, data []byte) error {
	file, err := f.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err := cmp.Or(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	dir := path.Dir(key)
	if err := f.root.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	if err := f.root.Rename(temp, key); err != nil {
		return err
	}
	// A new folder survives a crash only if its parent was synced too.
	for ; ; dir = path.Dir(dir) {
		if err := f.syncDir(dir); err != nil || dir == "." {
			return err
		}
	}
}

func (f *fileStorage) syncDir(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	return cmp.Or(durable.Sync(d), d.Close())
}

func (f *fileStorage) Open(ctx context.Context, key string) (*media.StoredFile, error) {
	if err := cmp.Or(ctx.Err(), checkKey(key)); err != nil {
		return nil, err
	}
	file, err := f.root.Open(key)
	if err != nil {
		return nil, diskError("open", key, err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		file.Close()
		return nil, diskError("open", key, err)
	}
	return &media.StoredFile{ReadSeekCloser: file, FileInfo: fileInfo(key, info)}, nil
}

func fileInfo(key string, info fs.FileInfo) media.FileInfo {
	modified := info.ModTime()
	return media.FileInfo{
		Key:        key,
		Type:       media.TypeOf(key),
		Size:       info.Size(),
		ModifiedAt: modified,
		ETag: `"` + strconv.FormatInt(modified.UnixNano(), 36) + "-" +
			strconv.FormatInt(info.Size(), 36) + `"`,
	}
}

func (f *fileStorage) Delete(ctx context.Context, key string) error {
	if err := cmp.Or(ctx.Err(), checkKey(key)); err != nil {
		return err
	}
	if err := f.root.Remove(key); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return diskError("remove", key, err)
	}
	// Remove the folder if it is empty now. Top-level folders stay, because a
	// concurrent Put may be about to create a folder in them.
	if dir := path.Dir(key); strings.Contains(dir, "/") {
		_ = f.root.Remove(dir)
	}
	return nil
}

func (f *fileStorage) List(ctx context.Context, prefix string) iter.Seq2[media.FileInfo, error] {
	return func(yield func(media.FileInfo, error) bool) {
		// Walking the folder in the prefix is enough.
		top := "."
		if i := strings.LastIndexByte(prefix, '/'); i > 0 {
			top = prefix[:i]
		}
		err := fs.WalkDir(f.root.FS(), top, func(name string, entry fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it was removed during the walk
			}
			if err != nil {
				return err
			}
			if name == tempDir {
				return fs.SkipDir
			}
			if !entry.Type().IsRegular() || !strings.HasPrefix(name, prefix) {
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			found := fileInfo(name, info)
			found.ETag = ""
			if !yield(found, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(media.FileInfo{}, diskError("list", prefix, err))
		}
	}
}

func (f *fileStorage) UploadURL(context.Context, string, media.UploadTerms) (string, error) {
	return "", nil
}

func (f *fileStorage) UploadOrigin() string { return "" }

func (f *fileStorage) Check(ctx context.Context) error { return checkRoundTrip(ctx, f) }

// removeLeftovers removes incomplete files that a crash left behind.
func (f *fileStorage) removeLeftovers() {
	entries, err := fs.ReadDir(f.root.FS(), tempDir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > tempAge {
			_ = f.root.Remove(path.Join(tempDir, entry.Name()))
		}
	}
}

// diskError translates errors of the file system.
func diskError(action, key string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return notFoundError(key, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fullError(action, key, err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return unavailableError(action, key, err)
}
