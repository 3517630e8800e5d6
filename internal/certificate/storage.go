package certificate

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"

	"perimeter/internal/errs"
)

// Storage keeps certificates in a Store, for replicas that share a database.
type Storage struct {
	store Store
	beat  time.Duration // how often the holder of a lease shows that it lives

	mu   sync.Mutex
	held map[string]heldLease // by name
	seen map[string]sighting
}

var (
	_ certmagic.Storage   = (*Storage)(nil)
	_ certmagic.TryLocker = (*Storage)(nil)
)

// defaultBeat is far above the time that a busy database takes for an answer.
const defaultBeat = 3 * time.Second

// missedBeats is after how many beats without one a holder counts as dead.
const missedBeats = 5

// beatsPerLook is how many missed beats one look at a lease counts at most. So it takes
// three looks to find a holder dead. More would take long: certmagic calls TryLock only
// every ten minutes.
const beatsPerLook = 2

// NewStorage returns the certificates in the store.
func NewStorage(store Store) *Storage {
	return &Storage{store: store, beat: defaultBeat, held: map[string]heldLease{}, seen: map[string]sighting{}}
}

// String is what the log says of the storage.
func (s *Storage) String() string { return "database" }

// Store implements certmagic.Storage.
func (s *Storage) Store(ctx context.Context, key string, value []byte) error {
	return s.store.PutCertificateFile(ctx, File{Path: key, Content: value, ModifiedAt: time.Now()})
}

// Load implements certmagic.Storage.
func (s *Storage) Load(ctx context.Context, key string) ([]byte, error) {
	file, err := s.store.CertificateFile(ctx, key)
	return file.Content, missing(key, err)
}

// Delete implements certmagic.Storage.
func (s *Storage) Delete(ctx context.Context, key string) error {
	return s.store.DeleteCertificateFiles(ctx, key)
}

// Exists implements certmagic.Storage.
func (s *Storage) Exists(ctx context.Context, key string) bool {
	_, err := s.Stat(ctx, key)
	return err == nil
}

// List implements certmagic.Storage.
func (s *Storage) List(ctx context.Context, folder string, recursive bool) ([]string, error) {
	files, err := s.store.CertificateFiles(ctx, folder)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, missing(folder, errs.Errorf(errs.NotFound, "There is no such folder."))
	}
	var keys []string
	for _, file := range files {
		name := file
		if !recursive {
			first, _, _ := strings.Cut(strings.TrimPrefix(file, folder+"/"), "/")
			name = path.Join(folder, first)
		}
		if len(keys) == 0 || keys[len(keys)-1] != name { // a folder once
			keys = append(keys, name)
		}
	}
	return keys, nil
}

// Stat implements certmagic.Storage.
func (s *Storage) Stat(ctx context.Context, key string) (certmagic.KeyInfo, error) {
	file, err := s.store.CertificateFile(ctx, key)
	if err == nil {
		return certmagic.KeyInfo{Key: key, Modified: file.ModifiedAt, Size: int64(len(file.Content)), IsTerminal: true}, nil
	}
	if errs.KindOf(err) == errs.NotFound {
		if below, listErr := s.store.CertificateFiles(ctx, key); listErr != nil || len(below) > 0 {
			return certmagic.KeyInfo{Key: key}, listErr
		}
	}
	return certmagic.KeyInfo{}, missing(key, err)
}

// missing makes NotFound the error that certmagic knows.
func missing(key string, err error) error {
	if errs.KindOf(err) == errs.NotFound {
		return fmt.Errorf("%s: %w", key, fs.ErrNotExist)
	}
	return err
}
