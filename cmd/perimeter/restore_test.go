package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"perimeter/internal/blob"
	"perimeter/internal/media"
	"perimeter/internal/site"
	"perimeter/internal/store"
)

// openFolder opens the database and the files of a data folder.
func openFolder(t *testing.T, dir string) (*store.Store, media.Storage) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	storage, err := blob.Open(blob.Config{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return db, storage
}

// putImage adds an image with one variant to the library.
func putImage(t *testing.T, db *store.Store, storage media.Storage, content string) media.Image {
	t.Helper()
	hash := sha256.Sum256([]byte(content))
	image := media.Image{ID: rand.Text(), Name: content, MediaType: "image/png", Hash: hex.EncodeToString(hash[:])}
	image.Variants = []media.Variant{{URL: media.FilesPath + media.ImagesDir + image.ID + "/320.webp", Width: 320}}
	for i, file := range filesOf(t, image) {
		if err := storage.Put(t.Context(), file, []byte(content+strings.Repeat(" small", i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Media().Publish(t.Context(), func(tx media.Tx) error { return tx.PutImage(t.Context(), image) }); err != nil {
		t.Fatal(err)
	}
	return image
}

func deleteImage(t *testing.T, db *store.Store, storage media.Storage, image media.Image) {
	t.Helper()
	if err := db.Media().Publish(t.Context(), func(tx media.Tx) error { return tx.DeleteImage(t.Context(), image.ID) }); err != nil {
		t.Fatal(err)
	}
	for _, file := range filesOf(t, image) {
		if err := storage.Delete(t.Context(), file); err != nil {
			t.Fatal(err)
		}
	}
}

func filesOf(t *testing.T, image media.Image) (keys []string) {
	t.Helper()
	files, err := image.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		keys = append(keys, file.Key)
	}
	return keys
}

// addImage adds an image to a data folder that no server uses, and returns the key
// of its original.
func addImage(t *testing.T, dir, content string) string {
	t.Helper()
	db, storage := openFolder(t, dir)
	image := putImage(t, db, storage, content)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return filesOf(t, image)[0]
}

// storedFiles lists the files of uploads in a data folder.
func storedFiles(t *testing.T, dir string) (keys []string) {
	t.Helper()
	root := filepath.Join(dir, "objects")
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			key, _ := filepath.Rel(root, path)
			keys = append(keys, filepath.ToSlash(key))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// watchedStorage calls a function when a file is opened.
type watchedStorage struct {
	media.Storage
	opened func(key string)
}

func (s watchedStorage) Open(ctx context.Context, key string) (*media.StoredFile, error) {
	file, err := s.Storage.Open(ctx, key)
	s.opened(key)
	return file, err
}

func TestBackupIsConsistentWhileImagesChange(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	db, storage := openFolder(t, dir)
	kept := putImage(t, db, storage, "kept")
	gone := []media.Image{putImage(t, db, storage, "gone"), putImage(t, db, storage, "gone too")}
	var added media.Image
	watched := watchedStorage{storage, func(string) {
		if added.ID != "" {
			return
		}
		// One of the two may be in the archive by now; the other cannot.
		for _, image := range gone {
			deleteImage(t, db, storage, image)
		}
		added = putImage(t, db, storage, "added")
	}}
	var archive bytes.Buffer
	b := newFileBackup(&archive, db, watched, nil)
	if err := b.write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(b.lost) > 0 {
		t.Errorf("the backup takes files of deleted images for lost: %v", b.lost)
	}
	if err := os.WriteFile(file, archive.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}

	elsewhere := t.TempDir()
	mustRun(t, "", "restore", "--data", elsewhere, file)
	restored, _ := openFolder(t, elsewhere)
	images, err := restored.Images(t.Context(), media.Query{Sort: media.SortName, Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	var recorded []string
	for _, image := range images {
		recorded = append(recorded, filesOf(t, image)...)
	}
	want := slices.Concat(filesOf(t, kept), filesOf(t, added))
	slices.Sort(want)
	slices.Sort(recorded)
	if got := storedFiles(t, elsewhere); !slices.Equal(got, want) || !slices.Equal(recorded, want) {
		t.Errorf("restored were the files %v and records of %v, want %v", got, recorded, want)
	}
}

func TestBackupWithoutALostFileNeedsAFlagToBeRestored(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	lost, damaged, kept := addImage(t, dir, "lost"), addImage(t, dir, "damaged"), addImage(t, dir, "kept")
	if err := os.Remove(filepath.Join(dir, "objects", lost)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "objects", damaged), []byte("other bytes"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := command(t, "", "backup", "--data", dir, file)
	if status != 0 || !strings.Contains(stderr, lost) || !strings.Contains(stderr, damaged) {
		t.Errorf("backup: status %d and %q", status, stderr)
	}
	elsewhere := filepath.Join(t.TempDir(), "new")
	if status, _, stderr := command(t, "", "restore", "--data", elsewhere, file); status == 0 || !strings.Contains(stderr, lost) {
		t.Errorf("restore: status %d and %q", status, stderr)
	}
	mustRun(t, "", "restore", "--allow-incomplete", "--data", elsewhere, file)
	got := storedFiles(t, elsewhere)
	if slices.Contains(got, lost) || slices.Contains(got, damaged) || !slices.Contains(got, kept) {
		t.Errorf("restored were %v", got)
	}
}

// entry is a file in a backup.
type entry struct {
	name, content string
	typeflag      byte
}

func readEntries(t *testing.T, file string) (entries []entry) {
	t.Helper()
	err := eachEntry(file, nil, "", func(name string, r io.Reader) error {
		content, err := io.ReadAll(r)
		entries = append(entries, entry{name, string(content), tar.TypeReg})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func writeEntries(t *testing.T, file string, entries []entry) {
	t.Helper()
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Mode: 0o600, Typeflag: e.typeflag, Size: int64(len(e.content))}
		if e.typeflag != tar.TypeReg {
			header.Size, header.Linkname, e.content = 0, e.content, ""
		}
		if err := archive.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(archive, e.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := compressed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// withSums lists the checksums of what the entries hold now, so that only other
// checks can refuse them.
func withSums(entries []entry) []entry {
	var list strings.Builder
	for _, e := range entries {
		if e.name != sumsEntry {
			fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256([]byte(e.content)), e.name)
		}
	}
	return edit(entries, sumsEntry, func(string) string { return list.String() })
}

// edit changes the entries whose name ends as given.
func edit(entries []entry, ending string, change func(string) string) []entry {
	entries = slices.Clone(entries)
	for i, e := range entries {
		if strings.HasSuffix(e.name, ending) {
			entries[i].content = change(e.content)
		}
	}
	return entries
}

func without(entries []entry, ending string) []entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e entry) bool { return strings.HasSuffix(e.name, ending) })
}

func TestAlteredBackupIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	addAdmin(t, dir)
	addImage(t, dir, "a picture")
	mustRun(t, "", "backup", "--data", dir, file)
	good := readEntries(t, file)
	replace := func(old, changed string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				t.Fatalf("there is no %q to alter", old)
			}
			return strings.Replace(s, old, changed, 1)
		}
	}
	dumpWith := func(old, changed string) []entry { return withSums(edit(good, databaseEntry, replace(old, changed))) }
	other := func(string) string { return "other bytes" }
	for name, c := range map[string]struct {
		entries   []entry
		complaint string
	}{
		"dump of a newer release":   {dumpWith(`"schema":`, `"schema":99`), "newer release"},
		"dump without its end":      {dumpWith(`{"end":true}`, ``), "cut short"},
		"dump with an odd table":    {dumpWith(`"table":"users"`, `"table":"sessions"`), "unknown table"},
		"dump with an odd column":   {dumpWith(`"username":`, `"usurname":`), "unknown column"},
		"dump with an odd value":    {dumpWith(`"username":"sam"`, `"username":7`), "users.username"},
		"dump with an odd hash":     {dumpWith(`"hash":"`, `"hash":"../`), "malformed"},
		"dump with an odd variant":  {dumpWith(`320.webp`, `../../320.webp`), "malformed"},
		"dump that was exchanged":   {edit(good, databaseEntry, replace(`"sam"`, `"eve"`)), "not the database"},
		"no database":               {without(good, databaseEntry), "no database"},
		"no upload":                 {withSums(without(good, ".png")), "is missing"},
		"no variant":                {withSums(without(good, ".webp")), "is missing"},
		"no upload and no sums":     {without(without(good, ".png"), sumsEntry), "is missing"},
		"other bytes of an upload":  {withSums(edit(good, ".png", other)), "other bytes"},
		"other bytes of a variant":  {edit(good, ".webp", other), "other bytes"},
		"other bytes and no sums":   {without(edit(good, ".png", other), sumsEntry), "other bytes"},
		"unreadable sums":           {edit(good, sumsEntry, other), sumsEntry},
		"an entry twice":            {append(slices.Clone(good), good[0]), "twice"},
		"an entry of another kind":  {append(slices.Clone(good), entry{"objects/images/link", "/etc/passwd", tar.TypeSymlink}), "objects/images/link"},
		"an entry of another place": {append(slices.Clone(good), entry{"../objects/a", "a", tar.TypeReg}), "../objects/a"},
		"an entry that leaves":      {append(slices.Clone(good), entry{"objects/../../out", "a", tar.TypeReg}), "objects/../../out"},
		"an entry with a detour":    {append(slices.Clone(good), entry{"objects/images//a", "a", tar.TypeReg}), "objects/images//a"},
	} {
		t.Run(name, func(t *testing.T) {
			writeEntries(t, file, c.entries)
			target := filepath.Join(t.TempDir(), "target")
			status, _, stderr := command(t, "", "restore", "--data", target, file)
			if status == 0 || !strings.Contains(stderr, "nothing was restored") || !strings.Contains(stderr, c.complaint) {
				t.Errorf("status %d and %q, want a word about %q", status, stderr, c.complaint)
			}
			if _, err := os.Stat(target); !os.IsNotExist(err) {
				t.Errorf("the target was written to (%v)", err)
			}
		})
	}
	t.Run("unaltered", func(t *testing.T) {
		writeEntries(t, file, withSums(good))
		mustRun(t, "", "restore", "--data", t.TempDir(), file)
	})
	t.Run("of an older release, which wrote no sums", func(t *testing.T) {
		writeEntries(t, file, without(good, sumsEntry))
		mustRun(t, "", "restore", "--data", t.TempDir(), file)
	})
}

func TestRestoredHTMLIsClean(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "site.tar.gz")
	db, _ := openFolder(t, dir)
	err := db.Site().Publish(t.Context(), func(tx site.Tx) error {
		for _, item := range []site.ContentItem{
			{Key: "about_content", Section: site.SectionAbout, Type: site.ContentText, Value: "<p onclick=alert(1)>About</p>"},
			{Key: "promise", Section: site.SectionHome, Type: site.ContentHTML, Value: "<p>Fine</p><script>alert(1)</script>"},
			{Key: "title", Section: site.SectionHome, Type: site.ContentText, Value: "a < b <script>"},
		} {
			if _, err := tx.ContentItems().Insert(t.Context(), item, 0); err != nil {
				return err
			}
		}
		_, err := tx.Services().Insert(t.Context(), site.Service{
			Slug: "ants", Features: []string{}, FullDescription: "<p>Ants</p><script>1</script>", Template: "<form>{name}</form>",
		}, 0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, "", "backup", "--data", dir, file)
	elsewhere := t.TempDir()
	status, _, stderr := command(t, "", "restore", "--data", elsewhere, file)
	if status != 0 || !strings.Contains(stderr, "<script>") || !strings.Contains(stderr, "onclick") {
		t.Errorf("status %d and %q, want a warning that names what was removed", status, stderr)
	}
	restored, _ := openFolder(t, elsewhere)
	items, err := restored.ContentItems(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, item := range items {
		got[item.Key] = item.Value
	}
	service, err := restored.ServiceBySlug(t.Context(), "ants")
	if err != nil {
		t.Fatal(err)
	}
	got["description"], got["template"] = service.FullDescription, service.Template
	for key, want := range map[string]string{
		"about_content": "<p>About</p>", "promise": "<p>Fine</p>", "title": "a < b <script>",
		"description": "<p>Ants</p>", "template": "{name}",
	} {
		if got[key] != want {
			t.Errorf("%s was restored as %q, want %q", key, got[key], want)
		}
	}
}
