package site

import (
	"cmp"
	"context"
	"slices"

	"perimeter/internal/errs"
)

// footerServices are the services that the footer lists, by the slug of the starter
// service that each stands for.
var footerServices = []struct{ slug, name string }{
	{"termite-control", "Termite Control"},
	{"mosquito-control", "Mosquito Control"},
	{"rodent-control", "Rodent Control"},
	{"general-pest-control", "General Pest Control"},
	{"commercial-pest-control", "Commercial Pest Control"},
	{"free-inspections", "Free Inspections"},
}

// FooterServices returns the names that the footer lists. An entry whose service is
// stored has its present name and place; one that the owner has hidden or deleted is
// not there.
func (s *Site) FooterServices(ctx context.Context) ([]string, error) {
	stored, err := s.store.Services(ctx)
	if err != nil {
		return nil, err
	}
	had, err := s.store.StarterDone(ctx)
	if err != nil {
		return nil, err
	}
	type entry struct {
		name  string
		place int
	}
	var entries []entry
	for _, listed := range footerServices {
		place := slices.IndexFunc(stored, func(service Service) bool { return service.Slug == listed.slug })
		if place < 0 && had {
			service, err := s.store.ServiceBySlug(ctx, listed.slug) // it may have another one by now
			if errs.KindOf(err) == errs.NotFound {
				continue
			}
			if err != nil {
				return nil, err
			}
			place = slices.IndexFunc(stored, func(other Service) bool { return other.ID == service.ID })
		}
		switch {
		case place < 0:
			entries = append(entries, entry{listed.name, len(stored)})
		case !stored[place].Hidden:
			entries = append(entries, entry{stored[place].Name, place})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.place, b.place) })
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.name
	}
	return names, nil
}
