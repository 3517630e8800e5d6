package storetest

import (
	"context"

	"perimeter/internal/record"
	"perimeter/internal/site"
)

// store inserts a record without an ID and updates others.
func store[T any](ctx context.Context, table record.Table[T], id int64, v T) (T, error) {
	if id == 0 {
		return table.Insert(ctx, v, 0)
	}
	return table.Update(ctx, v)
}

func putContentItem(tx site.Tx, ctx context.Context, v site.ContentItem) (site.ContentItem, error) {
	return store(ctx, tx.ContentItems(), v.ID, v)
}

func putService(tx site.Tx, ctx context.Context, v site.Service) (site.Service, error) {
	return store(ctx, tx.Services(), v.ID, v)
}

func putPost(tx site.Tx, ctx context.Context, v site.Post) (site.Post, error) {
	return store(ctx, tx.Posts(), v.ID, v)
}

func putSocialLink(tx site.Tx, ctx context.Context, v site.SocialLink) (site.SocialLink, error) {
	return store(ctx, tx.SocialLinks(), v.ID, v)
}

func putSpecialDay(tx site.Tx, ctx context.Context, v site.SpecialDay) (site.SpecialDay, error) {
	return store(ctx, tx.SpecialDays(), v.ID, v)
}

func putDayHours(tx site.Tx, ctx context.Context, v site.DayHours) error {
	_, err := tx.BusinessHours().Insert(ctx, v, 0)
	return err
}

func getContentItem(tx site.Tx, ctx context.Context, id int64) (site.ContentItem, error) {
	return tx.ContentItems().Get(ctx, id)
}

func getService(tx site.Tx, ctx context.Context, id int64) (site.Service, error) {
	return tx.Services().Get(ctx, id)
}

func getSocialLink(tx site.Tx, ctx context.Context, id int64) (site.SocialLink, error) {
	return tx.SocialLinks().Get(ctx, id)
}

func getSpecialDay(tx site.Tx, ctx context.Context, id int64) (site.SpecialDay, error) {
	return tx.SpecialDays().Get(ctx, id)
}

func remove[T any](ctx context.Context, table record.Table[T], id int64) error {
	_, err := table.Delete(ctx, id)
	return err
}

func deleteContentItem(tx site.Tx, ctx context.Context, id int64) error {
	return remove(ctx, tx.ContentItems(), id)
}

func deleteService(tx site.Tx, ctx context.Context, id int64) error {
	return remove(ctx, tx.Services(), id)
}

func deletePost(tx site.Tx, ctx context.Context, id int64) error {
	return remove(ctx, tx.Posts(), id)
}

func deleteSocialLink(tx site.Tx, ctx context.Context, id int64) error {
	return remove(ctx, tx.SocialLinks(), id)
}

func deleteSpecialDay(tx site.Tx, ctx context.Context, id int64) error {
	return remove(ctx, tx.SpecialDays(), id)
}
