package store

import "context"

func (r reader) SecondFactorRequired(ctx context.Context) (bool, error) {
	count := func(ctx context.Context, _ struct{}) (int64, error) { return r.q.CountSecondFactorRules(ctx) }
	return one(ctx, r, subject{}, count, struct{}{}, func(rules int64) bool { return rules > 0 })
}

func (r reader) UsersWithSecondFactor(ctx context.Context) ([]int64, error) {
	return all(ctx, r, r.q.ListUsersWithSecondFactor, same)
}

func (t userTx) RequireSecondFactor(ctx context.Context, required bool) error {
	return exec(ctx, t.tx, subject{}, t.q.PutAccountRules, required)
}
