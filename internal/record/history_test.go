package record_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/record"
)

// fakeStore keeps versions in memory, the newest last.
type fakeStore struct {
	versions []record.Version
	cutoffs  []time.Time // of PruneVersions
}

func (s *fakeStore) Version(_ context.Context, id int64) (record.Version, error) {
	for _, v := range s.versions {
		if v.ID == id {
			return v, nil
		}
	}
	return record.Version{}, errs.Errorf(errs.NotFound, "There is no such version.")
}

func (s *fakeStore) Versions(_ context.Context, q record.Query) ([]record.Version, error) {
	found := []record.Version{}
	for _, v := range slices.Backward(s.versions) {
		of := (q.Kind == "" || v.Kind == q.Kind) && (q.RecordID == "" || v.RecordID == q.RecordID)
		if of && v.ID < q.Before && len(found) < q.Limit {
			found = append(found, v)
		}
	}
	return found, nil
}

func (s *fakeStore) StartHistory(context.Context) error { return nil }

func (s *fakeStore) PruneVersions(_ context.Context, before time.Time, limit int) (int, error) {
	if limit <= 0 {
		return 0, errors.New("unexpected bounds")
	}
	s.cutoffs = append(s.cutoffs, before)
	return 0, nil
}

// fakeRecords notes what is restored and deleted.
type fakeRecords struct{ calls []string }

func (r *fakeRecords) Restore(_ context.Context, change record.Change, version record.Version) (record.Restored, error) {
	if change.Restoring == 0 || change.Actor != anna {
		return record.Restored{}, errors.New("the change does not say who restores what")
	}
	r.calls = append(r.calls, "restore "+version.RecordID+" "+string(version.Fields))
	return record.Restored{Version: version}, nil
}

func (r *fakeRecords) Delete(_ context.Context, change record.Change, id string) ([]int64, error) {
	if change.Restoring == 0 || change.Actor != anna {
		return nil, errors.New("the change does not say who deletes what")
	}
	r.calls = append(r.calls, "delete "+id)
	return nil, nil
}

var anna = record.Actor{UserID: 7, User: "Anna"}

func newHistory(actions ...record.Action) (*record.History, *fakeStore, *fakeRecords) {
	store, records := &fakeStore{}, &fakeRecords{}
	for i, action := range actions {
		store.versions = append(store.versions, record.Version{
			ID: int64(i + 1), Kind: record.Post, RecordID: "7", Action: action, Fields: []byte{byte('a' + i)},
		})
	}
	return record.NewHistory(record.HistoryConfig{Store: store, Records: map[record.Kind]record.Records{record.Post: records}}), store, records
}

func TestUndo(t *testing.T) {
	for name, tt := range map[string]struct {
		actions []record.Action
		want    string
		kind    errs.Kind
	}{
		"a new record is deleted":            {[]record.Action{record.Create}, "delete 7", 0},
		"a change is replaced":               {[]record.Action{record.Create, record.Update}, "restore 7 a", 0},
		"a deleted record is created again":  {[]record.Action{record.Create, record.Update, record.Delete}, "restore 7 c", 0},
		"a restore is replaced":              {[]record.Action{record.Create, record.Update, record.Restore}, "restore 7 b", 0},
		"a record that came back is deleted": {[]record.Action{record.Create, record.Delete, record.Restore}, "delete 7", 0},
		"there is nothing earlier":           {[]record.Action{record.Update}, "", errs.Conflict},
	} {
		t.Run(name, func(t *testing.T) {
			h, _, records := newHistory(tt.actions...)
			_, err := h.Undo(t.Context(), anna, int64(len(tt.actions)))
			if errs.KindOf(err) != tt.kind {
				t.Errorf("Undo returned %v", err)
			}
			if got := append(records.calls, "")[0]; got != tt.want {
				t.Errorf("the call was %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOnlyTheNewestChangeIsUndone(t *testing.T) {
	h, _, records := newHistory(record.Create, record.Update)
	if _, err := h.Undo(t.Context(), anna, 1); errs.KindOf(err) != errs.Conflict || len(records.calls) > 0 {
		t.Errorf("Undo returned %v after the calls %q", err, records.calls)
	}
}

func TestRestoreIsBasedOnTheNewestVersion(t *testing.T) {
	h, _, records := newHistory(record.Create, record.Update, record.Update)
	if _, err := h.Restore(t.Context(), anna, 1, 2); errs.KindOf(err) != errs.Conflict {
		t.Errorf("Restore returned %v, want Conflict", err)
	}
	for _, basedOn := range []int64{3, 0} {
		if _, err := h.Restore(t.Context(), anna, 1, basedOn); err != nil {
			t.Error(err)
		}
	}
	if want := []string{"restore 7 a", "restore 7 a"}; !slices.Equal(records.calls, want) {
		t.Errorf("the calls were %q, want %q", records.calls, want)
	}
	if _, err := h.Restore(t.Context(), anna, 9, 0); errs.KindOf(err) != errs.NotFound {
		t.Errorf("Restore of a missing version returned %v", err)
	}
}

func TestVersionsHaveDefaults(t *testing.T) {
	h, _, _ := newHistory(slices.Repeat([]record.Action{record.Update}, 30)...)
	versions, err := h.Versions(t.Context(), record.Query{})
	if err != nil || len(versions) != record.DefaultLimit || versions[0].ID != 30 {
		t.Errorf("there are %d versions, %v", len(versions), err)
	}
}

func TestOldVersionsAreDeletedOnceTheyAreOldByTwoReadings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var jump atomic.Int64
		store := &fakeStore{}
		h := record.NewHistory(record.HistoryConfig{
			Store: store, Retention: 10 * 24 * time.Hour, Clock: func() time.Time { return time.Now().Add(time.Duration(jump.Load())) },
		})
		ctx, cancel := context.WithCancel(t.Context())
		begin := time.Now()
		go h.Run(ctx)
		synctest.Wait()
		jump.Store(int64(365 * 24 * time.Hour)) // as after a wrong setting
		time.Sleep(time.Hour)
		synctest.Wait()
		jump.Store(0)
		time.Sleep(time.Hour)
		synctest.Wait()
		cancel()
		first, second := begin.Add(-10*24*time.Hour), begin.Add(2*time.Hour-10*24*time.Hour)
		if len(store.cutoffs) != 2 || !store.cutoffs[0].Equal(first) || !store.cutoffs[1].Equal(second) {
			t.Errorf("the cutoffs were %v, want %v and %v", store.cutoffs, first, second)
		}
	})
}
