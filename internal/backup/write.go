package backup

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"slices"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/media"
	"perimeter/internal/temporary"
)

// Source is the site that is backed up.
type Source interface {
	// Dump writes a snapshot of the database and calls image for each image of it, in
	// the order of their IDs. It returns the revision of the snapshot.
	Dump(ctx context.Context, w io.Writer, image func(media.Image) error) (revision int64, err error)
}

// Uploads reads uploaded files.
type Uploads interface {
	Open(ctx context.Context, key string) (*media.StoredFile, error)
}

// maxDumps bounds how often a backup starts over because images were deleted.
const maxDumps = 20

// maxLost is how many lost files a backup names.
const maxLost = 5

// Writing is what a new backup is made from.
type Writing struct {
	Source  Source
	Uploads Uploads
	Release string
	At      time.Time
	Zone    string // the company's time zone
	// Previous is a backup whose files need not be read and written again; nil means
	// that all are. One with another key does not count.
	Previous *Snapshot
	// Rewrite replaces blobs that are in the repository, which may be damaged.
	Rewrite bool
}

// writer writes one backup. The dump and the listings are in temporary files, so
// that memory does not grow with the site.
type writer struct {
	Writing
	repo    *Repository
	key     *key            // nil if the backup is not encrypted
	known   map[string]bool // chunks that are in the repository
	dump    temporary.File
	wanted  temporary.File // the files that the dump names, one media.ImageFile per line
	listing temporary.File // the files that were stored
	root    root
}

// Write adds a backup to the repository.
func (r *Repository) Write(ctx context.Context, from Writing) (*Snapshot, error) {
	w := &writer{Writing: from, repo: r, key: r.keys.current, known: map[string]bool{}}
	if from.Previous != nil && !from.Previous.key.same(w.key) {
		w.Previous = nil
	}
	for _, part := range []*temporary.File{&w.dump, &w.wanted, &w.listing} {
		file, err := temporary.NewFile("perimeter-backup-")
		if err != nil {
			return nil, err
		}
		defer file.Close()
		*part = file
	}
	w.root = root{Format: rootFormat, Release: from.Release, At: from.At.UTC(), Zone: from.Zone}
	if w.Previous != nil {
		for _, c := range slices.Concat(w.Previous.Database, w.Previous.Listing) {
			w.known[c.Blob] = true
		}
	}
	if err := w.storeFiles(ctx); err != nil {
		return nil, err
	}
	var err error
	if w.root.Database, err = w.storeText(ctx, w.dump); err != nil {
		return nil, err
	}
	if w.root.Listing, err = w.storeText(ctx, w.listing); err != nil {
		return nil, err
	}
	return w.finish(ctx)
}

// storeFiles dumps the database and stores files until the repository holds all that
// the dump names. A file is stored before its record and deleted after it, so a file
// that is missing belongs to an image that was deleted since the dump, and a newer
// dump does not name it. If it does, the file is lost.
func (w *writer) storeFiles(ctx context.Context) error {
	missing := map[string]bool{}
	for range maxDumps {
		if err := w.dumpDatabase(ctx); err != nil {
			return err
		}
		lost, err := w.storeWanted(ctx)
		if err != nil {
			return err
		}
		again := false
		for _, key := range lost {
			again = again || !missing[key]
			missing[key] = true
		}
		if !again {
			w.root.Lost = lost[:min(len(lost), maxLost)]
			return nil
		}
	}
	return errors.New("images were deleted all the time; please try again later")
}

// FilesInOrder returns the files of an image in the order of their keys, as a backup
// lists them.
func FilesInOrder(image media.Image) ([]media.ImageFile, error) {
	files, err := image.Files()
	slices.SortFunc(files, func(a, b media.ImageFile) int { return cmp.Compare(a.Key, b.Key) })
	return files, err
}

func (w *writer) dumpDatabase(ctx context.Context) (err error) {
	dump, err := rewrite(w.dump)
	if err != nil {
		return err
	}
	wanted, err := rewrite(w.wanted)
	if err != nil {
		return err
	}
	files := json.NewEncoder(wanted)
	w.root.Revision, err = w.Source.Dump(ctx, dump, func(image media.Image) error {
		list, err := FilesInOrder(image)
		for _, file := range list {
			err = cmp.Or(err, files.Encode(file))
		}
		return err
	})
	return errors.Join(err, dump.Flush(), wanted.Flush())
}

// storeWanted stores the files that the dump names, and returns the keys of those
// that are missing or damaged. Files of the previous backup are not read: an uploaded
// file never changes.
func (w *writer) storeWanted(ctx context.Context) (lost []string, err error) {
	listing, err := rewrite(w.listing)
	if err != nil {
		return nil, err
	}
	out := json.NewEncoder(listing)
	next, stop := iter.Pull2(w.previousFiles(ctx))
	defer stop()
	before, err, more := next()
	w.root.Files, w.root.Size = 0, 0
	for wanted, readErr := range lines[media.ImageFile](w.wanted) {
		for more && err == nil && readErr == nil && before.Key < wanted.Key {
			before, err, more = next()
		}
		if err := cmp.Or(readErr, err); err != nil {
			return nil, err
		}
		file := before
		if !more || before.Key != wanted.Key || wanted.Hash != "" && before.Hash != wanted.Hash {
			var found bool
			if file, found, err = w.storeFile(ctx, wanted); err != nil {
				return nil, err
			}
			if !found {
				lost = append(lost, wanted.Key)
				continue
			}
		}
		w.root.Files++
		w.root.Size += file.Size
		if err := out.Encode(file); err != nil {
			return nil, err
		}
	}
	return lost, listing.Flush()
}

func (w *writer) previousFiles(ctx context.Context) iter.Seq2[File, error] {
	if w.Previous == nil {
		return func(func(File, error) bool) {}
	}
	return w.Previous.Files(ctx)
}

// storeFile stores an uploaded file. It reports whether there is one with the right
// bytes.
func (w *writer) storeFile(ctx context.Context, wanted media.ImageFile) (stored File, found bool, err error) {
	file, err := w.Uploads.Open(ctx, wanted.Key)
	if errs.KindOf(err) == errs.NotFound {
		return File{}, false, nil
	}
	if err != nil {
		return File{}, false, err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		return File{}, false, err
	}
	hash := digest(content)
	if wanted.Hash != "" && wanted.Hash != hash {
		return File{}, false, nil
	}
	return File{Key: wanted.Key, Hash: hash, Size: int64(len(content))}, true, w.putBlob(ctx, hash, content)
}

// putBlob stores content with the SHA-256, unless an attempt that was interrupted has
// done so.
func (w *writer) putBlob(ctx context.Context, hash string, content []byte) error {
	content, err := w.key.seal(content)
	if err != nil {
		return err
	}
	key := blobKey(w.key.blobName(hash))
	ctx, cancel := context.WithTimeout(ctx, fileTimeout)
	defer cancel()
	if !w.Rewrite {
		stored, err := w.repo.storage.Open(ctx, key)
		if err == nil {
			defer stored.Close()
			if stored.Size == int64(len(content)) {
				return nil
			}
		} else if errs.KindOf(err) != errs.NotFound {
			return err
		}
	}
	w.root.Written += int64(len(content))
	return w.repo.storage.Put(ctx, key, content)
}

// storeText stores the text of a file in chunks.
func (w *writer) storeText(ctx context.Context, text temporary.File) (chunks []chunk, err error) {
	if _, err := text.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	c := &chunker{emit: func(part []byte) error {
		w.root.Size += int64(len(part))
		blob, err := w.storeChunk(ctx, part)
		chunks = append(chunks, chunk{Blob: blob, Size: int64(len(part))})
		return err
	}}
	if _, err := io.Copy(c, text); err != nil {
		return nil, err
	}
	return chunks, c.flush()
}

func (w *writer) storeChunk(ctx context.Context, part []byte) (blob string, err error) {
	var compressed bytes.Buffer
	out := gzip.NewWriter(&compressed)
	if _, err := out.Write(part); err != nil {
		return "", err
	}
	if err := out.Close(); err != nil {
		return "", err
	}
	blob = digest(compressed.Bytes())
	if w.known[blob] {
		return blob, nil
	}
	w.known[blob] = true
	return blob, w.putBlob(ctx, blob, compressed.Bytes())
}

// finish writes the root, after which the backup exists.
func (w *writer) finish(ctx context.Context) (*Snapshot, error) {
	content, err := json.Marshal(w.root)
	if err != nil {
		return nil, err
	}
	if w.key != nil {
		sealed := sealedRoot{Format: sealedFormat, Recipient: w.key.recipient()}
		if sealed.Sealed, err = w.key.seal(content); err != nil {
			return nil, err
		}
		if content, err = json.Marshal(sealed); err != nil {
			return nil, err
		}
	}
	s := &Snapshot{root: w.root, Name: newName(w.root.At, content), repo: w.repo, key: w.key}
	return s, w.repo.storage.Put(ctx, rootKey(s.Name), content)
}

// rewrite empties a file and returns what writes to it.
func rewrite(file temporary.File) (*bufio.Writer, error) {
	_, err := file.Seek(0, io.SeekStart)
	return bufio.NewWriter(file), errors.Join(err, file.Truncate(0))
}

// lines yields the JSON values in a file. After an error it yields nothing more.
func lines[T any](file temporary.File) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			var none T
			yield(none, err)
			return
		}
		for in := json.NewDecoder(bufio.NewReader(file)); ; {
			var v T
			err := in.Decode(&v)
			if errors.Is(err, io.EOF) || !yield(v, err) || err != nil {
				return
			}
		}
	}
}
