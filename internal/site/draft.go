package site

import (
	"context"
	"maps"
	"slices"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/scope"
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

func (s *Site) draftPost(ctx context.Context, edit PostEdit, store *draftStore, draft *DraftSite) error {
	before, post, err := edited(s, posts, edit, func(id int64) (Post, error) { return s.store.Posts().Get(ctx, id) })
	if err != nil {
		return err
	}
	store.post = &post
	draft.Pages = pagesOf(PagePost, before.Slug, post.Slug)
	draft.Touched = []scope.Scope{scope.Posts, scope.Post(post.ID)}
	return nil
}

func (s *Site) draftService(ctx context.Context, edit ServiceEdit, store *draftStore, draft *DraftSite) error {
	before, service, err := edited(s, services, edit, func(id int64) (Service, error) { return s.store.Service(ctx, id) })
	if err != nil {
		return err
	}
	store.service = &service
	draft.Pages = pagesOf(PageService, before.Slug, service.Slug)
	draft.Touched = []scope.Scope{scope.Services}
	return nil
}

func (s *Site) draftContent(ctx context.Context, edit ContentEdit, store *draftStore, draft *DraftSite) error {
	before, item, err := edited(s, contentItems, edit, inList(ctx, contentItems, s.store.ContentItems))
	if err != nil {
		return err
	}
	store.content = &item
	draft.Pages = pagesWith(item.Key)
	draft.Touched = []scope.Scope{scope.ContentKey(item.Key)}
	if before.Key != item.Key && before.Key != "" {
		draft.Touched = append(draft.Touched, scope.ContentKey(before.Key))
	}
	return nil
}

func (s *Site) draftHours(ctx context.Context, edit DayHoursEdit, store *draftStore, draft *DraftSite) error {
	if err := edit.checkDays(); err != nil {
		return err
	}
	_, hours, err := edited(s, weekdays, edit, inList(ctx, weekdays, s.store.BusinessHours))
	if err != nil {
		return err
	}
	store.hours = append(edit.copies(hours), hours)
	draft.Pages = []PageID{{Kind: PageContact}}
	draft.Touched = []scope.Scope{scope.Hours}
	return nil
}

func (s *Site) draftSpecialDay(ctx context.Context, edit SpecialDayEdit, store *draftStore, draft *DraftSite) error {
	_, day, err := edited(s, specialDays, edit, inList(ctx, specialDays, s.store.SpecialDays))
	if err != nil {
		return err
	}
	stored, err := s.store.SpecialDays(ctx)
	if err != nil {
		return err
	}
	if err := day.checkAmong(stored, edit.ID == nil); err != nil {
		return err
	}
	store.specialDay = &day
	draft.Pages = []PageID{{Kind: PageContact}}
	draft.Touched = []scope.Scope{scope.Hours}
	return nil
}

func (s *Site) draftSocialLink(ctx context.Context, edit SocialLinkEdit, store *draftStore, draft *DraftSite) error {
	_, link, err := edited(s, socialLinks, edit, inList(ctx, socialLinks, s.store.SocialLinks))
	if err != nil {
		return err
	}
	store.socialLink = &link
	draft.Pages = []PageID{{Kind: PageContact}}
	draft.Touched = []scope.Scope{scope.Social}
	return nil
}

// edited returns a record before and after an edit. One that the edit creates has
// draftID, and the time of now.
func edited[T any, E record.Edit[T]](
	s *Site, description *record.Description[T, E], edit E, get func(id int64) (T, error),
) (before, after T, err error) {
	now := s.clock.Stamp()
	before, after, _, creates, err := description.Edited(edit, now, get)
	if creates && description.ID != nil {
		*description.ID(&after), *description.UpdatedAt(&after) = draftID, now
	}
	return before, after, err
}

// inList returns a function that finds a record in the list of all.
func inList[T any, E record.Edit[T]](
	ctx context.Context, description *record.Description[T, E], list func(context.Context) ([]T, error),
) func(id int64) (T, error) {
	return func(id int64) (T, error) {
		all, err := list(ctx)
		if err != nil {
			var none T
			return none, err
		}
		return description.Find(all, id)
	}
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
