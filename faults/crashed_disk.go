package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// disk is a folder with everything that was ever done to it, and what of it was synced
// when. It says what may be left after a power cut:
//   - of a file, what was written before its last sync; of what was written since, any
//     part, in pieces of a sector or a page;
//   - of a folder, the entries from before its last sync, and of the changes since, those
//     up to any one of them.
type disk struct {
	now     time.Time
	changes int // number of the next change
	files   []*diskFile
	names   map[string]*diskFile // as a running process sees them; nil is a folder
	entries []entryChange
	syncs   []syncPoint
}

// never is the number of a change that has not come.
const never = int(^uint(0) >> 1)

// diskFile is a file, whatever its names are.
type diskFile struct {
	size   int64
	writes []fileChange
}

// fileChange is a write, or a truncation if data is nil.
type fileChange struct {
	number  int
	offset  int64 // the new size, of a truncation
	data    []byte
	durable int // the number of the sync that makes it durable
}

// entryChange is a change of a folder's entries.
type entryChange struct {
	number  int
	folder  string
	durable int
	apply   func(names map[string]*diskFile)
}

// syncPoint is a moment right before or after a sync.
type syncPoint struct {
	number int
	at     time.Time
}

func newDisk() *disk {
	return &disk{names: map[string]*diskFile{".": nil}}
}

// next numbers a change.
func (d *disk) next() int {
	d.changes++
	return d.changes
}

func (d *disk) at(path string) *diskFile { return d.names[path] }

func (d *disk) isFolder(path string) bool {
	file, exists := d.names[path]
	return exists && file == nil
}

func (d *disk) write(f *diskFile, offset int64, data []byte) {
	f.writes = append(f.writes, fileChange{d.next(), offset, data, never})
	f.size = max(f.size, offset+int64(len(data)))
}

func (d *disk) truncate(f *diskFile, size int64) {
	f.writes = append(f.writes, fileChange{d.next(), size, nil, never})
	f.size = size
}

// change notes a change of the entries of a path's folder, and does it.
func (d *disk) change(path string, apply func(names map[string]*diskFile)) {
	d.entries = append(d.entries, entryChange{d.next(), filepath.Dir(path), never, apply})
	apply(d.names)
}

func (d *disk) create(path string) *diskFile {
	f := &diskFile{}
	d.files = append(d.files, f)
	d.change(path, func(names map[string]*diskFile) { names[path] = f })
	return f
}

func (d *disk) mkdir(path string) {
	d.change(path, func(names map[string]*diskFile) { names[path] = nil })
}

func (d *disk) remove(path string) {
	d.change(path, func(names map[string]*diskFile) { delete(names, path) })
}

func (d *disk) link(from, to string) {
	f := d.names[from]
	d.change(to, func(names map[string]*diskFile) { names[to] = f })
}

// rename moves a file, or a folder with everything in it. A file has its new name also if
// the disk never had the old one.
func (d *disk) rename(from, to string) {
	if f := d.names[from]; f != nil {
		d.change(to, func(names map[string]*diskFile) {
			delete(names, from)
			names[to] = f
		})
		return
	}
	d.change(to, func(names map[string]*diskFile) {
		for path, f := range names {
			if path == from || strings.HasPrefix(path, from+"/") {
				delete(names, path)
				names[to+strings.TrimPrefix(path, from)] = f
			}
		}
	})
}

// syncFile makes durable what was written until the sync began, which is the change with
// the number last.
func (d *disk) syncFile(f *diskFile, last int) {
	number := d.sync()
	for i := range f.writes {
		if f.writes[i].number <= last {
			f.writes[i].durable = min(f.writes[i].durable, number)
		}
	}
}

// syncFolder does the same for the entries of a folder.
func (d *disk) syncFolder(path string, last int) {
	number := d.sync()
	for i := range d.entries {
		if d.entries[i].folder == path && d.entries[i].number <= last {
			d.entries[i].durable = min(d.entries[i].durable, number)
		}
	}
}

// sync numbers a sync. The power may be cut right before it or right after it.
func (d *disk) sync() int {
	number := d.next()
	d.syncs = append(d.syncs, syncPoint{number - 1, d.now}, syncPoint{number, d.now})
	return number
}

// The sizes of what a disk writes at once.
var pieces = []int64{512, 4096}

// leave writes into a folder what a power cut after the change with the number may
// leave. The same random numbers leave the same.
func (d *disk) leave(folder string, number int, random *rand.Rand) error {
	names := d.namesAfter(number, random)
	for _, path := range slices.Sorted(maps.Keys(names)) {
		target := filepath.Join(folder, path)
		if _, exists := names[filepath.Dir(path)]; !exists && path != "." {
			delete(names, path) // its folder is not there
			continue
		}
		f := names[path]
		if f == nil {
			if err := os.MkdirAll(target, 0o700); err != nil {
				return err
			}
			continue
		}
		if err := os.WriteFile(target, f.contentAfter(number, random), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// namesAfter returns the entries that are left. Of the changes of a folder that are not
// durable, some are there in the order in which they were made.
func (d *disk) namesAfter(number int, random *rand.Rand) map[string]*diskFile {
	left := map[string]int{} // by folder, the last change that is there
	names := map[string]*diskFile{".": nil}
	for _, change := range d.entries {
		if change.number > number {
			break
		}
		if _, chosen := left[change.folder]; !chosen {
			left[change.folder] = d.lastEntry(change.folder, number, random)
		}
		if change.durable <= number || change.number <= left[change.folder] {
			change.apply(names)
		}
	}
	return names
}

// lastEntry chooses the last change of a folder's entries that has reached the disk.
func (d *disk) lastEntry(folder string, number int, random *rand.Rand) int {
	var pending []int
	for _, change := range d.entries {
		if change.folder == folder && change.number <= number && change.durable > number {
			pending = append(pending, change.number)
		}
	}
	if n := random.IntN(len(pending) + 1); n < len(pending) {
		if random.IntN(2) == 0 {
			return 0 // none
		}
		return pending[n]
	}
	return number // all
}

// contentAfter returns a file as it is left.
func (f *diskFile) contentAfter(number int, random *rand.Rand) []byte {
	var content []byte
	// Most often nothing or everything has reached the disk; otherwise each write by
	// itself, whole, torn or not at all.
	fate := random.IntN(4)
	for _, change := range f.writes {
		if change.number > number {
			break
		}
		data := change.data
		if change.durable > number {
			switch fate {
			case 0:
				continue
			case 1:
			default:
				switch random.IntN(3) {
				case 0:
					continue
				case 1:
					data = torn(change, random)
				}
			}
		}
		content = change.applyTo(content, data)
	}
	return content
}

// torn returns the beginning of a write, up to a border between two sectors or pages of
// the file.
func torn(change fileChange, random *rand.Rand) []byte {
	if change.data == nil {
		return nil
	}
	piece := pieces[random.IntN(len(pieces))]
	end := change.offset + random.Int64N(int64(len(change.data))+1)
	return change.data[:max(0, end/piece*piece-change.offset)]
}

// applyTo changes a content.
func (c fileChange) applyTo(content, data []byte) []byte {
	size := c.offset + int64(len(data))
	if int64(len(content)) < size {
		content = append(content, make([]byte, size-int64(len(content)))...)
	}
	if c.data == nil {
		return content[:c.offset]
	}
	copy(content[c.offset:], data)
	return content
}
