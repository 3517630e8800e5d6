package site

import (
	"context"
	"fmt"

	"perimeter/internal/safehtml"
)

// CleanStored cleans all stored HTML again and reports what was removed. It is
// for records that no save has checked, such as those of a backup, which may have
// been altered or made by a release with other rules.
func CleanStored(ctx context.Context, store Store) (safehtml.Removed, error) {
	records := newRecords(store, nil)
	var removed safehtml.Removed
	clean := func(name string, html *string) (changed bool, err error) {
		before := *html
		more, err := cleanHTML(name, html)
		removed = removed.And(more)
		return *html != before, err
	}
	err := store.Publish(ctx, func(tx Tx) error {
		removed = nil
		items, err := tx.ContentItems().List(ctx)
		if err != nil {
			return err
		}
		for _, item := range items {
			if !item.isHTML() {
				continue
			}
			changed, err := clean("value", &item.Value)
			if err == nil && changed {
				err = put(ctx, tx, records.content, item)
			}
			if err != nil {
				return fmt.Errorf("the content item %q: %w", item.Key, err)
			}
		}
		services, err := tx.Services().List(ctx)
		if err != nil {
			return err
		}
		for _, service := range services {
			description, err := clean("fullDescription", &service.FullDescription)
			if err != nil {
				return fmt.Errorf("the service %q: %w", service.Slug, err)
			}
			template, err := clean("template", &service.Template)
			if err == nil && (description || template) {
				err = put(ctx, tx, records.services, service)
			}
			if err != nil {
				return fmt.Errorf("the service %q: %w", service.Slug, err)
			}
		}
		return nil
	})
	return removed, err
}
