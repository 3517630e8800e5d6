package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"perimeter/internal/company"
	"perimeter/internal/history"
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
	slices.SortStableFunc(versions, func(a, b history.Version) int {
		return cmp.Compare(numericID(a), numericID(b))
	})
	return s.publish(ctx, func(t tx) error {
		orders := map[history.Kind][]int64{}
		for _, v := range versions {
			if v.Action == history.Delete {
				continue
			}
			if err := t.insertVersion(ctx, v, orders); err != nil {
				return fmt.Errorf("the %s %s: %w", v.Kind, v.RecordID, err)
			}
		}
		for _, r := range redirects {
			if err := t.PutRedirect(ctx, site.RedirectKind(r.Kind), r.Slug, r.TargetID); err != nil {
				return err
			}
		}
		return t.orderAt(ctx, from, orders)
	})
}

func numericID(v history.Version) int64 {
	id, _ := strconv.ParseInt(v.RecordID, 10, 64) // 0 if it is none
	return id
}

// insertVersion inserts the record of a version, or notes the order that it has.
func (t tx) insertVersion(ctx context.Context, v history.Version, orders map[history.Kind][]int64) error {
	if v.RecordID == history.OrderID {
		var o order
		err := json.Unmarshal(v.Fields, &o)
		orders[v.Kind] = o.IDs
		return err
	}
	switch v.Kind {
	case history.Content:
		return insertAs(ctx, t, "content_items", v, func(r *site.ContentItem) *int64 { return &r.ID }, t.PutContentItem)
	case history.Service:
		return insertAs(ctx, t, "services", v, func(r *site.Service) *int64 { return &r.ID }, t.PutService)
	case history.Post:
		return insertAs(ctx, t, "posts", v, func(r *site.Post) *int64 { return &r.ID }, t.PutPost)
	case history.SocialLink:
		return insertAs(ctx, t, "social_links", v, func(r *site.SocialLink) *int64 { return &r.ID }, t.PutSocialLink)
	case history.SpecialDay:
		return insertAs(ctx, t, "special_days", v, func(r *site.SpecialDay) *int64 { return &r.ID }, t.PutSpecialDay)
	case history.Hours:
		var hours site.DayHours
		if err := json.Unmarshal(v.Fields, &hours); err != nil {
			return err
		}
		return t.PutDayHours(ctx, hours)
	case history.Company:
		var record company.Record
		if err := json.Unmarshal(v.Fields, &record); err != nil {
			return err
		}
		return t.PutCompany(ctx, record)
	default: // images are not copied
		return nil
	}
}

// insertAs inserts the record of a version under its ID.
func insertAs[T any](
	ctx context.Context, t tx, table string, v history.Version, idOf func(*T) *int64, put func(context.Context, T) (T, error),
) error {
	var record T
	if err := json.Unmarshal(v.Fields, &record); err != nil {
		return err
	}
	if err := t.dialect.setLastID(ctx, t.sql, table, numericID(v)-1); err != nil {
		return t.failed(ctx, subject{}, err)
	}
	*idOf(&record) = 0
	_, err := put(ctx, record)
	return err
}

// orderAt orders the records as the versions say, or as they are today if the
// order was never changed.
func (t tx) orderAt(ctx context.Context, from *Store, orders map[history.Kind][]int64) error {
	services, err := t.Services(ctx)
	if err != nil {
		return err
	}
	links, err := t.SocialLinks(ctx)
	if err != nil {
		return err
	}
	if orders[history.Service] == nil {
		today, err := from.Services(ctx)
		if err != nil {
			return err
		}
		orders[history.Service] = convertAll(today, serviceID)
	}
	if orders[history.SocialLink] == nil {
		today, err := from.SocialLinks(ctx)
		if err != nil {
			return err
		}
		orders[history.SocialLink] = convertAll(today, socialLinkID)
	}
	if err := t.OrderServices(ctx, inOrder(convertAll(services, serviceID), orders[history.Service])); err != nil {
		return err
	}
	return t.OrderSocialLinks(ctx, inOrder(convertAll(links, socialLinkID), orders[history.SocialLink]))
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
