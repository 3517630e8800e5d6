package backup_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/blob"
)

func TestSevenDaysFourWeeksAndTwelveMonthsAreKept(t *testing.T) {
	var names []string
	for day := range 800 { // newest first
		at := night.AddDate(0, 0, -day)
		names = append(names, at.Format("20060102T150405.000000Z")+"-0123456789abcdef")
	}
	kept := backup.Keep(names, func(string) bool { return false })
	var days []string
	for _, name := range names {
		if kept[name] {
			days = append(days, name[:8])
		}
	}
	want := []string{
		"20260302", "20260301", "20260228", "20260227", "20260226", "20260225", "20260224", // days
		"20260222", "20260215", // the other weeks end on Sundays
		"20260131", "20251231", "20251130", "20251031", "20250930", "20250831", "20250731", "20250630", "20250531", "20250430",
	}
	if !slices.Equal(days, want) {
		t.Errorf("kept are\n%q, want\n%q", days, want)
	}
}

func TestABackupThatFailedItsProofIsNotKeptForAnother(t *testing.T) {
	name := func(hour int) string { return fmt.Sprintf("20260301T%02d0000.000000Z-0123456789abcdef", hour) }
	newest := "20260302T020000.000000Z-0123456789abcdef"
	names := []string{newest, name(9), name(8), name(7)}
	kept := backup.Keep(names, func(n string) bool { return n == name(9) || n == newest })
	for n, want := range map[string]bool{newest: true, name(9): false, name(8): true, name(7): false} {
		if kept[n] != want {
			t.Errorf("%s is kept: %t, want %t", n, kept[n], want)
		}
	}
}

// interrupted fails after so many changes, as if the process were killed.
type interrupted struct {
	backup.Storage
	left int
}

var errKilled = errors.New("killed")

func (i *interrupted) change() error {
	if i.left--; i.left < 0 {
		return errKilled
	}
	return nil
}

func (i *interrupted) Put(ctx context.Context, key string, data []byte) error {
	if err := i.change(); err != nil {
		return err
	}
	return i.Storage.Put(ctx, key, data)
}

func (i *interrupted) Delete(ctx context.Context, key string) error {
	if err := i.change(); err != nil {
		return err
	}
	return i.Storage.Delete(ctx, key)
}

// TestRepositoryIsValidWhereverItsWriterIsKilled ends a second backup and a prune
// after each of their changes.
func TestRepositoryIsValidWhereverItsWriterIsKilled(t *testing.T) {
	for steps := 0; ; steps++ {
		storage := memory{}
		r := backup.NewRepository(storage)
		old, kept := newSite(6), newSite(6)
		kept.images, kept.lines = kept.images[2:], kept.lines[500:]
		kept.addImage(9, "another")
		first := write(t, r, old, night.AddDate(0, 0, -3), nil)
		broken := backup.NewRepository(&interrupted{storage, steps})
		second, err := broken.Write(t.Context(), backup.Writing{Source: kept, Uploads: kept, At: night, Previous: first})
		if err == nil {
			_, err = broken.Prune(t.Context(), map[string]bool{second.Name: true}, time.Now().AddDate(1, 0, 0))
		}
		names, listErr := r.Names(t.Context())
		if listErr != nil || len(names) == 0 {
			t.Fatalf("after %d changes the backups are %q, error %v", steps, names, listErr)
		}
		for _, name := range names {
			if name == first.Name {
				checkRestores(t, r, name, old)
			} else {
				checkRestores(t, r, name, kept)
			}
		}
		if err == nil {
			if len(names) != 1 {
				t.Errorf("after the prune the backups are %q", names)
			}
			break
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		// The next attempt succeeds and leaves nothing that no backup needs.
		again := write(t, r, kept, night.Add(time.Hour), nil)
		if _, err := r.Prune(t.Context(), map[string]bool{again.Name: true}, time.Now().AddDate(1, 0, 0)); err != nil {
			t.Fatal(err)
		}
		checkRestores(t, r, again.Name, kept)
	}
}

func TestPruneDeletesWhatNoBackupNeeds(t *testing.T) {
	storage, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r, f := backup.NewRepository(storage), newSite(10)
	first := write(t, r, f, night, nil)
	f.images = f.images[:4]
	second := write(t, r, f, night.AddDate(0, 0, 1), first)
	count := func() (n int) {
		for _, err := range storage.List(t.Context(), "blobs/") {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	before := count()
	if _, err := r.Prune(t.Context(), map[string]bool{second.Name: true}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if n := count(); n != before {
		t.Errorf("%d blobs are left of %d, although a backup that is being written may need them", n, before)
	}
	if _, err := r.Prune(t.Context(), map[string]bool{second.Name: true}, time.Now().AddDate(0, 0, 2)); err != nil {
		t.Fatal(err)
	}
	checkRestores(t, r, second.Name, f)
	if n := count(); n > before-6 {
		t.Errorf("%d blobs are left of %d, although 6 images were deleted", n, before)
	}
}
