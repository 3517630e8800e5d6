package backup_test

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"perimeter/internal/backup"
	"perimeter/internal/errs"
	"perimeter/internal/media"
)

// memory is a storage in memory, for tests that write thousands of files.
type memory map[string][]byte

var _ backup.Storage = memory{}

func (m memory) Put(_ context.Context, key string, data []byte) error {
	m[key] = bytes.Clone(data)
	return nil
}

func (m memory) Open(_ context.Context, key string) (*media.StoredFile, error) {
	content, ok := m[key]
	if !ok {
		return nil, errs.Errorf(errs.NotFound, "There is no such file.")
	}
	return &media.StoredFile{
		ReadSeekCloser: readSeekCloser{bytes.NewReader(content)}, FileInfo: media.FileInfo{Key: key, Size: int64(len(content))},
	}, nil
}

func (m memory) Delete(_ context.Context, key string) error {
	delete(m, key)
	return nil
}

func (m memory) List(_ context.Context, prefix string) iter.Seq2[media.FileInfo, error] {
	return func(yield func(media.FileInfo, error) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if strings.HasPrefix(key, prefix) && !yield(media.FileInfo{Key: key, Size: int64(len(m[key])), ModifiedAt: time.Now()}, nil) {
				return
			}
		}
	}
}
