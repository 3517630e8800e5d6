package main

import (
	"strings"
	"testing"
	"time"

	"perimeter/internal/site"
)

func TestChatFlags(t *testing.T) {
	const enough = 48 * time.Hour
	for name, c := range map[string]struct {
		flags     chatFlags
		notifiers int
		problem   string
	}{
		"nothing":             {chatFlags{ChatRetention: enough}, 0, ""},
		"both ways":           {chatFlags{enough, "https://hook.example/", "boss@pest.example", "smtps://a:b@mail.example"}, 2, ""},
		"mail to users only":  {chatFlags{enough, "", "", "smtps://mail.example"}, 0, ""},
		"no mail server":      {chatFlags{enough, "", "boss@pest.example", ""}, 0, "PERIMETER_SMTP_URL"},
		"a strange server":    {chatFlags{enough, "", "boss@pest.example", "http://mail.example"}, 0, "PERIMETER_SMTP_URL"},
		"a strange hook":      {chatFlags{enough, "hook", "", ""}, 0, "PERIMETER_CHAT_WEBHOOK"},
		"retention too short": {chatFlags{ChatRetention: time.Minute}, 0, "PERIMETER_CHAT_RETENTION"},
		"no retention":        {chatFlags{}, 0, "PERIMETER_CHAT_RETENTION"},
	} {
		t.Run(name, func(t *testing.T) {
			notifiers, err := c.flags.notifiers(site.SampleIdentity())
			if c.problem != "" {
				if err == nil || !strings.Contains(err.Error(), c.problem) {
					t.Errorf("got %v, want it to name %s", err, c.problem)
				}
				return
			}
			if err != nil || len(notifiers) != c.notifiers {
				t.Errorf("got %+v, %v", notifiers, err)
			}
		})
	}
}
