package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"perimeter/internal/company"
	"perimeter/internal/errs"
	"perimeter/internal/record"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

// companyID is the ID of the only row.
const companyID = 1

func (r reader) CompanyRecord(ctx context.Context) (company.Record, error) {
	scope.Read(ctx, scope.Company)
	get := func(ctx context.Context, _ struct{}) (db.GetCompanyRow, error) { return r.q.GetCompany(ctx) }
	row, err := one(ctx, r, subject{noun: "company"}, get, struct{}{}, same)
	if err != nil {
		return company.Record{}, err
	}
	stored := company.Record{UpdatedAt: instant(row.UpdatedAt)}
	if err := json.Unmarshal([]byte(row.Document), &stored.Document); err != nil {
		return company.Record{}, fmt.Errorf("read the stored company: %w", err)
	}
	return stored, nil
}

func (t tx) Companies() record.Table[company.Record] {
	noun := subject{noun: "company"}
	get := func(ctx context.Context, _ int64) (company.Record, error) { return t.CompanyRecord(ctx) }
	return table[company.Record]{
		tx: t, subject: noun,
		list: func(ctx context.Context) ([]company.Record, error) {
			only, err := t.CompanyRecord(ctx)
			return []company.Record{only}, err
		},
		get:    get,
		insert: t.storeCompany, update: t.storeCompany,
		remove: func(context.Context, int64) (int64, error) { return 0, errOneCompany },
		scopes: func(company.Record) []scope.Scope { return []scope.Scope{scope.Company} },
		uses:   t.usesOf(useCompany),
		texts:  companyTexts,
	}
}

// companyTexts returns the document, which names images in many fields.
func companyTexts(c company.Record) []string {
	document, err := json.Marshal(c.Document)
	if err != nil {
		return nil // storeCompany has reported it
	}
	return []string{string(document)}
}

var errOneCompany = errors.New("there is always one company")

func (t tx) storeCompany(ctx context.Context, c company.Record) (company.Record, error) {
	document, err := json.Marshal(c.Document)
	if err != nil {
		return c, fmt.Errorf("store the company: %w", err)
	}
	return c, exec(ctx, t, subject{}, t.q.PutCompany, db.PutCompanyParams{UpdatedAt: micros(c.UpdatedAt), Document: string(document)})
}

func (r reader) ChecklistDismissed(ctx context.Context) (bool, error) {
	get := func(ctx context.Context, _ struct{}) (bool, error) { return r.q.GetChecklistDismissed(ctx) }
	dismissed, err := one(ctx, r, subject{noun: "company"}, get, struct{}{}, same)
	if errs.KindOf(err) == errs.NotFound {
		return false, nil
	}
	return dismissed, err
}

func (t tx) DismissChecklist(ctx context.Context) error {
	return t.failed(ctx, subject{}, t.q.DismissChecklist(ctx))
}
