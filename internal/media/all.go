package media

import (
	"context"
	"iter"
)

// imageBatch is how many records are in memory while all images are read.
const imageBatch = 200

// ImageSequence reads images in batches.
type ImageSequence interface {
	// ImagesAfter returns the images whose IDs follow the ID, in the order of their
	// IDs and without their Uses.
	ImagesAfter(ctx context.Context, id string, limit int) ([]Image, error)
}

// AllImages yields every image in the order of the IDs. After an error it yields
// nothing more.
func AllImages(ctx context.Context, from ImageSequence) iter.Seq2[Image, error] {
	return func(yield func(Image, error) bool) {
		for after := ""; ; {
			batch, err := from.ImagesAfter(ctx, after, imageBatch)
			if err != nil {
				yield(Image{}, err)
				return
			}
			for _, image := range batch {
				if !yield(image, nil) {
					return
				}
				after = image.ID
			}
			if len(batch) < imageBatch {
				return
			}
		}
	}
}
