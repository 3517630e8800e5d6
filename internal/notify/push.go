package notify

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"perimeter/internal/chat"
	"perimeter/internal/push"
)

// PushConfig is what a Push needs.
type PushConfig struct {
	Subscriptions *push.Push
	// Contact returns whom push services may write to about our messages: an e-mail
	// address or a URL that begins with https:.
	Contact func(ctx context.Context) string
	// AllowLoopback allows push services on this machine.
	AllowLoopback bool
}

// Push sends notices to browsers by Web Push.
type Push struct {
	PushConfig
	client *http.Client
}

var (
	_ chat.Notifier = (*Push)(nil)
	_ chat.Audience = (*Push)(nil)
)

const (
	// pushLifetime is how long a push service keeps a message for a browser that is
	// not connected.
	pushLifetime = 24 * time.Hour
	// maxPushText is how many characters of messages are shown; a whole message may
	// have 4096 bytes.
	maxPushText = 400
	maxPushName = 80
)

// NewPush returns a Push to the subscribed browsers.
func NewPush(cfg PushConfig) *Push {
	return &Push{PushConfig: cfg, client: newClient(allowedIPs{loopback: cfg.AllowLoopback})}
}

// Receivers implements chat.Audience.
func (p *Push) Receivers(ctx context.Context) (int, error) {
	recipients, err := p.Subscriptions.Recipients(ctx)
	return len(recipients), err
}

// Notify implements chat.Notifier. Browsers that got the notice in an earlier
// attempt do not get it again.
func (p *Push) Notify(ctx context.Context, notice chat.Notice) error {
	recipients, err := p.Subscriptions.Recipients(ctx)
	if err != nil {
		return err
	}
	key, err := p.Subscriptions.Key(ctx)
	if err != nil {
		return err
	}
	options := webpush.Options{
		HTTPClient: p.client, Subscriber: p.Contact(ctx), Topic: topic(notice), TTL: int(pushLifetime.Seconds()),
		Urgency: webpush.UrgencyHigh, VAPIDPublicKey: key.Public, VAPIDPrivateKey: key.Private,
	}
	content := pushMessageOf(notice)
	message, err := json.Marshal(content)
	if err != nil {
		return err
	}
	// A later attempt may have the ID of the first one and tell of more. Another number
	// of unread messages alone is no reason to ring again.
	id := shortHash(notice.ID + content.Title + content.Body)
	var senders sync.WaitGroup
	results := make([]error, len(recipients))
	for i, recipient := range recipients {
		if recipient.Delivered != id {
			// At the same time: one push service that hangs must not delay the others.
			senders.Go(func() { results[i] = p.send(ctx, recipient, id, message, options) })
		}
	}
	senders.Wait()
	return summary(results)
}

var errEnded = errors.New("notifications were turned off there")

// summary returns an error if a browser is to be tried again, or if none is left.
func summary(results []error) error {
	var failed []error
	ended := 0
	for _, err := range results {
		if errors.Is(err, errEnded) {
			ended++
		} else if err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("push to %d of %d devices: %w", len(failed), len(results), failed[0])
	}
	if ended == len(results) {
		return errors.New("no device has notifications turned on")
	}
	return nil
}

// send sends a message to one browser, and forgets the browser if it has
// unsubscribed.
func (p *Push) send(ctx context.Context, to push.Subscription, id string, message []byte, options webpush.Options) error {
	subscription := &webpush.Subscription{Endpoint: to.Endpoint, Keys: webpush.Keys{P256dh: to.Keys.P256dh, Auth: to.Keys.Auth}}
	// Clipped, because the library appends to it.
	res, err := webpush.SendNotificationWithContext(ctx, slices.Clip(message), subscription, &options)
	if err != nil {
		return withoutURL(err)
	}
	defer res.Body.Close()
	// Also while the server stops: otherwise the browser would get it twice.
	recording := context.WithoutCancel(ctx)
	switch {
	case res.StatusCode == http.StatusNotFound, res.StatusCode == http.StatusGone:
		return errors.Join(errEnded, p.Subscriptions.Ended(recording, to.Endpoint))
	case res.StatusCode >= http.StatusMultipleChoices:
		return fmt.Errorf("the response of the push service is %s", res.Status)
	default:
		return p.Subscriptions.Delivered(recording, to.Endpoint, id)
	}
}

// pushMessage is what the service worker of the back office shows.
type pushMessage struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Tag   string `json:"tag"` // a notification replaces the one with its tag
	URL   string `json:"url"` // what it opens
	// Unread is what the icon of the app shows, in all conversations together. It is
	// nil in a test, which changes nothing.
	Unread *int64 `json:"unread,omitempty"`
}

func pushMessageOf(notice chat.Notice) pushMessage {
	leads := notice.Leads()
	m := pushMessage{Title: shorten(subject(notice), maxPushName+50), Tag: "chat", URL: notice.URL}
	if notice.Reason != chat.ReasonTest {
		m.Unread = &notice.Unread
	}
	var lines []string
	if notice.Warning != "" {
		lines = append(lines, notice.Warning)
	}
	for _, lead := range leads {
		text := strings.Join(lead.Messages, "\n")
		if lead.Contact != "" {
			text = lead.Contact + "\n" + text
		}
		if len(leads) > 1 {
			text = cmp.Or(shorten(lead.Name, maxPushName), "Visitor") + ": " + text
		}
		lines = append(lines, strings.TrimSpace(text))
	}
	m.Body = shorten(strings.Join(lines, "\n"), maxPushText)
	if len(leads) == 1 && notice.HeldBack == 0 {
		m.Tag = notice.Conversation
	} else {
		m.URL = inboxOf(notice.URL)
	}
	return m
}

// inboxOf returns the URL of the list of all conversations.
func inboxOf(conversation string) string {
	u, err := url.Parse(conversation)
	if err != nil {
		return conversation
	}
	u.RawQuery = "panel=messages"
	return u.String()
}

func shorten(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}

// topic makes a push service replace a message that it could not deliver yet with
// a newer one about the same conversation, which says all that the first one did.
func topic(notice chat.Notice) string {
	return shortHash(pushMessageOf(notice).Tag)
}

// shortHash returns 32 characters, as many as a topic may have.
func shortHash(text string) string {
	hash := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(hash[:24])
}
