package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// ImageSorts are the orders in which images can be listed, the usual one first.
var ImageSorts = []ImageSort{SortNewest, SortOldest, SortName, SortLargest}

// The lengths of a library page.
const (
	defaultPerPage = 24
	maxPerPage     = 100
)

// LibraryRequest asks for one page of the library. What is zero has a default.
type LibraryRequest struct {
	Search  string
	Sort    ImageSort
	Page    int // from 1
	PerPage int
}

// LibraryPage is one page of the library.
type LibraryPage struct {
	Images  []Image `json:"images"`
	Total   int     `json:"total"` // of all pages
	Page    int     `json:"page"`
	PerPage int     `json:"perPage"`
}

// ImageEdit is a save of an image's texts; what is nil keeps its stored value.
type ImageEdit struct {
	ID   string  `json:"id"`
	Name *string `json:"name,omitempty"`
	Alt  *string `json:"alt,omitempty"`
}

// Library returns one page of the images, each with its uses.
func (s *Site) Library(ctx context.Context, request LibraryRequest) (LibraryPage, error) {
	sort := cmp.Or(request.Sort, SortNewest)
	if !slices.Contains(ImageSorts, sort) {
		return LibraryPage{}, field{name: "sort"}.invalid("must be one of " + list(ImageSorts))
	}
	page := LibraryPage{
		Page:    max(request.Page, 1),
		PerPage: min(cmp.Or(max(request.PerPage, 0), defaultPerPage), maxPerPage),
	}
	search := strings.TrimSpace(request.Search)
	if err := (field{"search", search}).within(maxLine); err != nil {
		return LibraryPage{}, err
	}
	var err error
	if page.Total, err = s.store.CountImages(ctx, search); err != nil {
		return LibraryPage{}, err
	}
	// Pages may vanish while somebody looks at the last one.
	page.Page = min(page.Page, max(1, (page.Total+page.PerPage-1)/page.PerPage))
	if page.Images, err = s.store.Images(ctx, ImageQuery{
		Search: search, Sort: sort, Limit: page.PerPage, Offset: (page.Page - 1) * page.PerPage,
	}); err != nil {
		return LibraryPage{}, err
	}
	uses, err := usesOfImages(ctx, s.store)
	if err != nil {
		return LibraryPage{}, err
	}
	for i := range page.Images {
		page.Images[i].Uses = append([]Use{}, uses[page.Images[i].ID]...)
	}
	return page, nil
}

// SaveImage changes an image's name and alternative text.
func (s *Site) SaveImage(ctx context.Context, edit ImageEdit) (Image, error) {
	var image Image
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		if image, err = tx.Image(ctx, edit.ID); err != nil {
			return err
		}
		set(&image.Name, edit.Name)
		set(&image.Alt, edit.Alt)
		if err := firstError(
			field{"name", image.Name}.required(maxLine),
			field{"alt", image.Alt}.within(maxLine),
		); err != nil {
			return err
		}
		uses, err := usesOfImages(ctx, tx)
		if err != nil {
			return err
		}
		image.Uses = append([]Use{}, uses[image.ID]...)
		return tx.PutImage(ctx, image)
	})
	return image, err
}

// DeleteImage removes an image from the library and from the storage. Where it
// is used it stays, unless the deletion is confirmed.
func (s *Site) DeleteImage(ctx context.Context, id string, confirmed bool) (Image, error) {
	var image Image
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		if image, err = tx.Image(ctx, id); err != nil {
			return err
		}
		uses, err := usesOfImages(ctx, tx)
		if err != nil {
			return err
		}
		if image.Uses = append([]Use{}, uses[id]...); len(image.Uses) > 0 && !confirmed {
			return Errorf(Conflict, "This image is used in %s. It was not deleted.", places(image.Uses))
		}
		if err := tx.DeleteImage(ctx, id); err != nil {
			return err
		}
		// An upload that has expired without an image: should removing the
		// files fail below, Upkeep finds them by it.
		return tx.PutUpload(ctx, Upload{ID: id, Name: image.Name, ExpiresAt: s.stamp()})
	})
	if err != nil {
		return Image{}, err
	}
	_ = s.removeFiles(ctx, id)
	return image, nil
}

// usesOfImages finds the places that show images, by the image's ID.
func usesOfImages(ctx context.Context, r Reader) (map[string][]Use, error) {
	mentions, err := r.Mentions(ctx)
	if err != nil {
		return nil, err
	}
	addresses, err := r.ImageAddresses(ctx)
	if err != nil {
		return nil, err
	}
	imageAt := make(map[string]string, len(addresses))
	for _, a := range addresses {
		imageAt[a.Address] = a.ImageID
	}
	uses := map[string][]Use{}
	for _, mention := range mentions {
		for _, match := range mentioned.FindAllStringSubmatch(mention.Text, -1) {
			id := imageAt[match[1]]
			if id != "" && !slices.Contains(uses[id], mention.Use) {
				uses[id] = append(uses[id], mention.Use)
			}
		}
	}
	return uses, nil
}

// mostPlaces is how many uses a message names.
const mostPlaces = 5

// places names uses for people.
func places(uses []Use) string {
	var names []string
	for _, use := range uses {
		if len(names) == mostPlaces {
			names = append(names, fmt.Sprintf("%d more", len(uses)-mostPlaces))
			break
		}
		kind := map[string]string{"content": "the content item", "service": "the service", "post": "the blog post"}[use.Kind]
		names = append(names, fmt.Sprintf("%s %q", kind, use.Title))
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
