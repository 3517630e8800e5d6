package connection

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"perimeter/internal/durable"
)

// KeySize is the number of bytes of a key.
const KeySize = 32

// keyFile is the key's name in the data folder.
const keyFile = "secrets.key"

// Key seals secrets with AES-256-GCM. The zero value seals nothing.
type Key struct{ aead cipher.AEAD }

// NewKey returns the key of KeySize bytes.
func NewKey(bytes []byte) (Key, error) {
	if len(bytes) != KeySize {
		return Key{}, fmt.Errorf("the key has %d bytes instead of %d", len(bytes), KeySize)
	}
	block, err := aes.NewCipher(bytes)
	if err != nil {
		return Key{}, err
	}
	aead, err := cipher.NewGCM(block)
	return Key{aead}, err
}

// ParseKey reads a key in base64.
func ParseKey(text string) (Key, error) {
	bytes, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return Key{}, errors.New("the key is not base64") // the cause would show a part of it
	}
	return NewKey(bytes)
}

// OpenKey reads the key in a data folder. If there is none, it makes one that only
// the user of the server can read.
func OpenKey(folder string) (Key, error) {
	path := filepath.Join(folder, keyFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		if err := makeKey(folder, path); err != nil {
			return Key{}, fmt.Errorf("make the key of stored passwords: %w", err)
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return Key{}, fmt.Errorf("read the key of stored passwords: %w", err)
	}
	key, err := ParseKey(string(text))
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// makeKey writes a new key, unless another process has. The file appears with its
// whole content.
func makeKey(folder, path string) error {
	bytes := make([]byte, KeySize)
	_, _ = rand.Read(bytes) // never fails
	file, err := os.CreateTemp(folder, keyFile+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(base64.StdEncoding.EncodeToString(bytes) + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return durable.SyncFolder(folder)
}

// seal encrypts the secrets of a connection. They open only under its name.
func (k Key) seal(name string, plain []byte) ([]byte, error) {
	if k.aead == nil {
		return nil, errors.New("there is no key")
	}
	nonce := make([]byte, k.aead.NonceSize())
	_, _ = rand.Read(nonce)
	return k.aead.Seal(nonce, nonce, plain, []byte(name)), nil
}

func (k Key) open(name string, sealed []byte) ([]byte, error) {
	if k.aead == nil || len(sealed) < k.aead.NonceSize() {
		return nil, errors.New("there is no key")
	}
	n := k.aead.NonceSize()
	return k.aead.Open(nil, sealed[:n], sealed[n:], []byte(name))
}
