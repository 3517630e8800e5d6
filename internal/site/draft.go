package site

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/scope"
	"perimeter/internal/validate"
)

// Draft is an edit of one record that is not saved, for a preview. One of its
// fields is set.
type Draft struct {
	Post       *PostEdit       `json:"post,omitempty"`
	Service    *ServiceEdit    `json:"service,omitempty"`
	Content    *ContentEdit    `json:"content,omitempty"`
	Hours      *DayHoursEdit   `json:"hours,omitempty"`
	SpecialDay *SpecialDayEdit `json:"specialDay,omitempty"`
	SocialLink *SocialLinkEdit `json:"socialLink,omitempty"`
	Company    *company.Edit   `json:"company,omitempty"`
}

// DraftSite is the site as it would be if a draft were saved. Nothing can be saved
// in it.
type DraftSite struct {
	*Site
	// Pages are the pages of the record itself, before and after the edit. Those
	// of a content item are the pages that show its key; none if no page does.
	// Those of the company are the pages whose texts or people change, or home.
	// Hours and social links are on every page; their own is the contact page.
	Pages []PageID
	// Touched are the scopes that saving the draft would touch.
	Touched []scope.Scope
}

// draftID stands for the ID of a record that is not saved yet. JavaScript can
// represent it, and no record will ever have it.
const draftID = 1<<53 - 1

// errDraft says that somebody tried to save something in a DraftSite.
var errDraft = errors.New("a draft cannot be saved from a preview")

// WithDraft returns the site with the edit in it. The edit is checked and cleaned
// like a save; only its precondition does not matter, because nothing is stored.
func (s *Site) WithDraft(ctx context.Context, d Draft) (DraftSite, error) {
	store := &draftStore{Store: s.store}
	draft := DraftSite{}
	facts := s.company
	var err error
	switch {
	case d.records() != 1:
		err = errs.Errorf(errs.Invalid, "A draft is of one record.")
	case d.Post != nil:
		err = s.draftPost(ctx, *d.Post, store, &draft)
	case d.Service != nil:
		err = s.draftService(ctx, *d.Service, store, &draft)
	case d.Content != nil:
		err = s.draftContent(ctx, *d.Content, store, &draft)
	case d.Hours != nil:
		err = s.draftHours(ctx, *d.Hours, store, &draft)
	case d.SpecialDay != nil:
		err = s.draftSpecialDay(ctx, *d.SpecialDay, store, &draft)
	case d.SocialLink != nil:
		err = s.draftSocialLink(ctx, *d.SocialLink, store, &draft)
	default:
		facts, err = s.draftCompany(ctx, *d.Company, &draft)
	}
	if err != nil {
		return DraftSite{}, err
	}
	draft.Site = New(Config{
		Store: store, Company: facts, Images: s.images, Reviews: s.reviews, Claims: s.claims, Clock: s.clock,
	})
	return draft, nil
}

// records is how many records the draft edits.
func (d Draft) records() (n int) {
	for _, set := range []bool{
		d.Post != nil, d.Service != nil, d.Content != nil, d.Hours != nil, d.SpecialDay != nil, d.SocialLink != nil, d.Company != nil,
	} {
		if set {
			n++
		}
	}
	return n
}

func (s *Site) draftPost(ctx context.Context, edit PostEdit, store *draftStore, draft *DraftSite) (err error) {
	post := Post{ID: draftID, PublishedAt: s.clock.Stamp(), UpdatedAt: s.clock.Stamp()}
	if edit.ID != nil {
		if post, err = s.store.Post(ctx, *edit.ID); err != nil {
			return err
		}
	}
	before := post.Slug
	edit.applyTo(&post)
	if err := post.check(); err != nil {
		return err
	}
	store.post = &post
	draft.Pages = pagesOf(PagePost, before, post.Slug)
	draft.Touched = []scope.Scope{scope.Posts, scope.Post(post.ID)}
	return nil
}

func (s *Site) draftService(ctx context.Context, edit ServiceEdit, store *draftStore, draft *DraftSite) (err error) {
	service := Service{ID: draftID, UpdatedAt: s.clock.Stamp()}
	if edit.ID != nil {
		if service, err = s.store.Service(ctx, *edit.ID); err != nil {
			return err
		}
	}
	before := service.Slug
	edit.applyTo(&service)
	if _, err := service.prepare(); err != nil {
		return err
	}
	store.service = &service
	draft.Pages = pagesOf(PageService, before, service.Slug)
	draft.Touched = []scope.Scope{scope.Services}
	return nil
}

func (s *Site) draftContent(ctx context.Context, edit ContentEdit, store *draftStore, draft *DraftSite) error {
	item := ContentItem{ID: draftID, UpdatedAt: s.clock.Stamp()}
	if edit.ID != nil {
		items, err := s.store.ContentItems(ctx)
		if err != nil {
			return err
		}
		if item, err = recordIn(items, *edit.ID, contentItemID, "content item"); err != nil {
			return err
		}
	}
	before := item.Key
	edit.applyTo(&item)
	if _, err := item.prepare(); err != nil {
		return err
	}
	store.content = &item
	draft.Pages = pagesWith(item.Key)
	draft.Touched = []scope.Scope{scope.ContentKey(item.Key)}
	if before != item.Key && before != "" {
		draft.Touched = append(draft.Touched, scope.ContentKey(before))
	}
	return nil
}

func (s *Site) draftHours(ctx context.Context, edit DayHoursEdit, store *draftStore, draft *DraftSite) error {
	if err := edit.checkDays(); err != nil {
		return err
	}
	saved, err := s.store.BusinessHours(ctx)
	if err != nil {
		return err
	}
	hours := savedHours(saved, edit.Day)
	edit.applyTo(&hours)
	if err := hours.check(); err != nil {
		return err
	}
	store.hours = edit.copies(hours)
	draft.Pages = []PageID{{Kind: PageContact}}
	draft.Touched = []scope.Scope{scope.Hours}
	return nil
}

func (s *Site) draftSpecialDay(ctx context.Context, edit SpecialDayEdit, store *draftStore, draft *DraftSite) error {
	days, err := s.store.SpecialDays(ctx)
	if err != nil {
		return err
	}
	day := SpecialDay{IsClosed: true}
	if edit.ID != nil {
		if day, err = recordIn(days, *edit.ID, specialDayID, "special day"); err != nil {
			return err
		}
	}
	edit.applyTo(&day)
	if err := validate.First(day.check(), day.checkAmong(days)); err != nil {
		return err
	}
	day.ID = cmp.Or(day.ID, draftID)
	store.specialDay = &day
	draft.Pages = []PageID{{Kind: PageContact}}
	draft.Touched = []scope.Scope{scope.Hours}
	return nil
}

func (s *Site) draftSocialLink(ctx context.Context, edit SocialLinkEdit, store *draftStore, draft *DraftSite) error {
	link := SocialLink{ID: draftID, Active: true}
	if edit.ID != nil {
		links, err := s.store.SocialLinks(ctx)
		if err != nil {
			return err
		}
		if link, err = recordIn(links, *edit.ID, socialLinkID, "social link"); err != nil {
			return err
		}
	}
	edit.applyTo(&link)
	if err := link.check(); err != nil {
		return err
	}
	store.socialLink = &link
	draft.Pages = []PageID{{Kind: PageContact}}
	draft.Touched = []scope.Scope{scope.Social}
	return nil
}

func (s *Site) draftCompany(ctx context.Context, edit company.Edit, draft *DraftSite) (*company.Company, error) {
	before, err := s.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	after, err := s.company.Draft(ctx, edit)
	if err != nil {
		return nil, err
	}
	for _, kind := range []PageKind{PageHome, PageServices, PagePrograms, PageAbout, PageBlog, PageContact, PagePortal} {
		if !maps.Equal(before.PageTexts(string(kind)), after.PageTexts(string(kind))) {
			draft.Pages = append(draft.Pages, PageID{Kind: kind})
		}
	}
	if len(draft.Pages) == 0 && !slices.Equal(before.Team, after.Team) {
		draft.Pages = []PageID{{Kind: PageAbout}}
	}
	if len(draft.Pages) == 0 {
		draft.Pages = []PageID{{Kind: PageHome}}
	}
	draft.Touched = []scope.Scope{scope.Company}
	return company.Fixed(after), nil
}

// pagesOf returns the page of a record, and the one that it has now if its slug
// changes.
func pagesOf(kind PageKind, before, after string) []PageID {
	pages := []PageID{{Kind: kind, Slug: after}}
	if before != "" && before != after {
		pages = append(pages, PageID{Kind: kind, Slug: before})
	}
	return pages
}

// pagesWith returns the pages that show a content key, those first that have it
// as their own text.
func pagesWith(key string) []PageID {
	var pages []PageID
	for _, kind := range []PageKind{PageHome, PageServices, PageAbout, PageContact} {
		if slices.Contains(ContentKeys[kind], key) {
			pages = append(pages, PageID{Kind: kind})
		}
	}
	if len(pages) == 0 && slices.Contains(ContentKeys[EveryPage], key) {
		pages = []PageID{{Kind: PageHome}}
	}
	return pages
}

// draftStore reads one record from a draft and everything else from the store.
type draftStore struct {
	Store
	post       *Post
	service    *Service
	content    *ContentItem
	hours      []DayHours
	specialDay *SpecialDay
	socialLink *SocialLink
}

// Publish refuses to write: what a DraftSite shows is not stored.
func (d *draftStore) Publish(context.Context, func(Tx) error) error { return errDraft }

func (d *draftStore) ContentItems(ctx context.Context) ([]ContentItem, error) {
	items, err := d.Store.ContentItems(ctx)
	return replaced(items, d.content, contentItemID), err
}

func (d *draftStore) ContentItemsByKey(ctx context.Context, keys []string) ([]ContentItem, error) {
	items, err := d.Store.ContentItemsByKey(ctx, keys)
	if err != nil || d.content == nil {
		return items, err
	}
	// Its key may have changed, so that it is among the others now, or no longer.
	items = slices.DeleteFunc(items, func(i ContentItem) bool { return i.ID == d.content.ID })
	if slices.Contains(keys, d.content.Key) {
		items = append(items, *d.content)
	}
	return items, nil
}

func (d *draftStore) Services(ctx context.Context) ([]Service, error) {
	services, err := d.Store.Services(ctx)
	return replaced(services, d.service, func(s Service) int64 { return s.ID }), err
}

func (d *draftStore) Service(ctx context.Context, id int64) (Service, error) {
	if d.service != nil && d.service.ID == id {
		return *d.service, nil
	}
	return d.Store.Service(ctx, id)
}

func (d *draftStore) ServiceBySlug(ctx context.Context, slug string) (Service, error) {
	found, err := d.Store.ServiceBySlug(ctx, slug)
	if d.service != nil && (d.service.Slug == slug || err == nil && found.ID == d.service.ID) {
		return *d.service, nil
	}
	return found, err
}

func (d *draftStore) Posts(ctx context.Context) ([]Post, error) {
	return d.PostPage(ctx, PostQuery{After: BeforeAllPosts, Limit: draftID})
}

// PostPage puts a new post in front of the others, where a save would put it.
func (d *draftStore) PostPage(ctx context.Context, q PostQuery) ([]Post, error) {
	if d.post == nil {
		return d.Store.PostPage(ctx, q)
	}
	post := *d.post
	if q.Summary {
		post.Content = ""
	}
	isNew := post.ID == draftID && q.After == BeforeAllPosts && q.Search == ""
	if isNew && q.Skip > 0 {
		q.Skip--
		return d.Store.PostPage(ctx, q)
	}
	posts, err := d.Store.PostPage(ctx, q)
	if isNew {
		posts = slices.Insert(posts, 0, post)
		return posts[:min(len(posts), q.Limit)], err
	}
	for i := range posts {
		if posts[i].ID == post.ID {
			posts[i] = post
		}
	}
	return posts, err
}

func (d *draftStore) Post(ctx context.Context, id int64) (Post, error) {
	if d.post != nil && d.post.ID == id {
		return *d.post, nil
	}
	return d.Store.Post(ctx, id)
}

func (d *draftStore) PostBySlug(ctx context.Context, slug string) (Post, error) {
	found, err := d.Store.PostBySlug(ctx, slug)
	if d.post != nil && (d.post.Slug == slug || err == nil && found.ID == d.post.ID) {
		return *d.post, nil
	}
	return found, err
}

func (d *draftStore) BusinessHours(ctx context.Context) ([]DayHours, error) {
	saved, err := d.Store.BusinessHours(ctx)
	if err != nil || d.hours == nil {
		return saved, err
	}
	var days []DayHours
	for _, day := range Weekdays {
		isDay := func(h DayHours) bool { return h.Day == day }
		if i := slices.IndexFunc(d.hours, isDay); i >= 0 {
			days = append(days, d.hours[i])
		} else if i := slices.IndexFunc(saved, isDay); i >= 0 {
			days = append(days, saved[i])
		}
	}
	return days, nil
}

func (d *draftStore) SpecialDays(ctx context.Context) ([]SpecialDay, error) {
	days, err := d.Store.SpecialDays(ctx)
	days = replaced(days, d.specialDay, specialDayID)
	slices.SortStableFunc(days, func(a, b SpecialDay) int {
		return cmp.Or(strings.Compare(a.Date, b.Date), strings.Compare(a.EndDate, b.EndDate))
	})
	return days, err
}

func (d *draftStore) SocialLinks(ctx context.Context) ([]SocialLink, error) {
	links, err := d.Store.SocialLinks(ctx)
	return replaced(links, d.socialLink, socialLinkID), err
}

func contentItemID(i ContentItem) int64 { return i.ID }
func specialDayID(d SpecialDay) int64   { return d.ID }
func socialLinkID(l SocialLink) int64   { return l.ID }

// recordIn returns the record of the list that has the ID.
func recordIn[T any](list []T, id int64, idOf func(T) int64, noun string) (record T, err error) {
	i := slices.IndexFunc(list, func(r T) bool { return idOf(r) == id })
	if i < 0 {
		return record, errs.Errorf(errs.NotFound, "There is no %s %d.", noun, id)
	}
	return list[i], nil
}

// replaced returns the list with the record in the place of the one that has its
// ID, or at the end if there is none.
func replaced[T any](list []T, record *T, id func(T) int64) []T {
	if record == nil {
		return list
	}
	i := slices.IndexFunc(list, func(other T) bool { return id(other) == id(*record) })
	if i < 0 {
		return append(list, *record)
	}
	list[i] = *record
	return list
}
