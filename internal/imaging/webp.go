package imaging

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"

	encoder "github.com/gen2brain/webp"
	"golang.org/x/image/webp"
)

// Flags of a WebP file's extended header.
const (
	webpAnimation = 0x02
	webpXMP       = 0x04
	webpEXIF      = 0x08
	webpAlpha     = 0x10
	webpProfile   = 0x20
)

// walkWebP goes from chunk to chunk up to the end that the file declares.
func walkWebP(data []byte) (scan, error) {
	end := 8 + int64(binary.LittleEndian.Uint32(data[4:]))
	if end < 12 || end > int64(len(data)) {
		return scan{}, errors.New("no end of image")
	}
	found := scan{trailer: data[end:], decode: webp.Decode, turnCost: 8}
	data = data[:end]
	clean := append(make([]byte, 0, len(data)), data[:12]...)
	header, hasPicture := -1, false
	for at := 12; at < len(data); {
		if at+8 > len(data) {
			return scan{}, fmt.Errorf("a chunk at %d has no end", at)
		}
		length := int64(binary.LittleEndian.Uint32(data[at+4:]))
		next := int64(at) + 8 + length + length%2
		if next > int64(len(data)) {
			return scan{}, fmt.Errorf("a chunk at %d has no end", at)
		}
		name, body, keep := string(data[at:at+4]), data[at+8:int64(at)+8+length], true
		switch name {
		case "VP8X":
			if len(body) < 10 {
				return scan{}, errors.New("a broken header")
			}
			header = len(clean) + 8
			found.animated = body[0]&webpAnimation != 0
			found.grow(1+uint24(body[4:]), 1+uint24(body[7:]))
		case "VP8 ":
			if len(body) < 10 {
				return scan{}, errors.New("a broken picture")
			}
			hasPicture = true
			found.cost += 1.5
			found.grow(int(binary.LittleEndian.Uint16(body[6:])&0x3fff), int(binary.LittleEndian.Uint16(body[8:])&0x3fff))
		case "VP8L":
			if len(body) < 5 {
				return scan{}, errors.New("a broken picture")
			}
			hasPicture = true
			found.lossless = true
			found.cost += 9
			bits := binary.LittleEndian.Uint32(body[1:])
			found.grow(1+int(bits&0x3fff), 1+int(bits>>14&0x3fff))
		case "ALPH":
			found.cost += 9
		case "ANMF":
			hasPicture = true
		case "ICCP":
			found.profile = body
		case "ANIM":
		case "EXIF":
			found.exif, keep = body, false
		default:
			keep = false
		}
		if keep {
			clean = append(clean, data[at:next]...)
		}
		at = int(next)
	}
	if !hasPicture {
		return scan{}, errors.New("no picture")
	}
	if found.animated {
		found.decode = nil // the decoder knows single pictures only
	}
	lossless := found.lossless
	found.encode = func(m image.Image, profile []byte) ([]byte, error) {
		return encodeWebP(m, profile, encoder.Options{Lossless: lossless, Quality: 92, Method: webpMethod})
	}
	if len(clean) == len(data) && len(found.trailer) == 0 {
		found.clean = data
		return found, nil
	}
	if header >= 0 {
		clean[header] &^= webpEXIF | webpXMP
	}
	binary.LittleEndian.PutUint32(clean[4:], uint32(len(clean)-8))
	found.clean = clean
	return found, nil
}

// grow notes a size that the file declares. The largest counts, because a file
// may lie in one place.
func (s *scan) grow(width, height int) {
	s.width, s.height = max(s.width, width), max(s.height, height)
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// webpMethod trades time for size; higher ones take twice as long and more
// memory to save a hundredth.
const webpMethod = 2

// encodeWebP writes m. A profile needs the extended form of the file.
func encodeWebP(m image.Image, profile []byte, options encoder.Options) ([]byte, error) {
	var out bytes.Buffer
	if err := encoder.Encode(&out, m, options); err != nil {
		return nil, err
	}
	if profile == nil {
		return out.Bytes(), nil
	}
	plain := out.Bytes()[12:]
	flags, size := byte(webpProfile), m.Bounds().Size()
	if bytes.HasPrefix(plain, []byte("VP8X")) {
		flags |= plain[8]
		plain = plain[18:]
	} else if o, ok := m.(interface{ Opaque() bool }); ok && !o.Opaque() {
		flags |= webpAlpha
	}
	file := append([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00"), flags, 0, 0, 0)
	file = append(file, byte(size.X-1), byte((size.X-1)>>8), byte((size.X-1)>>16))
	file = append(file, byte(size.Y-1), byte((size.Y-1)>>8), byte((size.Y-1)>>16))
	file = append(file, "ICCP"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(profile)))
	file = append(file, profile...)
	if len(profile)%2 == 1 {
		file = append(file, 0)
	}
	file = append(file, plain...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file, nil
}
