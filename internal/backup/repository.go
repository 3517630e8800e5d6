package backup

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
)

// The folders of a repository. A blob is a file that is named by the SHA-256 of its
// content, so it is written once however many backups need it. In an encrypted backup
// the name is an HMAC of that, so that it tells nothing of the content. A root names
// the blobs of one backup. It is written last: what a killed process leaves is at most blobs
// that no root names.
const (
	blobsFolder = "blobs/"
	rootsFolder = "roots/"
)

// rootFormat identifies the format and its version. The file of an encrypted root is a
// sealedRoot, which a release that knows no encryption takes for a newer format: it
// deletes nothing then.
const (
	rootFormat   = "perimeter backup 1"
	sealedFormat = "perimeter backup 1 encrypted with age"
)

// fileTimeout is how long reading or writing one file may take, for a storage that has
// stopped answering.
const fileTimeout = 5 * time.Minute

// Storage is where a repository is. It is the part of media.Storage that backups
// need, with the same contracts.
type Storage interface {
	Put(ctx context.Context, key string, data []byte) error
	Open(ctx context.Context, key string) (*media.StoredFile, error)
	Delete(ctx context.Context, key string) error
	List(ctx context.Context, prefix string) iter.Seq2[media.FileInfo, error]
}

// Repository holds any number of backups.
type Repository struct {
	storage Storage
	keys    Keys
}

// NewRepository returns the repository in the storage, which may be empty. Encrypted
// backups in it are closed.
func NewRepository(storage Storage) *Repository { return &Repository{storage: storage} }

// WithKeys returns the repository with the keys of its encrypted backups.
func (r *Repository) WithKeys(keys Keys) *Repository { return &Repository{r.storage, keys} }

// chunk is a blob that holds a part of a text, compressed.
type chunk struct {
	Blob string `json:"blob"`
	Size int64  `json:"size"` // before compression
}

// root is the content of a root's file.
type root struct {
	Format   string    `json:"format"`
	Release  string    `json:"release"` // of the program that wrote it
	At       time.Time `json:"at"`
	Zone     string    `json:"zone"`     // the company's time zone
	Revision int64     `json:"revision"` // of the site
	Written  int64     `json:"written"`  // bytes that this backup has added to the repository
	Size     int64     `json:"size"`     // bytes of everything that it restores
	Files    int       `json:"files"`    // how many uploaded files it has
	// Lost are some of the files that the database names and that were missing or
	// damaged.
	Lost     []string `json:"lost,omitempty"`
	Database []chunk  `json:"database"`
	Listing  []chunk  `json:"listing"` // of the uploaded files, one File per line
}

// sealedRoot is the content of an encrypted root's file.
type sealedRoot struct {
	Format    string `json:"format"`
	Recipient string `json:"recipient"` // whose key opens it
	Sealed    []byte `json:"sealed"`    // a root
}

// File is an uploaded file in a backup.
type File struct {
	Key  string `json:"key"`  // in the storage of uploads
	Hash string `json:"hash"` // SHA-256 in hexadecimal
	Size int64  `json:"size"`
}

// Snapshot is one backup in a repository.
type Snapshot struct {
	root
	Name string
	repo *Repository
	key  *key // nil if it is not encrypted
}

// At returns when the backup was made.
func (s *Snapshot) At() time.Time { return s.root.At }

// Location returns the company's time zone.
func (s *Snapshot) Location() *time.Location {
	location, err := time.LoadLocation(s.Zone)
	if err != nil {
		return time.UTC
	}
	return location
}

// Revision returns the revision of the site in the backup.
func (s *Snapshot) Revision() int64 { return s.root.Revision }

// Release returns which release wrote the backup.
func (s *Snapshot) Release() string { return s.root.Release }

// Size returns how many bytes the backup restores.
func (s *Snapshot) Size() int64 { return s.root.Size }

// Written returns how many bytes the backup has added to the repository.
func (s *Snapshot) Written() int64 { return s.root.Written }

// Lost returns some of the uploaded files that could not be backed up.
func (s *Snapshot) Lost() []string { return s.root.Lost }

// The name of a root begins with its time and ends with the beginning of the SHA-256
// of its file, so that an altered one is noticed.
const (
	nameTime   = "20060102T150405.000000Z"
	nameDigest = 16
)

var rootName = regexp.MustCompile(`^[0-9]{8}T[0-9]{6}\.[0-9]{6}Z-[0-9a-f]{16}$`)

func newName(at time.Time, content []byte) string {
	return at.UTC().Format(nameTime) + "-" + digest(content)[:nameDigest]
}

// timeOf returns the time in the name of a backup.
func timeOf(name string) time.Time {
	at, _ := time.Parse(nameTime, name[:len(nameTime)]) // rootName has matched
	return at
}

func rootKey(name string) string { return rootsFolder + name + ".json" }

func blobKey(blob string) string { return blobsFolder + blob[:2] + "/" + blob }

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Names returns the names of all backups, newest first.
func (r *Repository) Names(ctx context.Context) ([]string, error) {
	names := []string{}
	for info, err := range r.storage.List(ctx, rootsFolder) {
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(info.Key, rootsFolder), ".json")
		if rootName.MatchString(name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(b, a) })
	return names, nil
}

// NameAt returns the newest backup that is not newer than the time, or NotFound.
func (r *Repository) NameAt(ctx context.Context, at time.Time) (string, error) {
	names, err := r.Names(ctx)
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if !timeOf(name).After(at) {
			return name, nil
		}
	}
	return "", errs.Errorf(errs.NotFound, "There is no backup that is as old as that.")
}

// Damage is an error in a backup itself: it is not what was written.
type Damage struct{ Problem string }

func (d *Damage) Error() string { return "the backup is damaged: " + d.Problem }

func damaged(format string, args ...any) error { return &Damage{fmt.Sprintf(format, args...)} }

// Open reads the root of a backup. It returns NotFound, Damage or Locked.
func (r *Repository) Open(ctx context.Context, name string) (*Snapshot, error) {
	if !rootName.MatchString(name) {
		return nil, errs.Errorf(errs.NotFound, "There is no backup %q.", name)
	}
	content, err := r.read(ctx, rootKey(name))
	if err != nil {
		return nil, err
	}
	if newName(timeOf(name), content) != name {
		return nil, damaged("%s was altered or cut short", rootKey(name))
	}
	s := &Snapshot{Name: name, repo: r}
	var sealed sealedRoot
	if err := json.Unmarshal(content, &sealed); err != nil {
		return nil, damaged("%s cannot be read: %v", rootKey(name), err)
	}
	if sealed.Format == sealedFormat {
		if s.key, err = r.keys.of(sealed.Recipient); err != nil {
			return nil, err
		}
		if content, err = s.key.open(sealed.Sealed); err != nil {
			return nil, damaged("%s cannot be decrypted: %v", rootKey(name), err)
		}
	}
	if err := json.Unmarshal(content, &s.root); err != nil {
		return nil, damaged("%s cannot be read: %v", rootKey(name), err)
	}
	if s.Format != rootFormat {
		return nil, fmt.Errorf("the backup %s has the format %q, made by another release; this one reads %q", name, s.Format, rootFormat)
	}
	return s, nil
}

func (r *Repository) read(ctx context.Context, key string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fileTimeout)
	defer cancel()
	file, err := r.storage.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// blob returns the content with the SHA-256 in hexadecimal, or Damage if its blob is
// not what was written.
func (s *Snapshot) blob(ctx context.Context, hash string) ([]byte, error) {
	if len(hash) != hex.EncodedLen(sha256.Size) {
		return nil, damaged("it names a blob %q", hash)
	}
	key := blobKey(s.key.blobName(hash))
	content, err := s.repo.read(ctx, key)
	if errs.KindOf(err) == errs.NotFound {
		return nil, damaged("%s is missing", key)
	}
	if err != nil {
		return nil, err
	}
	if content, err = s.key.open(content); err != nil || digest(content) != hash {
		return nil, damaged("%s was altered or cut short", key)
	}
	return content, nil
}

// writeChunks writes the text that chunks hold.
func (s *Snapshot) writeChunks(ctx context.Context, chunks []chunk, w io.Writer) error {
	for _, c := range chunks {
		content, err := s.blob(ctx, c.Blob)
		if err != nil {
			return err
		}
		uncompressed, err := gzip.NewReader(bytes.NewReader(content))
		if err != nil {
			return damaged("the chunk %s is not compressed: %v", c.Blob, err)
		}
		// The limit keeps an altered chunk from filling the disk.
		n, err := io.Copy(w, io.LimitReader(uncompressed, maxChunk+1))
		if corrupt := (gzip.ErrHeader); errors.Is(err, corrupt) || errors.Is(err, io.ErrUnexpectedEOF) {
			return damaged("the chunk %s cannot be read: %v", c.Blob, err)
		}
		if err != nil {
			return err
		}
		if n != c.Size {
			return damaged("the chunk %s holds %d bytes instead of %d", c.Blob, n, c.Size)
		}
	}
	return nil
}

// WriteDatabase writes the dump of the database.
func (s *Snapshot) WriteDatabase(ctx context.Context, w io.Writer) error {
	return s.writeChunks(ctx, s.Database, w)
}

// Files yields the uploaded files in the order of their keys. After an error it
// yields nothing more.
func (s *Snapshot) Files(ctx context.Context) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for _, c := range s.Listing {
			var lines bytes.Buffer
			if err := s.writeChunks(ctx, []chunk{c}, &lines); err != nil {
				yield(File{}, err)
				return
			}
			for line := range bytes.Lines(lines.Bytes()) {
				var f File
				if err := json.Unmarshal(line, &f); err != nil {
					yield(File{}, damaged("its listing has the line %.80q", line))
					return
				}
				if !yield(f, nil) {
					return
				}
			}
		}
	}
}

// Content returns the content of an uploaded file, or Damage.
func (s *Snapshot) Content(ctx context.Context, f File) ([]byte, error) {
	return s.blob(ctx, f.Hash)
}
