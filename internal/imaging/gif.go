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

// walkGIF goes from block to block up to the end of the picture.
func walkGIF(data []byte) (scan, error) {
	const header = 13
	if len(data) < header {
		return scan{}, errors.New("no header")
	}
	found := scan{
		width:    int(binary.LittleEndian.Uint16(data[6:])),
		height:   int(binary.LittleEndian.Uint16(data[8:])),
		cost:     2,
		lossless: true,
		decode:   gif.Decode,
	}
	at := header + gifPalette(data[10])
	clean := append(make([]byte, 0, len(data)), data[:min(at, len(data))]...)
	for frames := 0; ; {
		if at >= len(data) {
			return scan{}, errors.New("no end of image")
		}
		start, keep := at, true
		switch data[at] {
		case gifTrailer:
			clean = append(clean, gifTrailer)
			found.clean, found.trailer = clean, data[at+1:]
			found.animated = frames > 1
			if frames == 0 {
				return scan{}, errors.New("no picture")
			}
			if len(found.clean) == len(data) {
				found.clean = data
			}
			return found, nil
		case gifExtension:
			if at+2 > len(data) {
				return scan{}, errors.New("an extension has no end")
			}
			keep = keepExtension(data[at+1:])
			at += 2
		case gifImage:
			const descriptor = 10
			if at+descriptor >= len(data) {
				return scan{}, errors.New("a frame has no end")
			}
			frames++
			at += descriptor + gifPalette(data[at+9]) + 1
		default:
			return scan{}, fmt.Errorf("no block at %d", at)
		}
		at = gifBlocksEnd(data, at)
		if keep && at <= len(data) {
			clean = append(clean, data[start:at]...)
		}
	}
}

// gifPalette returns the length of the palette that follows the flags.
func gifPalette(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// gifBlocksEnd skips the chain of data blocks that begins at start.
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

// keepExtension keeps timing and looping; comments and what applications add
// tell about them.
func keepExtension(data []byte) bool {
	switch data[0] {
	case gifControl:
		return true
	case gifApplication:
		return bytes.HasPrefix(data[1:], []byte("\x0bNETSCAPE2.0")) || bytes.HasPrefix(data[1:], []byte("\x0bANIMEXTS1.0"))
	}
	return false
}
