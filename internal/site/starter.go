package site

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"strings"
	"text/template"
	"time"

	"github.com/goccy/go-yaml"

	"perimeter/internal/company"
	"perimeter/internal/record"
)

//go:embed starter.yaml
var starterFile []byte

// starter is what an empty site begins with. Names in braces stand for the company's
// facts; the stored texts have none.
type starter struct {
	Services []starterService `yaml:"services"`
	Posts    []starterPost    `yaml:"posts"`
}

type starterService struct {
	Name             string   `yaml:"name"`
	Slug             string   `yaml:"slug"`
	ShortDescription string   `yaml:"shortDescription"`
	FullDescription  string   `yaml:"fullDescription"`
	ImageURL         string   `yaml:"imageUrl"`
	Features         []string `yaml:"features"`
	FeaturedOnHome   bool     `yaml:"featuredOnHome"`

	// Of the template.
	Visit visit `yaml:",inline"`
}

type starterPost struct {
	Title       string    `yaml:"title"`
	Slug        string    `yaml:"slug"`
	Excerpt     string    `yaml:"excerpt"`
	Content     string    `yaml:"content"`
	ImageURL    string    `yaml:"imageUrl"`
	PublishedAt time.Time `yaml:"publishedAt"`
}

// visit is what the template of a starter service says.
type visit struct {
	Steps []struct {
		Title string `yaml:"title"`
		Text  string `yaml:"text"`
	} `yaml:"steps"`
	Signs     []string `yaml:"signs"`
	Questions []struct {
		Question string `yaml:"question"`
		Answer   string `yaml:"answer"`
	} `yaml:"questions"`
	Article *struct {
		Slug  string `yaml:"slug"`
		Title string `yaml:"title"`
	} `yaml:"article"`
}

//go:embed starter_template.html
var starterTemplateFile string

// The texts come from our own file and go through the same checks as an owner's.
var starterTemplate = template.Must(template.New("").
	Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).
	Parse(starterTemplateFile))

// FillStarter gives an empty site its first services and article, all of them or
// none. It does so only once, so that what an owner deletes does not come back.
func (s *Site) FillStarter(ctx context.Context) error {
	if done, err := s.store.StarterDone(ctx); err != nil || done {
		return err
	}

	content, err := readStarter()
	if err != nil {
		return err
	}
	current, err := s.company.Current(ctx)
	if err != nil {
		return err
	}
	return s.store.Publish(ctx, func(tx Tx) error {
		// Another replica may have filled the site since the check above.
		if first, err := tx.MarkStarterDone(ctx); err != nil || !first {
			return err
		}
		if empty, err := isEmpty(ctx, tx); err != nil || !empty {
			return err
		}
		if err := s.fill(ctx, tx, content, current.Identity); err != nil {
			return fmt.Errorf("fill in the starter content: %w", err)
		}
		return nil
	})
}

func readStarter() (starter, error) {
	var content starter
	if err := yaml.NewDecoder(bytes.NewReader(starterFile), yaml.Strict()).Decode(&content); err != nil {
		return starter{}, fmt.Errorf("the embedded starter content is broken: %w", err)
	}
	return content, nil
}

func (s *Site) fill(ctx context.Context, tx Tx, c starter, facts company.Identity) error {
	for _, v := range c.Services {
		service, err := v.writtenFor(facts)
		if err != nil {
			return err
		}
		service.UpdatedAt = s.clock.Now()
		if err := put(ctx, tx, s.records.services, service); err != nil {
			return err
		}
	}
	for _, v := range c.Posts {
		if err := put(ctx, tx, s.records.posts, v.writtenFor(facts)); err != nil {
			return err
		}
	}
	return nil
}

// writtenFor returns the service with the company's facts, as every save would store
// it.
func (v starterService) writtenFor(facts company.Identity) (Service, error) {
	var page strings.Builder
	if err := starterTemplate.Execute(&page, v.Visit); err != nil {
		return Service{}, err
	}
	service := Service{
		Name: v.Name, Slug: v.Slug, ShortDescription: facts.Fill(v.ShortDescription),
		FullDescription: facts.FillHTML(v.FullDescription), ImageURL: v.ImageURL, Features: v.Features,
		Template: page.String(), FeaturedOnHome: v.FeaturedOnHome,
	}
	_, err := service.prepare()
	return service, err
}

func (v starterPost) writtenFor(facts company.Identity) Post {
	return Post{
		Title: v.Title, Slug: v.Slug, Excerpt: facts.Fill(v.Excerpt), Content: facts.Fill(v.Content),
		ImageURL: v.ImageURL, PublishedAt: v.PublishedAt, UpdatedAt: v.PublishedAt,
	}
}

// isEmpty reports whether nothing is stored that the public sees.
func isEmpty(ctx context.Context, tx Tx) (bool, error) {
	for _, count := range []func() (int, error){
		counted(ctx, tx.ContentItems()), counted(ctx, tx.Services()), counted(ctx, tx.SocialLinks()),
		counted(ctx, tx.BusinessHours()), counted(ctx, tx.SpecialDays()),
	} {
		if n, err := count(); err != nil || n > 0 {
			return false, err
		}
	}
	has, err := tx.HasPosts(ctx)
	return !has, err
}

func counted[T any](ctx context.Context, table record.Table[T]) func() (int, error) {
	return func() (int, error) {
		list, err := table.List(ctx)
		return len(list), err
	}
}
