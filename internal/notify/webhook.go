package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"perimeter/internal/chat"
)

// WebhookConfig is what a Webhook needs.
type WebhookConfig struct {
	// URL returns where notices go at the time; "" if nowhere.
	URL func(ctx context.Context) (string, error)
	// Secret signs each request, as the Standard Webhooks specification says.
	Secret func(ctx context.Context) ([]byte, error)
	// AllowPrivate allows receivers inside this network, AllowLoopback on this
	// machine. Otherwise whoever can set the URL could reach services that are not
	// public.
	AllowPrivate, AllowLoopback bool
}

// Webhook posts notices as JSON to a URL.
type Webhook struct {
	WebhookConfig
	client *http.Client
}

var _ chat.Optional = (*Webhook)(nil)

// CheckWebhookURL reports whether notices can be posted to a URL. It contacts nobody.
func CheckWebhookURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return errors.New("the webhook URL must begin with http:// or https://")
	}
	return nil
}

// NewWebhook returns a Webhook.
func NewWebhook(cfg WebhookConfig) *Webhook {
	allowed := allowedIPs{private: cfg.AllowPrivate, loopback: cfg.AllowLoopback, advice: "PERIMETER_CHAT_WEBHOOK_PRIVATE=true allows it"}
	return &Webhook{WebhookConfig: cfg, client: newClient(allowed)}
}

// Configured implements chat.Optional.
func (w *Webhook) Configured(ctx context.Context) (bool, error) {
	to, err := w.URL(ctx)
	return to != "", err
}

// Notify implements chat.Notifier.
func (w *Webhook) Notify(ctx context.Context, notice chat.Notice) error {
	if err := w.post(ctx, notice); err != nil {
		return fmt.Errorf("send a notice by webhook: %w", err)
	}
	return nil
}

func (w *Webhook) post(ctx context.Context, notice chat.Notice) error {
	body, err := json.Marshal(notice)
	if err != nil {
		return err
	}
	secret, err := w.Secret(ctx)
	if err != nil {
		return err
	}
	to, err := w.URL(ctx)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return err
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Webhook-Id", notice.ID)
	r.Header.Set("Webhook-Timestamp", timestamp)
	r.Header.Set("Webhook-Signature", sign(secret, notice.ID, timestamp, body))
	res, err := w.client.Do(r)
	if err != nil {
		return withoutURL(err)
	}
	defer res.Body.Close()
	if res.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("the response is %s", res.Status)
	}
	return nil
}

// sign returns the signature of a request in the form of Standard Webhooks.
func sign(secret []byte, id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// secretPrefix marks a secret in its text form, as receivers expect it.
const secretPrefix = "whsec_"

// FormatSecret returns the text form of a secret.
func FormatSecret(secret []byte) string {
	return secretPrefix + base64.StdEncoding.EncodeToString(secret)
}
