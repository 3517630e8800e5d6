package site

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/mapembed"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/safehtml"
	"perimeter/internal/validate"
)

// Section is the part of the site that a content item is listed under.
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

// Sections are all sections in display order.
var Sections = []Section{
	SectionHome, SectionAbout, SectionServices, SectionContact, SectionBlog, SectionFooter, SectionGeneral,
}

// ContentType says how a content item's value is interpreted.
type ContentType string

// The three content types.
const (
	ContentText  ContentType = "text"
	ContentHTML  ContentType = "html"
	ContentImage ContentType = "image"
)

// ContentTypes are all content types in display order.
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
	Key     string              `json:"key"`
	Content string              `json:"content"`
	Image   *media.ImageDetails `json:"image,omitempty"` // if Content is an uploaded image's URL
}

// ContentEdit is a save of a content item. Without an ID it creates one. A nil
// field keeps its stored value.
type ContentEdit struct {
	record.Precondition
	ID      *int64       `json:"id,omitempty"`
	Key     *string      `json:"key,omitempty"`
	Section *Section     `json:"section,omitempty"`
	Type    *ContentType `json:"type,omitempty"`
	Value   *string      `json:"value,omitempty"`
}

// contentKeyPattern limits keys to what is easy to type and to search for.
var contentKeyPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$`)

// htmlKeys are the keys whose value pages show as HTML, whatever the item's
// type. Their values must always be cleaned.
var htmlKeys = []string{"about_content", mapKey}

// mapKey is the key of the map on the contact page.
const mapKey = "map_embed"

// Content returns what the public sees of all content items.
func (s *Site) Content(ctx context.Context) ([]ContentEntry, error) {
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return nil, err
	}
	return s.contentEntries(ctx, items)
}

func (s *Site) contentEntries(ctx context.Context, items []ContentItem) ([]ContentEntry, error) {
	entries := make([]ContentEntry, len(items))
	for i, item := range items {
		entries[i] = ContentEntry{Key: item.Key, Content: item.Value}
	}
	// An entry without content is shown as its key's default.
	entries, err := addImages(ctx, s, entries, func(e *ContentEntry) shownImage { return shownImage{url: &e.Content, details: &e.Image} })
	if err != nil {
		return nil, err
	}
	var html []*string
	for i, item := range items {
		if item.isHTML() {
			html = append(html, &entries[i].Content)
		}
	}
	return entries, s.removeMissingImages(ctx, html...)
}

// ContentItems returns all content items ordered by section, then key.
func (s *Site) ContentItems(ctx context.Context) ([]ContentItem, error) {
	return s.store.ContentItems(ctx)
}

// contentItems describes the content items.
var contentItems = &record.Description[ContentItem, ContentEdit]{
	Kind: record.Content, Noun: "content item",
	New:       func(ContentEdit, time.Time) ContentItem { return ContentItem{} },
	Prepare:   (*ContentItem).prepare,
	ID:        func(item *ContentItem) *int64 { return &item.ID },
	UpdatedAt: func(item *ContentItem) *time.Time { return &item.UpdatedAt },
	Among:     ContentItem.checkFree,
}

// SaveContent creates or updates a content item.
func (s *Site) SaveContent(ctx context.Context, change record.Change, edit ContentEdit) (record.Saved[ContentItem], error) {
	return s.records.content.Save(ctx, change, edit)
}

// DeleteContent deletes a content item and returns it as it was. Pages show the
// key's default again.
func (s *Site) DeleteContent(ctx context.Context, change record.Change, id int64) (record.Saved[ContentItem], error) {
	return s.records.content.Delete(ctx, change, id)
}

// RecordID implements record.Edit.
func (e ContentEdit) RecordID() *int64 { return e.ID }

// ApplyTo implements record.Edit.
func (e ContentEdit) ApplyTo(item *ContentItem) {
	validate.SetTrimmed(&item.Key, e.Key)
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

// prepare validates the item and cleans its HTML.
func (item *ContentItem) prepare() (safehtml.Removed, error) {
	if err := validate.First(
		item.checkKey(),
		validate.OneOf("section", item.Section, Sections),
		validate.OneOf("type", item.Type, ContentTypes),
		validate.Field{Name: "value", Value: item.Value}.Required(validate.MaxBody),
	); err != nil {
		return nil, err
	}
	if item.Type == ContentImage {
		item.Value = strings.TrimSpace(item.Value)
		if err := (validate.Field{Name: "value", Value: item.Value}).ImageURL(); err != nil {
			return nil, err
		}
	}
	if item.Key == mapKey {
		if err := mapembed.Embed(&item.Value); err != nil {
			return nil, err
		}
	}
	if item.isHTML() {
		item.Value = safehtml.FromText(item.Value)
		return cleanRequiredHTML("value", &item.Value)
	}
	return nil, nil
}

// checkFree returns Conflict with the stored item if there is one with the key of
// the new item. An edit that is based on no version comes from somebody who started
// from the key's default text, as another person has.
func (item ContentItem) checkFree(creates bool, change record.Change, all func() ([]ContentItem, error)) error {
	if !creates {
		return nil
	}
	items, err := all()
	for _, stored := range items {
		if stored.Key != item.Key {
			continue
		}
		if change.BasedOn != nil {
			return validate.BasedOn(change.BasedOn, stored.UpdatedAt, stored, item)
		}
		return &errs.Error{
			Kind: errs.Conflict, Field: "key", Stored: stored, Message: fmt.Sprintf("The key %q is already in use.", item.Key),
		}
	}
	return err
}

// isHTML reports whether pages show the value as HTML.
func (item *ContentItem) isHTML() bool {
	return item.Type == ContentHTML || slices.Contains(htmlKeys, item.Key)
}

func (item *ContentItem) checkKey() error {
	f := validate.Field{Name: "key", Value: item.Key}
	if err := f.Required(100); err != nil {
		return err
	}
	if !contentKeyPattern.MatchString(item.Key) {
		return f.Invalid(`may hold only letters, digits and the characters _ - . : and begins with a letter or digit, such as "hero_title"`)
	}
	return nil
}
