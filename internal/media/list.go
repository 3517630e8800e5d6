package media

import (
	"cmp"
	"context"
	"strings"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/validate"
)

// Sort is an order in which images are listed.
type Sort string

// The orders. Images that are equal in one come newest first.
const (
	SortNewest  Sort = "newest"
	SortOldest  Sort = "oldest"
	SortName    Sort = "name"
	SortLargest Sort = "largest"
)

// Sorts are all orders, the default first.
var Sorts = []Sort{SortNewest, SortOldest, SortName, SortLargest}

// The number of images on a page of the list.
const (
	defaultPerPage = 24
	maxPerPage     = 100
)

// ListOptions choose one page of the list. Zero values mean the defaults.
type ListOptions struct {
	Search  string
	Sort    Sort
	Page    int // from 1
	PerPage int
}

// ListPage is one page of the list.
type ListPage struct {
	Images  []Image `json:"images"`
	Total   int     `json:"total"` // of all pages
	Page    int     `json:"page"`
	PerPage int     `json:"perPage"`
}

// List returns one page of the images, each with its uses.
func (l *Library) List(ctx context.Context, options ListOptions) (ListPage, error) {
	sort := cmp.Or(options.Sort, SortNewest)
	search := strings.TrimSpace(options.Search)
	if err := validate.First(
		validate.OneOf("sort", sort, Sorts),
		validate.Field{Name: "search", Value: search}.Within(validate.MaxLine),
	); err != nil {
		return ListPage{}, err
	}
	page := ListPage{
		Page:    max(options.Page, 1),
		PerPage: min(cmp.Or(max(options.PerPage, 0), defaultPerPage), maxPerPage),
	}
	var err error
	if page.Total, err = l.store.CountImages(ctx, search); err != nil {
		return ListPage{}, err
	}
	// The last page may disappear while somebody looks at it.
	page.Page = min(page.Page, max(1, (page.Total+page.PerPage-1)/page.PerPage))
	if page.Images, err = l.store.Images(ctx, Query{
		Search: search, Sort: sort, Limit: page.PerPage, Offset: (page.Page - 1) * page.PerPage,
	}); err != nil {
		return ListPage{}, err
	}
	ids := make([]string, len(page.Images))
	for i, image := range page.Images {
		ids[i] = image.ID
	}
	uses, err := l.store.ImageUses(ctx, ids)
	if err != nil {
		return ListPage{}, err
	}
	for i := range page.Images {
		page.Images[i].Uses = append([]Use{}, uses[page.Images[i].ID]...)
	}
	return page, nil
}

// ImageEdit is a save of an image's texts. A nil field keeps its stored value.
type ImageEdit struct {
	BasedOn *time.Time `json:"basedOn,omitempty" doc:"The image's updatedAt as the editor saw it, or 0001-01-01T00:00:00Z if it had none; if it was saved since, the edit is refused with the stored image"`

	ID   string  `json:"id"`
	Name *string `json:"name,omitempty"`
	Alt  *string `json:"alt,omitempty"`
}

// Save changes an image's name and alternative text.
func (l *Library) Save(ctx context.Context, change record.Change, edit ImageEdit) (saved record.Saved[Image], err error) {
	var kept *record.Version
	err = l.store.Publish(ctx, func(tx Tx) (err error) {
		var image Image
		if image, err = tx.Image(ctx, edit.ID); err != nil {
			return err
		}
		if image.Uses, err = usesOf(ctx, tx, image.ID); err != nil {
			return err
		}
		stored := image
		validate.SetTrimmed(&image.Name, edit.Name)
		validate.SetTrimmed(&image.Alt, edit.Alt)
		if err := validate.First(
			validate.Field{Name: "name", Value: image.Name}.Required(validate.MaxLine),
			validate.Field{Name: "alt", Value: image.Alt}.Within(validate.MaxLine),
			validate.BasedOn(change.BasedOn, stored.UpdatedAt, stored, image),
		); err != nil {
			return err
		}
		image.UpdatedAt = l.clock.Stamp()
		saved.Record = image
		if image.Names() != stored.Names() {
			if kept, err = keep(ctx, tx, change, record.Update, image); err != nil {
				return err
			}
		}
		return tx.PutImage(ctx, image)
	})
	saved.Versions = record.IDs(kept)
	return saved, err
}
