package notify

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"perimeter/internal/chat"
)

// FuzzPushMessage checks that a notice fits into one message of a push service,
// whatever a visitor has typed.
func FuzzPushMessage(f *testing.F) {
	f.Add("Ann", "254-555-0142", "I have ants. 🐜")
	f.Add(strings.Repeat("\x01", 90), strings.Repeat("<", 90), strings.Repeat("\u2028", 500))
	f.Add("\xff", "", "\xed\xa0\x80")
	// A record of 4096 bytes holds a header, a padding byte and an authentication tag.
	const most = 4096 - 86 - 1 - 16
	f.Fuzz(func(t *testing.T, name, contact, text string) {
		sent := notice
		sent.Name, sent.Contact, sent.Messages = name, contact, []string{text}
		for _, reason := range []chat.Reason{chat.ReasonTest, notice.Reason} {
			sent.Reason = reason
			raw, err := json.Marshal(pushMessageOf(sent))
			if err != nil || len(raw) > most || !utf8.Valid(raw) {
				t.Errorf("%d bytes: %v", len(raw), err)
			}
		}
	})
}
