// Package blob owns the files that are too large for the database: it keeps
// them in a folder or in an S3-compatible store. It must not know what they
// mean, who may see them or which of them are still needed.
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

// Config says where files are kept.
type Config struct {
	// DataDir is the folder whose subfolder "objects" holds the files when
	// there is no StorageURL.
	DataDir string
	// StorageURL is empty or s3://bucket?endpoint=…&region=…&path_style=true.
	StorageURL string
	// AccessKeyID and SecretAccessKey open an S3 store.
	AccessKeyID, SecretAccessKey string
}

// Open returns the storage that the configuration describes. It reaches out to
// nobody: Check on the storage does.
func Open(cfg Config) (media.Storage, error) {
	if cfg.StorageURL == "" {
		return openFiles(filepath.Join(cfg.DataDir, "objects"))
	}
	u, err := url.Parse(cfg.StorageURL)
	if err != nil {
		// The cause would repeat the address, which may hold a secret.
		return nil, errors.New("the storage URL cannot be read")
	}
	if u.Scheme != "s3" {
		return nil, fmt.Errorf("the storage URL begins with %q; only s3:// is known", u.Scheme+"://")
	}
	return openS3(u, cfg.AccessKeyID, cfg.SecretAccessKey)
}

var validKey = regexp.MustCompile(`^[A-Za-z0-9-][A-Za-z0-9.-]*(/[A-Za-z0-9-][A-Za-z0-9.-]*)*$`)

// checkKey refuses what could mean something else to a file system or to S3.
func checkKey(key string) error {
	if len(key) > 200 || !validKey.MatchString(key) {
		return fmt.Errorf("%q is no storage key", key)
	}
	return nil
}

func missing(key string, cause error) error {
	return &errs.Error{Kind: errs.NotFound, Message: "There is no such file.", Err: fmt.Errorf("%s: %w", key, cause)}
}

func unavailable(action, key string, cause error) error {
	return &errs.Error{
		Kind:       errs.Unavailable,
		Message:    "The image storage does not answer. Please try again in a moment.",
		RetryAfter: 10 * time.Second,
		Err:        fmt.Errorf("%s %s: %w", action, key, cause),
	}
}

func full(action, key string, cause error) error {
	return &errs.Error{
		Kind:    errs.Full,
		Message: "There is no space left to store images.",
		Err:     fmt.Errorf("%s %s: %w", action, key, cause),
	}
}

// checkRoundTrip writes, reads and removes a small file.
func checkRoundTrip(ctx context.Context, s media.Storage) error {
	key := "check/" + rand.Text()
	want := []byte("Perimeter was here.")
	if err := s.Put(ctx, key, want); err != nil {
		return fmt.Errorf("the storage cannot be written: %w", err)
	}
	file, err := s.Open(ctx, key)
	if err != nil {
		return fmt.Errorf("the storage cannot be read: %w", err)
	}
	got, err := io.ReadAll(file)
	file.Close()
	if err != nil {
		return fmt.Errorf("the storage cannot be read: %w", err)
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("the storage returned %d other bytes than were written", len(got))
	}
	if err := s.Delete(ctx, key); err != nil {
		return fmt.Errorf("the storage cannot be cleared: %w", err)
	}
	return nil
}
