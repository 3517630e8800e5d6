package connection

import (
	"context"

	"perimeter/internal/errs"
)

type storedMonth struct {
	Sent string `json:"sent"` // such as 2026-03
}

// TakeMonth reports whether the message about a month, such as "2026-03", is to be
// sent now. Of several replicas one gets true, once. The first month that is asked for
// is the one in which the site began, and is not sent.
func (c *Connections) TakeMonth(ctx context.Context, month string) (bool, error) {
	notices, _, _, err := c.loadNotices(ctx)
	if err != nil && !isSealed(err) {
		return false, err
	}
	var stored storedMonth
	before, err := c.load(ctx, monthName, &stored, nil)
	if err != nil || stored.Sent >= month {
		return false, err
	}
	err = c.save(ctx, monthName, storedMonth{Sent: month}, nil, before)
	if errs.KindOf(err) == errs.Conflict {
		return false, nil // another replica was faster
	}
	return err == nil && stored.Sent != "" && !notices.MonthlyOff, err
}
