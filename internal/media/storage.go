package media

import (
	"context"
	"io"
	"iter"
	"path"
	"time"
)

// Storage keeps files under keys such as "images/7KQ…/640.webp": parts of
// letters, digits, dots and hyphens, joined by slashes. The extension says what
// a file is. Every method returns Unavailable when the storage cannot be
// reached.
type Storage interface {
	// Put stores the complete file or nothing, and replaces what the key held.
	// Readers never see a part of it, and once Put has returned a crash cannot
	// lose it. It returns Full when no space is left.
	Put(ctx context.Context, key string, data []byte) error

	// Open returns the file for reading, or NotFound. Reads end when ctx does.
	Open(ctx context.Context, key string) (*StoredFile, error)

	// Delete deletes the file, if it exists.
	Delete(ctx context.Context, key string) error

	// List yields every file whose key begins with the prefix, in no
	// particular order. After an error it yields nothing more.
	List(ctx context.Context, prefix string) iter.Seq2[FileInfo, error]

	// UploadURL returns a URL to which a browser can send the key's file
	// directly, or "" if the storage has none and the file must be sent through
	// the server. What arrives there has not been checked.
	UploadURL(ctx context.Context, key string, terms UploadTerms) (string, error)

	// UploadOrigin is the origin of the upload URLs, for the pages' content
	// security policy, or "".
	UploadOrigin() string

	// Check writes, reads and deletes a file to prove that it works.
	Check(ctx context.Context) error
}

// FileInfo describes a stored file.
type FileInfo struct {
	Key        string
	Type       string // media type, by the key's extension
	Size       int64
	ModifiedAt time.Time
	ETag       string // as HTTP writes it, with quotes; empty in lists
}

// StoredFile is a stored file that is open for reading.
type StoredFile struct {
	io.ReadSeekCloser
	FileInfo
}

// UploadTerms limit what an upload URL accepts.
type UploadTerms struct {
	ExpiresIn time.Duration
	Type      string // the media type that must be sent, or "" for any
	Size      int64  // the length that must be sent, or 0 for any
}

// mediaTypes lists every kind of file that is ever published. It does not rely
// on the system's table, which differs from machine to machine.
var mediaTypes = map[string]string{
	".jpg":  "image/jpeg",
	".png":  "image/png",
	".gif":  "image/gif",
	".webp": "image/webp",
	".avif": "image/avif",
	".svg":  "image/svg+xml",
}

// TypeOf returns the media type of a file by its key's extension.
func TypeOf(key string) string {
	if t, ok := mediaTypes[path.Ext(key)]; ok {
		return t
	}
	return "application/octet-stream"
}

// extension returns the key extension of a media type, or "".
func extension(mediaType string) string {
	for ext, t := range mediaTypes {
		if t == mediaType {
			return ext
		}
	}
	return ""
}
