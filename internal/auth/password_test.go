package auth

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/alexedwards/argon2id"
	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
)

func TestPasswordMatchesOnlyItsHash(t *testing.T) {
	h := newPasswordHasher()
	hash, err := h.hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(hash, "correct") {
		t.Errorf("the hash %q holds the password", hash)
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horse ": false, "": false} {
		if got, err := h.matches(t.Context(), password, hash); err != nil || got != want {
			t.Errorf("%q matches: %t, %v", password, got, err)
		}
	}
}

func TestEmptyHashCostsTheSameAndNeverMatches(t *testing.T) {
	params, _, _, err := argon2id.DecodeHash(dummyHash)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(hashParams, params); diff != "" {
		t.Errorf("the cost of the dummy hash (-real +dummy):\n%s", diff)
	}
	if match, err := newPasswordHasher().matches(t.Context(), "anything", ""); err != nil || match {
		t.Errorf("matches: %t, %v", match, err)
	}
}

func TestConcurrentHashesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newPasswordHasher()
		var releases []func()
		for range maxConcurrentHashes {
			release, err := h.acquire(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			releases = append(releases, release)
		}

		_, err := h.acquire(t.Context()) // waits until it times out
		if errs.KindOf(err) != errs.Unavailable {
			t.Errorf("with all slots taken: %v", err)
		}

		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.acquire(cancelled); err == nil || errs.KindOf(err) != 0 {
			t.Errorf("after the caller was cancelled: %v", err)
		}

		var waiting sync.WaitGroup
		waiting.Go(func() {
			release, err := h.acquire(t.Context())
			if err != nil {
				t.Errorf("after a slot was released: %v", err)
				return
			}
			release()
		})
		synctest.Wait()
		releases[0]()
		waiting.Wait()
	})
}
