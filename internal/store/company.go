package store

import (
	"context"
	"encoding/json"
	"fmt"

	"perimeter/internal/company"
	"perimeter/internal/store/db"
)

func (r reader) CompanyRecord(ctx context.Context) (company.Record, error) {
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
	return exec(ctx, t, subject{}, t.q.PutCompany, db.PutCompanyParams{
		UpdatedAt: micros(record.UpdatedAt), ChecklistDismissed: record.ChecklistDismissed, Document: string(document),
	})
}
