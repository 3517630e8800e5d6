package storetest

import (
	"testing"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/testkit"
)

var backupTests = []test{
	{"records of backups are replaced by name and listed newest first", func(t *testing.T, s Stores) {
		ctx, store := t.Context(), s.Backup()
		same(t, testkit.Must(store.Backups(ctx))(t), []backup.Record{})
		older := backup.Record{Name: "a", At: noon, Written: 5, Size: 7, Took: 3 * time.Second}
		newer := backup.Record{
			Name: "b", At: noon.Add(time.Hour), CheckedAt: noon.Add(2 * time.Hour), ProofTook: time.Second, Difference: "/ differs",
			Keys: "0123",
		}
		put := func(r backup.Record) {
			t.Helper()
			if err := store.PutBackup(ctx, r); err != nil {
				t.Fatal(err)
			}
		}
		put(older)
		put(newer)
		newer.Proven, newer.Difference = true, ""
		put(newer)
		same(t, testkit.Must(store.Backups(ctx))(t), []backup.Record{newer, older})
		if err := store.DeleteBackup(ctx, "a"); err != nil {
			t.Fatal(err)
		}
		same(t, testkit.Must(store.Backups(ctx))(t), []backup.Record{newer})
	}},

	{"one process at a time makes a backup", func(t *testing.T, s Stores) {
		ctx, store := t.Context(), s.Backup()
		claim := func(process string, now time.Time) bool {
			t.Helper()
			return testkit.Must(store.ClaimBackup(ctx, process, now, now.Add(time.Minute)))(t)
		}
		same(t, claim("one", noon), true)
		same(t, claim("two", noon.Add(30*time.Second)), false)
		same(t, claim("one", noon.Add(30*time.Second)), true)
		same(t, claim("two", noon.Add(80*time.Second)), false)
		same(t, claim("two", noon.Add(90*time.Second)), true)
		failed := backup.Outcome{NotBefore: noon.Add(time.Hour), FailedAt: noon, Failure: "no space is left"}
		for _, process := range []string{"one", "two"} { // the claim of one has ended
			if err := store.ReleaseBackup(ctx, process, failed); err != nil {
				t.Fatal(err)
			}
		}
		same(t, testkit.Must(store.BackupState(ctx))(t), backup.State{
			NotBefore: failed.NotBefore, FailedAt: failed.FailedAt, Failure: failed.Failure,
		})
		same(t, claim("one", noon), true)
	}},

	{"backups are due from the first start on, and one process warns", func(t *testing.T, s Stores) {
		ctx, store := t.Context(), s.Backup()
		for _, at := range []time.Time{noon, noon.Add(time.Hour)} {
			if err := store.StartBackups(ctx, at); err != nil {
				t.Fatal(err)
			}
		}
		same(t, testkit.Must(store.PutBackupWarning(ctx, time.Time{}, noon))(t), true)
		same(t, testkit.Must(store.PutBackupWarning(ctx, time.Time{}, noon))(t), false)
		same(t, testkit.Must(store.BackupState(ctx))(t), backup.State{Since: noon, WarnedAt: noon})
		same(t, testkit.Must(store.PutBackupWarning(ctx, noon, time.Time{}))(t), true)
		if err := store.PutRecoverySheet(ctx, "4567"); err != nil {
			t.Fatal(err)
		}
		same(t, testkit.Must(store.BackupState(ctx))(t), backup.State{Since: noon, Sheet: "4567"})
	}},
}
