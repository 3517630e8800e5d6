package store

import (
	"context"
	"errors"

	"perimeter/internal/scope"
)

// table is the records of one kind in a transaction. It implements record.Table.
type table[T any] struct {
	tx      tx // not embedded: each kind would get a copy of all its methods
	subject subject
	name    string          // of the SQL table
	id      func(*T) *int64 // nil if the records cannot get an ID of their own
	list    func(context.Context) ([]T, error)
	get     func(context.Context, int64) (T, error)
	insert  func(context.Context, T) (T, error)
	update  func(context.Context, T) (T, error)
	// remove returns the position, or 0 if there is no order.
	remove func(context.Context, int64) (int64, error)
	place  func(ctx context.Context, id, position int64) (int64, error) // nil without an order
	scopes func(T) []scope.Scope
	// keyed says that the scopes depend on more than the ID, so that those of the
	// stored record change too.
	keyed bool
	// uses replaces the list of images that a record names; nil if the kind names
	// none.
	uses  func(ctx context.Context, id int64, texts ...string) error
	texts func(T) []string
}

func (t table[T]) List(ctx context.Context) ([]T, error) { return t.list(ctx) }

func (t table[T]) Get(ctx context.Context, id int64) (T, error) { return t.get(ctx, id) }

func (t table[T]) Insert(ctx context.Context, v T, position int64) (T, error) {
	var id int64
	if t.id != nil {
		id, *t.id(&v) = *t.id(&v), 0
	}
	stored, err := t.insert(ctx, v)
	if err != nil {
		return stored, err
	}
	if id != 0 {
		if _, err := t.tx.sql.ExecContext(ctx, "UPDATE "+t.name+" SET id = $1 WHERE id = $2", id, *t.id(&stored)); err != nil {
			return stored, t.tx.failed(ctx, t.subject, err)
		}
		*t.id(&stored) = id
	}
	if position > 0 && t.place != nil {
		if err := t.tx.order(ctx, t.subject, []int64{*t.id(&stored)}, func(ctx context.Context, id, _ int64) (int64, error) {
			return t.place(ctx, id, position)
		}); err != nil {
			return stored, err
		}
	}
	return stored, t.changed(ctx, stored)
}

func (t table[T]) Update(ctx context.Context, v T) (T, error) {
	if t.keyed {
		before, err := t.get(ctx, *t.id(&v))
		if err != nil {
			return v, err
		}
		t.tx.touch(t.scopes(before)...)
	}
	stored, err := t.update(ctx, v)
	if err != nil {
		return stored, err
	}
	return stored, t.changed(ctx, stored)
}

// changed touches the scopes of a stored record, and lists the images that it names.
func (t table[T]) changed(ctx context.Context, stored T) error {
	t.tx.touch(t.scopes(stored)...)
	if t.uses == nil {
		return nil
	}
	id := int64(companyID)
	if t.id != nil {
		id = *t.id(&stored)
	}
	return t.uses(ctx, id, t.texts(stored)...)
}

func (t table[T]) Delete(ctx context.Context, id int64) (position int64, err error) {
	var deleted T
	if t.keyed {
		if deleted, err = t.get(ctx, id); err != nil {
			return 0, err
		}
	} else if t.id != nil {
		*t.id(&deleted) = id
	}
	if position, err = t.remove(ctx, id); err != nil {
		return 0, err
	}
	t.tx.touch(t.scopes(deleted)...)
	if t.uses == nil {
		return position, nil
	}
	return position, t.uses(ctx, id)
}

var errNoOrder = errors.New("these records have no order of their own")

func (t table[T]) Order(ctx context.Context, ids []int64) error {
	if t.place == nil {
		return errNoOrder
	}
	var any T
	t.tx.touch(t.scopes(any)...)
	return t.tx.order(ctx, t.subject, ids, t.place)
}

// removal returns what deletes a record of a kind without an order.
func removal[ID any](t tx, s subject, statement func(context.Context, ID) (int64, error), key func(int64) ID) func(context.Context, int64) (int64, error) {
	return func(ctx context.Context, id int64) (int64, error) {
		return 0, affect(ctx, t, s, statement, key(id))
	}
}

// removalFrom returns what deletes a record of a kind with an order.
func removalFrom(t tx, s subject, statement func(context.Context, int64) (int64, error)) func(context.Context, int64) (int64, error) {
	return func(ctx context.Context, id int64) (int64, error) {
		*t.essential = true
		return one(ctx, t.reader, s, statement, id, same)
	}
}
