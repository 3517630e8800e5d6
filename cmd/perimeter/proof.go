package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/server"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/temporary"
)

// prover restores backups into a temporary folder and compares them with the site.
type prover struct {
	live  *store.Store
	file  *company.Document // the site file; nil if there is none
	pages *server.Pages     // of the live site
}

// prove implements backup.Prove. Both sites are rendered by the same code at the time
// of the backup, with today's reviews, which no backup has.
func (p prover) prove(ctx context.Context, s *backup.Snapshot, live bool) (difference string, err error) {
	restored, difference, err := restoreForProof(ctx, s)
	if err != nil || difference != "" {
		return difference, err
	}
	defer restored.close()
	if difference, err := missingFile(ctx, s, restored.Store); err != nil || difference != "" {
		return difference, err
	}
	shown, err := reviews.New(reviews.Config{
		Store: p.live.Reviews(), PhotoPath: server.ReviewPhotosPath, Location: func(context.Context) *time.Location { return time.UTC },
	}).List(ctx)
	if err != nil {
		return "", err
	}
	of := func(content, images *store.Store) *server.Pages {
		return p.of(content, images, fixedReviews(shown), s.At())
	}
	comparison := comparison{restored: of(restored.Store, restored.Store)}
	if !live {
		return comparison.run(ctx, nil)
	}
	changed, difference, err := comparison.compare(ctx, of(p.live, p.live), func() (bool, error) {
		revision, err := p.live.Revision(ctx)
		return revision != s.Revision(), err
	})
	if err != nil || difference != "" || len(changed) == 0 {
		return difference, err
	}
	// Somebody has edited the site since. Its history knows what these pages were.
	then, err := p.copyThen(ctx, restored.Store)
	if err != nil {
		return "", err
	}
	defer then.close()
	comparison.paths = changed
	return comparison.run(ctx, of(then.Store, restored.Store))
}

// fixedReviews are the same on both sites, even if new ones arrive meanwhile.
type fixedReviews []reviews.Review

func (f fixedReviews) List(context.Context) ([]reviews.Review, error) { return f, nil }
func (fixedReviews) Page(context.Context) (string, error)             { return "", nil }

// of returns the pages of the content of one database with the images of another.
func (p prover) of(content, images *store.Store, shown fixedReviews, at time.Time) *server.Pages {
	clock := func() time.Time { return at }
	facts := company.New(company.Config{Store: content.Company(), File: p.file, Clock: clock})
	return p.pages.Of(site.New(site.Config{
		Store: content.Site(), Company: facts, Reviews: shown, Clock: clock,
		Images: media.New(media.Config{Store: images.Media(), Codec: imaging.New()}),
	}), facts)
}

// copyThen returns what the live site had published when the restored one was backed
// up.
func (p prover) copyThen(ctx context.Context, restored *store.Store) (temporaryStore, error) {
	newest, err := restored.History().Versions(ctx, record.Query{Limit: 1})
	if err != nil {
		return temporaryStore{}, err
	}
	var at time.Time
	if len(newest) > 0 {
		at = newest[0].At
	}
	return copyAt(ctx, p.live, at)
}

// restoreForProof restores the database of a backup into a temporary folder.
func restoreForProof(ctx context.Context, s *backup.Snapshot) (restored temporaryStore, difference string, err error) {
	dump, err := newSpool()
	if err != nil {
		return temporaryStore{}, "", err
	}
	defer dump.close()
	if err := s.WriteDatabase(ctx, dump); err != nil {
		return temporaryStore{}, "", err
	}
	dir, err := temporary.NewFolder("perimeter-proof-")
	if err != nil {
		return temporaryStore{}, "", err
	}
	db, err := store.Open(ctx, store.Config{DataDir: dir, Lock: store.LockRestoring})
	if err != nil {
		return temporaryStore{}, "", errors.Join(err, os.RemoveAll(dir))
	}
	restored = temporaryStore{db, dir}
	err = dump.load(ctx, db)
	if err == nil {
		_, err = site.CleanStored(ctx, db.Site())
	}
	if err == nil {
		return restored, "", nil
	}
	closed := restored.close()
	if kind := errs.KindOf(err); ctx.Err() != nil || kind == errs.Unavailable || kind == errs.Full {
		return temporaryStore{}, "", errors.Join(err, closed)
	}
	return temporaryStore{}, fmt.Sprintf("its database cannot be used: %v", err), closed
}

// missingFile reads every uploaded file that the restored database names, and says
// which is missing or damaged.
func missingFile(ctx context.Context, s *backup.Snapshot, restored *store.Store) (difference string, err error) {
	next, stop := iter.Pull2(s.Files(ctx))
	defer stop()
	file, err, more := next()
	for image, imageErr := range media.AllImages(ctx, restored.Media()) {
		if imageErr != nil {
			return "", imageErr
		}
		wanted, fileErr := backup.FilesInOrder(image)
		if fileErr != nil {
			return fileErr.Error(), nil
		}
		for _, w := range wanted {
			for more && err == nil && file.Key < w.Key {
				file, err, more = next()
			}
			if err != nil {
				return "", err
			}
			if !more || file.Key != w.Key || w.Hash != "" && w.Hash != file.Hash {
				return "the uploaded file " + w.Key + " is missing or damaged", nil
			}
			if _, err := s.Content(ctx, file); err != nil {
				return "", err
			}
		}
	}
	return "", err
}

// comparison compares the pages of a restored site with those of another one.
type comparison struct {
	restored *server.Pages
	paths    []string // nil means all
}

// run renders the pages and returns the first difference. Without another site it
// only says which page cannot be rendered.
func (c comparison) run(ctx context.Context, other *server.Pages) (difference string, err error) {
	_, difference, err = c.compare(ctx, other, func() (bool, error) { return false, nil })
	return difference, err
}

// compare returns the first difference, and the pages that differ because the other
// site was changed.
func (c comparison) compare(ctx context.Context, other *server.Pages, wasChanged func() (bool, error)) (changed []string, difference string, err error) {
	paths := c.restored.PublicPaths(ctx)
	if c.paths != nil {
		paths = func(yield func(string, error) bool) {
			for _, path := range c.paths {
				if !yield(path, nil) {
					return
				}
			}
		}
	}
	for path, err := range paths {
		if err != nil {
			return nil, "", err
		}
		status, body, err := c.restored.Body(ctx, path)
		if err != nil {
			return nil, "", err
		}
		if other == nil {
			continue
		}
		wantStatus, want, err := other.Body(ctx, path)
		if err != nil {
			return nil, "", err
		}
		if status == wantStatus && bytes.Equal(body, want) {
			continue
		}
		if edited, err := wasChanged(); err != nil {
			return nil, "", err
		} else if edited {
			changed = append(changed, path)
			continue
		}
		return nil, firstDifference(path, body, want), nil
	}
	return changed, "", nil
}

// firstDifference shows where two bodies differ.
func firstDifference(path string, got, want []byte) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	from := max(0, i-20)
	return fmt.Sprintf("%s has %q where the site has %q", path, part(got, from), part(want, from))
}

func part(text []byte, from int) []byte { return text[min(from, len(text)):min(from+60, len(text))] }
