package media

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/imaging"
)

const (
	// sweepInterval is how often unfinished uploads are looked for.
	sweepInterval = 10 * time.Minute
	// retryInterval is how long to wait after a failure.
	retryInterval = time.Minute
)

// Run makes the variants of new images, one image at a time, and deletes what
// unfinished uploads left behind, until ctx ends.
func (l *Library) Run(ctx context.Context, log *slog.Logger) {
	sweep := time.NewTicker(sweepInterval)
	defer sweep.Stop()
	l.sweepUploads(ctx, log)
	for {
		var retry <-chan time.Time
		if err := l.optimiseAll(ctx, log); err != nil && ctx.Err() == nil {
			log.Warn("could not make the variants of an image, will retry", "error", err.Error())
			retry = time.After(retryInterval)
		}
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
		case <-retry:
		case <-sweep.C:
			l.sweepUploads(ctx, log)
		}
	}
}

// wakeWorker tells Run that there is a new image. One signal is enough for
// several images.
func (l *Library) wakeWorker() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *Library) optimiseAll(ctx context.Context, log *slog.Logger) error {
	for {
		image, err := l.store.NextUnoptimised(ctx)
		if errs.KindOf(err) == errs.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		if err := l.optimise(ctx, image, log); err != nil {
			return err
		}
	}
}

// optimise makes the variants of an image. It returns an error only if a retry
// may succeed.
func (l *Library) optimise(ctx context.Context, image Image, log *slog.Logger) error {
	variants := []Variant{}
	var storageErr error
	data, err := l.readFile(ctx, image.key())
	if err != nil && errs.KindOf(err) != errs.NotFound {
		return err
	}
	if err == nil {
		err = l.codec.Variants(ctx, data, func(v imaging.RenderedVariant) error {
			variant := Variant{
				URL:       FilesPath + folder(image.ID) + fmt.Sprintf("%d%s", v.Width, extension(v.Type)),
				MediaType: v.Type, Width: v.Width, Height: v.Height, Size: int64(len(v.Data)),
			}
			storageErr = l.storage.Put(ctx, variant.key(), v.Data)
			variants = append(variants, variant)
			return storageErr
		})
	}
	if ctx.Err() != nil || storageErr != nil {
		return err
	}
	if err != nil {
		// The original is shown instead. A retry would fail the same way.
		log.Error("could not make the variants of an image", "image", image.ID, "error", err.Error())
		variants = []Variant{}
	}
	err = l.store.Publish(ctx, func(tx Tx) error {
		current, err := tx.Image(ctx, image.ID)
		if err != nil {
			return err
		}
		current.Variants, current.Optimised = variants, true
		return tx.PutImage(ctx, current)
	})
	if errs.KindOf(err) == errs.NotFound { // deleted meanwhile
		return l.deleteFiles(ctx, image.ID)
	}
	return err
}

func (l *Library) readFile(ctx context.Context, key string) ([]byte, error) {
	file, err := l.storage.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// sweepUploads deletes the uploads that expired some time ago, and the files of
// those that led to no image.
func (l *Library) sweepUploads(ctx context.Context, log *slog.Logger) {
	// Twice the grace period, because an upload that is finished within it may
	// still be in progress.
	expired, err := l.store.ExpiredUploads(ctx, l.clock.Stamp().Add(-2*finishGrace))
	for _, upload := range expired {
		if err = l.deleteFiles(ctx, upload.ID); err != nil {
			break
		}
		if err = l.store.Write(ctx, func(tx Tx) error { return tx.DeleteUpload(ctx, upload.ID) }); err != nil {
			break
		}
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("could not delete unfinished uploads", "error", err.Error())
	}
}

// deleteFiles deletes an upload's files from the storage: the sent file, and if
// there is no image with the ID, the published files too.
func (l *Library) deleteFiles(ctx context.Context, id string) error {
	if err := l.storage.Delete(ctx, UploadsDir+id); err != nil {
		return err
	}
	if _, err := l.store.Image(ctx, id); errs.KindOf(err) != errs.NotFound {
		return err
	}
	for file, err := range l.storage.List(ctx, folder(id)) {
		if err != nil {
			return err
		}
		if err := l.storage.Delete(ctx, file.Key); err != nil {
			return err
		}
	}
	return nil
}
