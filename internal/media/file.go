package media

import (
	"context"
	"path"

	"perimeter/internal/errs"
	"perimeter/internal/scope"
)

// OpenImage opens the original that arrived by the upload. A file that a browser
// sent directly to the storage is checked when it is first asked for, so that
// nobody ever sees an unchecked one.
func (l *Library) OpenImage(ctx context.Context, id string) (*StoredFile, error) {
	image, err := l.find(ctx, id, func(*Image) bool { return true })
	if errs.KindOf(err) == errs.Unavailable {
		return l.openStored(ctx, id, err)
	}
	if err != nil {
		return nil, err
	}
	if image == nil && l.storage.UploadOrigin() != "" && uploadID.MatchString(id) {
		finished, err := l.finishUpload(ctx, id)
		if err != nil {
			return nil, noSuchImage(err)
		}
		image = &finished.Record
	}
	if image == nil {
		return nil, noSuchImage(nil)
	}
	return l.storage.Open(ctx, image.key())
}

// find returns the image that the upload has led to, or nil if there is none. While
// the database is unavailable it returns the image as it was last known, or
// Unavailable. The function has says whether an image that is remembered will do:
// variants may have been made since.
func (l *Library) find(ctx context.Context, id string, has func(*Image) bool) (*Image, error) {
	if !uploadID.MatchString(id) {
		return nil, nil
	}
	last, known := l.cache.find(id)
	revision, err := l.store.Revision(ctx)
	if err == nil && known && has(last.Image) && !l.store.ChangedSince(last.revision, []scope.Scope{scope.Image(id)}) {
		return last.Image, nil
	}
	var image Image
	if err == nil {
		image, err = l.store.ImageByUpload(ctx, id)
	}
	switch kind := errs.KindOf(err); {
	case kind == errs.NotFound:
		l.cache.forget(id)
		return nil, nil
	case kind == errs.Unavailable && known:
		return last.Image, nil
	case err != nil:
		return nil, err
	}
	l.cache.remember(id, cachedImage{&image, revision})
	return &image, nil
}

// openStored opens the original of an image by the files in its folder, without
// the database. It does not find an image by an alias, and returns the cause
// then.
func (l *Library) openStored(ctx context.Context, id string, cause error) (*StoredFile, error) {
	if !uploadID.MatchString(id) {
		return nil, noSuchImage(nil)
	}
	for file, err := range l.storage.List(ctx, folder(id)) {
		if err != nil {
			return nil, err
		}
		if originalKey.MatchString(file.Key) {
			return l.storage.Open(ctx, file.Key)
		}
	}
	return nil, cause
}

// OpenVariant opens a variant by its key. Only files of the library's images are
// opened, because those of a deleted image may still be in the storage. If the
// database is unavailable, the storage decides: only checked files are stored
// under such keys.
func (l *Library) OpenVariant(ctx context.Context, key string) (*StoredFile, error) {
	if !imageKey.MatchString(key) {
		return nil, noSuchImage(nil)
	}
	image, err := l.find(ctx, path.Base(path.Dir(key)), func(i *Image) bool { return i.hasFile(key) })
	if errs.KindOf(err) == errs.Unavailable {
		return l.storage.Open(ctx, key)
	}
	if err != nil {
		return nil, err
	}
	if image == nil || !image.hasFile(key) {
		return nil, noSuchImage(nil)
	}
	return l.storage.Open(ctx, key)
}

// noSuchImage hides the reason from visitors, unless the storage or the database
// is only unavailable for a while.
func noSuchImage(cause error) error {
	if errs.KindOf(cause) == errs.Unavailable || cause != nil && errs.KindOf(cause) == 0 {
		return cause
	}
	return &errs.Error{Kind: errs.NotFound, Message: "There is no such image.", Err: cause}
}
