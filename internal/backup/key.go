package backup

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"
)

// Keys open encrypted backups. The zero value opens none, and backups that are
// written with it are not encrypted.
type Keys struct {
	current *key // new backups are encrypted with it; nil means that they are not
	all     []*key
}

// key is an age identity. A nil key leaves everything as it is.
type key struct {
	identity *age.X25519Identity
	names    []byte // keys the names of blobs, so that they tell nothing of the content
}

const identityPrefix = "AGE-SECRET-KEY-1"

// NewKey returns the text of a new key.
func NewKey() (string, error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	return identity.String(), nil
}

// ParseKeys reads the keys in a text: one in each line, newest first. Lines that begin
// with # are comments, as in the files of age-keygen. Spaces within a key and small
// letters are accepted, because somebody may have typed it from paper.
func ParseKeys(text string) (Keys, error) {
	var k Keys
	for line := range strings.Lines(text) {
		line = strings.ToUpper(strings.Join(strings.Fields(line), ""))
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		identity, err := age.ParseX25519Identity(line)
		if err != nil {
			// The error of age may quote the key.
			return Keys{}, fmt.Errorf("a line is no key: it must begin with %s and be copied without a mistake", identityPrefix)
		}
		names, err := hkdf.Key(sha256.New, []byte(identity.String()), nil, "perimeter backup names", sha256.Size)
		if err != nil {
			return Keys{}, err
		}
		k.all = append(k.all, &key{identity, names})
	}
	return k, nil
}

// EncryptingFor returns the keys with the one of the recipient for new backups.
// Without it among them nobody here could open and prove the backups, so that is an
// error.
func (k Keys) EncryptingFor(recipient string) (Keys, error) {
	if _, err := age.ParseX25519Recipient(recipient); err != nil {
		return k, fmt.Errorf("%q is no recipient: it must begin with age1 and be copied without a mistake", recipient)
	}
	for _, one := range k.all {
		if one.recipient() == recipient {
			k.current = one
			return k, nil
		}
	}
	return k, errors.New("the key that belongs to the recipient is missing, so the backups could not be opened")
}

// Encrypting returns the keys with the newest for new backups. There must be one.
func (k Keys) Encrypting() Keys {
	k.current = k.all[0]
	return k
}

// Empty reports whether there is no key.
func (k Keys) Empty() bool { return len(k.all) == 0 }

// Encrypts reports whether new backups are encrypted.
func (k Keys) Encrypts() bool { return k.current != nil }

// Texts returns the keys as ParseKeys reads them, the one for new backups first.
func (k Keys) Texts() []string {
	texts := []string{}
	if k.current != nil {
		texts = append(texts, k.current.identity.String())
	}
	for _, one := range k.all {
		if one != k.current {
			texts = append(texts, one.identity.String())
		}
	}
	return texts
}

// fingerprint changes with the keys and does not tell them; "" if there are none.
func (k Keys) fingerprint() string {
	if k.Empty() {
		return ""
	}
	return digest([]byte(strings.Join(k.Texts(), "\n")))[:nameDigest]
}

// of returns the key of a recipient, or Locked.
func (k Keys) of(recipient string) (*key, error) {
	for _, one := range k.all {
		if one.recipient() == recipient {
			return one, nil
		}
	}
	return nil, &Locked{recipient}
}

// Locked is the error that none of the keys opens a backup.
type Locked struct{ Recipient string }

func (l *Locked) Error() string {
	return "the backup is encrypted for " + l.Recipient + ", and the key for that is missing; it is on the recovery sheet"
}

func (k *key) recipient() string { return k.identity.Recipient().String() }

// same reports whether two keys are one.
func (k *key) same(other *key) bool {
	return k == other || k != nil && other != nil && k.recipient() == other.recipient()
}

// blobName returns the name of the blob that holds content with the SHA-256 in
// hexadecimal.
func (k *key) blobName(hash string) string {
	if k == nil {
		return hash
	}
	sum := hmac.New(sha256.New, k.names)
	sum.Write([]byte(hash))
	return hex.EncodeToString(sum.Sum(nil))
}

// seal encrypts. The result is always equally long for content of one length.
func (k *key) seal(content []byte) ([]byte, error) {
	if k == nil {
		return content, nil
	}
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, k.identity.Recipient())
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err = w.Close()
	return sealed.Bytes(), err
}

// open decrypts. It fails if anything was altered or cut off.
func (k *key) open(sealed []byte) ([]byte, error) {
	if k == nil {
		return sealed, nil
	}
	r, err := age.Decrypt(bytes.NewReader(sealed), k.identity)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
