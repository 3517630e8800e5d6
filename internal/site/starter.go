package site

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/goccy/go-yaml"
)

//go:embed starter.yaml
var starterFile []byte

// starter is what an empty site begins with.
type starter struct {
	Services []struct {
		Name             string   `yaml:"name"`
		Slug             string   `yaml:"slug"`
		ShortDescription string   `yaml:"shortDescription"`
		FullDescription  string   `yaml:"fullDescription"`
		ImageURL         string   `yaml:"imageUrl"`
		Features         []string `yaml:"features"`
		Template         string   `yaml:"template"`
		FeaturedOnHome   bool     `yaml:"featuredOnHome"`
	} `yaml:"services"`
	Posts []struct {
		Title       string    `yaml:"title"`
		Slug        string    `yaml:"slug"`
		Excerpt     string    `yaml:"excerpt"`
		Content     string    `yaml:"content"`
		ImageURL    string    `yaml:"imageUrl"`
		PublishedAt time.Time `yaml:"publishedAt"`
	} `yaml:"posts"`
}

// FillStarter gives an empty site its first services and article, all of them or
// none. It does so only once, so that what an owner deletes does not come back.
func (s *Site) FillStarter(ctx context.Context) error {
	if done, err := s.store.StarterDone(ctx); err != nil || done {
		return err
	}

	var content starter
	if err := yaml.NewDecoder(bytes.NewReader(starterFile), yaml.Strict()).Decode(&content); err != nil {
		return fmt.Errorf("the embedded starter content is broken: %w", err)
	}
	return s.store.Publish(ctx, func(tx Tx) error {
		// Another replica may have filled the site since the check above.
		if done, err := tx.StarterDone(ctx); err != nil || done {
			return err
		}
		empty, err := isEmpty(ctx, tx)
		if err != nil {
			return err
		}
		if empty {
			if err := content.fill(ctx, tx, s.clock.Now()); err != nil {
				return fmt.Errorf("fill in the starter content: %w", err)
			}
		}
		return tx.MarkStarterDone(ctx)
	})
}

func (c starter) fill(ctx context.Context, tx Tx, now time.Time) error {
	for _, v := range c.Services {
		_, err := tx.PutService(ctx, Service{
			Name: v.Name, Slug: v.Slug, ShortDescription: v.ShortDescription,
			FullDescription: v.FullDescription, ImageURL: v.ImageURL, Features: v.Features,
			Template: v.Template, FeaturedOnHome: v.FeaturedOnHome, UpdatedAt: now,
		})
		if err != nil {
			return err
		}
	}
	for _, v := range c.Posts {
		_, err := tx.PutPost(ctx, Post{
			Title: v.Title, Slug: v.Slug, Excerpt: v.Excerpt, Content: v.Content,
			ImageURL: v.ImageURL, PublishedAt: v.PublishedAt, UpdatedAt: v.PublishedAt,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isEmpty reports whether nothing is stored that the public sees.
func isEmpty(ctx context.Context, tx Tx) (bool, error) {
	content, err := tx.ContentItems(ctx)
	if err != nil {
		return false, err
	}
	services, err := tx.Services(ctx)
	if err != nil {
		return false, err
	}
	posts, err := tx.PostPage(ctx, PostQuery{After: BeforeAllPosts, Limit: 1, Summary: true})
	if err != nil {
		return false, err
	}
	links, err := tx.SocialLinks(ctx)
	if err != nil {
		return false, err
	}
	hours, err := tx.BusinessHours(ctx)
	if err != nil {
		return false, err
	}
	return len(content)+len(services)+len(posts)+len(links)+len(hours) == 0, nil
}
