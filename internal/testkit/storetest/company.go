package storetest

import (
	"testing"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
)

var companyTests = []test{
	{"the company is stored, replaced and published", func(t *testing.T, s Stores) {
		_, err := s.Company().CompanyRecord(t.Context())
		wantError(t, err, errs.NotFound)

		stored := company.Record{Document: company.Sample()}
		before := revision(t, s)
		putCompany(t, s, stored)
		same(t, testkit.Must(s.Company().CompanyRecord(t.Context()))(t), stored)

		same(t, testkit.Must(s.Company().ChecklistDismissed(t.Context()))(t), false)
		if err := s.Company().Write(t.Context(), func(tx company.Tx) error { return tx.DismissChecklist(t.Context()) }); err != nil {
			t.Fatal(err)
		}
		stored.Name, stored.UpdatedAt = "Ünïcode & <Sons>", noon
		stored.Texts = map[string]string{"mission": "two\nlines"}
		putCompany(t, s, stored)
		same(t, testkit.Must(s.Company().CompanyRecord(t.Context()))(t), stored)
		same(t, testkit.Must(s.Company().ChecklistDismissed(t.Context()))(t), true)
		publish(t, s.Company(), func(tx company.Tx) error {
			same(t, testkit.Must(tx.Companies().Get(t.Context(), 1))(t), stored)
			return nil
		})
		if after := revision(t, s); after < before+2 {
			t.Errorf("two saves raised the revision from %d to %d", before, after)
		}
	}},

	{"photos of the company's people are uses of images", func(t *testing.T, s Stores) {
		record := company.Record{Document: company.Sample()}
		image := newImage(uploadNamed("A"))
		putImage(t, s, image, image.ID)
		record.Team[0].ImageURL = media.ImageURL(image.ID)
		putCompany(t, s, record)
		same(t, testkit.Must(s.Media().ImageUses(t.Context(), []string{image.ID}))(t),
			map[string][]media.Use{image.ID: {{Kind: "company", ID: 1, Title: "people"}}})
	}},
}

func putCompany(t *testing.T, s Stores, record company.Record) {
	t.Helper()
	publish(t, s.Company(), func(tx company.Tx) error {
		_, err := tx.Companies().Insert(t.Context(), record, 0)
		return err
	})
}
