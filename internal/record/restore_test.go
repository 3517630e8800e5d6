package record_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/safehtml"
)

// note is a record of a kind that has changed its format twice: the field text was
// called words, and before that it was a list.
type note struct {
	ID        int64     `json:"id"`
	Text      string    `json:"text"`
	Pinned    bool      `json:"pinned"`
	UpdatedAt time.Time `json:"updatedAt"`
}

type noteEdit struct{ text string }

func (noteEdit) RecordID() *int64  { return nil }
func (e noteEdit) ApplyTo(n *note) { n.Text = e.text }

var notes = &record.Description[note, noteEdit]{
	Kind: record.Post, Noun: "note", Plural: "notes",
	New:       func(noteEdit, time.Time) note { return note{} },
	Prepare:   func(*note) (safehtml.Removed, error) { return nil, nil },
	ID:        func(n *note) *int64 { return &n.ID },
	UpdatedAt: func(n *note) *time.Time { return &n.UpdatedAt },
	Ordered:   true,
	Formats: []func(map[string]any){
		func(d map[string]any) {
			d["words"] = fmt.Sprint(d["lines"].([]any)...)
			delete(d, "lines")
		},
		func(d map[string]any) {
			d["text"] = d["words"]
			delete(d, "words")
		},
	},
}

// fakeNotes is the table of the notes and the transaction that has it.
type fakeNotes struct {
	record.Tx
	stored    []note
	positions map[int64]int64
	last      int64
	kept      []*record.Version
}

func (f *fakeNotes) List(context.Context) ([]note, error) { return slices.Clone(f.stored), nil }

func (f *fakeNotes) Get(_ context.Context, id int64) (note, error) { return notes.Find(f.stored, id) }

func (f *fakeNotes) Insert(_ context.Context, n note, position int64) (note, error) {
	if n.ID == 0 {
		f.last++
		n.ID = f.last
	}
	f.positions[n.ID] = position
	f.stored = append(f.stored, n)
	return n, nil
}

func (f *fakeNotes) Update(_ context.Context, n note) (note, error) {
	f.stored = notes.With(f.stored, n)
	return n, nil
}

func (f *fakeNotes) Delete(_ context.Context, id int64) (int64, error) {
	f.stored = slices.DeleteFunc(f.stored, func(n note) bool { return n.ID == id })
	return 5, nil
}

func (f *fakeNotes) Order(context.Context, []int64) error { return nil }

func (f *fakeNotes) Keep(v *record.Version) {
	f.kept = append(f.kept, v)
	v.ID = int64(len(f.kept))
}

func (f *fakeNotes) NewestVersion(_ context.Context, _ record.Kind, id string) (int64, error) {
	for _, v := range slices.Backward(f.kept) {
		if v.RecordID == id {
			return v.ID, nil
		}
	}
	return 0, nil
}

func newNotes() (*fakeNotes, record.Collection[*fakeNotes, note, noteEdit]) {
	f := &fakeNotes{positions: map[int64]int64{}}
	return f, record.Collection[*fakeNotes, note, noteEdit]{
		Description: notes,
		Publish:     func(_ context.Context, fn func(*fakeNotes) error) error { return fn(f) },
		Table:       func(f *fakeNotes) record.Table[note] { return f },
	}
}

func TestVersionsOfEveryOlderFormatAreRestored(t *testing.T) {
	for format, fields := range map[int]string{
		1: `{"id":1,"lines":["a","b"]}`,
		2: `{"id":1,"words":"ab"}`,
		3: `{"id":1,"text":"ab"}`,
	} {
		f, c := newNotes()
		f.stored = []note{{ID: 1, Text: "new", Pinned: true}}
		version := record.Version{Kind: record.Post, RecordID: "1", Format: format, Fields: []byte(fields)}
		restored, err := c.Versioned().Restore(t.Context(), record.By(anna), version)
		if err != nil || len(restored.Unknown) > 0 {
			t.Errorf("format %d: unknown fields %v, %v", format, restored.Unknown, err)
		}
		// What the version lacks is as it was then, not as it is now.
		if got := f.stored[0]; got.Text != "ab" || got.Pinned {
			t.Errorf("format %d was restored as %+v", format, got)
		}
		if kept := f.kept[0]; kept.Format != 3 || kept.Action != record.Restore || kept.Actor != anna {
			t.Errorf("format %d: the restore has stored %+v", format, kept)
		}
	}
}

func TestFieldsOfAnotherReleaseAreNamed(t *testing.T) {
	_, c := newNotes()
	version := record.Version{
		Kind: record.Post, RecordID: "1", Format: 9, Fields: []byte(`{"id":1,"text":"a","color":"red","size":2,"position":3}`),
	}
	restored, err := c.Versioned().Restore(t.Context(), record.Change{}, version)
	if want := []string{"color", "size"}; err != nil || !slices.Equal(restored.Unknown, want) {
		t.Errorf("unknown fields %v, %v, want %v", restored.Unknown, err, want)
	}
}

func TestADeletedRecordComesBackWithItsIDAndPosition(t *testing.T) {
	f, c := newNotes()
	for _, text := range []string{"a", "b"} {
		if _, err := c.Save(t.Context(), record.By(anna), noteEdit{text}); err != nil {
			t.Fatal(err)
		}
	}
	deleted, err := c.Delete(t.Context(), record.By(anna), 1)
	if err != nil || !slices.Equal(deleted.Versions, []int64{3}) {
		t.Fatalf("Delete has stored %v, %v", deleted.Versions, err)
	}
	change := record.Change{Actor: anna, Restoring: 3}
	if _, err := c.Versioned().Restore(t.Context(), change, *f.kept[2]); err != nil {
		t.Fatal(err)
	}
	if got, err := notes.Find(f.stored, 1); err != nil || got.Text != "a" || f.positions[1] != 5 {
		t.Errorf("there is %+v at position %d, %v", got, f.positions[1], err)
	}
	if _, err := c.Versioned().Restore(t.Context(), change, *f.kept[2]); errs.KindOf(err) != errs.Conflict {
		t.Errorf("the second restore returned %v, want Conflict", err)
	}
}
