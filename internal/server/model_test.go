package server

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"perimeter/internal/record"
)

// model says what must be true after any sequence of changes. It has no database, no
// transaction and no cache: everything is in maps.
type model struct {
	kinds    map[record.Kind]*modelKind
	versions []modelVersion // of all records, oldest first
	copies   map[string]string
	now      time.Time
}

// modelKind is the records of one kind.
type modelKind struct {
	kind      record.Kind
	ordered   bool
	items     map[int64]modelItem
	positions map[int64]int64
	redirects map[string]int64 // from former slugs
	saved     map[int64][]time.Time
}

// modelItem is what the model knows of a record.
type modelItem struct {
	text, slug, image string
	shown             bool
	published         time.Time // set for posts
}

// modelVersion is an entry of the history.
type modelVersion struct {
	id       int64
	kind     record.Kind
	recordID string
	action   record.Action
	item     modelItem
	position int64
	order    []int64
}

func newModel(now time.Time) *model {
	m := &model{kinds: map[record.Kind]*modelKind{}, copies: map[string]string{}, now: now}
	for _, kind := range []record.Kind{record.Service, record.Post, record.SocialLink} {
		m.kinds[kind] = &modelKind{
			kind: kind, ordered: kind != record.Post, items: map[int64]modelItem{}, positions: map[int64]int64{},
			redirects: map[string]int64{}, saved: map[int64][]time.Time{},
		}
	}
	return m
}

// inOrder returns the IDs of the records in the order of the lists.
func (k *modelKind) inOrder() []int64 {
	return slices.SortedFunc(maps.Keys(k.items), func(a, b int64) int {
		if !k.ordered {
			return cmp.Or(k.items[b].published.Compare(k.items[a].published), cmp.Compare(b, a))
		}
		return cmp.Or(cmp.Compare(k.positions[a], k.positions[b]), cmp.Compare(a, b))
	})
}

// texts returns the texts of the records in the order of the lists: of all, or of
// those that visitors see.
func (k *modelKind) texts(all bool) []string {
	texts := []string{}
	for _, id := range k.inOrder() {
		if all || k.items[id].shown {
			texts = append(texts, k.items[id].text)
		}
	}
	return texts
}

// at returns the record to which a slug leads, and whether it has the slug now.
func (k *modelKind) at(slug string) (item modelItem, current, found bool) {
	for _, item := range k.items {
		if item.slug == slug {
			return item, true, item.shown
		}
	}
	item, found = k.items[k.redirects[slug]]
	return item, false, found && item.shown
}

// isFree reports whether no other record has the slug.
func (k *modelKind) isFree(slug string, id int64) bool {
	for other, item := range k.items {
		if slug != "" && item.slug == slug && other != id {
			return false
		}
	}
	return true
}

func (m *model) put(k *modelKind, id int64, item modelItem, action record.Action, position int64) []modelVersion {
	before, exists := k.items[id]
	if !exists && k.ordered {
		if position == 0 {
			position = slices.Max(append(slices.Collect(maps.Values(k.positions)), 0)) + 1
		}
		k.positions[id] = position
	}
	if before.slug != item.slug {
		delete(k.redirects, item.slug)
		if exists {
			k.redirects[before.slug] = id
		}
	}
	k.items[id] = item
	k.saved[id] = append(k.saved[id], m.now)
	return []modelVersion{{kind: k.kind, recordID: fmt.Sprint(id), action: action, item: item}}
}

// save expects what a save answers, and does it.
func (m *model) save(k *modelKind, id int64, creates bool, item modelItem, basedOn time.Time) (status int, kept []modelVersion) {
	before, exists := k.items[id]
	switch {
	case !creates && !exists:
		return http.StatusNotFound, nil
	case !creates && !basedOn.IsZero() && !basedOn.Equal(k.saved[id][len(k.saved[id])-1]) && item != before:
		return http.StatusConflict, nil
	case !k.isFree(item.slug, id):
		return http.StatusConflict, nil
	case creates:
		return http.StatusOK, m.put(k, id, item, record.Create, 0)
	}
	return http.StatusOK, m.put(k, id, item, record.Update, 0)
}

func (m *model) delete(k *modelKind, id int64) (status int, kept []modelVersion) {
	item, exists := k.items[id]
	if !exists {
		return http.StatusNotFound, nil
	}
	version := modelVersion{kind: k.kind, recordID: fmt.Sprint(id), action: record.Delete, item: item, position: k.positions[id]}
	delete(k.items, id)
	delete(k.positions, id)
	k.redirects[item.slug] = id // in case it comes back with another slug
	return http.StatusOK, []modelVersion{version}
}

// order expects what an order answers, which must name every record once.
func (m *model) order(k *modelKind, ids []int64, action record.Action) (status int, kept []modelVersion) {
	if !slices.Equal(slices.Sorted(slices.Values(ids)), slices.Sorted(maps.Keys(k.items))) {
		return http.StatusConflict, nil
	}
	if m.newest(k.kind, record.OrderID) == nil {
		kept = append(kept, modelVersion{kind: k.kind, recordID: record.OrderID, action: record.Start, order: k.inOrder()})
	}
	for i, id := range ids {
		k.positions[id] = int64(i + 1)
	}
	return http.StatusOK, append(kept, modelVersion{kind: k.kind, recordID: record.OrderID, action: action, order: ids})
}

// newest returns the newest version of a record, or nil.
func (m *model) newest(kind record.Kind, recordID string) *modelVersion {
	return m.newestBefore(kind, recordID, 1<<62)
}

func (m *model) newestBefore(kind record.Kind, recordID string, id int64) *modelVersion {
	for i, v := range slices.Backward(m.versions) {
		if v.kind == kind && v.recordID == recordID && v.id < id {
			return &m.versions[i]
		}
	}
	return nil
}

// restore expects what restoring a version answers. BasedOn 0 overwrites anything.
func (m *model) restore(v modelVersion, basedOn int64) (status int, kept []modelVersion) {
	k := m.kinds[v.kind]
	if basedOn != 0 && basedOn != m.newest(v.kind, v.recordID).id {
		return http.StatusConflict, nil
	}
	if v.recordID == record.OrderID {
		return m.order(k, k.orderAgain(v.order), record.Restore)
	}
	id := v.number()
	if !k.isFree(v.item.slug, id) {
		return http.StatusConflict, nil
	}
	return http.StatusOK, m.put(k, id, v.item, record.Restore, v.position)
}

// orderAgain returns the records in a former order, and those that are new since at
// the end.
func (k *modelKind) orderAgain(former []int64) []int64 {
	var ids []int64
	for _, id := range former {
		if _, exists := k.items[id]; exists {
			ids = append(ids, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(k.items)) {
		if !slices.Contains(former, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// undo expects what undoing a version answers.
func (m *model) undo(v modelVersion) (status int, kept []modelVersion) {
	if m.newest(v.kind, v.recordID).id != v.id {
		return http.StatusConflict, nil
	}
	before := m.newestBefore(v.kind, v.recordID, v.id)
	switch {
	case v.action == record.Delete:
		return m.restore(v, 0)
	case v.action == record.Create, before != nil && before.action == record.Delete:
		return m.delete(m.kinds[v.kind], v.number())
	case before == nil:
		return http.StatusConflict, nil
	}
	return m.restore(*before, 0)
}

// number returns the ID of the version's record as a number.
func (v modelVersion) number() (id int64) {
	_, _ = fmt.Sscan(v.recordID, &id) // it is 0 for the order
	return id
}
