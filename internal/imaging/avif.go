package imaging

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// AVIF files are checked and stripped but never decoded: the decoder would take
// thirty bytes of memory per pixel, and the format is small already. Every loop
// below runs over a list of bounded length, so that parsing is linear in the
// file's size.

// isAVIF looks at the brands that a file declares.
func isAVIF(data []byte) bool { return hasBrand(data, "avif", "avis") }

// isHEIC looks for the brands of phone photos, which use another codec.
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
		const version = 4 // not a brand
		if at != version && slices.Contains(brands, string(body[at:at+4])) {
			return true
		}
	}
	return false
}

// parseAVIF reads the tables that say what the file holds and where. Metadata is
// overwritten with zeros: removing it would move everything that the tables point
// to.
func parseAVIF(data []byte) (fileInfo, error) {
	boxes, err := readBoxes(data, 0)
	if err != nil {
		return fileInfo{}, err
	}
	var info fileInfo
	var metadata []extent
	for _, b := range boxes {
		switch b.name {
		case "moov":
			info.animated = true
		case "ftyp", "mdat", "meta":
		case "free", "skip", "uuid":
			metadata = append(metadata, extent{at: b.at, end: b.at + len(b.body)})
		default:
			return fileInfo{}, fmt.Errorf("a box %q that no image has", b.name)
		}
	}
	tables, err := readMeta(boxes)
	if err != nil {
		return fileInfo{}, err
	}
	if err := info.readProperties(tables.properties); err != nil {
		return fileInfo{}, err
	}
	extents, err := itemExtents(tables.locations, tables.itemData, len(data))
	if err != nil {
		return fileInfo{}, err
	}
	if len(extents) == 0 {
		return fileInfo{}, errors.New("no image")
	}
	items, err := metadataItems(tables.items)
	if err != nil {
		return fileInfo{}, err
	}
	for _, e := range extents {
		if items[e.item] {
			metadata = append(metadata, e)
		}
	}
	info.stripped = clearExtents(data, metadata)
	return info, nil
}

// metaTables are the boxes of a file's meta box that are needed here.
type metaTables struct {
	items, locations, properties, itemData box
}

func readMeta(boxes []box) (metaTables, error) {
	meta, err := find(boxes, "meta")
	if err != nil {
		return metaTables{}, err
	}
	inside, err := meta.children(4)
	if err != nil {
		return metaTables{}, err
	}
	var tables metaTables
	for name, table := range map[string]*box{
		"iinf": &tables.items, "iloc": &tables.locations, "iprp": &tables.properties, "idat": &tables.itemData,
	} {
		if *table, err = find(inside, name); err != nil {
			return metaTables{}, err
		}
	}
	return tables, nil
}

// clearExtents returns data with the extents overwritten.
func clearExtents(data []byte, extents []extent) []byte {
	stripped := data
	for _, e := range mergeExtents(extents) {
		if bytes.Count(data[e.at:e.end], []byte{0}) == e.end-e.at {
			continue
		}
		if &stripped[0] == &data[0] {
			stripped = bytes.Clone(data)
		}
		clear(stripped[e.at:e.end])
	}
	return stripped
}

// mergeExtents joins extents that overlap, so that a crafted table cannot make
// clearExtents visit a byte more than once.
func mergeExtents(extents []extent) []extent {
	slices.SortFunc(extents, func(a, b extent) int { return cmp.Compare(a.at, b.at) })
	var merged []extent
	for _, e := range extents {
		if last := len(merged) - 1; last >= 0 && e.at <= merged[last].end {
			merged[last].end = max(merged[last].end, e.end)
		} else {
			merged = append(merged, e)
		}
	}
	return merged
}

// readProperties records the largest size that is declared; tiles have smaller
// ones.
func (i *fileInfo) readProperties(properties box) error {
	boxes, err := properties.children(0)
	if err != nil {
		return err
	}
	container, err := find(boxes, "ipco")
	if err != nil {
		return err
	}
	if boxes, err = container.children(0); err != nil {
		return err
	}
	rotated := false
	for _, p := range boxes {
		switch {
		case p.name == "ispe" && len(p.body) >= 12:
			i.declareSize(int(binary.BigEndian.Uint32(p.body[4:])), int(binary.BigEndian.Uint32(p.body[8:])))
		case p.name == "irot" && len(p.body) >= 1:
			rotated = p.body[0]&1 == 1
		}
	}
	if rotated {
		i.width, i.height = i.height, i.width
	}
	return nil
}

// metadataItems returns the items that describe the image rather than being part
// of it.
func metadataItems(table box) (map[uint32]bool, error) {
	header := 6
	if len(table.body) > 0 && table.body[0] > 0 {
		header = 8
	}
	entries, err := table.children(header)
	if err != nil {
		return nil, err
	}
	items := map[uint32]bool{}
	for _, e := range entries {
		r := fieldReader{data: e.body}
		version := r.uint(1)
		r.skip(3)
		width := 2
		if version >= 3 {
			width = 4
		}
		item := uint32(r.uint(width))
		r.skip(2)
		if kind := string(r.next(4)); version >= 2 && (kind == "Exif" || kind == "mime" || kind == "uri ") {
			items[item] = true
		}
	}
	return items, nil
}

// extent is a range of the file that belongs to an item.
type extent struct {
	item    uint32
	at, end int
}

// maxExtents is far above what an image has. A few bytes can declare millions.
const maxExtents = 1000

// itemExtents reads the table that says where items are stored. Every extent must
// be inside the file, or the file is not complete.
func itemExtents(table, itemData box, length int) ([]extent, error) {
	r := fieldReader{data: table.body}
	version := r.uint(1)
	r.skip(3)
	sizes := r.uint(2)
	offsetSize, lengthSize, baseSize, indexSize := int(sizes>>12), int(sizes>>8&15), int(sizes>>4&15), int(sizes&15)
	if version == 0 {
		indexSize = 0
	}
	width := 2
	if version >= 2 {
		width = 4
	}
	items := r.uint(width)
	if items > maxExtents {
		return nil, errors.New("too many items")
	}
	var extents []extent
	for range items {
		item, origin := uint32(r.uint(width)), 0
		if version >= 1 && r.uint(2)&15 == 1 { // relative to the item data box
			origin = itemData.at
		}
		r.skip(2)
		base := r.uint(baseSize)
		for range r.uint(2) {
			r.skip(indexSize)
			at := base + r.uint(offsetSize) + uint64(origin)
			size := r.uint(lengthSize)
			if r.failed || at > uint64(length) || size > uint64(length)-at {
				return nil, errors.New("a part of the image is outside of the file")
			}
			if extents = append(extents, extent{item, int(at), int(at + size)}); len(extents) > maxExtents {
				return nil, errors.New("too many extents")
			}
		}
		if r.failed {
			return nil, errors.New("a broken table of extents")
		}
	}
	return extents, nil
}
