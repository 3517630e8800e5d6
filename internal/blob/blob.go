// Package blob owns files that are too large for the database: it stores them in
// a folder or in an S3-compatible store. It must not know what they mean, who
// may see them or which of them are still needed.
package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
)

// Config says where files are stored.
type Config struct {
	// DataDir is used without a StorageURL: files go to its subfolder "objects".
	DataDir string
	// StorageURL is empty or s3://bucket?endpoint=…&region=…&path_style=true.
	StorageURL string
	// AccessKeyID and SecretAccessKey are the credentials of an S3 store.
	AccessKeyID, SecretAccessKey string
}

// Open returns the configured storage. It does not connect to it; the storage's
// Check does.
func Open(cfg Config) (media.Storage, error) {
	if cfg.StorageURL == "" {
		return openFileStorage(filepath.Join(cfg.DataDir, "objects"))
	}
	u, err := url.Parse(cfg.StorageURL)
	if err != nil {
		// The parse error would repeat the URL, which may contain a secret.
		return nil, errors.New("the storage URL cannot be parsed")
	}
	if u.Scheme != "s3" {
		return nil, fmt.Errorf("the storage URL begins with %q; only s3:// is supported", u.Scheme+"://")
	}
	return openS3(u, cfg.AccessKeyID, cfg.SecretAccessKey)
}

// OpenFolder returns a storage in a folder, which is created if missing.
func OpenFolder(dir string) (media.Storage, error) { return openFileStorage(dir) }

var validKey = regexp.MustCompile(`^[A-Za-z0-9-][A-Za-z0-9.-]*(/[A-Za-z0-9-][A-Za-z0-9.-]*)*$`)

// checkKey refuses keys with a special meaning to a file system or to S3.
func checkKey(key string) error {
	if len(key) > 200 || !validKey.MatchString(key) {
		return fmt.Errorf("%q is not a valid storage key", key)
	}
	return nil
}

func notFoundError(key string, cause error) error {
	return &errs.Error{Kind: errs.NotFound, Message: "There is no such file.", Err: fmt.Errorf("%s: %w", key, cause)}
}

func unavailableError(action, key string, cause error) error {
	return &errs.Error{
		Kind:       errs.Unavailable,
		Message:    "The image storage does not answer. Please try again in a moment.",
		RetryAfter: 10 * time.Second,
		Err:        fmt.Errorf("%s %s: %w", action, key, cause),
	}
}

func fullError(action, key string, cause error) error {
	return &errs.Error{
		Kind:    errs.Full,
		Message: "There is no space left to store images.",
		Err:     fmt.Errorf("%s %s: %w", action, key, cause),
	}
}

// checkRoundTrip writes, reads and deletes a small file.
func checkRoundTrip(ctx context.Context, s media.Storage) error {
	key := "check/" + rand.Text()
	want := []byte("storage check")
	if err := s.Put(ctx, key, want); err != nil {
		return fmt.Errorf("cannot write to the storage: %w", err)
	}
	file, err := s.Open(ctx, key)
	if err != nil {
		return fmt.Errorf("cannot read from the storage: %w", err)
	}
	got, err := io.ReadAll(file)
	file.Close()
	if err != nil {
		return fmt.Errorf("cannot read from the storage: %w", err)
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("the storage returned %d bytes that are not those written", len(got))
	}
	if err := s.Delete(ctx, key); err != nil {
		return fmt.Errorf("cannot delete from the storage: %w", err)
	}
	return nil
}
