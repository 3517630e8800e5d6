package backup

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
)

// Sheet is the recovery sheet: what somebody needs to bring the site back on a bare
// machine, on one page of paper.
type Sheet struct {
	Site   string `json:"site" doc:"The name of the company"`
	Place  string `json:"place" doc:"Where the backups are"`
	Beside bool   `json:"beside" doc:"Whether that is the data folder, so that they are lost with the machine"`
	// Keys are the texts of the keys, the one for new backups first.
	Keys      []string  `json:"keys" doc:"What opens the backups, the key of new ones first; empty if they are not encrypted"`
	Before    []string  `json:"before" doc:"What must be at hand or set before the commands"`
	Commands  []string  `json:"commands" doc:"The commands that bring the site back"`
	Words     []string  `json:"words" doc:"The words that show that somebody has the sheet; others when what is on it has changed"`
	Release   string    `json:"release" doc:"Of the program"`
	PrintedAt time.Time `json:"printedAt"`
}

// The numbers of words on a sheet and of those that are typed back.
const (
	sheetWords = 12
	typedWords = 4
)

//go:embed words.txt
var wordList string

// words are 256 nouns that no two of begin with the same four letters.
var words = strings.Fields(wordList)

// AddWords adds the words. They are derived from a secret of the site and from what
// must not get lost, so they change with that, and tell nothing of the keys.
func (s *Sheet) AddWords(secret []byte) {
	sum := hmac.New(sha256.New, secret)
	fmt.Fprintf(sum, "%q %q", s.Place, s.Keys)
	s.Words = make([]string, sheetWords)
	for i, b := range sum.Sum(nil)[:sheetWords] {
		s.Words[i] = words[b]
	}
}

// fingerprint changes with the words.
func (s Sheet) fingerprint() string {
	return digest([]byte(strings.Join(s.Words, " ")))[:nameDigest]
}

// positions returns which words are to be typed, in order and counted from 1. They are
// always the same for one sheet, so that nobody has to remember a question.
func (s Sheet) positions() []int {
	chosen := []int{}
	for n := 0; len(chosen) < typedWords; n++ {
		sum := sha256.Sum256(fmt.Append(nil, s.fingerprint(), n))
		if p := 1 + int(sum[0])%sheetWords; !slices.Contains(chosen, p) {
			chosen = append(chosen, p)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// RecoverySheet returns the sheet as it would be printed now.
func (b *Backups) RecoverySheet(ctx context.Context) (Sheet, error) {
	if b.Sheet == nil {
		return Sheet{}, errs.Errorf(errs.Unavailable, "There is no recovery sheet here.")
	}
	return b.Sheet(ctx)
}

// ConfirmSheet records that somebody has the sheet if they know the words at its
// positions, or returns Invalid.
func (b *Backups) ConfirmSheet(ctx context.Context, typed []string) error {
	sheet, err := b.RecoverySheet(ctx)
	if err != nil {
		return err
	}
	positions := sheet.positions()
	right := len(typed) == len(positions)
	for i := range min(len(typed), len(positions)) {
		right = right && strings.EqualFold(strings.TrimSpace(typed[i]), sheet.Words[positions[i]-1])
	}
	if !right {
		return errs.Errorf(errs.Invalid, "These are not the words %d, %d, %d and %d of the newest recovery sheet.",
			positions[0], positions[1], positions[2], positions[3])
	}
	return b.Store.PutRecoverySheet(ctx, sheet.fingerprint())
}

// addSheet adds what is known of the recovery sheet.
func (b *Backups) addSheet(ctx context.Context, state State, c *Condition) error {
	c.Positions = []int{}
	if b.Sheet == nil {
		return nil
	}
	sheet, err := b.Sheet(ctx)
	if errs.KindOf(err) == errs.Unavailable {
		return err
	}
	if err != nil {
		// Without its key no backup can be made or opened.
		if c.Problem == "" {
			c.Problem = "The recovery sheet cannot be made: " + sentence(err) + "."
		}
		return nil
	}
	c.Positions, c.Printed = sheet.positions(), state.Sheet == sheet.fingerprint()
	c.On = c.Printed && c.Proven != nil
	return nil
}
