package media

import (
	"context"
	"math"

	"perimeter/internal/errs"
)

// ImageDetails is what a page needs to show an image well: its variants, its
// size, and a preview to show until it has loaded.
type ImageDetails struct {
	URL      string    `json:"url"`
	Alt      string    `json:"alt"`
	Width    int       `json:"width"`
	Height   int       `json:"height"`
	Preview  string    `json:"preview"`
	Variants []Variant `json:"variants"`
}

// Details returns the details of the images at the URLs, in their order. They
// are nil for a URL that is not an uploaded image's.
func (l *Library) Details(ctx context.Context, urls []string) ([]*ImageDetails, error) {
	index, err := l.currentIndex(ctx)
	if err != nil {
		return nil, err
	}
	details := make([]*ImageDetails, len(urls))
	for i, url := range urls {
		if image := index.images[uploadIDOf(url)]; image != nil {
			details[i] = &ImageDetails{
				URL: url, Alt: image.Alt, Width: image.Width, Height: image.Height,
				Preview: image.Preview, Variants: image.Variants,
			}
		}
	}
	return details, nil
}

// imageIndex is every image at one revision, by upload ID.
type imageIndex struct {
	revision int64
	images   map[string]*Image
}

// knownIndex returns the images as they are now, or as they were last known if
// the database is unavailable: visitors shall see pictures all the same.
func (l *Library) knownIndex(ctx context.Context) (*imageIndex, error) {
	index, err := l.currentIndex(ctx)
	if last := l.index.Load(); errs.KindOf(err) == errs.Unavailable && last != nil {
		return last, nil
	}
	return index, err
}

// currentIndex returns the images as they are now. Every rendering asks for
// several and every visitor for many, so they are kept until the next publishing
// transaction.
func (l *Library) currentIndex(ctx context.Context) (*imageIndex, error) {
	revision, err := l.store.Revision(ctx)
	if err != nil {
		return nil, err
	}
	if index := l.index.Load(); index != nil && index.revision == revision {
		return index, nil
	}
	// What is read here may be newer than the revision. Then it is read once
	// more than necessary.
	images, err := l.store.Images(ctx, Query{Sort: SortNewest, Limit: math.MaxInt32})
	if err != nil {
		return nil, err
	}
	aliases, err := l.store.ImageAliases(ctx)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]*Image, len(images))
	for i := range images {
		byID[images[i].ID] = &images[i]
	}
	index := &imageIndex{revision: revision, images: make(map[string]*Image, len(aliases))}
	for _, a := range aliases {
		if image := byID[a.ImageID]; image != nil {
			index.images[a.UploadID] = image
		}
	}
	l.index.Store(index)
	return index, nil
}
