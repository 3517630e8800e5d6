package server

import (
	"context"
	"testing"

	"perimeter/internal/chat"
)

// mailbox counts notices.
type mailbox struct{ received int }

func (m *mailbox) Notify(context.Context, chat.Notice) error {
	m.received++
	return nil
}

func TestAdministratorsSeeWhetherNoticesArrive(t *testing.T) {
	mail := &mailbox{}
	a := newApp(t, func(a *app, _ *Config) { a.channels = []chat.Channel{{Name: "email", Notifier: mail}} })
	channels := data[[]chat.Deliveries](t, a.call(t, admin, get, "/api/admin/chat/channels", nil).wants(t, 200))
	if len(channels) != 1 || channels[0].Channel != "email" || channels[0].DeliveredAt != nil {
		t.Errorf("the channels are %+v", channels)
	}
	a.call(t, admin, post, "/api/admin/chat/channels/email/test", nil).wants(t, 200)
	a.call(t, admin, post, "/api/admin/chat/channels/pigeon/test", nil).wants(t, 404)
	channels = data[[]chat.Deliveries](t, a.call(t, admin, get, "/api/admin/chat/channels", nil).wants(t, 200))
	if mail.received != 1 || channels[0].DeliveredAt == nil {
		t.Errorf("%d notices were sent; the channels are %+v", mail.received, channels)
	}
}
