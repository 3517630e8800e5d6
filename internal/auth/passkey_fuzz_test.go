package auth_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

// FuzzPasskey changes the answer of a device. It checks that nothing signs in but what
// the device has signed, that nothing does so twice, and that bad answers are refused and
// do not fail.
func FuzzPasskey(f *testing.F) {
	f.Add([]byte(nil), uint16(0), byte(0), uint16(0))
	f.Add([]byte(nil), uint16(120), byte(1), uint16(0))
	f.Add([]byte(nil), uint16(0), byte(0), uint16(40))
	f.Add([]byte(`{}`), uint16(0), byte(0), uint16(0))
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"","signature":""}}`),
		uint16(0), byte(0), uint16(0))
	f.Fuzz(func(t *testing.T, made []byte, place uint16, change byte, cut uint16) {
		fix := newFixture(t)
		device, _ := fix.addPasskey(t, fix.putUser(t, "anna"))
		signed := fix.sign(t, device)
		response := slices.Clone(signed)
		response[int(place)%len(response)] ^= change
		response = response[:len(response)-int(cut)%len(response)]
		if len(made) > 0 {
			response = made
		}
		err := fix.loginByPasskey(t, response)
		switch {
		case err == nil && !bytes.Equal(signedParts(t, response), signedParts(t, signed)):
			t.Errorf("signed in by %s", response)
		case err != nil && bytes.Equal(response, signed):
			t.Errorf("the answer of the device is refused: %v", err)
		case err != nil && errs.KindOf(err) != errs.Unauthorized:
			t.Errorf("%s: %v", response, err)
		}
		if err == nil && fix.loginByPasskey(t, response) == nil {
			t.Error("signed in twice")
		}
		user := testkit.Must(fix.Users(t.Context()))(t)[0]
		if _, err := fix.FinishPasskey(t.Context(), "", user, "Phone", response); err == nil || errs.KindOf(err) == 0 {
			t.Errorf("as a new passkey: %v", err)
		}
	})
}

// signedParts returns what a device has signed, and its signature.
func signedParts(t *testing.T, response []byte) []byte {
	t.Helper()
	var parsed struct {
		Response struct{ ClientDataJSON, AuthenticatorData, Signature string }
	}
	if err := json.Unmarshal(response, &parsed); err != nil {
		t.Fatalf("what has signed in is no JSON: %v", err)
	}
	var parts []byte
	for _, part := range []string{parsed.Response.ClientDataJSON, parsed.Response.AuthenticatorData, parsed.Response.Signature} {
		raw, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(append(parts, raw...), 0)
	}
	return parts
}
