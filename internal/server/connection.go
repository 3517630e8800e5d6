package server

import (
	"context"
	"strings"

	"perimeter/internal/audit"
	"perimeter/internal/connection"
)

func (a *api) getNoticeSettings(ctx context.Context, _ *noInput) (*output[connection.NoticeSettings], error) {
	return respond(a.connections.Notices(ctx))
}

func (a *api) saveNoticeSettings(ctx context.Context, in *struct{ Body connection.NoticeEdit }) (*output[connection.NoticeSettings], error) {
	saved, err := a.connections.SaveNotices(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	a.recordConnection(ctx, noticeDetail(saved))
	return respond(saved, nil)
}

// noticeDetail says where notices go, without secrets.
func noticeDetail(s connection.NoticeSettings) string {
	parts := []string{"notices"}
	if s.Host != "" {
		parts = append(parts, "mail server "+s.Host)
	}
	if len(s.Addresses) > 0 {
		parts = append(parts, "to "+strings.Join(s.Addresses, " and "))
	}
	if s.WebhookHost != "" {
		parts = append(parts, "webhook "+s.WebhookHost)
	}
	return strings.Join(parts, ", ")
}

type monthlyInput struct {
	Body struct {
		On bool `json:"on"`
	} `nameHint:"MonthlyMessage"`
}

func (a *api) setMonthlyMessage(ctx context.Context, in *monthlyInput) (*messageOutput, error) {
	if err := a.connections.SetMonthly(ctx, in.Body.On); err != nil {
		return nil, err
	}
	state := "off"
	if in.Body.On {
		state = "on"
	}
	a.recordConnection(ctx, "monthly message "+state)
	return respondMessage("Monthly message switched " + state)
}

// recordConnection records a change to what the site is connected to.
func (a *api) recordConnection(ctx context.Context, detail string) {
	a.logChange(ctx, "connection changed")
	a.record(ctx, audit.ConnectionChanged, "", detail)
}
