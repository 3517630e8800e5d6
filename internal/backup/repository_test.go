package backup_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/blob"
	"perimeter/internal/errs"
	"perimeter/internal/media"
)

var night = time.Date(2026, time.March, 2, 2, 30, 0, 0, time.UTC)

// fakeSite is a site with a database of lines and images of one file each.
type fakeSite struct {
	lines  []string
	images []media.Image
	files  map[string]string // by key
	opened int
}

func (f *fakeSite) Dump(_ context.Context, w io.Writer, image func(media.Image) error) (int64, error) {
	for _, line := range f.lines {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return 0, err
		}
	}
	for _, i := range f.images {
		if err := image(i); err != nil {
			return 0, err
		}
	}
	return int64(len(f.lines)), nil
}

func (f *fakeSite) Open(_ context.Context, key string) (*media.StoredFile, error) {
	f.opened++
	content, ok := f.files[key]
	if !ok {
		return nil, errs.Errorf(errs.NotFound, "There is no such file.")
	}
	return &media.StoredFile{ReadSeekCloser: readSeekCloser{strings.NewReader(content)}}, nil
}

type readSeekCloser struct{ io.ReadSeeker }

func (readSeekCloser) Close() error { return nil }

func (f *fakeSite) addImage(n int, content string) {
	sum := sha256.Sum256([]byte(content))
	id := fmt.Sprintf("%026s", strings.Repeat(string(rune('A'+n/26)), 2)+string(rune('A'+n%26)))
	id = strings.ReplaceAll(id, " ", "A")
	id = strings.ReplaceAll(id, "0", "A")
	image := media.Image{ID: id, Hash: hex.EncodeToString(sum[:]), MediaType: "image/jpeg", Variants: []media.Variant{}}
	files, err := image.Files()
	if err != nil {
		panic(err)
	}
	if f.files == nil {
		f.files = map[string]string{}
	}
	f.files[files[0].Key] = content
	f.images = append(f.images, image)
}

// newSite has n images of 20 KB and 300 KB of lines.
func newSite(n int) *fakeSite {
	f := &fakeSite{}
	for i := range n {
		f.addImage(i, strings.Repeat(fmt.Sprintf("image %05d ", i), 1700))
	}
	for i := range 3000 {
		sum := sha256.Sum256([]byte(fmt.Sprint(i)))
		f.lines = append(f.lines, fmt.Sprintf("row %d %x", i, sum))
	}
	return f
}

func openFolder(t *testing.T, dir string) *backup.Repository {
	t.Helper()
	storage, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return backup.NewRepository(storage)
}

func write(t *testing.T, r *backup.Repository, f *fakeSite, at time.Time, previous *backup.Snapshot) *backup.Snapshot {
	t.Helper()
	s, err := r.Write(t.Context(), backup.Writing{Source: f, Uploads: f, Release: "test", At: at, Previous: previous})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkRestores fails unless the backup restores the site.
func checkRestores(t *testing.T, r *backup.Repository, name string, f *fakeSite) {
	t.Helper()
	s, err := r.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	var dump bytes.Buffer
	if err := s.WriteDatabase(t.Context(), &dump); err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(f.lines, "\n") + "\n"; dump.String() != want {
		t.Errorf("the dump has %d bytes that are not the %d that were backed up", dump.Len(), len(want))
	}
	restored := 0
	for file, err := range s.Files(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		content, err := s.Content(t.Context(), file)
		if err != nil || string(content) != f.files[file.Key] {
			t.Errorf("%s has other bytes, error %v", file.Key, err)
		}
		restored++
	}
	if restored != len(f.images) {
		t.Errorf("%d files were restored, want %d", restored, len(f.images))
	}
}

func TestBackupRestoresEverything(t *testing.T) {
	f, r := newSite(40), openFolder(t, t.TempDir())
	s := write(t, r, f, night, nil)
	checkRestores(t, r, s.Name, f)
	if s.Revision() != 3000 || !s.At().Equal(night) || s.Release() != "test" {
		t.Errorf("the backup says revision %d at %s by %q", s.Revision(), s.At(), s.Release())
	}
}

func TestSecondNightWritesOnlyWhatIsNew(t *testing.T) {
	f, r := newSite(150), backup.NewRepository(memory{})
	first := write(t, r, f, night, nil)
	f.addImage(150, "a new one")
	f.lines = slices.Insert(f.lines, 10, "a row in the middle")
	f.opened = 0
	second := write(t, r, f, night.AddDate(0, 0, 1), first)
	checkRestores(t, r, second.Name, f)
	if f.opened > 1+len(f.images) { // checkRestores reads from the repository, not from here
		t.Errorf("the second night has read %d uploaded files", f.opened)
	}
	if 50*second.Written() > first.Written() {
		t.Errorf("the second night has written %d bytes, the first %d", second.Written(), first.Written())
	}
}

func TestBackupNamesFilesThatAreLost(t *testing.T) {
	f, r := newSite(5), backup.NewRepository(memory{})
	files, _ := f.images[2].Files()
	delete(f.files, files[0].Key)
	damaged, _ := f.images[4].Files()
	f.files[damaged[0].Key] = "other bytes"
	s := write(t, r, f, night, nil)
	if want := []string{files[0].Key, damaged[0].Key}; !slices.Equal(s.Lost(), want) {
		t.Errorf("lost files are %q, want %q", s.Lost(), want)
	}
}

func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]func(content []byte) []byte{
		"cut short": func(content []byte) []byte { return content[:len(content)-1] },
		"altered":   func(content []byte) []byte { content[len(content)/2] ^= 1; return content },
		"empty":     func([]byte) []byte { return nil },
		"missing":   nil,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f, r := newSite(3), openFolder(t, dir)
			written := write(t, r, f, night, nil)
			for _, folder := range []string{"blobs", "roots"} {
				_ = filepath.WalkDir(filepath.Join(dir, folder), func(path string, entry os.DirEntry, _ error) error {
					if entry.IsDir() {
						return nil
					}
					content, err := os.ReadFile(path)
					if err != nil {
						t.Fatal(err)
					}
					change(t, path, content, damage)
					if err := readAll(t.Context(), r, written.Name); err == nil {
						t.Errorf("a damaged %s is not noticed", path)
					} else if found := (*backup.Damage)(nil); !errors.As(err, &found) && errs.KindOf(err) != errs.NotFound {
						t.Errorf("a damaged %s causes %v", path, err)
					}
					return os.WriteFile(path, content, 0o600)
				})
			}
			if err := readAll(t.Context(), r, written.Name); err != nil {
				t.Errorf("the repaired backup cannot be read: %v", err)
			}
		})
	}
}

func change(t *testing.T, path string, content []byte, damage func([]byte) []byte) {
	t.Helper()
	err := os.Remove(path)
	if damage != nil {
		err = os.WriteFile(path, damage(bytes.Clone(content)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readAll(ctx context.Context, r *backup.Repository, name string) error {
	s, err := r.Open(ctx, name)
	if err != nil {
		return err
	}
	if err := s.WriteDatabase(ctx, io.Discard); err != nil {
		return err
	}
	for file, err := range s.Files(ctx) {
		if err == nil {
			_, err = s.Content(ctx, file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
