package media

import (
	"context"

	"perimeter/internal/errs"
)

// OpenImage opens the original that arrived by the upload. A file that a browser
// sent directly to the storage is checked when it is first asked for, so that
// nobody ever sees an unchecked one.
//
// An image that is known is opened without asking the database: where it is
// stored never changes, and if it was deleted the file is gone.
func (l *Library) OpenImage(ctx context.Context, id string) (*StoredFile, error) {
	if index := l.index.Load(); index != nil && index.images[id] != nil {
		return l.storage.Open(ctx, index.images[id].key())
	}
	index, err := l.currentIndex(ctx)
	if errs.KindOf(err) == errs.Unavailable {
		return l.openStored(ctx, id, err)
	}
	if err != nil {
		return nil, err
	}
	image := index.images[id]
	if image == nil && l.storage.UploadOrigin() != "" && uploadID.MatchString(id) {
		finished, err := l.FinishUpload(ctx, id)
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

// OpenVariant opens a variant by its key. Only checked files are ever stored
// under such keys.
func (l *Library) OpenVariant(ctx context.Context, key string) (*StoredFile, error) {
	if !imageKey.MatchString(key) {
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
