// Package authenticator owns a device with passkeys, for tests: what a browser and
// its authenticator would send. It must not know who checks it.
package authenticator

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// Device holds one passkey. A test changes the fields to misbehave.
type Device struct {
	Origin string
	// RPID is the host name that the passkey is bound to.
	RPID    string
	Counter uint32
	// Unverified makes the device sign without checking who is there.
	Unverified bool
	UserHandle string

	id  []byte
	key *ecdsa.PrivateKey
}

// The flags of the authenticator data.
const (
	userPresent  = 0x01
	userVerified = 0x04
	hasKey       = 0x40
)

// New returns a device without a user. Create gives it one.
func New(tb testing.TB, origin, rpID string) *Device {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	return &Device{Origin: origin, RPID: rpID, id: []byte(rand.Text()), key: key}
}

// Create answers the options to make a passkey.
func (d *Device) Create(tb testing.TB, options map[string]any) []byte {
	tb.Helper()
	user, _ := options["user"].(map[string]any)
	handle, err := base64.RawURLEncoding.DecodeString(user["id"].(string))
	if err != nil {
		tb.Fatal(err)
	}
	d.UserHandle = string(handle)
	point, err := d.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		tb.Fatal(err)
	}
	publicKey, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	if err != nil {
		tb.Fatal(err)
	}
	attested := make([]byte, 16, 64) // the model of the device: none
	attested = binary.BigEndian.AppendUint16(attested, uint16(len(d.id)))
	attested = append(append(attested, d.id...), publicKey...)
	object, err := webauthncbor.Marshal(map[string]any{
		"fmt": "none", "attStmt": map[string]any{}, "authData": append(d.data(hasKey), attested...),
	})
	if err != nil {
		tb.Fatal(err)
	}
	return d.response(tb, map[string]any{
		"clientDataJSON": text(d.clientData(tb, "webauthn.create", options)), "attestationObject": text(object),
	})
}

// Get answers the options to use the passkey.
func (d *Device) Get(tb testing.TB, options map[string]any) []byte {
	tb.Helper()
	client := d.clientData(tb, "webauthn.get", options)
	data, clientHash := d.data(0), sha256.Sum256(client)
	signed := sha256.Sum256(append(append([]byte{}, data...), clientHash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, signed[:])
	if err != nil {
		tb.Fatal(err)
	}
	return d.response(tb, map[string]any{
		"clientDataJSON": text(client), "authenticatorData": text(data),
		"signature": text(signature), "userHandle": text([]byte(d.UserHandle)),
	})
}

func (d *Device) response(tb testing.TB, parts map[string]any) []byte {
	tb.Helper()
	return encode(tb, map[string]any{
		"id": text(d.id), "rawId": text(d.id), "type": "public-key",
		"clientExtensionResults": map[string]any{}, "response": parts,
	})
}

func (d *Device) clientData(tb testing.TB, kind string, options map[string]any) []byte {
	tb.Helper()
	return encode(tb, map[string]any{"type": kind, "challenge": options["challenge"], "origin": d.Origin, "crossOrigin": false})
}

// data returns the authenticator data.
func (d *Device) data(flags byte) []byte {
	flags |= userPresent
	if !d.Unverified {
		flags |= userVerified
	}
	host := sha256.Sum256([]byte(d.RPID))
	return binary.BigEndian.AppendUint32(append(host[:], flags), d.Counter)
}

func encode(tb testing.TB, v any) []byte {
	tb.Helper()
	encoded, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return encoded
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
