package media_test

import (
	"strings"
	"testing"
)

func TestVerifyFindsMissingAndChangedFiles(t *testing.T) {
	f := newFixture(t)
	sound, changed, missing := f.upload(t, "sound", png(t, 1)), f.upload(t, "changed", png(t, 2)), f.upload(t, "missing", png(t, 3))
	if checked, problems, err := f.Verify(t.Context()); err != nil || checked != 3 || len(problems) != 0 {
		t.Fatalf("%d images, %v, %v", checked, problems, err)
	}
	for _, key := range f.files(t) {
		var err error
		switch {
		case strings.Contains(key, changed.ID):
			err = f.storage.Put(t.Context(), key, []byte("other bytes"))
		case strings.Contains(key, missing.ID):
			err = f.storage.Delete(t.Context(), key)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	_, problems, err := f.Verify(t.Context())
	found := strings.Join(problems, "\n")
	if err != nil || len(problems) != 2 || !strings.Contains(found, changed.ID) || !strings.Contains(found, missing.ID) || strings.Contains(found, sound.ID) {
		t.Errorf("%v, %v", problems, err)
	}
}
