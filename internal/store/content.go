package store

import (
	"context"

	"perimeter/internal/history"
	"perimeter/internal/scope"
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
	scope.Read(ctx, scope.Content)
	return all(ctx, r, r.q.ListContentItems, contentItem)
}

func (r reader) ContentItemsByKey(ctx context.Context, keys []string) ([]site.ContentItem, error) {
	for _, key := range keys {
		scope.Read(ctx, scope.ContentKey(key))
	}
	return all(ctx, r, func(ctx context.Context) ([]db.ContentItem, error) {
		return db.ForEach(ctx, r.q, (*db.Queries).ListContentItemsByKey, keys)
	}, contentItem)
}

func (r reader) ContentItem(ctx context.Context, id int64) (site.ContentItem, error) {
	scope.Read(ctx, scope.Content)
	return one(ctx, r, subject{noun: "content item"}, r.q.GetContentItem, id, contentItem)
}

func (t tx) PutContentItem(ctx context.Context, item site.ContentItem) (site.ContentItem, error) {
	t.touch(scope.Content, scope.ContentKey(item.Key))
	if item.ID != 0 { // the key may change
		before, err := t.ContentItem(ctx, item.ID)
		if err != nil {
			return site.ContentItem{}, err
		}
		t.touch(scope.ContentKey(before.Key))
	}
	stored, err := t.storeContentItem(ctx, item)
	if err != nil {
		return stored, err
	}
	if err := t.useFormerID(ctx, history.Content, "content_items", item.ID, &stored.ID); err != nil {
		return stored, err
	}
	if err := t.keepPut(history.Content, item.ID, stored.ID, stored); err != nil {
		return stored, err
	}
	return stored, t.putContentUses(ctx, stored)
}

func (t tx) storeContentItem(ctx context.Context, item site.ContentItem) (site.ContentItem, error) {
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
	item, err := t.ContentItem(ctx, id)
	if err != nil {
		return err
	}
	if err := affect(ctx, t, subject{noun: "content item"}, t.q.DeleteContentItem, id); err != nil {
		return err
	}
	t.touch(scope.Content, scope.ContentKey(item.Key))
	if err := t.keep(history.Content, recordID(id), history.Delete, item); err != nil {
		return err
	}
	return t.putImageUses(ctx, useContent, id)
}
