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

const (
	// webpTables is the memory that the decoder's largest set of Huffman tables
	// takes, and maxWebPTables how many sets it accepts. Each set covers at
	// least a tile of 4 × 4 pixels.
	webpTables, maxWebPTables, webpTile = 54 << 10, 2600, 16
	// webpUprightCost is the memory per pixel for turning and encoding again.
	webpUprightCost = 8 + encodeCost
)

// parseWebP reads the chunks up to the end that the file declares.
func parseWebP(data []byte) (fileInfo, error) {
	end := 8 + int64(binary.LittleEndian.Uint32(data[4:]))
	if end < 12 || end > int64(len(data)) {
		return fileInfo{}, errors.New("no end of image")
	}
	info := fileInfo{trailer: data[end:], decode: webp.Decode, uprightCost: webpUprightCost}
	data = data[:end]
	stripped := append(make([]byte, 0, len(data)), data[:12]...)
	header, hasImage, hasTables := -1, false, false
	for at := 12; at < len(data); {
		if at+8 > len(data) {
			return fileInfo{}, fmt.Errorf("the chunk at %d has no end", at)
		}
		length := int64(binary.LittleEndian.Uint32(data[at+4:]))
		next := int64(at) + 8 + length + length%2
		if next > int64(len(data)) {
			return fileInfo{}, fmt.Errorf("the chunk at %d has no end", at)
		}
		name, body, keep := string(data[at:at+4]), data[at+8:int64(at)+8+length], true
		switch name {
		case "VP8X":
			if len(body) < 10 {
				return fileInfo{}, errors.New("a broken header")
			}
			header = len(stripped) + 8
			info.animated = body[0]&webpAnimation != 0
			info.declareSize(1+uint24(body[4:]), 1+uint24(body[7:]))
		case "VP8 ":
			if len(body) < 10 {
				return fileInfo{}, errors.New("a broken image")
			}
			hasImage = true
			info.decodeCost += 1.5
			info.declareSize(int(binary.LittleEndian.Uint16(body[6:])&0x3fff), int(binary.LittleEndian.Uint16(body[8:])&0x3fff))
		case "VP8L":
			if len(body) < 5 {
				return fileInfo{}, errors.New("a broken image")
			}
			hasImage = true
			info.lossless, hasTables = true, true
			info.decodeCost += 9
			bits := binary.LittleEndian.Uint32(body[1:])
			info.declareSize(1+int(bits&0x3fff), 1+int(bits>>14&0x3fff))
		case "ALPH":
			hasTables = true
			info.decodeCost += 9
		case "ANMF":
			hasImage = true
		case "ICCP":
			info.profile = body
		case "ANIM":
		case "EXIF":
			info.exif, keep = body, false
		default:
			keep = false
		}
		if keep {
			stripped = append(stripped, data[at:next]...)
		}
		at = int(next)
	}
	if !hasImage {
		return fileInfo{}, errors.New("no image")
	}
	if hasTables {
		sets := min(maxWebPTables, 1+int64(info.width)*int64(info.height)/webpTile)
		info.tableMemory = sets * webpTables
	}
	if info.animated {
		info.decode = nil // the decoder does not read animations
	}
	lossless := info.lossless && info.width*info.height <= maxLosslessPixels
	info.encode = func(m image.Image, profile []byte) ([]byte, error) {
		return encodeWebP(m, profile, encoder.Options{Lossless: lossless, Quality: 92, Method: webpMethod})
	}
	if len(stripped) == len(data) && len(info.trailer) == 0 {
		info.stripped = data
		return info, nil
	}
	if header >= 0 {
		stripped[header] &^= webpEXIF | webpXMP
	}
	binary.LittleEndian.PutUint32(stripped[4:], uint32(len(stripped)-8))
	info.stripped = stripped
	return info, nil
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// webpMethod trades time for size. Higher methods take twice the time and more
// memory to save one percent.
const webpMethod = 2

// isOpaque reports whether m has no transparency; an image that cannot tell has none.
func isOpaque(m image.Image) bool {
	o, ok := m.(interface{ Opaque() bool })
	return !ok || o.Opaque()
}

// encodeWebP writes m. A profile needs the extended file format.
func encodeWebP(m image.Image, profile []byte, options encoder.Options) (file []byte, err error) {
	// The encoder is generated from C and panics where that would abort.
	defer func() {
		if r := recover(); r != nil {
			file, err = nil, fmt.Errorf("the encoder panicked: %v", r)
		}
	}()
	opaque, size := isOpaque(m), m.Bounds().Size()
	if rgba, ok := m.(*image.RGBA); ok && opaque && !options.Lossless {
		m = yuv420(rgba)
	}
	var out bytes.Buffer
	if err := encoder.Encode(&out, m, options); err != nil {
		return nil, err
	}
	if profile == nil {
		return out.Bytes(), nil
	}
	plain := out.Bytes()[12:]
	flags := byte(webpProfile)
	if bytes.HasPrefix(plain, []byte("VP8X")) {
		flags |= plain[8]
		plain = plain[18:]
	} else if !opaque {
		flags |= webpAlpha
	}
	file = append([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00"), flags, 0, 0, 0)
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
