// Package signing owns the signatures by which the server recognises tokens that
// it gave out itself. It must not know what the tokens are for.
package signing

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"sync"
)

// SecretSize is the number of bytes of a secret.
const SecretSize = 32

// size is the number of bytes of a signature: too many to guess, and few enough
// for a cookie.
const size = 16

// Signer signs texts with a secret, which it loads when it is first needed. Many
// goroutines may use one Signer.
type Signer struct {
	load func(context.Context) ([]byte, error)

	mu     sync.Mutex
	secret []byte
}

// New returns a Signer with the secret that load returns.
func New(load func(context.Context) ([]byte, error)) *Signer { return &Signer{load: load} }

// Sign returns the signature of the texts, in characters that a cookie can hold.
func (s *Signer) Sign(ctx context.Context, texts ...string) (string, error) {
	secret, err := s.loaded(ctx)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, secret)
	for _, text := range texts {
		// The length keeps "ab", "c" apart from "a", "bc".
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		mac.Write([]byte(text))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:size]), nil
}

// Verify reports whether the signature is that of the texts.
func (s *Signer) Verify(ctx context.Context, signature string, texts ...string) (bool, error) {
	want, err := s.Sign(ctx, texts...)
	return err == nil && hmac.Equal([]byte(signature), []byte(want)), err
}

func (s *Signer) loaded(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secret != nil {
		return s.secret, nil
	}
	secret, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	if len(secret) < SecretSize {
		return nil, errors.New("the stored secret for signatures is too short")
	}
	s.secret = secret
	return secret, nil
}
