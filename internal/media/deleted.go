package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/record"
)

// KeptAfterDeletion is how long a deleted image can be brought back.
const KeptAfterDeletion = 30 * 24 * time.Hour

// deletedImage is what is kept of a deleted image beside its original. Variants are
// made again.
type deletedImage struct {
	Image   Image    `json:"image"`
	Hash    string   `json:"hash"`
	Aliases []string `json:"aliases"` // upload IDs
}

// errNotKept says that nothing is kept of a deleted image.
var errNotKept = &errs.Error{
	Kind:    errs.Conflict,
	Message: fmt.Sprintf("The file of this image is gone: it is kept for %d days after a deletion. Upload the image again.", KeptAfterDeletion/(24*time.Hour)),
}

// deletedFolder is the prefix of the keys of what is kept of a deleted image.
func deletedFolder(id string) string { return DeletedDir + id + "/" }

// deletedRecord is the key of the deletedImage, deletedOriginal that of the file.
func deletedRecord(id string) string { return deletedFolder(id) + "image.json" }

func (i Image) deletedOriginal() string {
	return deletedFolder(i.ID) + i.Hash[:16] + extension(i.MediaType)
}

// Delete deletes an image from the library and its files from where they are served.
// Its original is kept for KeptAfterDeletion, so that the deletion can be taken back.
// An image that is in use is deleted only if that is confirmed.
func (l *Library) Delete(ctx context.Context, change record.Change, id string, confirmed bool) (deleted record.Saved[Image], err error) {
	var copied deletedImage
	if err := l.store.Write(ctx, func(tx Tx) (err error) {
		copied, err = deletable(ctx, tx, id, confirmed)
		return err
	}); err != nil {
		return deleted, err
	}
	if err := l.keepDeleted(ctx, copied); err != nil {
		return deleted, err
	}
	var kept *record.Version
	err = l.store.Publish(ctx, func(tx Tx) (err error) {
		now, err := deletable(ctx, tx, id, confirmed)
		if err != nil {
			return err
		}
		if !slices.Equal(now.Aliases, copied.Aliases) { // it would not come back under all of its URLs
			return errs.Errorf(errs.Conflict, "Somebody has just uploaded this image once more. It was not deleted.")
		}
		if kept, err = keep(ctx, tx, change, record.Delete, now.Image); err != nil {
			return err
		}
		deleted.Record = now.Image
		if err := tx.DeleteImage(ctx, id); err != nil {
			return err
		}
		return tx.PutUpload(ctx, l.leftover(id))
	})
	if err != nil {
		return record.Saved[Image]{}, err
	}
	_ = l.deleteFiles(ctx, id)
	deleted.Versions = record.IDs(kept)
	return deleted, nil
}

// deletable returns what a deletion of the image takes away, or Conflict if the image
// is in use and that is not confirmed.
func deletable(ctx context.Context, tx Tx, id string, confirmed bool) (d deletedImage, err error) {
	if d.Image, err = tx.Image(ctx, id); err != nil {
		return d, err
	}
	if d.Image.Uses, err = usesOf(ctx, tx, id); err != nil {
		return d, err
	}
	if len(d.Image.Uses) > 0 && !confirmed {
		return d, errs.Errorf(errs.Conflict, "This image is used in %s. It was not deleted.", describeUses(d.Image.Uses))
	}
	d.Hash = d.Image.Hash
	d.Aliases, err = tx.ImageAliases(ctx, id)
	return d, err
}

// leftover returns an expired upload without an image, by which Run finds the files in
// the folder of the ID after a while if no image has it then. Its grace period is
// over, so that it cannot be finished once more.
func (l *Library) leftover(id string) Upload {
	return Upload{ID: id, ExpiresAt: l.clock.Stamp().Add(-finishGrace)}
}

// keepDeleted copies an image to where a deletion leaves it. An image whose file is
// missing, or for whose copy there is no space, is not kept: whoever deletes images to
// make space must be able to.
func (l *Library) keepDeleted(ctx context.Context, d deletedImage) error {
	document, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("keep a deleted image: %w", err)
	}
	data, err := l.readFile(ctx, d.Image.key())
	if err == nil {
		err = l.storage.Put(ctx, d.Image.deletedOriginal(), data)
	}
	// The record comes last, so that it never names a missing file.
	if err == nil {
		err = l.storage.Put(ctx, deletedRecord(d.Image.ID), document)
	}
	if kind := errs.KindOf(err); kind == errs.NotFound || kind == errs.Full {
		return nil
	}
	return err
}

// readDeleted returns what keepDeleted has kept.
func (l *Library) readDeleted(ctx context.Context, id string) (deleted deletedImage, data []byte, err error) {
	document, err := l.readFile(ctx, deletedRecord(id))
	if err == nil {
		if err = json.Unmarshal(document, &deleted); err != nil {
			return deleted, nil, fmt.Errorf("read a deleted image: %w", err)
		}
		deleted.Image.Hash = deleted.Hash
		data, err = l.readFile(ctx, deleted.Image.deletedOriginal())
	}
	if errs.KindOf(err) == errs.NotFound {
		return deleted, nil, errNotKept
	}
	if err != nil {
		return deleted, nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != deleted.Hash {
		return deleted, nil, fmt.Errorf("the file of the deleted image %s was changed", id)
	}
	return deleted, data, nil
}

// bringBack adds a deleted image to the library again, with the texts of the version
// and under all of its URLs.
func (l *Library) bringBack(ctx context.Context, change record.Change, id string, texts Names) ([]int64, error) {
	deleted, data, err := l.readDeleted(ctx, id)
	if err != nil {
		return nil, err
	}
	image := deleted.Image
	image.Name, image.Alt, image.UpdatedAt = texts.Name, texts.Alt, l.clock.Stamp()
	image.Variants, image.Optimised, image.Attempts = []Variant{}, false, 0
	// The file is stored first, so that the library never names a missing one. The
	// upload finds it if what follows fails, and keeps Run from deleting it meanwhile.
	if err := l.store.Write(ctx, func(tx Tx) error { return tx.PutUpload(ctx, l.leftover(id)) }); err != nil {
		return nil, err
	}
	if err := l.storage.Put(ctx, image.key(), data); err != nil {
		return nil, err
	}
	var kept *record.Version
	err = l.store.Publish(ctx, func(tx Tx) (err error) {
		kept, err = putBack(ctx, tx, change, image, deleted.Aliases)
		return err
	})
	if err != nil {
		return nil, err
	}
	// If a deletion fails, Run does it later.
	_ = l.deleteFolder(ctx, deletedFolder(id))
	if kept == nil {
		_ = l.deleteFiles(ctx, id)
	}
	l.wakeWorker()
	return record.IDs(kept), nil
}

// putBack stores a deleted image with its aliases. If the same file was uploaded again
// since, the aliases lead to that image instead, and there is no version.
func putBack(ctx context.Context, tx Tx, change record.Change, image Image, aliases []string) (kept *record.Version, err error) {
	if err := record.CheckRestoring(ctx, tx, change, record.Image, image.ID); err != nil {
		return nil, err
	}
	leadsTo, err := tx.ImageByHash(ctx, image.Hash)
	if errs.KindOf(err) == errs.NotFound {
		leadsTo = image
		if kept, err = keep(ctx, tx, change, record.Restore, image); err == nil {
			err = tx.PutImage(ctx, image)
		}
	}
	for _, alias := range aliases {
		if err == nil {
			err = tx.PutImageAlias(ctx, Alias{UploadID: alias, ImageID: leadsTo.ID})
		}
	}
	return kept, err
}

// sweepDeleted deletes what was kept of images for long enough.
func (l *Library) sweepDeleted(ctx context.Context) error {
	before := l.clock.Now().Add(-KeptAfterDeletion)
	for file, err := range l.storage.List(ctx, DeletedDir) {
		if err == nil && file.ModifiedAt.Before(before) {
			err = l.storage.Delete(ctx, file.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
