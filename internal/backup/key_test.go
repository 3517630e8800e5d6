package backup_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/blob"
	"perimeter/internal/errs"
)

// newKeys returns keys of which the first is for new backups, and their texts.
func newKeys(t *testing.T, older ...string) (backup.Keys, []string) {
	t.Helper()
	text, err := backup.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	texts := append([]string{text}, older...)
	return parseKeys(t, strings.Join(texts, "\n")).Encrypting(), texts
}

func parseKeys(t *testing.T, text string) backup.Keys {
	t.Helper()
	keys, err := backup.ParseKeys(text)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestEncryptedBackupIsOpenedByItsKeyOnly(t *testing.T) {
	dir := t.TempDir()
	storage, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	keys, texts := newKeys(t)
	f, r := newSite(20), backup.NewRepository(storage).WithKeys(keys)
	first := write(t, r, f, night, nil)
	// As somebody types it from paper.
	typed := parseKeys(t, strings.ToLower(texts[0][:30])+" "+texts[0][30:]+"\n")
	checkRestores(t, r.WithKeys(typed), first.Name, f)

	f.addImage(20, "a new one")
	second := write(t, r, f, night.AddDate(0, 0, 1), first)
	checkRestores(t, r, second.Name, f)
	if 10*second.Written() > first.Written() {
		t.Errorf("the second night has written %d bytes, the first %d", second.Written(), first.Written())
	}

	other, _ := newKeys(t)
	for name, keys := range map[string]backup.Keys{"no key": {}, "another key": other} {
		locked := (*backup.Locked)(nil)
		if _, err := r.WithKeys(keys).Open(t.Context(), first.Name); !errors.As(err, &locked) {
			t.Errorf("%s opens the backup: %v", name, err)
		}
	}
	leaks := [][]byte{[]byte("image 000"), []byte("row 1 "), []byte("perimeter backup 1\"")}
	for _, image := range f.images {
		leaks = append(leaks, []byte(image.Hash), []byte(image.ID))
	}
	_ = filepath.WalkDir(dir, func(path string, entry os.DirEntry, _ error) error {
		if entry.IsDir() {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, leak := range leaks {
			if bytes.Contains(content, leak) || strings.Contains(path, string(leak)) {
				t.Errorf("%s tells %q", path, leak)
			}
		}
		return nil
	})
}

func TestDamageInAnEncryptedBackupIsFound(t *testing.T) {
	dir := t.TempDir()
	storage, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	keys, _ := newKeys(t)
	r := backup.NewRepository(storage).WithKeys(keys)
	written := write(t, r, newSite(3), night, nil)
	blobs, err := filepath.Glob(filepath.Join(dir, "blobs", "*", "*"))
	if err != nil || len(blobs) < 4 {
		t.Fatalf("blobs %q, error %v", blobs, err)
	}
	for _, path := range blobs {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, damaged := range [][]byte{content[:len(content)-1], append(bytes.Clone(content[:len(content)/2]), content[len(content)/2:][1:]...), nil} {
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			found := (*backup.Damage)(nil)
			if err := readAll(t.Context(), r, written.Name); !errors.As(err, &found) {
				t.Errorf("a damaged %s causes %v", path, err)
			}
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAChangedKeyProvesTheOldBackupsAgain(t *testing.T) {
	f := newFixture(t)
	f.make(t) // not encrypted
	var texts []string
	f.keys, texts = newKeys(t)
	f.now = night.AddDate(0, 0, 1)
	f.make(t)
	f.proofs, f.now = nil, night.AddDate(0, 0, 2)
	f.make(t)
	if len(f.proofs) != 1 {
		t.Fatalf("with the same key %d backups were proven, want the newest", len(f.proofs))
	}

	f.keys, _ = newKeys(t, texts...)
	f.proofs, f.now = nil, night.AddDate(0, 0, 3)
	f.make(t)
	if len(f.proofs) != 4 {
		t.Errorf("after a change of the key %d backups were proven, want 4", len(f.proofs))
	}
	for _, e := range f.list(t) {
		if e.Proven == nil || !*e.Proven {
			t.Errorf("%s is not proven: %s", e.Name, e.Difference)
		}
	}

	// The old keys are lost: three backups are of no use.
	f.keys, _ = newKeys(t)
	f.now = night.AddDate(0, 0, 4)
	f.make(t)
	condition, err := f.Condition(t.Context())
	if err != nil || condition.Locked != 3 || condition.Problem != "" {
		t.Errorf("the condition is %+v, error %v", condition, err)
	}
	f.keys = parseKeys(t, strings.Join(append(f.keys.Texts(), texts...), "\n")).Encrypting()
	f.now = night.AddDate(0, 0, 5)
	f.make(t)
	if condition, err := f.Condition(t.Context()); err != nil || condition.Locked != 1 {
		t.Errorf("with one of the keys back %d backups are closed, error %v", condition.Locked, err)
	}
}

func TestPruneKeepsTheBlobsOfEncryptedBackups(t *testing.T) {
	storage := memory{}
	keys, texts := newKeys(t)
	r := backup.NewRepository(storage).WithKeys(keys)
	f := newSite(5)
	old := write(t, r, f, night, nil)
	both, _ := newKeys(t, texts...)
	r = r.WithKeys(both)
	kept := write(t, r, f, night.AddDate(0, 0, 1), old)
	later := time.Now().AddDate(0, 2, 0)
	before := len(storage)
	if _, err := r.WithKeys(parseKeys(t, both.Texts()[0])).Prune(t.Context(), map[string]bool{kept.Name: true, old.Name: true}, later); err != nil || len(storage) != before {
		t.Errorf("with a closed backup %d of %d files are left, error %v", len(storage), before, err)
	}
	if _, err := r.Prune(t.Context(), map[string]bool{kept.Name: true, old.Name: true}, later); err != nil {
		t.Fatal(err)
	}
	checkRestores(t, r, old.Name, f)
	if _, err := r.Prune(t.Context(), map[string]bool{kept.Name: true}, later); err != nil {
		t.Fatal(err)
	}
	checkRestores(t, r, kept.Name, f)
	if 2*len(storage) != before {
		t.Errorf("%d of %d files are left, want half", len(storage), before)
	}
}

func TestKeysThatCannotBeUsedAreRefused(t *testing.T) {
	_, texts := newKeys(t)
	altered := strings.Replace(texts[0], texts[0][40:44], "QQQQ", 1)
	if _, err := backup.ParseKeys(altered); err == nil || strings.Contains(err.Error(), altered[20:]) {
		t.Errorf("a key with a mistake: %v", err)
	}
	keys := parseKeys(t, "# a comment\n\n"+texts[0]+"\n")
	for _, recipient := range []string{"age1", "none", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"} {
		if _, err := keys.EncryptingFor(recipient); err == nil {
			t.Errorf("the recipient %q is accepted", recipient)
		}
	}
}

func TestFourWordsShowThatTheSheetIsThere(t *testing.T) {
	f := newFixture(t)
	f.make(t)
	condition := func() backup.Condition {
		t.Helper()
		c, err := f.Condition(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := condition(); c.On || c.Printed || len(c.Positions) != 4 {
		t.Fatalf("the condition is %+v", c)
	}
	typed := func() (words []string) {
		sheet, err := f.RecoverySheet(t.Context())
		if err != nil || len(sheet.Words) != 12 {
			t.Fatalf("the sheet is %+v, error %v", sheet, err)
		}
		for _, p := range condition().Positions {
			words = append(words, " "+strings.ToUpper(sheet.Words[p-1]))
		}
		return words
	}
	for _, wrong := range [][]string{nil, typed()[:3], append(typed()[:3], "nothing")} {
		if err := f.ConfirmSheet(t.Context(), wrong); errs.KindOf(err) != errs.Invalid {
			t.Errorf("the words %q cause %v", wrong, err)
		}
	}
	if err := f.ConfirmSheet(t.Context(), typed()); err != nil {
		t.Fatal(err)
	}
	if c := condition(); !c.On || !c.Printed {
		t.Errorf("the condition is %+v", c)
	}
	f.keys, _ = newKeys(t)
	if c := condition(); c.On || c.Printed {
		t.Error("with another key the old sheet still counts")
	}
	if err := f.ConfirmSheet(t.Context(), typed()); err != nil || !condition().Printed {
		t.Errorf("the new sheet does not count, error %v", err)
	}
}

func TestAReleaseWithoutEncryptionTakesItForANewerFormat(t *testing.T) {
	keys, _ := newKeys(t)
	storage := memory{}
	s := write(t, backup.NewRepository(storage).WithKeys(keys), newSite(1), night, nil)
	file, err := storage.Open(t.Context(), "roots/"+s.Name+".json")
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(file)
	if err != nil || !bytes.HasPrefix(content, []byte(`{"format":"perimeter backup 1 encrypted`)) {
		t.Errorf("the root begins with %.60s, error %v", content, err)
	}
}
