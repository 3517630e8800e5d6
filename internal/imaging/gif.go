package imaging

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image/gif"
)

// GIF block labels.
const (
	gifExtension   = 0x21
	gifImage       = 0x2c
	gifTrailer     = 0x3b
	gifControl     = 0xf9
	gifApplication = 0xff
)

// parseGIF reads the blocks up to the end of the image.
func parseGIF(data []byte) (fileInfo, error) {
	const header = 13
	if len(data) < header {
		return fileInfo{}, errors.New("no header")
	}
	info := fileInfo{
		width:      int(binary.LittleEndian.Uint16(data[6:])),
		height:     int(binary.LittleEndian.Uint16(data[8:])),
		decodeCost: 2,
		lossless:   true,
		decode:     gif.Decode, // the first frame alone
	}
	at := header + gifPalette(data[10])
	stripped := append(make([]byte, 0, len(data)), data[:min(at, len(data))]...)
	for frames := 0; ; {
		if at >= len(data) {
			return fileInfo{}, errors.New("no end of image")
		}
		start, keep := at, true
		switch data[at] {
		case gifTrailer:
			stripped = append(stripped, gifTrailer)
			info.stripped, info.trailer = stripped, data[at+1:]
			info.animated = frames > 1
			if frames == 0 {
				return fileInfo{}, errors.New("no image")
			}
			if len(info.stripped) == len(data) {
				info.stripped = data
			}
			return info, nil
		case gifExtension:
			if at+2 > len(data) {
				return fileInfo{}, errors.New("an extension has no end")
			}
			keep = keepExtension(data[at+1:])
			at += 2
		case gifImage:
			const descriptor = 10
			if at+descriptor >= len(data) {
				return fileInfo{}, errors.New("a frame has no end")
			}
			frames++
			at += descriptor + gifPalette(data[at+9]) + 1
		default:
			return fileInfo{}, fmt.Errorf("an unknown block at %d", at)
		}
		at = gifBlocksEnd(data, at)
		if keep && at <= len(data) {
			stripped = append(stripped, data[start:at]...)
		}
	}
}

// gifPalette returns the length in bytes of the palette that flags declare.
func gifPalette(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifBlocksEnd returns the end of the chain of data blocks that begins at start,
// or a position behind data if it has none.
func gifBlocksEnd(data []byte, start int) int {
	for at := start; ; {
		if at >= len(data) {
			return len(data) + 1
		}
		length := int(data[at])
		at += 1 + length
		if length == 0 {
			return at
		}
	}
}

// keepExtension keeps timing and looping. Comments and other extensions are
// metadata.
func keepExtension(data []byte) bool {
	switch data[0] {
	case gifControl:
		return true
	case gifApplication:
		return bytes.HasPrefix(data[1:], []byte("\x0bNETSCAPE2.0")) || bytes.HasPrefix(data[1:], []byte("\x0bANIMEXTS1.0"))
	}
	return false
}
