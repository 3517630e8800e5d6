package server

import (
	"context"

	"perimeter/internal/audit"
)

type secondFactorInput struct {
	Body struct {
		Required bool `json:"required"`
	} `nameHint:"SecondFactorRule"`
}

func (a *api) requireSecondFactor(ctx context.Context, in *secondFactorInput) (*messageOutput, error) {
	if err := a.accounts.RequireSecondFactor(ctx, requestInfoOf(ctx).token, in.Body.Required); err != nil {
		return nil, err
	}
	message := "Second factor not required any more"
	if in.Body.Required {
		message = "Second factor required"
	}
	a.logChange(ctx, "rule for second factors changed", "required", in.Body.Required)
	a.record(ctx, audit.RuleChanged, "", message)
	return respondMessage(message)
}
