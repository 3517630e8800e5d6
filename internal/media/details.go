package media

import (
	"context"
	"slices"
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
	var ids []string
	for _, url := range urls {
		if id := uploadIDOf(url); id != "" {
			ids = append(ids, id)
		}
	}
	details := make([]*ImageDetails, len(urls))
	if len(ids) == 0 {
		return details, nil
	}
	slices.Sort(ids)
	images, err := l.store.ImagesByUpload(ctx, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	for i, url := range urls {
		if image, ok := images[uploadIDOf(url)]; ok {
			details[i] = &ImageDetails{
				URL: url, Alt: image.Alt, Width: image.Width, Height: image.Height,
				Preview: image.Preview, Variants: image.Variants,
			}
		}
	}
	return details, nil
}
