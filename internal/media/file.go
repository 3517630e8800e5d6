package media

import (
	"context"
	"path"

	"perimeter/internal/errs"
)

// OpenImage opens the original that arrived by the upload. A file that a browser
// sent directly to the storage is checked when it is first asked for, so that
// nobody ever sees an unchecked one.
func (l *Library) OpenImage(ctx context.Context, id string) (*StoredFile, error) {
	image, err := l.knownImage(ctx, id)
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
		image = &finished
	}
	if image == nil {
		return nil, noSuchImage(nil)
	}
	return l.storage.Open(ctx, image.key())
}

// knownImage returns the image with the upload's ID, or nil if there is none.
// While the database is unavailable it returns Unavailable, or the image if it was
// opened by this alias before.
func (l *Library) knownImage(ctx context.Context, id string) (*Image, error) {
	if !uploadID.MatchString(id) {
		return nil, nil
	}
	// The revision is asked for first, because it is known soon that a database
	// does not answer.
	_, err := l.store.Revision(ctx)
	var image Image
	if err == nil {
		image, err = l.store.ImageByUpload(ctx, id)
	}
	switch errs.KindOf(err) {
	case errs.NotFound:
		l.aliases.forget(id)
		return nil, nil
	case errs.Unavailable:
		if last, ok := l.aliases.find(id); ok {
			return &last, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if image.ID != id {
		l.aliases.remember(id, image)
	}
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
	image, err := l.knownImage(ctx, path.Base(path.Dir(key)))
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
