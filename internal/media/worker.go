package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/imaging"
)

const (
	// sweepInterval is how often unfinished uploads and deleted images are looked for.
	sweepInterval = 10 * time.Minute
	// retryInterval is how long to wait after a failure.
	retryInterval = time.Minute
	// maxAttempts is after how many failed attempts an image stays as it was
	// uploaded.
	maxAttempts = 3
	// giveUpInterval is how often an image that was given up is tried again: what
	// ended the process may have been something else, such as too little memory.
	giveUpInterval = 24 * time.Hour
	// attemptTimeout is far longer than the largest image takes.
	attemptTimeout = 5 * time.Minute
)

// Run makes the variants of new images, one image at a time, and deletes what
// unfinished uploads and old deletions left behind, until ctx ends.
func (l *Library) Run(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	l.sweep(ctx, log)
	for {
		l.retryGivenUp(ctx, log)
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
		case <-ticker.C:
			l.sweep(ctx, log)
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

// optimise makes the variants of an image. It returns an error if it should be
// tried again later.
func (l *Library) optimise(ctx context.Context, image Image, log *slog.Logger) error {
	if image.Attempts >= maxAttempts {
		// The last attempt has ended the process.
		return l.giveUp(ctx, image, errors.New("the process ended during each attempt"), log)
	}
	data, err := l.readFile(ctx, image.key())
	if errs.KindOf(err) == errs.NotFound {
		return l.giveUp(ctx, image, err, log)
	}
	if err != nil {
		return err
	}
	// Before the attempt, which may end the process.
	if err := l.countAttempt(ctx, image.ID, 1); err != nil {
		return err
	}
	variants, storageErr, err := l.storeVariants(ctx, image, data)
	switch {
	case err == nil:
		return l.publishVariants(ctx, image, variants)
	case ctx.Err() != nil || storageErr != nil:
		// Neither a stop nor the storage is the image's fault.
		return errors.Join(err, l.countAttempt(context.WithoutCancel(ctx), image.ID, -1))
	case imaging.Permanent(err) || image.Attempts+1 >= maxAttempts:
		return l.giveUp(ctx, image, err, log)
	}
	return fmt.Errorf("image %s: %w", image.ID, err)
}

// storeVariants makes and stores the variants, the widest first. If it is the storage
// that fails, it returns that error too.
func (l *Library) storeVariants(ctx context.Context, image Image, data []byte) (variants []Variant, storageErr, err error) {
	variants = []Variant{}
	limited, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	err = l.codec.Variants(limited, data, func(v imaging.RenderedVariant) error {
		variant := Variant{
			URL:       FilesPath + folder(image.ID) + fmt.Sprintf("%d%s", v.Width, extension(v.Type)),
			MediaType: v.Type, Width: v.Width, Height: v.Height, Size: int64(len(v.Data)),
		}
		storageErr = l.storage.Put(ctx, variant.key(), v.Data)
		variants = append(variants, variant)
		return storageErr
	})
	slices.Reverse(variants)
	return variants, storageErr, err
}

// retryGivenUp tries each image that was given up again, once a day.
func (l *Library) retryGivenUp(ctx context.Context, log *slog.Logger) {
	images, err := l.store.GivenUpImages(ctx, maxAttempts)
	for _, image := range images {
		// One attempt for each day of its age, counted before it begins: an image that
		// ends the process again waits until the next day, also after a restart.
		allowed := maxAttempts + int(l.clock.Now().Sub(image.UploadedAt)/giveUpInterval)
		if image.Attempts < allowed && err == nil {
			err = l.retry(ctx, image, allowed)
		}
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("could not make the variants of an image that was given up", "error", err.Error())
	}
}

func (l *Library) retry(ctx context.Context, image Image, attempts int) error {
	data, err := l.readFile(ctx, image.key())
	if errs.KindOf(err) == errs.NotFound {
		return nil // there is nothing to make variants of
	}
	if err != nil {
		return err
	}
	err = l.store.Write(ctx, func(tx Tx) error { return tx.PutImageAttempts(ctx, image.ID, attempts) })
	if err != nil {
		return err
	}
	variants, _, err := l.storeVariants(ctx, image, data)
	if err != nil {
		return fmt.Errorf("image %s: %w", image.ID, err)
	}
	return l.publishVariants(ctx, image, variants)
}

// countAttempt adds to the stored number of attempts. An image that was deleted
// meanwhile is no error.
func (l *Library) countAttempt(ctx context.Context, id string, change int) error {
	err := l.store.Write(ctx, func(tx Tx) error {
		current, err := tx.Image(ctx, id)
		if err != nil {
			return err
		}
		return tx.PutImageAttempts(ctx, id, max(0, current.Attempts+change))
	})
	if errs.KindOf(err) == errs.NotFound {
		return nil
	}
	return err
}

// giveUp leaves the image as it was uploaded: pages show the original.
func (l *Library) giveUp(ctx context.Context, image Image, cause error, log *slog.Logger) error {
	log.Error("could not make the variants of an image", "image", image.ID, "error", cause.Error())
	return l.publishVariants(ctx, image, []Variant{})
}

// publishVariants stores the variants as the final ones.
func (l *Library) publishVariants(ctx context.Context, image Image, variants []Variant) error {
	err := l.store.Publish(ctx, func(tx Tx) error {
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

// sweep deletes the uploads that expired some time ago, the files of those that led
// to no image, and what was kept of deleted images for long enough.
func (l *Library) sweep(ctx context.Context, log *slog.Logger) {
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
	if err = errors.Join(err, l.sweepDeleted(ctx)); err != nil && ctx.Err() == nil {
		log.Warn("could not delete the files of unfinished uploads and deleted images", "error", err.Error())
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
	return l.deleteFolder(ctx, folder(id))
}

func (l *Library) deleteFolder(ctx context.Context, prefix string) error {
	for file, err := range l.storage.List(ctx, prefix) {
		if err == nil {
			err = l.storage.Delete(ctx, file.Key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
