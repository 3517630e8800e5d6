package push

import (
	"crypto/ecdh"
	"net/http"
	"testing"
)

// FuzzSubscription checks that what is accepted from a browser can be used: a request
// to a push service over https, and keys that a message can be encrypted with.
func FuzzSubscription(f *testing.F) {
	const p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
	for _, endpoint := range []string{
		"https://push.example/abc", "http://127.0.0.1:80/", "https://user@push.example", "https://push.example/#a", "https://",
		"https://push.example:99999/", "HTTPS://push.example/\n", "javascript:alert(1)", "https://[::1", "https://push.example/%zz",
	} {
		f.Add(endpoint, p256dh, "BTBZMqHH6r4Tts7J_aSIgg")
	}
	f.Add("https://push.example/abc", p256dh[:40], "BTBZMqHH6r4Tts7J_aSIgg==")
	f.Add("https://push.example/abc", p256dh+"=", "")
	p := New(Config{})
	f.Fuzz(func(t *testing.T, endpoint, p256dh, auth string) {
		if p.checkEndpoint(endpoint) == nil {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, http.NoBody)
			if err != nil {
				t.Fatalf("%q: %v", endpoint, err)
			}
			if r.URL.Scheme != "https" || r.URL.Hostname() == "" || r.URL.User != nil || len(endpoint) > maxEndpoint {
				t.Errorf("%q was accepted", endpoint)
			}
		}
		if checkKeys(Keys{P256dh: p256dh, Auth: auth}) == nil {
			point, _ := decode(p256dh)
			key, err := ecdh.P256().NewPublicKey(point)
			if err != nil {
				t.Fatal(err)
			}
			own, err := ecdh.P256().NewPrivateKey([]byte("a private key of thirty-two byte"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := own.ECDH(key); err != nil {
				t.Errorf("%q cannot be used: %v", p256dh, err)
			}
		}
	})
}
