// Package pushservice owns a push service for tests, together with the browser that
// subscribed to it: it checks who sends a message and decrypts it. It must not know
// what messages say.
package pushservice

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"perimeter/internal/push"
)

// Service is a push service with one subscribed browser.
type Service struct {
	*httptest.Server
	t       testing.TB
	private *ecdh.PrivateKey
	auth    [16]byte

	mu       sync.Mutex
	status   int
	received []Message
}

// Message is a message that the browser got.
type Message struct {
	Text   string
	Header http.Header
	Claims Claims
	// Key is the public key of the sender, in base64.
	Key string
}

// Claims are what the sender says about itself.
type Claims struct {
	Audience string `json:"aud"`
	Subject  string `json:"sub"`
	Expires  int64  `json:"exp"`
}

// New starts a service.
func New(t testing.TB) *Service {
	t.Helper()
	s := &Service{t: t, status: http.StatusCreated}
	var err error
	if s.private, err = ecdh.P256().GenerateKey(rand.Reader); err != nil {
		t.Fatal(err)
	}
	rand.Read(s.auth[:])
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Subscription returns the subscription of the browser.
func (s *Service) Subscription() push.NewSubscription {
	return push.NewSubscription{Endpoint: s.URL + "/send/token", Keys: push.Keys{
		P256dh: base64.RawURLEncoding.EncodeToString(s.private.PublicKey().Bytes()),
		Auth:   base64.RawURLEncoding.EncodeToString(s.auth[:]),
	}}
}

// Respond sets the status of further responses. Only what is responded to with 201
// is received.
func (s *Service) Respond(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

// Take returns what was received since the last call.
func (s *Service) Take() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.received
	s.received = nil
	return taken
}

func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.status == http.StatusCreated {
		m, err := s.open(r)
		if err != nil {
			s.t.Errorf("the push service got a bad message: %v", err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		s.received = append(s.received, m)
	}
	w.WriteHeader(s.status)
}

func (s *Service) open(r *http.Request) (Message, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return Message{}, err
	}
	if r.Method != http.MethodPost || r.URL.Path != "/send/token" || r.Header.Get("Content-Encoding") != "aes128gcm" || len(body) > 4096 {
		return Message{}, fmt.Errorf("%s %s with %d bytes and the header %v", r.Method, r.URL, len(body), r.Header)
	}
	m := Message{Header: r.Header}
	if m.Text, err = s.decrypt(body); err != nil {
		return m, err
	}
	m.Claims, m.Key, err = verify(r.Header.Get("Authorization"))
	if err == nil && m.Claims.Audience != s.URL {
		err = fmt.Errorf("it was meant for %q", m.Claims.Audience)
	}
	if left := time.Until(time.Unix(m.Claims.Expires, 0)); err == nil && (left <= 0 || left > 24*time.Hour) {
		err = fmt.Errorf("its signature ends in %s", left)
	}
	return m, err
}

// decrypt does what RFC 8291 says.
func (s *Service) decrypt(body []byte) (string, error) {
	const headerSize = 16 + 4 + 1 + 65
	if len(body) < headerSize {
		return "", errors.New("the message is too short")
	}
	salt, senderKey := body[:16], body[21:headerSize]
	sender, err := ecdh.P256().NewPublicKey(senderKey)
	if err != nil {
		return "", err
	}
	shared, err := s.private.ECDH(sender)
	if err != nil {
		return "", err
	}
	info := "WebPush: info\x00" + string(s.private.PublicKey().Bytes()) + string(senderKey)
	ikm, err := hkdf.Key(sha256.New, shared, s.auth[:], info, 32)
	if err != nil {
		return "", err
	}
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return "", err
	}
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return "", err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	plain, err := gcm.Open(nil, nonce, body[headerSize:], nil)
	if err != nil {
		return "", err
	}
	text, ok := strings.CutSuffix(strings.TrimRight(string(plain), "\x00"), "\x02")
	if !ok {
		return "", errors.New("the padding has no delimiter")
	}
	return text, nil
}

// verify checks the signature of a sender as RFC 8292 says.
func verify(authorization string) (c Claims, key string, err error) {
	token, key, ok := strings.Cut(strings.TrimPrefix(authorization, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || len(parts) != 3 {
		return c, "", fmt.Errorf("the sender is %q", authorization)
	}
	decode := base64.RawURLEncoding.DecodeString
	point, err := decode(key)
	if err != nil {
		return c, "", err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return c, "", err
	}
	signature, err := decode(parts[2])
	if err != nil || len(signature) != 64 {
		return c, "", fmt.Errorf("the signature has %d bytes", len(signature))
	}
	hash := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return c, "", errors.New("the signature is wrong")
	}
	claims, err := decode(parts[1])
	if err == nil {
		err = json.Unmarshal(claims, &c)
	}
	return c, key, err
}
