package site

import (
	"context"
	"math"
)

// Picture is what a page needs to show an image well: which sizes there are,
// how much room it takes and what to show until it arrives.
type Picture struct {
	URL      string    `json:"url"`
	Alt      string    `json:"alt"`
	Width    int       `json:"width"`
	Height   int       `json:"height"`
	Preview  string    `json:"preview"`
	Variants []Variant `json:"variants"`
}

// gallery is every image at one revision, by the last part of its addresses.
type gallery struct {
	revision int64
	images   map[string]*Image
}

// currentGallery returns the images as they are now. Pages ask for several on
// every rendering and visitors for many, so they are kept until the next
// publishing write.
func (s *Site) currentGallery(ctx context.Context) (*gallery, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return nil, err
	}
	if g := s.gallery.Load(); g != nil && g.revision == revision {
		return g, nil
	}
	// What is read now may be newer than the revision, which only means that it
	// is read once more.
	images, err := s.store.Images(ctx, ImageQuery{Sort: SortNewest, Limit: math.MaxInt32})
	if err != nil {
		return nil, err
	}
	addresses, err := s.store.ImageAddresses(ctx)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]*Image, len(images))
	for i := range images {
		byID[images[i].ID] = &images[i]
	}
	g := &gallery{revision: revision, images: make(map[string]*Image, len(addresses))}
	for _, a := range addresses {
		if image := byID[a.ImageID]; image != nil {
			g.images[a.Address] = image
		}
	}
	s.gallery.Store(g)
	return g, nil
}

// picture returns what is known about the image at the address, or nil for an
// address that is none of ours.
func (g *gallery) picture(url string) *Picture {
	image := g.images[addressID(url)]
	if image == nil {
		return nil
	}
	return &Picture{
		URL: url, Alt: image.Alt, Width: image.Width, Height: image.Height,
		Preview: image.Preview, Variants: image.Variants,
	}
}

// illustrateAll adds to each item what is known about its image. It takes what
// a reading returns, so that a failure passes through.
func illustrateAll[T any](
	ctx context.Context, s *Site, items []T, err error, imageOf func(*T) (url string, picture **Picture),
) ([]T, error) {
	if err != nil {
		return nil, err
	}
	g, err := s.currentGallery(ctx)
	if err != nil {
		return nil, err
	}
	for i := range items {
		url, picture := imageOf(&items[i])
		*picture = g.picture(url)
	}
	return items, nil
}

// illustrate is illustrateAll for one item.
func illustrate[T any](
	ctx context.Context, s *Site, item T, err error, imageOf func(*T) (url string, picture **Picture),
) (T, error) {
	items, err := illustrateAll(ctx, s, []T{item}, err, imageOf)
	if err != nil {
		var none T
		return none, err
	}
	return items[0], nil
}

func imageOfService(service *Service) (string, **Picture) { return service.ImageURL, &service.Image }
func imageOfPost(post *Post) (string, **Picture)          { return post.ImageURL, &post.Image }
func imageOfEntry(entry *ContentEntry) (string, **Picture) {
	return entry.Content, &entry.Image
}

// OpenImage opens the file at the address whose last part is given. A file that
// a browser has sent to the storage is checked the first time that anybody asks
// for it: nobody ever sees one that was not.
func (s *Site) OpenImage(ctx context.Context, address string) (*StoredFile, error) {
	g, err := s.currentGallery(ctx)
	if err != nil {
		return nil, err
	}
	image := g.images[address]
	if image == nil && s.storage.UploadOrigin() != "" && objectID.MatchString(address) {
		finished, err := s.FinishUpload(ctx, address)
		if err != nil {
			return nil, noSuchImage(err)
		}
		image = &finished
	}
	if image == nil {
		return nil, noSuchImage(nil)
	}
	return s.storage.Open(ctx, image.key())
}

// OpenVariant opens a file that was made from an image, by its key. Only what
// was checked is ever stored there.
func (s *Site) OpenVariant(ctx context.Context, key string) (*StoredFile, error) {
	if !imageKey.MatchString(key) {
		return nil, noSuchImage(nil)
	}
	return s.storage.Open(ctx, key)
}

// noSuchImage hides from visitors why a file is not there, unless it is only
// away for a while.
func noSuchImage(cause error) error {
	if KindOf(cause) == Unavailable || cause != nil && KindOf(cause) == 0 {
		return cause
	}
	return &Error{Kind: NotFound, Message: "There is no such image.", Err: cause}
}
