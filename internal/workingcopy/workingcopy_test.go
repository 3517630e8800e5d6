package workingcopy_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
	"perimeter/internal/workingcopy"
)

// fixture are working copies in an empty store with two users, and a clock that a
// test can move.
type fixture struct {
	*workingcopy.Copies
	now       time.Time
	rosa, bob int64
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	store := testkit.NewStore(t)
	f := &fixture{now: time.Date(2026, 3, 2, 15, 4, 5, 678_901_234, time.FixedZone("CST", -6*60*60))}
	f.Copies = workingcopy.New(store.Copies(), func() time.Time { return f.now })
	for name, id := range map[string]*int64{"rosa": &f.rosa, "bob": &f.bob} {
		err := store.Auth().Write(t.Context(), func(tx auth.Tx) error {
			user, err := tx.Users().Put(t.Context(), auth.User{Username: name, Role: auth.RoleAdmin})
			*id = user.ID
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// text is a field's value of that many bytes as JSON.
func text(size int) json.RawMessage {
	return json.RawMessage(`"` + strings.Repeat("a", size-2) + `"`)
}

func typed(value string) workingcopy.Contents {
	return workingcopy.Contents{Values: workingcopy.Fields{"title": json.RawMessage(`"` + value + `"`)}}
}

func (f *fixture) put(t *testing.T, user int64, kind workingcopy.Kind, id string) {
	t.Helper()
	testkit.Must(f.Put(t.Context(), user, kind, id, typed("Ants")))(t)
}

func (f *fixture) ids(t *testing.T, user int64, kind workingcopy.Kind) []string {
	t.Helper()
	var ids []string
	for _, info := range testkit.Must(f.List(t.Context(), user, kind))(t) {
		ids = append(ids, info.RecordID)
	}
	return ids
}

func TestACopyHasWhatWasSentAndWhen(t *testing.T) {
	f := newFixture(t)
	sent := workingcopy.Contents{
		Title: "Ants", BasedOn: "2026-03-01T10:00:00Z",
		Original: workingcopy.Fields{"title": json.RawMessage(`"Ant"`)},
		Values:   workingcopy.Fields{"title": json.RawMessage(`"Ants"`), "features": json.RawMessage(`["a"]`)},
	}
	info := testkit.Must(f.Put(t.Context(), f.rosa, "service", "7", sent))(t)
	want := workingcopy.Info{
		Kind: "service", RecordID: "7", Title: "Ants", BasedOn: sent.BasedOn,
		SavedAt: time.Date(2026, 3, 2, 21, 4, 5, 678_901_000, time.UTC),
	}
	if diff := cmp.Diff(want, info); diff != "" {
		t.Error(diff)
	}
	got := testkit.Must(f.Get(t.Context(), f.rosa, "service", "7"))(t)
	if diff := cmp.Diff(workingcopy.Copy{Info: want, UserID: f.rosa, Original: sent.Original, Values: sent.Values}, got); diff != "" {
		t.Error(diff)
	}
}

func TestACopyOfANewRecordNeedsOnlyValues(t *testing.T) {
	f := newFixture(t)
	testkit.Must(f.Put(t.Context(), f.rosa, "post", "new", typed("Ants")))(t)
	got := testkit.Must(f.Get(t.Context(), f.rosa, "post", "new"))(t)
	// JSON null would break the form that continues with it.
	if got.Original == nil || got.BasedOn != "" || got.Title != "" {
		t.Errorf("got %+v", got)
	}
}

func TestEveryKindCanBeKept(t *testing.T) {
	f := newFixture(t)
	for _, kind := range workingcopy.Kinds {
		f.put(t, f.rosa, kind, "7")
		if got := f.ids(t, f.rosa, kind); len(got) != 1 {
			t.Errorf("%s: got %q", kind, got)
		}
	}
}

func TestPutRules(t *testing.T) {
	f := newFixture(t)
	values := typed("Ants").Values
	half := text(workingcopy.MaxSize/2 - len("a"))
	tests := map[string]struct {
		kind workingcopy.Kind
		id   string
		sent workingcopy.Contents
		want errs.Kind
		word string // of the message; empty if it is kept
	}{
		"an ID with a suffix":     {"content", "text-hero_title~k3x9", typed("Ants"), 0, ""},
		"the longest ID":          {"post", strings.Repeat("7", 200), typed("Ants"), 0, ""},
		"the longest title":       {"post", "7", workingcopy.Contents{Values: values, Title: strings.Repeat("é", 300)}, 0, ""},
		"the largest copy":        {"post", "7", workingcopy.Contents{Original: workingcopy.Fields{"a": half}, Values: workingcopy.Fields{"a": half}}, 0, ""},
		"an unknown kind":         {"people", "7", typed("Ants"), errs.Invalid, "kind"},
		"no ID":                   {"post", "", typed("Ants"), errs.Invalid, "id"},
		"an ID with a slash":      {"post", "7/8", typed("Ants"), errs.Invalid, "id"},
		"a long ID":               {"post", strings.Repeat("7", 201), typed("Ants"), errs.Invalid, "id"},
		"a long title":            {"post", "7", workingcopy.Contents{Values: values, Title: strings.Repeat("é", 301)}, errs.Invalid, "title"},
		"a long version":          {"post", "7", workingcopy.Contents{Values: values, BasedOn: strings.Repeat("0", 301)}, errs.Invalid, "basedOn"},
		"no values":               {"post", "7", workingcopy.Contents{Original: values}, errs.Invalid, "values"},
		"one byte more":           {"post", "7", workingcopy.Contents{Original: workingcopy.Fields{"a": half}, Values: workingcopy.Fields{"ab": half}}, errs.TooLarge, "bytes"},
		"a field with a big name": {"post", "7", workingcopy.Contents{Values: workingcopy.Fields{strings.Repeat("a", workingcopy.MaxSize): text(2)}}, errs.TooLarge, "bytes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := f.Put(t.Context(), f.rosa, tt.kind, tt.id, tt.sent)
			if tt.word != "" {
				testkit.WantError(t, err, tt.want, tt.word)
				return
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOtherCallsCheckKindAndIDToo(t *testing.T) {
	f := newFixture(t)
	_, err := f.List(t.Context(), f.rosa, "people")
	testkit.WantError(t, err, errs.Invalid, "kind")
	_, err = f.Get(t.Context(), f.rosa, "people", "7")
	testkit.WantError(t, err, errs.Invalid, "kind")
	_, err = f.Get(t.Context(), f.rosa, "post", "7/8")
	testkit.WantError(t, err, errs.Invalid, "id")
	testkit.WantError(t, f.Delete(t.Context(), f.rosa, "people", "7"), errs.Invalid, "kind")
	testkit.WantError(t, f.Delete(t.Context(), f.rosa, "post", "a b"), errs.Invalid, "id")
}

func TestCopiesBelongToOnePerson(t *testing.T) {
	f := newFixture(t)
	f.put(t, f.rosa, "post", "7")
	_, err := f.Get(t.Context(), f.bob, "post", "7")
	testkit.WantError(t, err, errs.NotFound, "")
	if err := f.Delete(t.Context(), f.bob, "post", "7"); err != nil {
		t.Error(err)
	}
	if got := f.ids(t, f.rosa, "post"); len(got) != 1 {
		t.Errorf("after another person's deletion there are %q", got)
	}
	// The second deletion of a copy finds nothing to do.
	for range 2 {
		if err := f.Delete(t.Context(), f.rosa, "post", "7"); err != nil {
			t.Error(err)
		}
	}
	if got := f.ids(t, f.rosa, "post"); got != nil {
		t.Errorf("after the deletion there are %q", got)
	}
}

func TestOnlyTheNewestCopiesOfAPersonAreKept(t *testing.T) {
	f := newFixture(t)
	f.put(t, f.bob, "post", "7")
	f.put(t, f.rosa, "service", "oldest")
	for i := range workingcopy.MaxCopies - 1 {
		f.now = f.now.Add(time.Second)
		f.put(t, f.rosa, "post", fmt.Sprint(i))
	}
	// What is typed again is not another copy.
	f.now = f.now.Add(time.Second)
	f.put(t, f.rosa, "post", "0")
	if got := f.ids(t, f.rosa, "service"); len(got) != 1 {
		t.Fatalf("with %d copies, those of services are %q", workingcopy.MaxCopies, got)
	}
	// The oldest ones give way, whatever their kind.
	f.now = f.now.Add(time.Second)
	f.put(t, f.rosa, "company", "texts")
	f.put(t, f.rosa, "company", "people")
	posts := f.ids(t, f.rosa, "post")
	if got := f.ids(t, f.rosa, "service"); got != nil {
		t.Errorf("those of services are %q", got)
	}
	if len(posts) != workingcopy.MaxCopies-2 || posts[0] != "0" || posts[len(posts)-1] != "2" {
		t.Errorf("%d of posts are left: %q", len(posts), posts)
	}
	if got := f.ids(t, f.bob, "post"); len(got) != 1 {
		t.Errorf("those of another person are %q", got)
	}
}
