package imaging

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// AVIF files are checked and cleaned but never decoded: the decoder would take
// thirty bytes of memory per pixel, and the format is small already.

// isAVIF looks at the brands that a file claims.
func isAVIF(data []byte) bool { return hasBrand(data, "avif", "avis") }

// isHEIC looks for the brands of phone photos, which are coded differently.
func isHEIC(data []byte) bool {
	return hasBrand(data, "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1")
}

func hasBrand(data []byte, brands ...string) bool {
	boxes, _ := readBoxes(data[:min(len(data), 4096)], 0)
	if len(boxes) == 0 || boxes[0].name != "ftyp" {
		return false
	}
	body := boxes[0].body
	for at := 0; at+4 <= len(body); at += 4 {
		if at != 4 && slices.Contains(brands, string(body[at:at+4])) { // at 4 stands a version
			return true
		}
	}
	return false
}

// box is one element of the ISO base media format.
type box struct {
	name string
	body []byte
	at   int // where body begins in the file
}

// readBoxes splits data, which begins at offset in the file, into boxes. With an
// error it returns those before it.
func readBoxes(data []byte, offset int) ([]box, error) {
	var boxes []box
	for at := 0; at < len(data); {
		if at+8 > len(data) {
			return boxes, errors.New("a box has no end")
		}
		size, header := uint64(binary.BigEndian.Uint32(data[at:])), 8
		switch size {
		case 0: // up to the end
			size = uint64(len(data) - at)
		case 1:
			if at+16 > len(data) {
				return boxes, errors.New("a box has no end")
			}
			size, header = binary.BigEndian.Uint64(data[at+8:]), 16
		}
		if size < uint64(header) || size > uint64(len(data)-at) {
			return boxes, fmt.Errorf("a box at %d has no end", offset+at)
		}
		end := at + int(size)
		boxes = append(boxes, box{string(data[at+4 : at+8]), data[at+header : end], offset + at + header})
		at = end
	}
	return boxes, nil
}

// child returns the first box of the name inside b, whose boxes begin after skip
// bytes, or an empty one.
func (b box) child(name string, skip int) box {
	if len(b.body) < skip {
		return box{}
	}
	boxes, _ := readBoxes(b.body[skip:], b.at+skip)
	for _, c := range boxes {
		if c.name == name {
			return c
		}
	}
	return box{}
}

// walkAVIF reads the tables that say what the file holds and where, and blanks
// the metadata in place: removing it would shift everything that they point to.
func walkAVIF(data []byte) (scan, error) {
	boxes, err := readBoxes(data, 0)
	if err != nil {
		return scan{}, err
	}
	found := scan{clean: data}
	blank := func(at, end int) {
		if bytes.Count(data[at:end], []byte{0}) == end-at {
			return
		}
		if &found.clean[0] == &data[0] {
			found.clean = bytes.Clone(data)
		}
		clear(found.clean[at:end])
	}
	meta := box{}
	for _, b := range boxes {
		switch b.name {
		case "meta":
			meta = b
		case "moov":
			found.animated = true
		case "ftyp", "mdat":
		case "free", "skip", "uuid":
			blank(b.at, b.at+len(b.body))
		default:
			return scan{}, fmt.Errorf("a box %q that no picture has", b.name)
		}
	}
	properties := meta.child("iprp", 4).child("ipco", 0)
	found.readProperties(properties)
	places, err := itemPlaces(meta, len(data))
	if err != nil {
		return scan{}, err
	}
	if len(places) == 0 {
		return scan{}, errors.New("no picture")
	}
	metadata := metadataItems(meta.child("iinf", 4))
	for _, place := range places {
		if slices.Contains(metadata, place.item) {
			blank(place.at, place.end)
		}
	}
	return found, nil
}

// readProperties notes the size of the picture; tiles have smaller ones.
func (s *scan) readProperties(properties box) {
	boxes, _ := readBoxes(properties.body, properties.at)
	for _, p := range boxes {
		switch {
		case p.name == "ispe" && len(p.body) >= 12:
			s.grow(int(binary.BigEndian.Uint32(p.body[4:])), int(binary.BigEndian.Uint32(p.body[8:])))
		case p.name == "irot" && len(p.body) >= 1 && p.body[0]&1 == 1:
			defer func() { s.width, s.height = s.height, s.width }()
		}
	}
}

// metadataItems returns the numbers of the items that describe the picture
// rather than being part of it.
func metadataItems(table box) []uint32 {
	if len(table.body) < 6 {
		return nil
	}
	skip := 6
	if table.body[0] > 0 {
		skip = 8
	}
	if len(table.body) < skip {
		return nil
	}
	var items []uint32
	entries, _ := readBoxes(table.body[skip:], table.at+skip)
	for _, e := range entries {
		f := fields{data: e.body}
		version := f.uint(1)
		f.skip(3)
		wide := 2
		if version >= 3 {
			wide = 4
		}
		item := uint32(f.uint(wide))
		f.skip(2)
		if kind := string(f.take(4)); version >= 2 && (kind == "Exif" || kind == "mime" || kind == "uri ") {
			items = append(items, item)
		}
	}
	return items
}

// place is where a part of an item stands in the file.
type place struct {
	item    uint32
	at, end int
}

// maxPlaces is far above what a picture has. A few bytes can claim millions.
const maxPlaces = 1000

// itemPlaces reads the table of where items stand. Every place must lie in the
// file, or the file is not whole.
func itemPlaces(meta box, length int) ([]place, error) {
	table := meta.child("iloc", 4)
	f := fields{data: table.body}
	version := f.uint(1)
	f.skip(3)
	sizes := f.uint(2)
	offsetSize, lengthSize, baseSize, indexSize := int(sizes>>12), int(sizes>>8&15), int(sizes>>4&15), int(sizes&15)
	if version == 0 {
		indexSize = 0
	}
	wide := 2
	if version >= 2 {
		wide = 4
	}
	var places []place
	for range f.uint(wide) {
		item, inside := uint32(f.uint(wide)), 0
		if version >= 1 {
			if f.uint(2)&15 == 1 { // counted from the beginning of the data box
				inside = meta.child("idat", 4).at
			}
		}
		f.skip(2)
		base := f.uint(baseSize)
		for range f.uint(2) {
			f.skip(indexSize)
			at := base + f.uint(offsetSize) + uint64(inside)
			size := f.uint(lengthSize)
			if f.failed || at > uint64(length) || size > uint64(length)-at {
				return nil, errors.New("a part of the picture lies outside of the file")
			}
			if places = append(places, place{item, int(at), int(at + size)}); len(places) > maxPlaces {
				return nil, errors.New("too many parts")
			}
		}
		if f.failed {
			return nil, errors.New("a broken table of places")
		}
	}
	return places, nil
}

// fields reads numbers of various widths; once it runs out of data it has
// failed and returns zeros.
type fields struct {
	data   []byte
	failed bool
}

func (f *fields) take(n int) []byte {
	if n > len(f.data) {
		f.failed = true
		return make([]byte, n)
	}
	taken := f.data[:n]
	f.data = f.data[n:]
	return taken
}

func (f *fields) skip(n int) { f.take(n) }

func (f *fields) uint(n int) uint64 {
	var v uint64
	for _, b := range f.take(n) {
		v = v<<8 | uint64(b)
	}
	return v
}
