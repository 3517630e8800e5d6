package auth

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/google/go-cmp/cmp"

	"perimeter/internal/errs"
)

func TestPasswordMatchesOnlyItsHash(t *testing.T) {
	h := newPasswordHasher()
	hash, err := h.hash(t.Context(), true, "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(hash, "correct") {
		t.Errorf("the hash %q holds the password", hash)
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horse ": false, "": false} {
		if got, err := h.matches(t.Context(), false, password, hash); err != nil || got != want {
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
	if match, err := newPasswordHasher().matches(t.Context(), false, "anything", ""); err != nil || match {
		t.Errorf("matches: %t, %v", match, err)
	}
}

func TestConcurrentHashesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newPasswordHasher()
		acquire := func(knownDevice bool) func() {
			t.Helper()
			release, err := h.acquire(t.Context(), knownDevice)
			if err != nil {
				t.Fatal(err)
			}
			return release
		}
		release := acquire(false)
		_, err := h.acquire(t.Context(), false) // waits until it times out
		if errs.KindOf(err) != errs.Unavailable {
			t.Errorf("with the shared slot taken: %v", err)
		}
		releaseReserved := acquire(true)
		_, err = h.acquire(t.Context(), true)
		if errs.KindOf(err) != errs.Unavailable {
			t.Errorf("with all slots taken: %v", err)
		}

		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.acquire(cancelled, true); err == nil || errs.KindOf(err) != 0 {
			t.Errorf("after the caller was cancelled: %v", err)
		}

		var waiting sync.WaitGroup
		waiting.Go(func() { acquire(false)() })
		synctest.Wait()
		releaseReserved()
		synctest.Wait() // a device that is not known still waits
		release()
		waiting.Wait()
	})
}

func TestGuessesDoNotKeepKnownDevicesWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newPasswordHasher()
		guess := func() {
			release, err := h.acquire(t.Context(), false)
			if err != nil {
				return
			}
			time.Sleep(30 * time.Millisecond) // the fake clock: what a hash takes
			release()
		}
		var guesses sync.WaitGroup
		for range 250 {
			guesses.Go(guess)
		}
		synctest.Wait()
		for range 21 {
			before := time.Now()
			release, err := h.acquire(t.Context(), true)
			if err != nil || time.Since(before) > 0 {
				t.Errorf("a known device waited %s: %v", time.Since(before), err)
				continue
			}
			release()
		}
		guesses.Wait()
	})
}
