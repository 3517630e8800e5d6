package ssr

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"

	"perimeter/internal/wire"
)

// SavedDocument is a document in a file.
type SavedDocument struct {
	Path    string
	Options wire.Options
	Body    []byte
	Final   bool
}

// savedFile is the content of the file. Documents name the scripts and styles of
// one build, so another build cannot use them.
type savedFile struct {
	Build     string
	Documents []SavedDocument
}

// Renders returns how often the cache was filled.
func (c *Cache) Renders() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started
}

// Saved returns the most recently used documents, up to maxBytes before
// compression.
func (c *Cache) Saved(maxBytes int) []SavedDocument {
	c.mu.Lock()
	defer c.mu.Unlock()
	var saved []SavedDocument
	total := 0
	for element := c.recent.Front(); element != nil; element = element.Next() {
		document := element.Value.(*entry).document
		if total += len(document.Body()); total > maxBytes {
			break
		}
		saved = append(saved, SavedDocument{document.Path, document.Options(), document.Body(), document.Final})
	}
	return saved
}

// Restore adds saved documents as ones that are out of date: Stale returns them
// and Get does not.
func (c *Cache) Restore(saved []SavedDocument) {
	for i := len(saved) - 1; i >= 0; i-- { // the most recently used last
		document := &Document{Payload: wire.NewPayload(saved[i].Body, saved[i].Options), Path: saved[i].Path, Final: saved[i].Final}
		if document.Final {
			document.CompressGzip()
		} else {
			document.Compress()
		}
		c.mu.Lock()
		if c.entries[document.Path] == nil {
			e := &entry{path: document.Path, document: document}
			c.entries[document.Path] = c.recent.PushFront(e)
			c.updateSize(e)
		}
		c.mu.Unlock()
	}
}

// WriteSaved replaces the file.
func WriteSaved(name, build string, documents []SavedDocument) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("save pages: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("save pages: %w", errors.Join(err, os.Remove(file.Name())))
		}
	}()
	compressed := gzip.NewWriter(file)
	err = gob.NewEncoder(compressed).Encode(savedFile{build, documents})
	if err = errors.Join(err, compressed.Close(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// ReadSaved returns the documents in the file, or none if there is no file or
// another build has written it.
func ReadSaved(name, build string) ([]SavedDocument, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read saved pages: %w", err)
	}
	defer file.Close()
	decompressed, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("read saved pages: %w", err)
	}
	var saved savedFile
	if err := gob.NewDecoder(decompressed).Decode(&saved); err != nil {
		return nil, fmt.Errorf("read saved pages: %w", err)
	}
	if saved.Build != build {
		return nil, nil
	}
	return saved.Documents, nil
}
