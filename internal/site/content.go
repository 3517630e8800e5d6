package site

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Section is the part of the site that a content item belongs to.
type Section string

// The seven sections.
const (
	SectionHome     Section = "home"
	SectionAbout    Section = "about"
	SectionServices Section = "services"
	SectionContact  Section = "contact"
	SectionBlog     Section = "blog"
	SectionFooter   Section = "footer"
	SectionGeneral  Section = "general"
)

// Sections are the sections in the order in which they are shown.
var Sections = []Section{
	SectionHome, SectionAbout, SectionServices, SectionContact, SectionBlog, SectionFooter, SectionGeneral,
}

// ContentType says how a content item's value is read.
type ContentType string

// The three content types.
const (
	ContentText  ContentType = "text"
	ContentHTML  ContentType = "html"
	ContentImage ContentType = "image"
)

// ContentTypes are the content types in the order in which they are offered.
var ContentTypes = []ContentType{ContentText, ContentHTML, ContentImage}

// ContentItem is one editable piece of the public pages.
type ContentItem struct {
	ID        int64       `json:"id"`
	Key       string      `json:"key"`
	Section   Section     `json:"section"`
	Type      ContentType `json:"type"`
	Value     string      `json:"value"`
	UpdatedAt time.Time   `json:"updatedAt"`
}

// ContentEntry is what the public sees of a content item.
type ContentEntry struct {
	Key     string   `json:"key"`
	Content string   `json:"content"`
	Image   *Picture `json:"image,omitempty"` // of an uploaded image's address
}

// ContentEdit is a save of a content item: without ID it creates one, and what
// is nil keeps its stored value.
type ContentEdit struct {
	Basis
	ID      *int64       `json:"id,omitempty"`
	Key     *string      `json:"key,omitempty"`
	Section *Section     `json:"section,omitempty"`
	Type    *ContentType `json:"type,omitempty"`
	Value   *string      `json:"value,omitempty"`
}

// ContentReader reads content items.
type ContentReader interface {
	// ContentItems returns all items ordered by section, then key.
	ContentItems(ctx context.Context) ([]ContentItem, error)
	ContentItem(ctx context.Context, id int64) (ContentItem, error)
}

// ContentWriter writes content items.
type ContentWriter interface {
	// PutContentItem inserts the item when its ID is 0 and updates it
	// otherwise, and returns it as stored.
	PutContentItem(ctx context.Context, item ContentItem) (ContentItem, error)
}

// contentKey keeps keys to what can be typed, read aloud and found again.
var contentKey = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$`)

// htmlKeys are the keys whose value the pages show as HTML, whatever type an
// item claims to have: what is stored under them must always be safe.
var htmlKeys = []string{"about_content", "map_embed"}

// Content returns what the public pages show, by key.
func (s *Site) Content(ctx context.Context) ([]ContentEntry, error) {
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return nil, err
	}
	entries := make([]ContentEntry, len(items))
	for i, item := range items {
		entries[i] = ContentEntry{Key: item.Key, Content: item.Value}
	}
	return illustrateAll(ctx, s, entries, nil, imageOfEntry)
}

// ContentItems returns all content items ordered by section, then key.
func (s *Site) ContentItems(ctx context.Context) ([]ContentItem, error) {
	return s.store.ContentItems(ctx)
}

// SaveContent creates or updates a content item and says what was removed from
// its value to make it safe.
func (s *Site) SaveContent(ctx context.Context, edit ContentEdit) (ContentItem, Removed, error) {
	var item ContentItem
	var removed Removed
	err := s.store.Publish(ctx, func(tx Tx) (err error) {
		item, removed = ContentItem{}, nil
		if edit.ID != nil {
			if item, err = tx.ContentItem(ctx, *edit.ID); err != nil {
				return err
			}
		}
		stored := item
		edit.applyTo(&item)
		if removed, err = item.settle(); err != nil {
			return err
		}
		if err = edit.check(stored.UpdatedAt, stored, item); err != nil {
			return err
		}
		item.UpdatedAt = s.stamp()
		item, err = tx.PutContentItem(ctx, item)
		return err
	})
	return item, removed, err
}

func (e ContentEdit) applyTo(item *ContentItem) {
	set(&item.Key, e.Key)
	if e.Section != nil {
		item.Section = *e.Section
	}
	if e.Type != nil {
		item.Type = *e.Type
	}
	if e.Value != nil {
		item.Value = *e.Value
	}
}

// settle checks the item and makes its value safe to show.
func (item *ContentItem) settle() (Removed, error) {
	if err := firstError(
		item.checkKey(),
		item.checkSection(),
		item.checkType(),
		field{"value", item.Value}.required(maxBody),
	); err != nil {
		return nil, err
	}
	if item.Type == ContentImage {
		item.Value = strings.TrimSpace(item.Value)
		if err := (field{"value", item.Value}).imageAddress(); err != nil {
			return nil, err
		}
	}
	if item.Type == ContentHTML || slices.Contains(htmlKeys, item.Key) {
		return makeSafeRequired("value", &item.Value)
	}
	return nil, nil
}

func (item *ContentItem) checkKey() error {
	f := field{"key", item.Key}
	if err := f.required(100); err != nil {
		return err
	}
	if !contentKey.MatchString(item.Key) {
		return f.invalid(`may hold only letters, digits and the characters _ - . : and begins with a letter or digit, such as "hero_title"`)
	}
	return nil
}

func (item *ContentItem) checkSection() error {
	if !slices.Contains(Sections, item.Section) {
		return field{name: "section"}.invalid("must be one of " + list(Sections))
	}
	return nil
}

func (item *ContentItem) checkType() error {
	if !slices.Contains(ContentTypes, item.Type) {
		return field{name: "type"}.invalid("must be one of " + list(ContentTypes))
	}
	return nil
}
