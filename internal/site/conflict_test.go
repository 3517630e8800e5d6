package site_test

import (
	"testing"
	"time"

	"perimeter/internal/site"
)

func TestAnEditMadeFromAnOlderStateIsRefused(t *testing.T) {
	w := newWorld(t)
	content := w.saveContent(t, contentEdit("hero_title", "Welcome"))
	post := must(w.SavePost(t.Context(), postEdit("termites")))(t)
	service := w.saveService(t, serviceEdit("termites"))

	// Each saves a text over a state of its record.
	saves := map[string]struct {
		first time.Time
		save  func(text string, basis site.Basis) (time.Time, error)
	}{
		"content": {content.UpdatedAt, func(text string, basis site.Basis) (time.Time, error) {
			saved, _, err := w.SaveContent(t.Context(), site.ContentEdit{Basis: basis, ID: &content.ID, Value: &text})
			return saved.UpdatedAt, err
		}},
		"a post": {post.UpdatedAt, func(text string, basis site.Basis) (time.Time, error) {
			saved, err := w.SavePost(t.Context(), site.PostEdit{Basis: basis, ID: &post.ID, Content: &text})
			return saved.UpdatedAt, err
		}},
		"a service": {service.UpdatedAt, func(text string, basis site.Basis) (time.Time, error) {
			features := []string{text}
			saved, _, err := w.SaveService(t.Context(), site.ServiceEdit{
				Basis: basis, ID: &service.ID, FullDescription: &text, Features: &features,
			})
			return saved.UpdatedAt, err
		}},
	}
	for name, record := range saves {
		t.Run(name, func(t *testing.T) {
			old := site.Basis{BasedOn: &record.first}
			w.now = w.now.Add(time.Minute)
			second := must(record.save("from what is stored", old))(t)

			w.now = w.now.Add(time.Minute)
			_, err := record.save("from what was stored", old)
			wantFailure(t, err, errs.Conflict, "Somebody else")

			local := second.In(time.FixedZone("elsewhere", -6*60*60))
			must(record.save("the zone of the time does not matter", site.Basis{BasedOn: &local}))(t)
			must(record.save("the zone of the time does not matter", old))(t) // sent twice, it changes nothing
			must(record.save("without a basis the last save wins", site.Basis{}))(t)
		})
	}
}
