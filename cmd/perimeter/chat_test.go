package main

import (
	"strings"
	"testing"
	"time"

	"perimeter/internal/site"
)

func TestChatSettingsAreAllOrNothing(t *testing.T) {
	const enough = 48 * time.Hour
	for name, c := range map[string]struct {
		flags     chatFlags
		notifiers int
		complaint string
	}{
		"nothing":             {chatFlags{ChatRetention: enough}, 0, ""},
		"both ways":           {chatFlags{enough, "https://hook.example/", "boss@pest.example", "smtps://a:b@mail.example"}, 2, ""},
		"nobody to write to":  {chatFlags{enough, "", "", "smtps://mail.example"}, 0, "PERIMETER_CHAT_NOTICE_TO"},
		"no mail server":      {chatFlags{enough, "", "boss@pest.example", ""}, 0, "PERIMETER_SMTP_URL"},
		"a strange server":    {chatFlags{enough, "", "boss@pest.example", "http://mail.example"}, 0, "PERIMETER_SMTP_URL"},
		"a strange hook":      {chatFlags{enough, "hook", "", ""}, 0, "PERIMETER_CHAT_WEBHOOK"},
		"too short a memory":  {chatFlags{ChatRetention: time.Minute}, 0, "PERIMETER_CHAT_RETENTION"},
		"a memory of nothing": {chatFlags{}, 0, "PERIMETER_CHAT_RETENTION"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg, err := c.flags.config(site.SampleIdentity())
			if c.complaint != "" {
				if err == nil || !strings.Contains(err.Error(), c.complaint) {
					t.Errorf("got %v, want a word about %s", err, c.complaint)
				}
				return
			}
			if err != nil || len(cfg.Notifiers) != c.notifiers || cfg.Retention != enough {
				t.Errorf("got %+v, %v", cfg, err)
			}
		})
	}
}
