package main

import (
	"bufio"
	"context"
	"errors"
	"io"

	"perimeter/internal/media"
	"perimeter/internal/store"
	"perimeter/internal/temporary"
)

// spool holds a dump in a temporary file. With the photos of the chat, a dump may
// take hundreds of megabytes, and a backup runs beside the server.
type spool struct{ temporary.File }

func newSpool() (*spool, error) {
	file, err := temporary.NewFile("perimeter-dump-")
	return &spool{file}, err
}

// write replaces the content by a dump of the database, and returns the files of the
// images that it names.
func (s *spool) write(ctx context.Context, db *store.Store) (files []media.ImageFile, err error) {
	_, err = s.Seek(0, io.SeekStart)
	if err := errors.Join(err, s.Truncate(0)); err != nil {
		return nil, err
	}
	buffered := bufio.NewWriter(s)
	_, err = db.Dump(ctx, buffered, func(image media.Image) error {
		more, err := image.Files()
		files = append(files, more...)
		return err
	})
	return files, errors.Join(err, buffered.Flush())
}

// rewind returns to the beginning, and returns the size.
func (s *spool) rewind() (size int64, err error) {
	if size, err = s.Seek(0, io.SeekEnd); err == nil {
		_, err = s.Seek(0, io.SeekStart)
	}
	return size, err
}

// load replaces the content of the database by the dump.
func (s *spool) load(ctx context.Context, db *store.Store) error {
	if _, err := s.rewind(); err != nil {
		return err
	}
	return db.Load(ctx, s)
}

func (s *spool) close() { _ = s.Close() }
