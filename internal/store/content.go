package store

import (
	"context"

	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

func contentItem(row db.ContentItem) site.ContentItem {
	return site.ContentItem{
		ID:        row.ID,
		Key:       row.Key,
		Section:   site.Section(row.Section),
		Type:      site.ContentType(row.Type),
		Value:     row.Value,
		UpdatedAt: instant(row.UpdatedAt),
	}
}

func (r reader) ContentItems(ctx context.Context) ([]site.ContentItem, error) {
	return all(ctx, r, r.q.ListContentItems, contentItem)
}

func (r reader) ContentItem(ctx context.Context, id int64) (site.ContentItem, error) {
	return one(ctx, r, subject{noun: "content item"}, r.q.GetContentItem, id, contentItem)
}

func (t tx) PutContentItem(ctx context.Context, item site.ContentItem) (site.ContentItem, error) {
	s := subject{noun: "content item", field: "key", value: item.Key}
	if item.ID == 0 {
		return one(ctx, t.reader, s, t.q.InsertContentItem, db.InsertContentItemParams{
			Key:       item.Key,
			Section:   string(item.Section),
			Type:      string(item.Type),
			Value:     item.Value,
			UpdatedAt: micros(item.UpdatedAt),
		}, contentItem)
	}
	return one(ctx, t.reader, s, t.q.UpdateContentItem, db.UpdateContentItemParams{
		ID:        item.ID,
		Key:       item.Key,
		Section:   string(item.Section),
		Type:      string(item.Type),
		Value:     item.Value,
		UpdatedAt: micros(item.UpdatedAt),
	}, contentItem)
}

func (t tx) DeleteContentItem(ctx context.Context, id int64) error {
	return affect(ctx, t, subject{noun: "content item"}, t.q.DeleteContentItem, id)
}
