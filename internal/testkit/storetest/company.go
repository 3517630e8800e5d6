package storetest

import (
	"context"
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

		record := company.Record{Document: company.Sample()}
		before := revision(t, s)
		putCompany(t, s, record)
		same(t, testkit.Must(s.Company().CompanyRecord(t.Context()))(t), record)

		record.Name, record.UpdatedAt, record.ChecklistDismissed = "Ünïcode & <Sons>", noon, true
		record.Texts = map[string]string{"mission": "two\nlines"}
		putCompany(t, s, record)
		same(t, testkit.Must(s.Company().CompanyRecord(t.Context()))(t), record)
		same(t, testkit.Must(get(t, s.Company().Publish, companyRecord, struct{}{}))(t), record)
		if after := revision(t, s); after < before+2 {
			t.Errorf("two saves raised the revision from %d to %d", before, after)
		}
	}},

	{"photos of the company's people are uses of images", func(t *testing.T, s Stores) {
		record := company.Record{Document: company.Sample()}
		record.Team[0].ImageURL = "/objects/uploads/abc"
		putCompany(t, s, record)
		mentions := testkit.Must(s.Media().Mentions(t.Context()))(t)
		if len(mentions) != 1 || mentions[0].Use != (media.Use{Kind: "company", ID: 1, Title: "people"}) {
			t.Errorf("mentions: %+v", mentions)
		}
	}},
}

func putCompany(t *testing.T, s Stores, record company.Record) {
	t.Helper()
	publish(t, s.Company(), func(tx company.Tx) error { return tx.PutCompany(t.Context(), record) })
}

func companyRecord(tx company.Tx, ctx context.Context, _ struct{}) (company.Record, error) {
	return tx.CompanyRecord(ctx)
}
