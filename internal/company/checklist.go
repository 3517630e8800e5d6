package company

import (
	"slices"
	"strings"
)

// Setup is what is known elsewhere about how far the owner has come.
type Setup struct {
	HoursSaved     bool
	Photos         int // in the image library
	Administrators int
	OwnPassword    bool // or passkey, of whoever asks, instead of a generated password
	Reviews        bool // are fetched
	ChatNotices    bool // are sent to somebody, or are not needed
	FormerTexts    int  // texts in which former facts still stand
	SampleTexts    bool // whether these are the sample company's
	Dismissed      bool // the list
}

// Checklist is the list of first steps that make the site the owner's.
type Checklist struct {
	Sample bool            `json:"sample" doc:"Whether the site still shows the sample company"`
	Show   bool            `json:"show" doc:"Whether anything is left to do, and nobody has dismissed the list"`
	Items  []ChecklistItem `json:"items"`
}

// ChecklistItem is one of the steps.
type ChecklistItem struct {
	Key  string `json:"key" enum:"identity,texts,account,logo,owners,hours,photo,administrator,reviews,notices"`
	Done bool   `json:"done"`
}

// Checklist returns the steps in the order of their importance.
func (r Record) Checklist(setup Setup) Checklist {
	sample := Sample()
	list := Checklist{
		Sample: r.IsSample() || setup.SampleTexts,
		Items: []ChecklistItem{
			{"identity", !r.hasSampleFacts(sample)},
			{"texts", setup.FormerTexts == 0},
			{"account", setup.OwnPassword},
			{"logo", r.Brand.Logo != ""},
			{"owners", !r.hasSamplePeople(sample)},
			{"hours", setup.HoursSaved},
			{"photo", setup.Photos > 0},
			{"administrator", setup.Administrators > 1},
			{"reviews", setup.Reviews},
			{"notices", setup.ChatNotices},
		},
	}
	list.Show = !setup.Dismissed && list.Left() > 0
	return list
}

// Left is how many steps are not done.
func (l Checklist) Left() int {
	left := 0
	for _, item := range l.Items {
		if !item.Done {
			left++
		}
	}
	return left
}

// IsSample reports whether the record still has a fact or a person that only the
// sample company can have. Its town may be the owner's too.
func (r Record) IsSample() bool {
	sample := Sample()
	return r.hasSampleFacts(sample) || r.hasSamplePeople(sample)
}

func (r Record) hasSampleFacts(sample Document) bool {
	moved := r.Town != sample.Town
	return r.Name == sample.Name || r.LegalName == sample.LegalName || r.PhoneE164 == sample.PhoneE164 ||
		r.Email == sample.Email || r.Street == sample.Street || r.PortalURL == sample.PortalURL ||
		r.License == sample.License || r.FacebookURL == sample.FacebookURL ||
		moved && (r.Tagline == sample.Tagline || r.MapURL == sample.MapURL || r.Latitude == sample.Latitude ||
			slices.Equal(r.AreasServed, sample.AreasServed))
}

// NamesSample reports whether a text names the sample company or, for a company of
// another town, the sample's town.
func (r Record) NamesSample(text string) bool {
	sample := Sample()
	for _, fact := range []string{sample.Name, sample.Phone, sample.PhoneE164, sample.Email, sample.Town, sample.County} {
		if fact != r.Town && fact != r.County && strings.Contains(text, fact) {
			return true
		}
	}
	return false
}

func (r Record) hasSamplePeople(sample Document) bool {
	for _, member := range r.Team {
		for _, made := range sample.Team {
			if member.Name == made.Name {
				return true
			}
		}
	}
	return false
}
