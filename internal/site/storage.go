package site

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
	// Put stores the file whole or not at all: before it returns nobody sees
	// a part of it, afterwards a crash cannot lose it. It replaces what the key
	// held. When there is no space left it returns Full.
	Put(ctx context.Context, key string, data []byte) error

	// Open returns the file for reading, or NotFound. Reads end when ctx does.
	Open(ctx context.Context, key string) (*StoredFile, error)

	// Delete removes the file; it is no error if there is none.
	Delete(ctx context.Context, key string) error

	// List yields every file whose key begins with the prefix, in no
	// particular order. After an error it yields nothing more.
	List(ctx context.Context, prefix string) iter.Seq2[FileInfo, error]

	// UploadAddress returns an address to which a browser can send the file
	// for the key itself, or "" when the storage has none and the file has to
	// come through the server. What arrives there is not to be trusted.
	UploadAddress(ctx context.Context, key string, terms UploadTerms) (string, error)

	// UploadOrigin is the origin of the upload addresses, for the pages' content
	// security policy, or "".
	UploadOrigin() string

	// Check proves that files can be written, read and removed.
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

// UploadTerms limit what an upload address accepts.
type UploadTerms struct {
	ExpiresIn time.Duration
	Type      string // the media type that must be sent, or "" for any
	Size      int64  // the length that must be sent, or 0 for any
}

// mediaTypes lists every kind of file that is ever published. A table of our
// own, because the system's differs from machine to machine.
var mediaTypes = map[string]string{
	".jpg":  "image/jpeg",
	".png":  "image/png",
	".gif":  "image/gif",
	".webp": "image/webp",
	".avif": "image/avif",
	".svg":  "image/svg+xml",
}

// MediaType returns what a file is by its key's extension.
func MediaType(key string) string {
	if t, ok := mediaTypes[path.Ext(key)]; ok {
		return t
	}
	return "application/octet-stream"
}

// extension returns the end that the keys of files of the media type have.
func extension(mediaType string) string {
	for ext, t := range mediaTypes {
		if t == mediaType {
			return ext
		}
	}
	return ""
}

// noStorage stands in where no storage is configured.
type noStorage struct{}

var errNoStorage = &Error{Kind: Unavailable, Message: "There is no storage for images."}

func (noStorage) Put(context.Context, string, []byte) error         { return errNoStorage }
func (noStorage) Open(context.Context, string) (*StoredFile, error) { return nil, errNoStorage }
func (noStorage) Delete(context.Context, string) error              { return errNoStorage }
func (noStorage) UploadOrigin() string                              { return "" }
func (noStorage) Check(context.Context) error                       { return errNoStorage }
func (noStorage) UploadAddress(context.Context, string, UploadTerms) (string, error) {
	return "", errNoStorage
}

func (noStorage) List(context.Context, string) iter.Seq2[FileInfo, error] {
	return func(yield func(FileInfo, error) bool) { yield(FileInfo{}, errNoStorage) }
}
