package site

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"
)

const (
	// sweepEvery is how often unfinished uploads are looked for.
	sweepEvery = 10 * time.Minute
	// retryUpkeep is when to try again after a failure.
	retryUpkeep = time.Minute
)

// Upkeep makes the smaller copies of images as they arrive, one image at a time,
// and clears away what was left unfinished. It runs until ctx ends.
func (s *Site) Upkeep(ctx context.Context, log *slog.Logger) {
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	s.sweepUploads(ctx, log)
	for {
		var retry <-chan time.Time
		if err := s.optimiseAll(ctx, log); err != nil && ctx.Err() == nil {
			log.Warn("the smaller copies of an image have to wait", "error", err.Error())
			retry = time.After(retryUpkeep)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.arrivals:
		case <-retry:
		case <-sweep.C:
			s.sweepUploads(ctx, log)
		}
	}
}

// wakeUpkeep tells Upkeep of a new image; one signal is enough for several.
func (s *Site) wakeUpkeep() {
	select {
	case s.arrivals <- struct{}{}:
	default:
	}
}

func (s *Site) optimiseAll(ctx context.Context, log *slog.Logger) error {
	for {
		image, err := s.store.NextUnoptimised(ctx)
		if KindOf(err) == NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.optimise(ctx, image, log); err != nil {
			return err
		}
	}
}

// optimise makes the variants of an image. It returns an error only if trying
// again may help.
func (s *Site) optimise(ctx context.Context, image Image, log *slog.Logger) error {
	variants := []Variant{}
	var storageFailed error
	data, err := s.readStored(ctx, image.key())
	if err != nil && KindOf(err) != NotFound {
		return err
	}
	if err == nil {
		err = s.imaging.Variants(ctx, data, func(v RenderedVariant) error {
			variant := Variant{
				URL:       objectsPath + folder(image.ID) + fmt.Sprintf("%d%s", v.Width, extension(v.Type)),
				MediaType: v.Type, Width: v.Width, Height: v.Height, Size: int64(len(v.Data)),
			}
			storageFailed = s.storage.Put(ctx, variant.key(), v.Data)
			variants = append(variants, variant)
			return storageFailed
		})
	}
	if ctx.Err() != nil || storageFailed != nil {
		return err
	}
	if err != nil {
		// The image is shown as it is, and never tried again.
		log.Error("an image has no smaller copies", "image", image.ID, "error", err.Error())
		variants = []Variant{}
	}
	err = s.store.Publish(ctx, func(tx Tx) error {
		current, err := tx.Image(ctx, image.ID)
		if err != nil {
			return err
		}
		current.Variants, current.Optimised = variants, true
		return tx.PutImage(ctx, current)
	})
	if KindOf(err) == NotFound { // deleted meanwhile
		return s.removeFiles(ctx, image.ID)
	}
	return err
}

func (s *Site) readStored(ctx context.Context, key string) ([]byte, error) {
	file, err := s.storage.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// sweepUploads forgets the uploads that ended some time ago, with the files of
// those that led to no image.
func (s *Site) sweepUploads(ctx context.Context, log *slog.Logger) {
	// Twice the grace, because one that is finished in time may take a while.
	expired, err := s.store.ExpiredUploads(ctx, s.stamp().Add(-2*uploadGrace))
	for _, upload := range expired {
		if err = s.removeFiles(ctx, upload.ID); err != nil {
			break
		}
		if err = s.store.Write(ctx, func(tx Tx) error { return tx.DeleteUpload(ctx, upload.ID) }); err != nil {
			break
		}
	}
	if err != nil && ctx.Err() == nil {
		log.Warn("unfinished uploads could not be cleared away", "error", err.Error())
	}
}

// removeFiles removes what an upload has left in the storage: everything if no
// image came of it, otherwise only what was sent.
func (s *Site) removeFiles(ctx context.Context, id string) error {
	if err := s.storage.Delete(ctx, UploadsDir+id); err != nil {
		return err
	}
	if _, err := s.store.Image(ctx, id); KindOf(err) != NotFound {
		return err
	}
	for file, err := range s.storage.List(ctx, folder(id)) {
		if err != nil {
			return err
		}
		if err := s.storage.Delete(ctx, file.Key); err != nil {
			return err
		}
	}
	return nil
}
