package storetest

import (
	"fmt"
	"testing"
	"time"

	"perimeter/internal/auth"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
	"perimeter/internal/workingcopy"
)

func newWorkingCopy(user auth.User, id string) workingcopy.Copy {
	return workingcopy.Copy{
		Info: workingcopy.Info{
			Kind: "post", RecordID: id, Title: "Ants " + id, BasedOn: "2025-05-14T17:00:00.123456Z", SavedAt: noon,
		},
		UserID:   user.ID,
		Original: workingcopy.Fields{"title": []byte(`"Ants"`)},
		Values:   workingcopy.Fields{"title": []byte(`"Ants <b>\u0000"`), "tags": []byte(`[1,{"a":null}]`)},
	}
}

func putWorkingCopy(t *testing.T, s Stores, c workingcopy.Copy) {
	t.Helper()
	wantNone(t, s.Copies().PutWorkingCopy(t.Context(), c, 100))
}

func copyIDs(t *testing.T, s Stores, user auth.User, kind workingcopy.Kind) []string {
	t.Helper()
	ids := []string{}
	for _, c := range testkit.Must(s.Copies().WorkingCopies(t.Context(), user.ID, kind))(t) {
		ids = append(ids, c.RecordID)
	}
	return ids
}

var workingCopyTests = []test{
	{"a working copy is stored, replaced and deleted without raising the revision", func(t *testing.T, s Stores) {
		user := putUser(t, s, newUser("rosa"))
		before := revision(t, s)
		c := newWorkingCopy(user, "7")
		putWorkingCopy(t, s, c)
		same(t, testkit.Must(s.Copies().WorkingCopy(t.Context(), user.ID, "post", "7"))(t), c)

		c.BasedOn, c.Title, c.SavedAt = "", "", noon.Add(time.Second)
		c.Original, c.Values = workingcopy.Fields{}, workingcopy.Fields{"title": []byte(`""`)}
		putWorkingCopy(t, s, c)
		same(t, testkit.Must(s.Copies().WorkingCopy(t.Context(), user.ID, "post", "7"))(t), c)
		same(t, testkit.Must(s.Copies().WorkingCopies(t.Context(), user.ID, "post"))(t), []workingcopy.Info{c.Info})

		c.Original = c.Values // typed back by hand
		putWorkingCopy(t, s, c)
		same(t, testkit.Must(s.Copies().WorkingCopy(t.Context(), user.ID, "post", "7"))(t), c)

		wantNone(t, s.Copies().DeleteWorkingCopy(t.Context(), user.ID, "post", "7"))
		wantNone(t, s.Copies().DeleteWorkingCopy(t.Context(), user.ID, "post", "7"))
		_, err := s.Copies().WorkingCopy(t.Context(), user.ID, "post", "7")
		wantError(t, err, errs.NotFound)
		same(t, revision(t, s), before)
	}},

	{"working copies belong to one user and go with the user", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		putWorkingCopy(t, s, newWorkingCopy(rosa, "new"))
		_, err := s.Copies().WorkingCopy(t.Context(), bob.ID, "post", "new")
		wantError(t, err, errs.NotFound)
		wantNone(t, s.Copies().DeleteWorkingCopy(t.Context(), bob.ID, "post", "new"))
		same(t, copyIDs(t, s, bob, "post"), []string{})
		same(t, copyIDs(t, s, rosa, "post"), []string{"new"})
		same(t, copyIDs(t, s, rosa, "service"), []string{})

		write(t, s.Auth(), func(tx auth.Tx) error { return tx.Users().Delete(t.Context(), rosa.ID) })
		same(t, copyIDs(t, s, rosa, "post"), []string{})
		wantError(t, s.Copies().PutWorkingCopy(t.Context(), newWorkingCopy(rosa, "new"), 100), errs.NotFound)
	}},

	{"the oldest working copies of a user are deleted beyond the limit", func(t *testing.T, s Stores) {
		rosa, bob := putUser(t, s, newUser("rosa")), putUser(t, s, newUser("bob"))
		putWorkingCopy(t, s, newWorkingCopy(bob, "1"))
		for i := range 5 {
			c := newWorkingCopy(rosa, fmt.Sprint(i))
			c.SavedAt = noon.Add(time.Duration(i) * time.Second)
			wantNone(t, s.Copies().PutWorkingCopy(t.Context(), c, 3))
		}
		same(t, copyIDs(t, s, rosa, "post"), []string{"4", "3", "2"})
		same(t, copyIDs(t, s, bob, "post"), []string{"1"})
	}},
}
