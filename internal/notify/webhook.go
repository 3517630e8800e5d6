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

// Webhook sends notices as JSON to an address.
type Webhook struct {
	address string
}

var _ chat.Notifier = Webhook{}

// NewWebhook makes a Webhook that posts to the address.
func NewWebhook(address string) (Webhook, error) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return Webhook{}, errors.New("the webhook's address must begin with http:// or https://")
	}
	return Webhook{address}, nil
}

// Notify implements chat.Notifier.
func (w Webhook) Notify(ctx context.Context, notice chat.Notice) error {
	body, err := json.Marshal(notice)
	if err != nil {
		return fmt.Errorf("notice by webhook: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("notice by webhook: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		// The address often is the secret; the cause alone goes into the log.
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return fmt.Errorf("notice by webhook: %w", err)
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("notice by webhook: answered with %s", res.Status)
	}
	return nil
}
