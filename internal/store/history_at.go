package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

// HistoryBegins returns the time of the first version, or NotFound.
func (r reader) HistoryBegins(ctx context.Context) (time.Time, error) {
	first := func(ctx context.Context, _ struct{}) (db.Version, error) { return r.q.GetFirstVersion(ctx) }
	v, err := one(ctx, r, subject{noun: "version"}, first, struct{}{}, version)
	return v.At, err
}

// CopyAt fills an empty store with what another one had published at a time, under
// the same IDs. Images, reviews and everything that is not published stay out, and
// redirects are those of today.
func (s *Store) CopyAt(ctx context.Context, from *Store, at time.Time) error {
	versions, err := all(ctx, from.reader, func(ctx context.Context) ([]db.Version, error) {
		return from.q.ListVersionsAt(ctx, micros(at))
	}, version)
	if err != nil {
		return err
	}
	redirects, err := all(ctx, from.reader, from.q.ListRedirects, same)
	if err != nil {
		return err
	}
	// The database assigns IDs in ascending order.
	slices.SortStableFunc(versions, func(a, b record.Version) int {
		return cmp.Compare(numericID(a), numericID(b))
	})
	return s.exclusive(ctx, func(t tx) error {
		orders := map[record.Kind][]int64{}
		for _, v := range versions {
			if v.Action == record.Delete {
				continue
			}
			if err := t.insertVersion(ctx, v, orders); err != nil {
				return fmt.Errorf("the %s %s: %w", v.Kind, v.RecordID, err)
			}
		}
		for _, r := range redirects {
			if err := t.PutRedirect(ctx, record.Kind(r.Kind), r.Slug, r.TargetID); err != nil {
				return err
			}
		}
		return t.orderAt(ctx, from, orders)
	})
}

func numericID(v record.Version) int64 {
	id, _ := strconv.ParseInt(v.RecordID, 10, 64) // 0 if it is none
	return id
}

// insertVersion inserts the record of a version, or notes the order that it has.
func (t tx) insertVersion(ctx context.Context, v record.Version, orders map[record.Kind][]int64) error {
	if v.RecordID == record.OrderID {
		ids, err := v.Order()
		orders[v.Kind] = ids
		return err
	}
	switch v.Kind {
	case record.Content:
		return insertAs(ctx, t.ContentItems(), v)
	case record.Service:
		return insertAs(ctx, t.Services(), v)
	case record.Post:
		return insertAs(ctx, t.Posts(), v)
	case record.SocialLink:
		return insertAs(ctx, t.SocialLinks(), v)
	case record.SpecialDay:
		return insertAs(ctx, t.SpecialDays(), v)
	case record.Hours:
		return insertAs(ctx, t.BusinessHours(), v)
	case record.Company:
		return insertAs(ctx, t.Companies(), v)
	default: // images are not copied
		return nil
	}
}

// insertAs inserts the record of a version, which has its ID.
func insertAs[T any](ctx context.Context, to record.Table[T], v record.Version) error {
	var stored T
	if err := json.Unmarshal(v.Fields, &stored); err != nil {
		return err
	}
	_, err := to.Insert(ctx, stored, 0)
	return err
}

// orderAt orders the records as the versions say, or as they are today if the
// order was never changed.
func (t tx) orderAt(ctx context.Context, from *Store, orders map[record.Kind][]int64) error {
	services, err := t.Services().List(ctx)
	if err != nil {
		return err
	}
	links, err := t.SocialLinks().List(ctx)
	if err != nil {
		return err
	}
	if orders[record.Service] == nil {
		today, err := from.Services(ctx)
		if err != nil {
			return err
		}
		orders[record.Service] = convertAll(today, serviceID)
	}
	if orders[record.SocialLink] == nil {
		today, err := from.SocialLinks(ctx)
		if err != nil {
			return err
		}
		orders[record.SocialLink] = convertAll(today, socialLinkID)
	}
	if err := t.Services().Order(ctx, inOrder(convertAll(services, serviceID), orders[record.Service])); err != nil {
		return err
	}
	return t.SocialLinks().Order(ctx, inOrder(convertAll(links, socialLinkID), orders[record.SocialLink]))
}

func serviceID(v site.Service) int64       { return v.ID }
func socialLinkID(l site.SocialLink) int64 { return l.ID }

// inOrder sorts IDs by their place in an order. Those that are not in it come last.
func inOrder(ids, order []int64) []int64 {
	place := func(id int64) int {
		if i := slices.Index(order, id); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(ids, func(a, b int64) int { return place(a) - place(b) })
	return ids
}
