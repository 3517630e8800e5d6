package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"perimeter/internal/company"
)

func TestChatFlags(t *testing.T) {
	const enough, soon = 48 * time.Hour, time.Minute
	for name, c := range map[string]struct {
		flags    chatFlags
		channels int
		problem  string
	}{
		"nothing": {chatFlags{ChatRetention: enough, ChatReminder: soon, ChatMailAfter: soon}, 0, ""},
		"both ways": {chatFlags{
			ChatRetention: enough, ChatReminder: soon, ChatMailAfter: soon,
			ChatWebhook: "https://hook.example/", ChatNoticeTo: "boss@pest.example", SMTPURL: "smtps://a:b@mail.example",
		}, 2, ""},
		"mail to users only": {chatFlags{ChatRetention: enough, ChatReminder: soon, ChatMailAfter: soon, SMTPURL: "smtps://mail.example"}, 0, ""},
		"no mail server":     {chatFlags{ChatRetention: enough, ChatReminder: soon, ChatMailAfter: soon, ChatNoticeTo: "boss@pest.example"}, 0, "PERIMETER_SMTP_URL"},
		"a strange server": {chatFlags{
			ChatRetention: enough, ChatReminder: soon, ChatMailAfter: soon, ChatNoticeTo: "boss@pest.example", SMTPURL: "http://mail.example",
		}, 0, "PERIMETER_SMTP_URL"},
		"a strange hook":      {chatFlags{ChatRetention: enough, ChatReminder: soon, ChatMailAfter: soon, ChatWebhook: "hook"}, 0, "PERIMETER_CHAT_WEBHOOK"},
		"retention too short": {chatFlags{ChatRetention: time.Minute, ChatReminder: soon, ChatMailAfter: soon}, 0, "PERIMETER_CHAT_RETENTION"},
		"no retention":        {chatFlags{ChatReminder: soon}, 0, "PERIMETER_CHAT_RETENTION"},
		"no reminder":         {chatFlags{ChatRetention: enough}, 0, "PERIMETER_CHAT_REMINDER"},
		"no time to see":      {chatFlags{ChatRetention: enough, ChatReminder: soon}, 0, "PERIMETER_CHAT_MAIL_AFTER"},
	} {
		t.Run(name, func(t *testing.T) {
			result := c.flags.check(t.Context(), company.Fixed(company.Sample()))
			if c.problem != "" {
				if result.err == nil || !strings.Contains(result.err.Error(), c.problem) {
					t.Errorf("got %v, want it to name %s", result.err, c.problem)
				}
				return
			}
			if want := fmt.Sprintf("notices go to %d places", c.channels); result.err != nil || !strings.Contains(result.detail, want) {
				t.Errorf("got %v, want %s", result, want)
			}
		})
	}
}
