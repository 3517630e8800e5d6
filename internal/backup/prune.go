package backup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// How many backups are kept: the newest of each of so many days, weeks and months
// that have one.
const (
	keepDays   = 7
	keepWeeks  = 4
	keepMonths = 12
)

// orphanAge is how old a blob must be to be deleted. A younger one may belong to a
// backup that is being written.
const orphanAge = 24 * time.Hour

// maxInUse is how many blobs a pass of Prune remembers, which takes about 8 MB.
const maxInUse = 100_000

// Keep returns which of the backups are kept, given their names, newest first. Of a
// day, a week or a month a backup that failed its proof is kept only if there is no
// other. The newest is always kept: the next one builds on it.
func Keep(names []string, failed func(name string) bool) map[string]bool {
	kept := map[string]bool{}
	if len(names) > 0 {
		kept[names[0]] = true
	}
	for _, rule := range []struct {
		period func(time.Time) string
		most   int
	}{
		{func(t time.Time) string { return t.Format(time.DateOnly) }, keepDays},
		{func(t time.Time) string { year, week := t.ISOWeek(); return fmt.Sprint(year, "-", week) }, keepWeeks},
		{func(t time.Time) string { return t.Format("2006-01") }, keepMonths},
	} {
		chosen, order := map[string]string{}, []string{}
		for _, name := range names {
			period := rule.period(timeOf(name))
			before, known := chosen[period]
			if !known {
				order = append(order, period)
			}
			if !known || failed(before) && !failed(name) {
				chosen[period] = name
			}
		}
		for _, period := range order[:min(len(order), rule.most)] {
			kept[chosen[period]] = true
		}
	}
	return kept
}

// Prune deletes the backups that are not kept or whose root is damaged, and then the blobs that no backup
// needs. Whenever it is interrupted, every backup that is still there is complete. As long as a backup is
// kept whose key is missing, no blob is deleted, because nobody knows which ones it needs.
func (r *Repository) Prune(ctx context.Context, keep map[string]bool, now time.Time) (deleted []string, err error) {
	names, err := r.Names(ctx)
	if err != nil {
		return nil, err
	}
	var kept []*Snapshot
	var unwanted []string
	locked := false
	for _, name := range names {
		if !keep[name] {
			unwanted = append(unwanted, name)
			continue
		}
		s, err := r.Open(ctx, name)
		if damage := (*Damage)(nil); errors.As(err, &damage) {
			unwanted = append(unwanted, name) // nobody can restore it
			continue
		}
		if missing := (*Locked)(nil); errors.As(err, &missing) {
			locked = true
			continue
		}
		if err != nil { // such as a newer format: nobody knows which blobs it needs
			return nil, fmt.Errorf("nothing was deleted, the backup %s cannot be read: %w", name, err)
		}
		kept = append(kept, s)
	}
	for _, name := range unwanted {
		if err := r.storage.Delete(ctx, rootKey(name)); err != nil {
			return deleted, err
		}
		deleted = append(deleted, name)
	}
	if locked {
		return deleted, nil
	}
	files := 0
	for _, s := range kept {
		files = max(files, s.root.Files)
	}
	passes := files/maxInUse + 1
	for pass := range passes {
		if err := r.deleteOrphans(ctx, kept, now.Add(-orphanAge), pass, passes); err != nil {
			return deleted, err
		}
	}
	return deleted, nil
}

// deleteOrphans deletes blobs that no backup needs and that were written before the
// time. Each pass looks at a part of all blobs, so that memory is bounded.
func (r *Repository) deleteOrphans(ctx context.Context, kept []*Snapshot, before time.Time, pass, passes int) error {
	inPass := func(blob string) bool { return blob != "" && sumOf(blob)%passes == pass }
	used := map[string]bool{}
	use := func(blob string) {
		if inPass(blob) {
			used[blob] = true
		}
	}
	for _, s := range kept {
		for _, c := range s.Database {
			use(s.key.blobName(c.Blob))
		}
		for _, c := range s.Listing {
			use(s.key.blobName(c.Blob))
		}
		for file, err := range s.Files(ctx) {
			if err != nil {
				return fmt.Errorf("no blob was deleted: %w", err)
			}
			use(s.key.blobName(file.Hash))
		}
	}
	for info, err := range r.storage.List(ctx, blobsFolder) {
		if err != nil {
			return err
		}
		blob := info.Key[strings.LastIndexByte(info.Key, '/')+1:]
		if !inPass(blob) || used[blob] || info.ModifiedAt.After(before) {
			continue
		}
		if err := r.storage.Delete(ctx, info.Key); err != nil {
			return err
		}
	}
	return nil
}

// sumOf spreads the names of blobs over the passes.
func sumOf(blob string) (sum int) {
	for _, c := range []byte(blob[:min(len(blob), 8)]) {
		sum = sum*31 + int(c)
	}
	return sum
}
