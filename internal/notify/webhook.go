package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"perimeter/internal/chat"
)

// Webhook posts notices as JSON to a URL.
type Webhook struct {
	url string
}

var _ chat.Notifier = Webhook{}

// NewWebhook returns a Webhook that posts to a URL.
func NewWebhook(target string) (Webhook, error) {
	u, err := url.Parse(target)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return Webhook{}, errors.New("the webhook URL must begin with http:// or https://")
	}
	return Webhook{target}, nil
}

// Notify implements chat.Notifier.
func (w Webhook) Notify(ctx context.Context, notice chat.Notice) error {
	body, err := json.Marshal(notice)
	if err != nil {
		return fmt.Errorf("send a notice by webhook: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("send a notice by webhook: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		// The URL is often a secret, so only the cause may reach the log.
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return fmt.Errorf("send a notice by webhook: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("send a notice by webhook: the response is %s", res.Status)
	}
	return nil
}
