package site

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/record"
)

// FormerText is a text in which a former name, town, phone number or e-mail address
// of the company still stands.
type FormerText struct {
	Kind   string `json:"kind" enum:"company,content,service,post"`
	ID     int64  `json:"id"`
	Title  string `json:"title" doc:"The record's key, name or title"`
	Field  string `json:"field"`
	Before string `json:"before" doc:"The places in which it stands, with some words around each"`
	After  string `json:"after" doc:"The same with the present facts"`
}

// FormerTexts are all of them.
type FormerTexts struct {
	Texts []FormerText `json:"texts"`
	// Seen identifies the list, for whoever replaces what it has.
	Seen string `json:"seen"`
}

// formerCache keeps the newest list.
type formerCache struct {
	mu       sync.Mutex
	revision int64
	list     *FormerTexts
}

// FormerTexts returns the texts that name former facts, hidden services among them.
func (s *Site) FormerTexts(ctx context.Context) (FormerTexts, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return FormerTexts{}, err
	}
	known := &s.formerCache
	known.mu.Lock()
	defer known.mu.Unlock()
	if known.list != nil && known.revision == revision {
		return *known.list, nil
	}
	list, err := s.findFormer(ctx)
	if err != nil {
		return FormerTexts{}, err
	}
	known.revision, known.list = revision, &list
	return list, nil
}

func (s *Site) findFormer(ctx context.Context) (FormerTexts, error) {
	list := FormerTexts{Texts: []FormerText{}}
	words, err := s.company.FormerWords(ctx)
	if err != nil {
		return list, err
	}
	add := func(kind record.Kind, id int64, title string, texts []fieldText) {
		for _, t := range texts {
			if before, after := excerpts(words, *t.text, t.html); before != "" {
				list.Texts = append(list.Texts, FormerText{string(kind), id, title, t.field, before, after})
			}
		}
	}
	current, err := s.company.Current(ctx)
	if err != nil {
		return list, err
	}
	for _, own := range current.OwnTexts() {
		add(record.Company, 1, current.Name, []fieldText{{own.Field, &own.Text, false}})
	}
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return list, err
	}
	for _, item := range items {
		add(record.Content, item.ID, item.Key, item.fieldTexts())
	}
	services, err := s.store.Services(ctx)
	if err != nil {
		return list, err
	}
	for _, service := range services {
		add(record.Service, service.ID, service.Name, service.fieldTexts())
	}
	for heading, err := range s.headings(ctx) {
		if err != nil {
			return list, err
		}
		post, err := s.store.Posts().Get(ctx, heading.ID)
		if errs.KindOf(err) == errs.NotFound { // deleted meanwhile
			continue
		}
		if err != nil {
			return list, err
		}
		add(record.Post, post.ID, post.Title, post.fieldTexts())
	}
	encoded, err := json.Marshal(list.Texts)
	sum := sha256.Sum256(encoded)
	list.Seen = base64.RawURLEncoding.EncodeToString(sum[:12])
	return list, err
}

// formerRecord is a record that has such a text.
type formerRecord struct {
	kind string
	id   int64
}

// fieldText is a text of a record.
type fieldText struct {
	field string // as JSON names it
	text  *string
	html  bool
}

func (item *ContentItem) fieldTexts() []fieldText {
	if item.Type == ContentImage {
		return nil
	}
	return []fieldText{{"value", &item.Value, item.isHTML()}}
}

// fieldTexts may change the features of the record: they are a copy.
func (service *Service) fieldTexts() []fieldText {
	texts := []fieldText{
		{"name", &service.Name, false}, {"shortDescription", &service.ShortDescription, false},
		{"fullDescription", &service.FullDescription, true}, {"template", &service.Template, true},
	}
	service.Features = append([]string{}, service.Features...)
	for i := range service.Features {
		texts = append(texts, fieldText{"features", &service.Features[i], false})
	}
	return texts
}

func (post *Post) fieldTexts() []fieldText {
	return []fieldText{{"title", &post.Title, false}, {"excerpt", &post.Excerpt, false}, {"content", &post.Content, false}}
}

const (
	excerptContext = 50 // bytes on each side of former words
	maxExcerpts    = 5  // of one text
)

// excerpts returns the places of a text in which former words stand, before and after
// their replacement, or "".
func excerpts(words company.FormerWords, text string, isHTML bool) (before, after string) {
	var old, replaced []string
	end := 0
	for _, at := range words.Find(text) {
		if at[0] < end || len(old) == maxExcerpts {
			continue // it is in the excerpt before
		}
		start := boundary(text, max(0, at[0]-excerptContext))
		end = boundary(text, min(len(text), at[1]+excerptContext))
		old = append(old, text[start:end])
		replaced = append(replaced, words.Replace(text[start:end], isHTML))
	}
	return strings.Join(old, " … "), strings.Join(replaced, " … ")
}

// boundary moves a position to the beginning of a character.
func boundary(text string, at int) int {
	for at < len(text) && at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

var errFormerChanged = &errs.Error{
	Kind:    errs.Conflict,
	Message: "The texts have changed since this list was made, and nothing was replaced. Look at the new list and decide again.",
}

// ReplaceFormer replaces the former facts in all texts of the list that the person
// has seen, in one transaction, and returns the versions that it has stored.
func (s *Site) ReplaceFormer(ctx context.Context, change record.Change, seen string) ([]int64, error) {
	list, err := s.FormerTexts(ctx)
	if err != nil {
		return nil, err
	}
	if list.Seen != seen {
		return nil, errFormerChanged
	}
	words, err := s.company.FormerWords(ctx)
	if err != nil {
		return nil, err
	}
	var kept []*record.Version
	err = s.store.Publish(ctx, func(tx Tx) error {
		kept = nil
		in, ok := tx.(company.Tx)
		if !ok {
			return errors.New("the site is changed in a transaction that has no company")
		}
		done := map[formerRecord]bool{}
		for _, text := range list.Texts {
			id := formerRecord{text.Kind, text.ID}
			if done[id] {
				continue
			}
			done[id] = true
			version, err := s.replaceIn(ctx, tx, in, change, words, id)
			if err != nil {
				return fmt.Errorf("replace in %s %q: %w", text.Kind, text.Title, err)
			}
			kept = append(kept, version)
		}
		return nil
	})
	return record.IDs(kept...), err
}

func (s *Site) replaceIn(
	ctx context.Context, tx Tx, in company.Tx, change record.Change, words company.FormerWords, id formerRecord,
) (*record.Version, error) {
	switch record.Kind(id.kind) {
	case record.Content:
		return replaced(ctx, tx, s.records.content, change, id.id, words, (*ContentItem).fieldTexts)
	case record.Service:
		return replaced(ctx, tx, s.records.services, change, id.id, words, (*Service).fieldTexts)
	case record.Post:
		return replaced(ctx, tx, s.records.posts, change, id.id, words, (*Post).fieldTexts)
	default:
		return s.company.ReplaceFormer(ctx, in, change, words)
	}
}

// replaced replaces former words in a record by the rules of every save.
func replaced[T any, E record.Edit[T]](
	ctx context.Context, tx Tx, c record.Collection[Tx, T, E], change record.Change, id int64,
	words company.FormerWords, textsOf func(*T) []fieldText,
) (*record.Version, error) {
	stored, err := c.Table(tx).Get(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, t := range textsOf(&stored) {
		*t.text = words.Replace(*t.text, t.html)
	}
	if _, err := c.Prepare(&stored); err != nil {
		return nil, err
	}
	*c.UpdatedAt(&stored) = c.Clock.Stamp()
	_, version, err := c.Put(ctx, tx, change, stored)
	return version, err
}
