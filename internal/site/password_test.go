package site

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/alexedwards/argon2id"
	"github.com/google/go-cmp/cmp"
)

func TestPasswordsMatchTheirHashAlone(t *testing.T) {
	v := newVault()
	hash, err := v.hash(t.Context(), "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(hash, "correct") {
		t.Errorf("the hash %q holds the password", hash)
	}
	for password, want := range map[string]bool{"correct horse": true, "correct horse ": false, "": false} {
		if got, err := v.matches(t.Context(), password, hash); err != nil || got != want {
			t.Errorf("%q matches: %t, %v", password, got, err)
		}
	}
}

func TestNobodysPasswordCostsWhatAnyCostsAndNeverMatches(t *testing.T) {
	params, _, _, err := argon2id.DecodeHash(decoy)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(hashing, params); diff != "" {
		t.Errorf("the decoy's cost (-real +decoy):\n%s", diff)
	}
	if match, err := newVault().matches(t.Context(), "anything", ""); err != nil || match {
		t.Errorf("matches: %t, %v", match, err)
	}
}

func TestOnlyAFewPasswordsAreHashedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := newVault()
		var releases []func()
		for range hashesAtOnce {
			release, err := v.turn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			releases = append(releases, release)
		}

		_, err := v.turn(t.Context()) // waits until its patience ends
		if KindOf(err) != Unavailable {
			t.Errorf("with all turns taken: %v", err)
		}

		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := v.turn(gone); err == nil || KindOf(err) != 0 {
			t.Errorf("after the caller has gone: %v", err)
		}

		var waiting sync.WaitGroup
		waiting.Go(func() {
			release, err := v.turn(t.Context())
			if err != nil {
				t.Errorf("after a turn was given back: %v", err)
				return
			}
			release()
		})
		synctest.Wait()
		releases[0]()
		waiting.Wait()
	})
}
