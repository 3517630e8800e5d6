package company

import (
	"context"
	"encoding/json"
	"math"

	"perimeter/internal/record"
)

// follower writes anew what follows from the company's facts, in the transaction
// that changes them.
type follower func(ctx context.Context, tx Tx, change record.Change, former []Identity, now Identity) error

// FollowedBy makes every change of the company call the function in its transaction.
// It is called once, before the first change.
func (c *Company) FollowedBy(follow follower) { c.follow = follow }

func (c *Company) after(ctx context.Context, tx Tx, change record.Change, stored Record) error {
	if c.follow == nil {
		return nil
	}
	former, err := c.Former(ctx)
	if err != nil {
		return err
	}
	return c.follow(ctx, tx, change, former, stored.Identity)
}

// Former returns the facts of all versions of the record and those of the sample
// company, the newest first. Versions that differ in no fact that texts name are
// there once. The first may be the present facts.
func (c *Company) Former(ctx context.Context) ([]Identity, error) {
	var list []Identity
	seen := map[namedFacts]bool{}
	add := func(id Identity) {
		if facts := id.named(); !seen[facts] {
			seen[facts] = true
			list = append(list, id)
		}
	}
	if c.store != nil {
		versions, err := c.store.Versions(ctx, record.Query{
			Kind: record.Company, RecordID: record.CompanyID, Before: math.MaxInt64, Limit: record.MaxLimit,
		})
		if err != nil {
			return nil, err
		}
		for _, version := range versions {
			var saved struct{ Identity }
			if json.Unmarshal(version.Fields, &saved) == nil { // or else another release wrote it
				add(saved.Identity)
			}
		}
	}
	add(c.seed.Identity)
	add(Sample().Identity)
	return list, nil
}

// namedFacts are the facts that texts name.
type namedFacts struct{ name, legalName, town, county, state, phone, email string }

func (id Identity) named() namedFacts {
	return namedFacts{id.Name, id.LegalName, id.Town, id.County, id.State, id.Phone, id.Email}
}
