package signing

import (
	"bytes"
	"context"
	"errors"
	"testing"
)

func secretOf(b byte) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return bytes.Repeat([]byte{b}, SecretSize), nil }
}

func TestVerifyAcceptsOnlyTheSameTextsAndSecret(t *testing.T) {
	s := New(secretOf(1))
	signature, err := s.Sign(t.Context(), "ab", "c")
	if err != nil || len(signature) != 22 {
		t.Fatalf("%q, %v", signature, err)
	}
	for name, c := range map[string]struct {
		signer    *Signer
		signature string
		texts     []string
		want      bool
	}{
		"the same":       {s, signature, []string{"ab", "c"}, true},
		"another split":  {s, signature, []string{"a", "bc"}, false},
		"other texts":    {s, signature, []string{"ab", "d"}, false},
		"fewer texts":    {s, signature, []string{"ab"}, false},
		"no signature":   {s, "", []string{"ab", "c"}, false},
		"a part of it":   {s, signature[:21], []string{"ab", "c"}, false},
		"another secret": {New(secretOf(2)), signature, []string{"ab", "c"}, false},
	} {
		if got, err := c.signer.Verify(t.Context(), c.signature, c.texts...); err != nil || got != c.want {
			t.Errorf("%s: %t, %v", name, got, err)
		}
	}
}

func TestSecretIsLoadedOnceAndAgainAfterAFailure(t *testing.T) {
	loads, failure := 0, errors.New("away")
	s := New(func(ctx context.Context) ([]byte, error) {
		loads++
		if loads == 1 {
			return nil, failure
		}
		return secretOf(1)(ctx)
	})
	if ok, err := s.Verify(t.Context(), "", "a"); ok || !errors.Is(err, failure) {
		t.Errorf("while the secret is away: %t, %v", ok, err)
	}
	for range 3 {
		if _, err := s.Sign(t.Context(), "a"); err != nil {
			t.Error(err)
		}
	}
	if loads != 2 {
		t.Errorf("%d loads", loads)
	}
	short := New(func(context.Context) ([]byte, error) { return []byte("short"), nil })
	if _, err := short.Sign(t.Context(), "a"); err == nil {
		t.Error("a short secret was used")
	}
}
