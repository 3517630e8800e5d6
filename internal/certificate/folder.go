package certificate

import (
	"context"
	"sync"

	"github.com/caddyserver/certmagic"
)

// Folder keeps certificates in files. Nothing is written to it once Close has returned:
// a handshake asks for news of its certificate in the background, and certmagic does not
// wait for that when it stops.
type Folder struct {
	*certmagic.FileStorage
	open    context.Context // until Close; it ends what waits for a lock
	end     context.CancelFunc
	writing sync.RWMutex // held for reading by each write
}

var (
	_ certmagic.Storage   = (*Folder)(nil)
	_ certmagic.TryLocker = (*Folder)(nil)
)

// NewFolder returns the certificates in the folder, which need not exist.
func NewFolder(path string) *Folder {
	open, end := context.WithCancel(context.Background())
	return &Folder{FileStorage: &certmagic.FileStorage{Path: path}, open: open, end: end}
}

// Close waits for writes that have begun, and refuses all others.
func (f *Folder) Close() error {
	f.end()
	f.writing.Lock()
	defer f.writing.Unlock()
	return nil
}

// write calls do unless the folder is closed.
func (f *Folder) write(ctx context.Context, do func(ctx context.Context) error) error {
	f.writing.RLock()
	defer f.writing.RUnlock()
	if err := f.open.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(f.open, cancel)()
	return do(ctx)
}

// Store implements certmagic.Storage.
func (f *Folder) Store(ctx context.Context, key string, value []byte) error {
	return f.write(ctx, func(ctx context.Context) error { return f.FileStorage.Store(ctx, key, value) })
}

// Lock implements certmagic.Storage.
func (f *Folder) Lock(ctx context.Context, name string) error {
	return f.write(ctx, func(ctx context.Context) error { return f.FileStorage.Lock(ctx, name) })
}

// TryLock implements certmagic.TryLocker.
func (f *Folder) TryLock(ctx context.Context, name string) (locked bool, err error) {
	err = f.write(ctx, func(ctx context.Context) error {
		locked, err = f.FileStorage.TryLock(ctx, name)
		return err
	})
	return locked, err
}
