package store

import (
	"context"

	"perimeter/internal/record"
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

func (t tx) ContentItems() record.Table[site.ContentItem] {
	noun := subject{noun: "content item"}
	return table[site.ContentItem]{
		tx: t, subject: noun, name: "content_items",
		id:     func(item *site.ContentItem) *int64 { return &item.ID },
		list:   t.reader.ContentItems,
		get:    t.reader.ContentItem,
		insert: t.storeContentItem, update: t.storeContentItem,
		remove: removal(t, noun, t.q.DeleteContentItem, same),
		scopes: func(item site.ContentItem) []scope.Scope {
			return []scope.Scope{scope.Content, scope.ContentKey(item.Key)}
		},
		keyed: true,
		uses:  t.usesOf(useContent),
		texts: func(item site.ContentItem) []string { return []string{item.Value} },
	}
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
