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
	index, err := l.knownIndex(ctx)
	if err != nil {
		return nil, err
	}
	image := index.images[id]
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

// OpenVariant opens a variant by its key. Only files of the library's images are
// opened: those of a deleted image may still be in the storage if it could not
// be reached.
func (l *Library) OpenVariant(ctx context.Context, key string) (*StoredFile, error) {
	if !imageKey.MatchString(key) {
		return nil, noSuchImage(nil)
	}
	index, err := l.knownIndex(ctx)
	if err != nil {
		return nil, err
	}
	image := index.images[path.Base(path.Dir(key))]
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
