package site_test

import (
	"slices"
	"strings"
	"testing"

	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestFooterServicesFollowTheOwner(t *testing.T) {
	names := func(s *site.Site) string {
		t.Helper()
		return strings.Join(testkit.Must(s.FooterServices(t.Context()))(t), ", ")
	}
	const specified = "Termite Control, Mosquito Control, Rodent Control, General Pest Control, Commercial Pest Control, Free Inspections"
	if got := names(newSite(t)); got != specified {
		t.Errorf("without stored services the footer lists %s", got)
	}
	s := newSite(t)
	fillStarter(t, s)
	if got := names(s); got != specified {
		t.Errorf("with the starter services the footer lists %s", got)
	}
	services := testkit.Must(s.Services(t.Context()))(t)
	edit := testkit.Edit(s)
	for _, change := range []site.ServiceEdit{
		{ID: &services[0].ID, Name: new("Termites"), Slug: new("termites")},
		{ID: &services[1].ID, Hidden: new(true)},
	} {
		_, _, err := edit.SaveService(t.Context(), change)
		testkit.Check(t, err)
	}
	testkit.Must(s.DeleteService(t.Context(), owner, services[2].ID))(t)
	ids := []int64{services[5].ID, services[0].ID, services[1].ID, services[3].ID, services[4].ID}
	testkit.Must(s.OrderServices(t.Context(), owner, slices.Clone(ids)))(t)
	if got, want := names(s), "Free Inspections, Termites, General Pest Control, Commercial Pest Control"; got != want {
		t.Errorf("the footer lists %s, want %s", got, want)
	}
}
