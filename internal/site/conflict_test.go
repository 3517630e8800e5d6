package site_test

import (
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

func TestEditBasedOnOlderVersionIsRefused(t *testing.T) {
	f := newFixture(t)
	content := f.saveContent(t, contentEdit("hero_title", "Welcome"))
	post := testkit.Must(f.SavePost(t.Context(), postEdit("termites")))(t)
	service := f.saveService(t, serviceEdit("termites"))

	// Each saves a text over a version of its record.
	saves := map[string]struct {
		first time.Time
		save  func(text string, p record.Precondition) (time.Time, error)
	}{
		"content": {content.UpdatedAt, func(text string, p record.Precondition) (time.Time, error) {
			saved, _, err := f.SaveContent(t.Context(), site.ContentEdit{Precondition: p, ID: &content.ID, Value: &text})
			return saved.UpdatedAt, err
		}},
		"a post": {post.UpdatedAt, func(text string, p record.Precondition) (time.Time, error) {
			saved, err := f.SavePost(t.Context(), site.PostEdit{Precondition: p, ID: &post.ID, Content: &text})
			return saved.UpdatedAt, err
		}},
		"a service": {service.UpdatedAt, func(text string, p record.Precondition) (time.Time, error) {
			features := []string{text}
			saved, _, err := f.SaveService(t.Context(), site.ServiceEdit{
				Precondition: p, ID: &service.ID, FullDescription: &text, Features: &features,
			})
			return saved.UpdatedAt, err
		}},
	}
	for name, saved := range saves {
		t.Run(name, func(t *testing.T) {
			old := record.Precondition{BasedOn: &saved.first}
			f.now = f.now.Add(time.Minute)
			second := testkit.Must(saved.save("based on the stored version", old))(t)

			f.now = f.now.Add(time.Minute)
			_, err := saved.save("based on an older version", old)
			testkit.WantError(t, err, errs.Conflict, "Somebody else")

			local := second.In(time.FixedZone("elsewhere", -6*60*60))
			testkit.Must(saved.save("the zone of the time does not matter", record.Precondition{BasedOn: &local}))(t)
			testkit.Must(saved.save("the zone of the time does not matter", old))(t) // sent twice, it changes nothing
			testkit.Must(saved.save("without a precondition the last save wins", record.Precondition{}))(t)
		})
	}
}
