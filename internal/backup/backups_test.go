package backup_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/errs"
)

// fakeStore keeps the records in memory.
type fakeStore struct {
	mu      sync.Mutex
	records []backup.Record
	state   backup.State
	process string
}

func (f *fakeStore) Backups(context.Context) ([]backup.Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.SortedFunc(slices.Values(f.records), func(a, b backup.Record) int { return b.At.Compare(a.At) }), nil
}

func (f *fakeStore) PutBackup(_ context.Context, r backup.Record) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.records = append(slices.DeleteFunc(f.records, func(o backup.Record) bool { return o.Name == r.Name }), r)
	return nil
}

func (f *fakeStore) DeleteBackup(_ context.Context, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.records = slices.DeleteFunc(f.records, func(o backup.Record) bool { return o.Name == name })
	return nil
}

func (f *fakeStore) BackupState(context.Context) (backup.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state, nil
}

func (f *fakeStore) StartBackups(_ context.Context, at time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.state.Since.IsZero() {
		f.state.Since = at
	}
	return nil
}

func (f *fakeStore) ClaimBackup(_ context.Context, process string, now, until time.Time) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.process != process && f.state.ClaimedUntil.After(now) {
		return false, nil
	}
	f.process, f.state.ClaimedUntil = process, until
	return true, nil
}

func (f *fakeStore) ReleaseBackup(_ context.Context, _ string, o backup.Outcome) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.ClaimedUntil, f.state.NotBefore, f.state.FailedAt, f.state.Failure = time.Time{}, o.NotBefore, o.FailedAt, o.Failure
	return nil
}

func (f *fakeStore) PutRecoverySheet(_ context.Context, sheet string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.Sheet = sheet
	return nil
}

func (f *fakeStore) PutBackupWarning(_ context.Context, seen, at time.Time) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.state.WarnedAt.Equal(seen) {
		return false, nil
	}
	f.state.WarnedAt = at
	return true, nil
}

// fixture is the backups of a site with a clock that tests set.
type fixture struct {
	*backup.Backups
	store      *fakeStore
	site       *fakeSite
	now        time.Time
	storage    backup.Storage
	targetErr  error
	keys       backup.Keys
	difference string
	proofs     []string
	warnings   int
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	storage := memory{}
	f := &fixture{store: &fakeStore{}, site: newSite(3), now: night, storage: storage}
	f.Backups = backup.New(backup.Config{
		Store: f.store, Source: f.site, Uploads: f.site,
		Target: func() (backup.Storage, error) { return f.storage, f.targetErr },
		Prove: func(_ context.Context, s *backup.Snapshot, _ bool) (string, error) {
			f.proofs = append(f.proofs, s.Name)
			return f.difference, readAll(t.Context(), backup.NewRepository(storage).WithKeys(f.keys), s.Name)
		},
		Keys: func() (backup.Keys, error) { return f.keys, nil },
		Sheet: func(context.Context) (backup.Sheet, error) {
			sheet := backup.Sheet{Place: "/backups", Keys: f.keys.Texts()}
			sheet.AddWords([]byte("secret of the site"))
			return sheet, nil
		},
		At:       backup.Time{Hour: 2, Minute: 30},
		Location: func(context.Context) *time.Location { return time.UTC },
		Warn:     func(context.Context) error { f.warnings++; return nil },
		Clock:    func() time.Time { return f.now },
	})
	return f
}

func (f *fixture) make(t *testing.T) {
	t.Helper()
	if err := f.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) list(t *testing.T) []backup.Entry {
	t.Helper()
	list, err := f.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestABackupIsProvenAfterItWasMade(t *testing.T) {
	f := newFixture(t)
	f.make(t)
	list := f.list(t)
	if len(list) != 1 || list[0].Proven == nil || !*list[0].Proven || list[0].Bytes <= 0 || list[0].Size <= 0 || !list[0].At.Equal(night) {
		t.Fatalf("the list is %+v", list)
	}
	if len(f.proofs) != 1 {
		t.Errorf("%d proofs were made", len(f.proofs))
	}
}

func TestAFailedProofRepairsTheRepository(t *testing.T) {
	f := newFixture(t)
	f.difference = "/about differs"
	f.make(t)
	if e := f.list(t)[0]; e.Proven == nil || *e.Proven || e.Difference != "/about differs" {
		t.Fatalf("the backup is %+v", e)
	}
	first := f.list(t)[0].Bytes
	f.difference, f.now = "", night.AddDate(0, 0, 1)
	f.make(t)
	if e := f.list(t)[0]; !*e.Proven || e.Bytes < first {
		t.Errorf("after a failed proof %d bytes were written, want all %d", e.Bytes, first)
	}
}

func TestABackupWhoseProofWasInterruptedIsProvenLater(t *testing.T) {
	f := newFixture(t)
	prove := f.Backups.Prove
	f.Backups.Prove = func(context.Context, *backup.Snapshot, bool) (string, error) { return "", errors.New("killed") }
	if err := f.Make(t.Context()); err == nil {
		t.Fatal("an interrupted proof is no failure")
	}
	if e := f.list(t)[0]; e.Proven != nil {
		t.Errorf("without a proof the backup counts as %t", *e.Proven)
	}
	f.Backups.Prove, f.now = prove, night.AddDate(0, 0, 1)
	f.make(t)
	for _, e := range f.list(t) {
		if e.Proven == nil || !*e.Proven {
			t.Errorf("%s is not proven", e.Name)
		}
	}
}

func TestStaffAreToldOfAMissingProof(t *testing.T) {
	f := newFixture(t)
	check := func(want int) {
		t.Helper()
		if err := f.CheckProof(t.Context()); err != nil {
			t.Fatal(err)
		}
		if f.warnings != want {
			t.Errorf("at %s the staff were told %d times, want %d", f.now, f.warnings, want)
		}
	}
	_ = f.store.StartBackups(t.Context(), night)
	check(0)
	f.now = night.Add(26 * time.Hour)
	check(1)
	f.now = f.now.Add(time.Hour)
	check(1)
	f.now = f.now.Add(24 * time.Hour)
	check(2)
	f.make(t)
	check(2)
	if problem, err := f.Problem(t.Context()); problem != "" || err != nil {
		t.Errorf("after a proof the problem is %q, error %v", problem, err)
	}
	f.now = f.now.Add(26 * time.Hour)
	check(3)
	problem, _ := f.Problem(t.Context())
	if !strings.Contains(problem, "2026-03-04") {
		t.Errorf("the problem %q does not say since when", problem)
	}
	f.difference = "/ differs"
	f.make(t)
	if problem, _ := f.Problem(t.Context()); !strings.Contains(problem, "/ differs") {
		t.Errorf("the problem is %q", problem)
	}
}

func TestOnlyOneReplicaMakesTheBackup(t *testing.T) {
	f := newFixture(t)
	now := f.now
	if claimed, _ := f.store.ClaimBackup(t.Context(), "another replica", now, now.Add(time.Minute)); !claimed {
		t.Fatal("the claim failed")
	}
	if err := f.Start(t.Context()); errs.KindOf(err) != errs.Conflict {
		t.Errorf("a second backup begins: %v", err)
	}
	if _, err := f.Prune(t.Context()); errs.KindOf(err) != errs.Conflict {
		t.Errorf("backups are deleted while one is being made: %v", err)
	}
	f.now = now.Add(2 * time.Minute)
	if err := f.Start(t.Context()); err != nil {
		t.Errorf("after the other replica has died: %v", err)
	}
}

func TestAClaimOfAKilledProcessEndsWithTheNextStart(t *testing.T) {
	f := newFixture(t)
	f.Alone = true
	if claimed, _ := f.store.ClaimBackup(t.Context(), "killed", f.now, f.now.Add(6*time.Minute)); !claimed {
		t.Fatal("the claim failed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); f.Run(ctx) }()
	for f.Start(t.Context()) != nil { // until Run has begun
		time.Sleep(time.Millisecond)
	}
	for len(f.list(t)) == 0 {
		time.Sleep(time.Millisecond)
	}
	cancel()
	<-ended
}

func TestABackupWithADamagedRootIsDeleted(t *testing.T) {
	f := newFixture(t)
	f.make(t)
	f.store.records = nil // as on another machine
	r := backup.NewRepository(f.storage)
	names, err := r.Names(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	key := "roots/" + names[0] + ".json"
	file, err := f.storage.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	var content bytes.Buffer
	if _, err := content.ReadFrom(file); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if err := f.storage.Put(t.Context(), key, content.Bytes()[1:]); err != nil {
		t.Fatal(err)
	}
	f.now = night.AddDate(0, 0, 1)
	f.make(t)
	if list := f.list(t); len(list) != 1 || !*list[0].Proven || !list[0].At.Equal(f.now) {
		t.Errorf("the list is %+v", list)
	}
}
