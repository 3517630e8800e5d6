package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"perimeter/internal/media"
)

// asideDir holds files that are still being written. Keys cannot begin with a
// dot, so nothing in it is ever opened or listed.
const asideDir = ".aside"

// asideAge is how old a file in asideDir must be to be a leftover of a crash
// for certain.
const asideAge = time.Hour

// files keeps every object as a file. The root confines all access to the
// folder, whatever links somebody puts into it.
type files struct {
	root *os.Root
}

func openFiles(dir string) (*files, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("the folder for images cannot be made: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the folder for images cannot be opened: %w", err)
	}
	f := &files{root: root}
	if err := root.MkdirAll(asideDir, 0o750); err != nil {
		root.Close()
		return nil, fmt.Errorf("the folder for images cannot be written: %w", err)
	}
	f.clearAside()
	return f, nil
}

func (f *files) Put(ctx context.Context, key string, data []byte) error {
	if err := firstError(ctx.Err(), checkKey(key)); err != nil {
		return err
	}
	aside := path.Join(asideDir, rand.Text())
	if err := f.writeDurably(aside, key, data); err != nil {
		_ = f.root.Remove(aside) // it is cleared at the next start if this fails
		if errors.Is(err, fs.ErrNotExist) {
			return unavailable("write", key, err) // the folder itself is gone
		}
		return diskError("write", key, err)
	}
	return nil
}

// writeDurably fills the file aside and moves it to key, each step on disk
// before the next.
func (f *files) writeDurably(aside, key string, data []byte) error {
	file, err := f.root.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err := firstError(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	dir := path.Dir(key)
	if err := f.root.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	if err := f.root.Rename(aside, key); err != nil {
		return err
	}
	// A new folder is only as durable as the entry in its parent.
	for ; ; dir = path.Dir(dir) {
		if err := f.syncDir(dir); err != nil || dir == "." {
			return err
		}
	}
}

func (f *files) syncDir(dir string) error {
	d, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	return firstError(d.Sync(), d.Close())
}

func (f *files) Open(ctx context.Context, key string) (*media.StoredFile, error) {
	if err := firstError(ctx.Err(), checkKey(key)); err != nil {
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

func (f *files) Delete(ctx context.Context, key string) error {
	if err := firstError(ctx.Err(), checkKey(key)); err != nil {
		return err
	}
	if err := f.root.Remove(key); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return diskError("remove", key, err)
	}
	// A folder goes with its last file; one that is not empty stays, and so
	// does one at the top, where another Put may be about to make a folder.
	if dir := path.Dir(key); strings.Contains(dir, "/") {
		_ = f.root.Remove(dir)
	}
	return nil
}

func (f *files) List(ctx context.Context, prefix string) iter.Seq2[media.FileInfo, error] {
	return func(yield func(media.FileInfo, error) bool) {
		// Only the folder that the prefix names has to be walked.
		top := "."
		if i := strings.LastIndexByte(prefix, '/'); i > 0 {
			top = prefix[:i]
		}
		err := fs.WalkDir(f.root.FS(), top, func(name string, entry fs.DirEntry, err error) error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it vanished while the walk was under way
			}
			if err != nil {
				return err
			}
			if name == asideDir {
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

func (f *files) UploadURL(context.Context, string, media.UploadTerms) (string, error) {
	return "", nil
}

func (f *files) UploadOrigin() string { return "" }

func (f *files) Check(ctx context.Context) error { return checkRoundTrip(ctx, f) }

// clearAside removes what a crash left half-written.
func (f *files) clearAside() {
	entries, err := fs.ReadDir(f.root.FS(), asideDir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > asideAge {
			_ = f.root.Remove(path.Join(asideDir, entry.Name()))
		}
	}
}

// diskError translates what the file system says.
func diskError(action, key string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing(key, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return full(action, key, err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return unavailable(action, key, err)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
