package company_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/brand"
	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/store"
	"perimeter/internal/testkit"
)

// fixture is the sample company in a store, with a clock that a test can move.
type fixture struct {
	*company.Company
	store *store.Store
	now   time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{store: testkit.NewStore(t), now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	f.Company = company.New(company.Config{Store: f.store.Company(), Clock: func() time.Time { return f.now }})
	if err := f.Fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fixture) save(t *testing.T, edit company.Edit) company.Record {
	t.Helper()
	return testkit.Must(f.Save(t.Context(), edit))(t)
}

// Save hides the method of Company, for tests that look at the record alone.
func (f *fixture) Save(ctx context.Context, edit company.Edit) (company.Record, error) {
	saved, err := f.Company.Save(ctx, record.Change{BasedOn: edit.BasedOn}, edit)
	return saved.Record, err
}

func TestTheFirstRecordIsTheSample(t *testing.T) {
	f := newFixture(t)
	stored := testkit.Must(f.store.Company().CompanyRecord(t.Context()))(t)
	if diff := cmp.Diff(company.Sample(), stored.Document); diff != "" || !stored.UpdatedAt.IsZero() {
		t.Errorf("updated at %v, differs (-want +got):\n%s", stored.UpdatedAt, diff)
	}
	f.save(t, company.Edit{Name: new("Bosque Pest")})
	if err := f.Fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := testkit.Must(f.Current(t.Context()))(t); got.Name != "Bosque Pest" {
		t.Errorf("the second start overwrote the record with %s", got.Name)
	}
}

func TestSaveKeepsWhatItLeavesOut(t *testing.T) {
	f := newFixture(t)
	saved := f.save(t, company.Edit{
		Phone: new("254 555 0199"), AreasServed: &[]string{" Meridian ", "", "Clifton"}, Latitude: new(31.9),
		Texts: map[string]string{"closing.title": "Bugs?"},
	})
	want := company.Sample()
	want.Phone, want.PhoneE164, want.Latitude = "(254) 555-0199", "+12545550199", 31.9
	want.AreasServed, want.Texts = []string{"Meridian", "Clifton"}, map[string]string{"closing.title": "Bugs?"}
	for name, got := range map[string]company.Record{"saved": saved, "current": testkit.Must(f.Current(t.Context()))(t)} {
		if diff := cmp.Diff(want, got.Document); diff != "" || !got.UpdatedAt.Equal(f.now) {
			t.Errorf("%s at %v differs (-want +got):\n%s", name, got.UpdatedAt, diff)
		}
	}
	if again := f.save(t, company.Edit{Texts: map[string]string{"closing.title": ""}}); len(again.Texts) != 0 {
		t.Errorf("after a return to the default the texts are %v", again.Texts)
	}
}

func TestInvalidFieldsAreNamedAndNothingIsSaved(t *testing.T) {
	f := newFixture(t)
	long := strings.Repeat("x", 301)
	for field, edit := range map[string]company.Edit{
		"name":            {Name: new(" ")},
		"tagline":         {Tagline: &long},
		"phone":           {Phone: new("555-0142")},
		"email":           {Email: new("Info <info@pest.example>")},
		"portalUrl":       {PortalURL: new("http://portal.example")},
		"facebookUrl":     {FacebookURL: new("facebook.com/us")},
		"mapUrl":          {MapURL: new("https://maps.example/export/embed.html")},
		"map":             {Map: new("hover")},
		"town":            {Town: new("")},
		"latitude":        {Latitude: new(90.1)},
		"longitude":       {Longitude: new(math.NaN())},
		"timeZone":        {TimeZone: new("Local")},
		"foundedYear":     {FoundedYear: new(21)},
		"chat.provider":   {Chat: &company.ChatSetup{Provider: "pigeon"}},
		"chat.script":     {Chat: &company.ChatSetup{Provider: company.ChatScript, Script: "http://widget.example"}},
		"team":            {Team: &[]company.TeamMember{{Name: "Ana", Role: "Technician", Employee: true}}},
		"team.1.role":     {Team: &[]company.TeamMember{{Name: "Ana", Role: "Owner"}, {Name: "Bo"}}},
		"team.0.imageUrl": {Team: &[]company.TeamMember{{Name: "Ana", Role: "Owner", ImageURL: "javascript:alert(1)"}}},
		"texts.nonsense":  {Texts: map[string]string{"nonsense": "x"}},
	} {
		_, err := f.Save(t.Context(), edit)
		var refused *errs.Error
		if !errors.As(err, &refused) || refused.Kind != errs.Invalid || refused.Field != field || !strings.Contains(refused.Message, field) {
			t.Errorf("%s: the error is %#v", field, err)
		}
	}
	if got := testkit.Must(f.Current(t.Context()))(t); !got.UpdatedAt.IsZero() {
		t.Error("something was saved")
	}
}

func TestDraftCannotChooseAnotherProvidersScript(t *testing.T) {
	f := newFixture(t)
	_, err := f.Draft(t.Context(), company.Edit{Chat: &company.ChatSetup{Provider: company.ChatScript, Script: "https://widget.example/w.js"}})
	testkit.WantError(t, err, errs.Forbidden, "site file")
}

func TestFactsAreOneLine(t *testing.T) {
	f := newFixture(t)
	for name, text := range map[string]string{"line feed": "Oak\nBcc: all", "carriage return": "Oak\rPest", "separator": "Oak\u2028Pest"} {
		for field, edit := range map[string]company.Edit{
			"name": {Name: &text}, "legalName": {LegalName: &text}, "tagline": {Tagline: &text}, "street": {Street: &text},
			"town": {Town: &text}, "county": {County: &text}, "state": {State: &text}, "stateCode": {StateCode: &text},
			"postalCode": {PostalCode: &text}, "license": {License: &text}, "experience": {Experience: &text},
			"guarantee": {Guarantee: &text}, "areasServed": {AreasServed: &[]string{text}},
			"team.0.name": {Team: &[]company.TeamMember{{Name: text, Role: "Owner"}}},
			"team.0.role": {Team: &[]company.TeamMember{{Name: "Ana", Role: text}}},
		} {
			if _, err := f.Save(t.Context(), edit); err == nil || !strings.Contains(err.Error(), "must be one line") {
				t.Errorf("%s with a %s: %v", field, name, err)
			}
		}
	}
}

func TestAnOlderVersionIsNotSavedOverANewerOne(t *testing.T) {
	f := newFixture(t)
	first := testkit.Must(f.Current(t.Context()))(t).UpdatedAt
	second := f.save(t, company.Edit{BasedOn: &first, Name: new("Bosque Pest")}).UpdatedAt
	f.now = f.now.Add(time.Minute)
	_, err := f.Save(t.Context(), company.Edit{BasedOn: &first, Name: new("Another")})
	testkit.WantError(t, err, errs.Conflict, "Somebody else")
	f.save(t, company.Edit{BasedOn: &first, Name: new("Bosque Pest")}) // sent twice, it changes nothing
	_, err = f.Save(t.Context(), company.Edit{BasedOn: &second, Name: new("Another")})
	testkit.WantError(t, err, errs.Conflict, "Somebody else")
	f.save(t, company.Edit{Name: new("Without a precondition the last save wins")})
}

func TestASiteFileIsInCharge(t *testing.T) {
	f := newFixture(t)
	document := company.Sample()
	document.Name = "From the file"
	managed := company.New(company.Config{Store: f.store.Company(), File: &document})
	if got := testkit.Must(managed.Current(t.Context()))(t); got.Name != "From the file" || !managed.FromFile() {
		t.Errorf("the company is %s", got.Name)
	}
	_, err := managed.Save(t.Context(), record.Change{}, company.Edit{Name: new("From the sheet")})
	testkit.WantError(t, err, errs.Forbidden, "site file")
	err = managed.Import(t.Context(), record.Change{}, company.Sample())
	testkit.WantError(t, err, errs.Forbidden, "site file")
}

func TestARecordIsReadOncePerRevision(t *testing.T) {
	f := newFixture(t)
	counting := &countingStore{Store: f.store.Company()}
	c := company.New(company.Config{Store: counting})
	for range 3 {
		testkit.Must(c.Current(t.Context()))(t)
	}
	if counting.reads != 1 {
		t.Errorf("three calls read the record %d times", counting.reads)
	}
	f.save(t, company.Edit{Name: new("Bosque Pest")})
	if got := c.Latest(t.Context()).Name; got != "Bosque Pest" || c.Cached().Name != got {
		t.Errorf("after a save by another the company is %s", got)
	}
}

func TestExportedFileIsRead(t *testing.T) {
	f := newFixture(t)
	document := company.Sample()
	document.Chat = company.ChatSetup{Provider: company.ChatScript, Script: "https://widget.example/w.js"}
	if err := f.Import(t.Context(), record.Change{}, document); err != nil {
		t.Fatal(err)
	}
	record := f.save(t, company.Edit{
		Team:  &[]company.TeamMember{{Name: "Ana: \"the\" #1", Role: "Owner", Bio: "One.\n\nTwo: three."}, {Name: "Bo", Role: "Technician", Employee: true}},
		Texts: map[string]string{"technicians.points": "one\n- two\n{three}", "closing.title": "yes"},
	})
	file := testkit.Must(record.File())(t)
	again, err := company.Parse(file)
	if err != nil {
		t.Fatalf("%v in:\n%s", err, file)
	}
	if diff := cmp.Diff(record.Document, again); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

func TestChecklistFollowsWhatIsDone(t *testing.T) {
	f := newFixture(t)
	record := testkit.Must(f.Current(t.Context()))(t)
	if list := record.Checklist(company.Setup{}); !list.Sample || !list.Show || list.Left() != 9 { // no text names a former fact
		t.Errorf("at first the list is %+v", list)
	}
	record = f.save(t, company.Edit{
		Name: new("Bosque Pest"), Phone: new("(254) 555-0199"), Email: new("hi@bosque.example"), Street: new("1 Main Street"), Team: &[]company.TeamMember{{Name: "Ana", Role: "Owner"}},
		Brand: &company.Brand{Logo: "/objects/uploads/logo"},
	})
	setup := company.Setup{HoursSaved: true, Photos: 1, Administrators: 2, OwnPassword: true, Reviews: true}
	if list := record.Checklist(setup); list.Sample || !list.Show || list.Left() != 1 {
		t.Errorf("with one step left the list is %+v", list)
	}
	setup.ChatNotices = true
	if list := record.Checklist(setup); list.Show {
		t.Errorf("with everything done the list is %+v", list)
	}
	if list := record.Checklist(company.Setup{Dismissed: true}); list.Show {
		t.Errorf("after its dismissal the list is %+v", list)
	}
}

func TestDismissingTheChecklistLeavesEveryPageAsItIs(t *testing.T) {
	f := newFixture(t)
	revision := testkit.Must(f.store.Revision(t.Context()))(t)
	for _, want := range []bool{false, true} {
		if got := testkit.Must(f.ChecklistDismissed(t.Context()))(t); got != want {
			t.Errorf("dismissed is %t, want %t", got, want)
		}
		if err := f.DismissChecklist(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := testkit.Must(f.store.Revision(t.Context()))(t); got != revision {
		t.Errorf("the revision is %d, it was %d", got, revision)
	}
}

func TestTheChecklistOfASiteFileCanBeDismissed(t *testing.T) {
	file := company.Sample()
	c := company.New(company.Config{Store: testkit.NewStore(t).Company(), File: &file, Clock: time.Now})
	if err := c.DismissChecklist(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !testkit.Must(c.ChecklistDismissed(t.Context()))(t) {
		t.Error("the list is still shown")
	}
}

type countingStore struct {
	company.Store
	reads int
}

func (s *countingStore) CompanyRecord(ctx context.Context) (company.Record, error) {
	s.reads++
	return s.Store.CompanyRecord(ctx)
}

func TestBrandIsCheckedAndKept(t *testing.T) {
	f := newFixture(t)
	look := company.Brand{Colors: brand.Colors{Main: "#2f6b3c", Accent: "#b4501e"}, Logo: "/objects/uploads/logo"}
	record := f.save(t, company.Edit{Brand: &look})
	if record.Brand != look {
		t.Errorf("the brand is %+v", record.Brand)
	}
	file := testkit.Must(record.File())(t)
	if again := testkit.Must(company.Parse(file))(t); again.Brand != look {
		t.Errorf("the brand in the site file is %+v", again.Brand)
	}
	for field, bad := range map[string]company.Brand{
		"brand.main":   {Colors: brand.Colors{Main: "green", Accent: "#b4501e"}},
		"brand.accent": {Colors: brand.Colors{Main: "#2f6b3c"}},
		"brand.logo":   {Logo: "javascript:alert(1)"},
		"brand.icon":   {Icon: "icon.png"},
	} {
		_, err := f.Save(t.Context(), company.Edit{Brand: &bad})
		var refused *errs.Error
		if !errors.As(err, &refused) || refused.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}
