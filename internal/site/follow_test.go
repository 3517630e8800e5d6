package site_test

import (
	"math"
	"strings"
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// handover is a site with starter content whose company can be changed.
type handover struct {
	db      *store.Store
	company *company.Company
	site    *site.Site
	history *record.History
}

func newHandover(t *testing.T) handover {
	t.Helper()
	db := testkit.NewStore(t)
	facts := company.New(company.Config{Store: db.Company()})
	s := site.New(site.Config{Store: db.Site(), Company: facts})
	facts.FollowedBy(s.FollowCompany)
	testkit.Check(t, facts.Fill(t.Context()))
	fillStarter(t, s)
	records := s.Versioned()
	records[record.Company] = company.Versioned{Company: facts}
	return handover{db, facts, s, record.NewHistory(record.HistoryConfig{Store: db.History(), Records: records})}
}

var owner = record.By(record.Actor{UserID: 7, User: "Olive Owner"})

func (h handover) rename(t *testing.T, edit company.Edit) []int64 {
	t.Helper()
	return testkit.Must(h.company.Save(t.Context(), owner, edit))(t).Versions
}

// words are the texts of all services and posts.
func (h handover) words(t *testing.T) string {
	t.Helper()
	var words []string
	for _, service := range testkit.Must(h.site.Services(t.Context()))(t) {
		words = append(words, service.ShortDescription, service.FullDescription, service.Template)
	}
	for _, post := range testkit.Posts(t, h.site) {
		words = append(words, post.Title, post.Excerpt, post.Content)
	}
	return strings.Join(words, "\n")
}

func (h handover) versions(t *testing.T, kind record.Kind) []record.Version {
	t.Helper()
	return testkit.Must(h.db.History().Versions(t.Context(), record.Query{Kind: kind, Before: math.MaxInt64, Limit: 100}))(t)
}

var toCleburne = company.Edit{Town: new("Cleburne"), County: new("Johnson & Sons' County"), State: new("Ohio")}

func TestUneditedStarterTextsFollowTheCompany(t *testing.T) {
	h := newHandover(t)
	before := h.words(t)
	versions := h.rename(t, toCleburne)
	words := h.words(t)
	for _, old := range []string{"Hillsboro", "Hill County", "Texas"} {
		if strings.Contains(words, old) {
			t.Errorf("%q is still there", old)
		}
	}
	for _, expected := range []string{"around Cleburne", "a Johnson & Sons' County house", "a Johnson &amp; Sons' County yard"} {
		if !strings.Contains(words, expected) {
			t.Errorf("%q is missing", expected)
		}
	}
	newest := h.versions(t, record.Post)[0]
	if newest.Action != record.Update || newest.User != owner.Actor.User {
		t.Errorf("the newest version of the article is %s by %q", newest.Action, newest.User)
	}
	if len(versions) != 1 {
		t.Fatalf("the change has %d versions to undo, want the company's alone", len(versions))
	}
	testkit.Must(h.history.Undo(t.Context(), owner.Actor, versions[0]))(t)
	if h.words(t) != before {
		t.Error("undoing the change of the company does not bring the former texts back")
	}
}

func TestEditedStarterTextsBelongToTheOwner(t *testing.T) {
	h := newHandover(t)
	services := testkit.Must(h.site.Services(t.Context()))(t)
	edited, pictured := services[0], services[1]
	_, _, err := testkit.Edit(h.site).SaveService(t.Context(), site.ServiceEdit{ID: &edited.ID, Features: &[]string{"My own words"}})
	testkit.Check(t, err)
	_, _, err = testkit.Edit(h.site).SaveService(t.Context(), site.ServiceEdit{ID: &pictured.ID, ImageURL: new("/art/rodent.svg"), Hidden: new(true)})
	testkit.Check(t, err)
	h.rename(t, toCleburne)
	h.rename(t, company.Edit{Town: new("Waco"), County: new("McLennan County")})
	after := testkit.Must(h.site.AllServices(t.Context()))(t)
	if after[0].FullDescription != edited.FullDescription {
		t.Error("an edited service was written anew")
	}
	if !strings.Contains(after[1].FullDescription, "McLennan County") || after[1].ImageURL != "/art/rodent.svg" || !after[1].Hidden {
		t.Errorf("a service with another picture is %+v", after[1])
	}
}

func TestChangeOfNoFactStoresNoVersionOfTexts(t *testing.T) {
	h := newHandover(t)
	before := len(h.versions(t, record.Service))
	h.rename(t, company.Edit{Guarantee: new("we come back")})
	if after := len(h.versions(t, record.Service)); after != before {
		t.Errorf("%d versions of services, want %d", after, before)
	}
}

func TestTextsOfTheFirstReleaseFollowAtStart(t *testing.T) {
	h := newHandover(t)
	post := testkit.Posts(t, h.site)[0]
	first := strings.Replace(post.Content, "around a house in Hill County", "around a house in Central Texas", 1)
	_, err := testkit.Edit(h.site).SavePost(t.Context(), site.PostEdit{ID: &post.ID, Content: &first})
	testkit.Check(t, err)
	testkit.Check(t, h.site.FollowNow(t.Context()))
	if content := testkit.Posts(t, h.site)[0].Content; content != post.Content {
		t.Error("the article of the first release stays as it was")
	}
	revision := testkit.Must(h.db.Site().Revision(t.Context()))(t)
	testkit.Check(t, h.site.FollowNow(t.Context()))
	if testkit.Must(h.db.Site().Revision(t.Context()))(t) != revision {
		t.Error("a start that has nothing to follow raises the revision")
	}
}
