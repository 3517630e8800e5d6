package site

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"perimeter/internal/errs"
)

// Versioned is the records of one kind, as the history of the site restores and
// deletes them.
type Versioned struct {
	restore func(ctx context.Context, id string, fields []byte) error
	remove  func(ctx context.Context, id string) error
	// reorder restores the order in which the records are shown; nil if they have
	// none of their own.
	reorder func(ctx context.Context, ids []int64) error
}

// orderRecord is the ID under which a version has an order instead of a record.
const orderRecord = "order"

// Restore saves a record with the fields of a version. An empty ID creates one.
func (v Versioned) Restore(ctx context.Context, id string, fields []byte) error {
	if id != orderRecord || v.reorder == nil {
		return v.restore(ctx, id, fields)
	}
	var order struct {
		IDs []int64 `json:"ids"`
	}
	if err := decodeVersion(fields, &order); err != nil {
		return err
	}
	return v.reorder(ctx, order.IDs)
}

// Delete deletes a record.
func (v Versioned) Delete(ctx context.Context, id string) error { return v.remove(ctx, id) }

// VersionedContent is the content items.
func (s *Site) VersionedContent() Versioned {
	return Versioned{
		restore: func(ctx context.Context, id string, fields []byte) error {
			var edit ContentEdit
			if err := decodeEdit(id, fields, &edit, &edit.ID); err != nil {
				return err
			}
			_, _, err := s.SaveContent(ctx, edit)
			return err
		},
		remove: removal(s.DeleteContent),
	}
}

// VersionedServices is the services.
func (s *Site) VersionedServices() Versioned {
	return Versioned{
		restore: func(ctx context.Context, id string, fields []byte) error {
			var edit ServiceEdit
			if err := decodeEdit(id, fields, &edit, &edit.ID); err != nil {
				return err
			}
			position, err := positionIn(fields)
			if err != nil {
				return err
			}
			edit.position = position
			_, _, err = s.SaveService(ctx, edit)
			return err
		},
		remove: removal(s.DeleteService),
		reorder: func(ctx context.Context, ids []int64) error {
			services, err := s.store.Services(ctx)
			if err != nil {
				return err
			}
			_, err = s.OrderServices(ctx, orderAgain(ids, services, func(v Service) int64 { return v.ID }))
			return err
		},
	}
}

// VersionedPosts is the posts.
func (s *Site) VersionedPosts() Versioned {
	return Versioned{
		restore: func(ctx context.Context, id string, fields []byte) error {
			var edit PostEdit
			if err := decodeEdit(id, fields, &edit, &edit.ID); err != nil {
				return err
			}
			var version Post
			if err := decodeVersion(fields, &version); err != nil {
				return err
			}
			edit.published = version.PublishedAt
			_, err := s.SavePost(ctx, edit)
			return err
		},
		remove: removal(s.DeletePost),
	}
}

// VersionedSocialLinks is the social links.
func (s *Site) VersionedSocialLinks() Versioned {
	return Versioned{
		restore: func(ctx context.Context, id string, fields []byte) error {
			var edit SocialLinkEdit
			if err := decodeEdit(id, fields, &edit, &edit.ID); err != nil {
				return err
			}
			position, err := positionIn(fields)
			if err != nil {
				return err
			}
			edit.position = position
			_, err = s.SaveSocialLink(ctx, edit)
			return err
		},
		remove: removal(s.DeleteSocialLink),
		reorder: func(ctx context.Context, ids []int64) error {
			links, err := s.store.SocialLinks(ctx)
			if err != nil {
				return err
			}
			_, err = s.OrderSocialLinks(ctx, orderAgain(ids, links, func(l SocialLink) int64 { return l.ID }))
			return err
		},
	}
}

// VersionedHours is the weekdays.
func (s *Site) VersionedHours() Versioned {
	return Versioned{
		restore: func(ctx context.Context, _ string, fields []byte) error {
			var hours DayHours // it leaves out an empty second interval, an edit must not
			if err := decodeVersion(fields, &hours); err != nil {
				return err
			}
			_, err := s.SaveDayHours(ctx, DayHoursEdit{
				Day: hours.Day, OpenTime: &hours.OpenTime, CloseTime: &hours.CloseTime, IsClosed: &hours.IsClosed,
				SecondOpenTime: &hours.SecondOpenTime, SecondCloseTime: &hours.SecondCloseTime,
			})
			return err
		},
		remove: s.deleteDayHours,
	}
}

// VersionedSpecialDays is the special days.
func (s *Site) VersionedSpecialDays() Versioned {
	return Versioned{
		restore: func(ctx context.Context, id string, fields []byte) error {
			var edit SpecialDayEdit
			if err := decodeEdit(id, fields, &edit, &edit.ID); err != nil {
				return err
			}
			_, err := s.SaveSpecialDay(ctx, edit)
			return err
		},
		remove: removal(s.DeleteSpecialDay),
	}
}

// deleteDayHours deletes the record of a day, so that pages show its default.
func (s *Site) deleteDayHours(ctx context.Context, day string) error {
	return s.store.Publish(ctx, func(tx Tx) error { return tx.DeleteDayHours(ctx, day) })
}

// decodeEdit reads a version, which has the fields of a record, as an edit of the
// record with the ID, or of a new one.
func decodeEdit(id string, fields []byte, edit any, editID **int64) error {
	if err := decodeVersion(fields, edit); err != nil {
		return err
	}
	*editID = nil // the version's own
	if id == "" {
		return nil
	}
	n, err := parseRecordID(id)
	*editID = &n
	return err
}

func decodeVersion(fields []byte, v any) error {
	if err := json.Unmarshal(fields, v); err != nil {
		return fmt.Errorf("read a version: %w", err)
	}
	return nil
}

// positionIn returns the position that a deleted record had among the others, or 0 if
// the version has none: only those of deletions have one.
func positionIn(fields []byte) (int64, error) {
	var version struct {
		Position int64 `json:"position"`
	}
	err := decodeVersion(fields, &version)
	return version.Position, err
}

func removal[T any](remove func(context.Context, int64) (T, error)) func(context.Context, string) error {
	return func(ctx context.Context, id string) error {
		n, err := parseRecordID(id)
		if err == nil {
			_, err = remove(ctx, n)
		}
		return err
	}
}

func parseRecordID(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, errs.Errorf(errs.NotFound, "There is no such record.")
	}
	return n, nil
}

// orderAgain returns the IDs of the stored records in a former order. Those that
// were added since come last, in the order in which they were added.
func orderAgain[T any](former []int64, stored []T, idOf func(T) int64) []int64 {
	ids := make([]int64, len(stored))
	for i, record := range stored {
		ids[i] = idOf(record)
	}
	position := func(id int64) int {
		if i := slices.Index(former, id); i >= 0 {
			return i
		}
		return len(former)
	}
	slices.SortFunc(ids, func(a, b int64) int { return cmp.Or(position(a)-position(b), cmp.Compare(a, b)) })
	return ids
}
