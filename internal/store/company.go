package store

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/history"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

// companyID is the ID of the only row.
const companyID = 1

func (r reader) CompanyRecord(ctx context.Context) (company.Record, error) {
	scope.Read(ctx, scope.Company)
	get := func(ctx context.Context, _ struct{}) (db.Company, error) { return r.q.GetCompany(ctx) }
	row, err := one(ctx, r, subject{noun: "company"}, get, struct{}{}, same)
	if err != nil {
		return company.Record{}, err
	}
	record := company.Record{UpdatedAt: instant(row.UpdatedAt), ChecklistDismissed: row.ChecklistDismissed}
	if err := json.Unmarshal([]byte(row.Document), &record.Document); err != nil {
		return company.Record{}, fmt.Errorf("read the stored company: %w", err)
	}
	return record, nil
}

func (t tx) PutCompany(ctx context.Context, record company.Record) error {
	document, err := json.Marshal(record.Document)
	if err != nil {
		return fmt.Errorf("store the company: %w", err)
	}
	t.touch(scope.Company)
	if err := t.keepCompany(ctx, record); err != nil {
		return err
	}
	err = exec(ctx, t, subject{}, t.q.PutCompany, db.PutCompanyParams{
		UpdatedAt: micros(record.UpdatedAt), ChecklistDismissed: record.ChecklistDismissed, Document: string(document),
	})
	if err != nil {
		return err
	}
	return t.putImageUses(ctx, useCompany, companyID, string(document))
}

// keepCompany keeps a version, unless only the checklist was dismissed.
func (t tx) keepCompany(ctx context.Context, record company.Record) error {
	before, err := t.CompanyRecord(ctx)
	switch {
	case errs.KindOf(err) == errs.NotFound:
		return t.keep(history.Company, history.CompanyID, history.Create, record)
	case err != nil:
		return err
	case record.UpdatedAt.Equal(before.UpdatedAt) && reflect.DeepEqual(record.Document, before.Document):
		return nil
	default:
		return t.keep(history.Company, history.CompanyID, history.Update, record)
	}
}
