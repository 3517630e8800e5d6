package storetest

import (
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/site"
)

func newCreateKey(user auth.User, mark byte) record.CreateKey {
	return record.CreateKey{User: user.ID, Key: [32]byte{0: mark, 31: 0xff}, Body: [32]byte{0: 0xff, 31: mark}}
}

func putCreateKey(t *testing.T, s Stores, key record.CreateKey, recordID int64, at time.Time) {
	t.Helper()
	publish(t, s.Site(), func(tx site.Tx) error { return tx.PutCreateKey(t.Context(), key, recordID, at) })
}

func createKey(t *testing.T, s Stores, key record.CreateKey, since time.Time) (created record.Created, err error) {
	t.Helper()
	err = s.Site().Publish(t.Context(), func(tx site.Tx) (err error) {
		created, err = tx.CreateKey(t.Context(), key.User, key.Key, since)
		return err
	})
	return created, err
}

var createKeyTests = []test{
	{"a create key is found by its user from a time on, and replaced", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		key := newCreateKey(rosa, 1)
		putCreateKey(t, s, key, 7, noon)
		created, err := createKey(t, s, key, noon)
		same(t, err, nil)
		same(t, created, record.Created{RecordID: 7, Body: key.Body})
		_, err = createKey(t, s, key, noon.Add(time.Second))
		wantError(t, err, errs.NotFound)
		_, err = createKey(t, s, newCreateKey(bob, 1), noon)
		wantError(t, err, errs.NotFound)

		putCreateKey(t, s, key, 8, noon.Add(time.Hour))
		created, err = createKey(t, s, key, noon.Add(time.Second))
		same(t, err, nil)
		same(t, created.RecordID, int64(8))
	}},

	{"old and surplus create keys are deleted", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		for mark := byte(1); mark <= 5; mark++ {
			putCreateKey(t, s, newCreateKey(rosa, mark), int64(mark), noon.Add(time.Duration(mark)*time.Minute))
			putCreateKey(t, s, newCreateKey(bob, mark), int64(mark), noon.Add(time.Duration(mark)*time.Minute))
		}
		publish(t, s.Site(), func(tx site.Tx) error {
			return tx.DeleteOldCreateKeys(t.Context(), rosa.ID, noon.Add(2*time.Minute), 2)
		})
		for user, first := range map[auth.User]byte{rosa: 4, bob: 2} {
			for mark := byte(1); mark <= 5; mark++ {
				_, err := createKey(t, s, newCreateKey(user, mark), time.Time{}.AddDate(1970, 0, 0))
				if found := err == nil; found != (mark >= first) {
					t.Errorf("key %d of %s: %v", mark, user.Username, err)
				}
			}
		}
	}},

	{"create keys end with their user", func(t *testing.T, s Stores) {
		rosa := putUser(t, s, newUser("rosa"))
		putCreateKey(t, s, newCreateKey(rosa, 1), 7, noon)
		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().Delete(t.Context(), rosa.ID) })
		_, err := createKey(t, s, newCreateKey(rosa, 1), noon)
		wantError(t, err, errs.NotFound)
	}},
}
