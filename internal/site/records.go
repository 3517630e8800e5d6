package site

import (
	"context"

	"perimeter/internal/clock"
	"perimeter/internal/record"
)

// records are the stored records of every kind.
type records struct {
	content  record.Collection[Tx, ContentItem, ContentEdit]
	services record.Collection[Tx, Service, ServiceEdit]
	posts    record.Collection[Tx, Post, PostEdit]
	links    record.Collection[Tx, SocialLink, SocialLinkEdit]
	hours    record.Collection[Tx, DayHours, DayHoursEdit]
	days     record.Collection[Tx, SpecialDay, SpecialDayEdit]
}

func newRecords(store Store, now clock.Clock) records {
	return records{
		content:  collection(store, now, contentItems, Tx.ContentItems),
		services: collection(store, now, services, Tx.Services),
		posts:    collection(store, now, posts, Tx.Posts),
		links:    collection(store, now, socialLinks, Tx.SocialLinks),
		hours:    collection(store, now, weekdays, Tx.BusinessHours),
		days:     collection(store, now, specialDays, Tx.SpecialDays),
	}
}

func collection[T any, E record.Edit[T]](
	store Store, now clock.Clock, description *record.Description[T, E], table func(Tx) record.Table[T],
) record.Collection[Tx, T, E] {
	return record.Collection[Tx, T, E]{Description: description, Publish: store.Publish, Table: table, Clock: now}
}

// Versioned returns the records as the history restores and deletes them, by kind.
func (s *Site) Versioned() map[record.Kind]record.Records {
	return map[record.Kind]record.Records{
		record.Content:    s.records.content.Versioned(),
		record.Service:    s.records.services.Versioned(),
		record.Post:       s.records.posts.Versioned(),
		record.SocialLink: s.records.links.Versioned(),
		record.Hours:      s.records.hours.Versioned(),
		record.SpecialDay: s.records.days.Versioned(),
	}
}

// put stores a record that no edit has made, such as one of the starter content.
func put[T any, E record.Edit[T]](ctx context.Context, tx Tx, c record.Collection[Tx, T, E], v T) error {
	_, _, err := c.Put(ctx, tx, record.Change{}, v)
	return err
}
