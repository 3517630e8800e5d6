package record

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"perimeter/internal/errs"
	"perimeter/internal/validate"
)

// order is the document of a version of the order of records.
type order struct {
	IDs []int64 `json:"ids"`
}

// Order returns the IDs of a version of the order of records.
func (v Version) Order() ([]int64, error) {
	var former order
	if err := json.Unmarshal(v.Fields, &former); err != nil {
		return nil, fmt.Errorf("read a version: %w", err)
	}
	return former.IDs, nil
}

// Order puts the records into the order of the IDs, which must name each of them
// once. It returns the stored versions.
func (c Collection[X, T, E]) Order(ctx context.Context, change Change, ids []int64) ([]int64, error) {
	return c.reorder(ctx, change, Reorder, func([]T) []int64 { return ids })
}

// reorder puts the records into the order that choose returns.
func (c Collection[X, T, E]) reorder(ctx context.Context, change Change, action Action, choose func(stored []T) []int64) ([]int64, error) {
	var kept []*Version
	err := c.Publish(ctx, func(tx X) error {
		kept = nil
		stored, err := c.Table(tx).List(ctx)
		if err != nil {
			return err
		}
		chosen := choose(stored)
		if err := c.checkOrder(chosen, stored); err != nil {
			return err
		}
		newest, err := tx.NewestVersion(ctx, c.Kind, OrderID)
		if err != nil {
			return err
		}
		if change.Restoring != 0 && newest != change.Restoring {
			return ErrChanged
		}
		if newest == 0 {
			// Before the first change of the order, also the order until then, so that
			// there is one to go back to. Nobody knows who made it.
			start, err := NewVersion(c.Kind, OrderID, Start, Actor{}, order{c.numbers(stored)})
			if err != nil {
				return err
			}
			kept = append(kept, start)
		}
		version, err := NewVersion(c.Kind, OrderID, action, change.Actor, order{chosen})
		if err != nil {
			return err
		}
		kept = append(kept, version)
		for _, v := range kept {
			tx.Keep(v)
		}
		return c.Table(tx).Order(ctx, chosen)
	})
	return IDs(kept...), err
}

func (d *Description[T, E]) numbers(records []T) []int64 {
	numbers := make([]int64, len(records))
	for i := range records {
		numbers[i] = d.number(&records[i])
	}
	return numbers
}

// checkOrder checks that IDs name each of the stored records once. Records that
// were added or deleted since the order was made are a Conflict: whoever made it
// has not seen them.
func (d *Description[T, E]) checkOrder(ids []int64, stored []T) error {
	named := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if named[id] {
			return validate.Field{Name: "ids"}.Invalid(fmt.Sprintf("names %d twice", id))
		}
		named[id] = true
	}
	same := len(named) == len(stored)
	for _, id := range d.numbers(stored) {
		same = same && named[id]
	}
	if !same {
		return errs.Errorf(errs.Conflict,
			"Nothing was moved: the order must name each of the %d %s once. Somebody may have added or deleted one since.",
			len(stored), d.Plural)
	}
	return nil
}

// orderAgain returns the IDs of the stored records in a former order. Those that
// were added since come last, in the order in which they were added.
func (d *Description[T, E]) orderAgain(former []int64, stored []T) []int64 {
	numbers := d.numbers(stored)
	position := func(id int64) int {
		if i := slices.Index(former, id); i >= 0 {
			return i
		}
		return len(former)
	}
	slices.SortFunc(numbers, func(a, b int64) int { return cmp.Or(position(a)-position(b), cmp.Compare(a, b)) })
	return numbers
}
