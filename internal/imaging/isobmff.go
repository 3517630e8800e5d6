package imaging

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// AVIF files use the ISO base media file format: a list of boxes, each with a
// length and a four-letter name, some of which contain boxes again.

// box is one box of a file.
type box struct {
	name string
	body []byte
	at   int // where body begins in the file
}

// maxBoxes is far above what an image has. A box can be as short as 8 bytes.
const maxBoxes = 4096

// readBoxes splits data, which begins at offset in the file, into boxes. With an
// error it returns the boxes before it.
func readBoxes(data []byte, offset int) ([]box, error) {
	var boxes []box
	for at := 0; at < len(data); {
		if at+8 > len(data) {
			return boxes, errors.New("a box has no end")
		}
		if len(boxes) == maxBoxes {
			return boxes, errors.New("too many boxes")
		}
		size, header := uint64(binary.BigEndian.Uint32(data[at:])), 8
		switch size {
		case 0: // up to the end
			size = uint64(len(data) - at)
		case 1: // a 64-bit size follows
			if at+16 > len(data) {
				return boxes, errors.New("a box has no end")
			}
			size, header = binary.BigEndian.Uint64(data[at+8:]), 16
		}
		if size < uint64(header) || size > uint64(len(data)-at) {
			return boxes, fmt.Errorf("the box at %d has no end", offset+at)
		}
		end := at + int(size)
		boxes = append(boxes, box{string(data[at+4 : at+8]), data[at+header : end], offset + at + header})
		at = end
	}
	return boxes, nil
}

// children returns the boxes inside b, which begin after skip bytes. A box with
// no body has none.
func (b box) children(skip int) ([]box, error) {
	if len(b.body) == 0 {
		return nil, nil
	}
	if len(b.body) < skip {
		return nil, fmt.Errorf("the box %q is too short", b.name)
	}
	return readBoxes(b.body[skip:], b.at+skip)
}

// find returns the box of the name, or an empty one. Two of a name are an error:
// programs disagree on which counts.
func find(boxes []box, name string) (box, error) {
	var found box
	for _, b := range boxes {
		if b.name != name {
			continue
		}
		if found.name != "" {
			return box{}, fmt.Errorf("two boxes %q", name)
		}
		found = b
	}
	return found, nil
}

// fieldReader reads integers of various widths. At the end of its data it sets
// failed and returns zeros.
type fieldReader struct {
	data   []byte
	failed bool
}

func (r *fieldReader) next(n int) []byte {
	if n > len(r.data) {
		r.failed = true
		return make([]byte, n)
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *fieldReader) skip(n int) { r.next(n) }

func (r *fieldReader) uint(n int) uint64 {
	var v uint64
	for _, b := range r.next(n) {
		v = v<<8 | uint64(b)
	}
	return v
}
