package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/record"
)

// firstRelease are the digests of the starter texts of the releases that wrote the
// sample company's facts into them whatever the company was, by slug.
var firstRelease = map[string]string{
	"termite-control":            "a70f3aa465a1d4f1",
	"mosquito-control":           "13d951f11de90c31",
	"general-pest-control":       "31f9270ef95b7b44",
	"commercial-pest-control":    "f44a1cf76bb8feea",
	"termites-silent-destroyers": "6c27c986ad2afe97",
}

// FollowCompany writes the starter texts that nobody has edited anew from the
// company's facts, in the transaction that changes these. A text is unedited if it is
// what would have been written from one of the former facts.
func (s *Site) FollowCompany(
	ctx context.Context, in company.Tx, change record.Change, former []company.Identity, now company.Identity,
) error {
	tx, ok := in.(Tx) // the store has one transaction for both
	if !ok {
		return errors.New("the company was changed in a transaction that has no site")
	}
	content, err := readStarter()
	if err != nil {
		return err
	}
	if err := s.followServices(ctx, tx, change, content.Services, former, now); err != nil {
		return fmt.Errorf("write the starter services anew: %w", err)
	}
	if err := s.followPosts(ctx, tx, change, content.Posts, former, now); err != nil {
		return fmt.Errorf("write the starter article anew: %w", err)
	}
	return nil
}

// FollowNow is FollowCompany for a site whose facts have changed while no server
// followed them.
func (s *Site) FollowNow(ctx context.Context) error {
	current, err := s.company.Current(ctx)
	if err != nil {
		return err
	}
	former, err := s.company.Former(ctx)
	if err != nil {
		return err
	}
	return s.store.Publish(ctx, func(tx Tx) error {
		in, ok := tx.(company.Tx)
		if !ok {
			return errors.New("the site is changed in a transaction that has no company")
		}
		return s.FollowCompany(ctx, in, record.Change{}, former, current.Identity)
	})
}

func (s *Site) followServices(
	ctx context.Context, tx Tx, change record.Change, made []starterService, former []company.Identity, now company.Identity,
) error {
	stored, err := tx.Services().List(ctx)
	if err != nil {
		return err
	}
	for _, v := range made {
		i := slices.IndexFunc(stored, func(service Service) bool { return service.Slug == v.Slug })
		if i < 0 {
			continue
		}
		service := stored[i]
		wanted, err := v.writtenFor(now)
		if err != nil {
			return err
		}
		// A picture, a place in the list or a switch says nothing about who wrote the words.
		unedited, err := isUnedited(v.Slug, service.Texts(), former, func(facts company.Identity) ([]string, error) {
			written, err := v.writtenFor(facts)
			return written.Texts(), err
		})
		if err != nil {
			return err
		}
		if !unedited || slices.Equal(service.Texts(), wanted.Texts()) {
			continue
		}
		service.ShortDescription, service.FullDescription = wanted.ShortDescription, wanted.FullDescription
		service.Features, service.Template = wanted.Features, wanted.Template
		service.UpdatedAt = s.clock.Stamp()
		if _, _, err := s.records.services.Put(ctx, tx, change, service); err != nil {
			return err
		}
	}
	return nil
}

func (s *Site) followPosts(
	ctx context.Context, tx Tx, change record.Change, made []starterPost, former []company.Identity, now company.Identity,
) error {
	for _, v := range made {
		// Publishing transactions run one at a time, so this is what the transaction sees,
		// and not all posts have to be read.
		found, err := s.store.Posts().BySlug(ctx, v.Slug)
		if errs.KindOf(err) == errs.NotFound || err == nil && found.Slug != v.Slug {
			continue
		}
		if err != nil {
			return err
		}
		post, err := tx.Posts().Get(ctx, found.ID)
		if err != nil {
			return err
		}
		wanted := v.writtenFor(now)
		unedited, err := isUnedited(v.Slug, post.Texts(), former, func(facts company.Identity) ([]string, error) {
			return v.writtenFor(facts).Texts(), nil
		})
		if err != nil {
			return err
		}
		if !unedited || slices.Equal(post.Texts(), wanted.Texts()) {
			continue
		}
		post.Excerpt, post.Content, post.UpdatedAt = wanted.Excerpt, wanted.Content, s.clock.Stamp()
		if _, _, err := s.records.posts.Put(ctx, tx, change, post); err != nil {
			return err
		}
	}
	return nil
}

// isUnedited reports whether the stored texts are those of the first release, or what
// is written from one of the former facts.
func isUnedited(
	slug string, stored []string, former []company.Identity, written func(company.Identity) ([]string, error),
) (bool, error) {
	if digestOf(stored) == firstRelease[slug] {
		return true, nil
	}
	for _, facts := range former {
		texts, err := written(facts)
		if err != nil {
			return false, err
		}
		if slices.Equal(stored, texts) {
			return true, nil
		}
	}
	return false, nil
}

func digestOf(texts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
