package imaging

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"maps"
	"slices"
)

// JPEG markers.
const (
	jpegSOF0  = 0xc0
	jpegSOF2  = 0xc2
	jpegDHT   = 0xc4
	jpegJPG   = 0xc8
	jpegDAC   = 0xcc
	jpegSOF15 = 0xcf
	jpegRST0  = 0xd0
	jpegRST7  = 0xd7
	jpegSOI   = 0xd8
	jpegEOI   = 0xd9
	jpegSOS   = 0xda
	jpegAPP0  = 0xe0
	jpegAPP1  = 0xe1
	jpegAPP2  = 0xe2
	jpegAPP14 = 0xee
	jpegAPP15 = 0xef
	jpegCOM   = 0xfe
	jpegTEM   = 0x01
)

const profileMark = "ICC_PROFILE\x00"

// walkJPEG goes from marker to marker up to the end of the picture.
func walkJPEG(data []byte) (scan, error) {
	found := scan{decode: jpeg.Decode, encode: encodeJPEG}
	clean := append(make([]byte, 0, len(data)), data[:2]...)
	profile := map[byte][]byte{}
	rgb := false
	for at := 2; ; {
		if at+2 > len(data) {
			return scan{}, errors.New("no end of image")
		}
		if data[at] != 0xff {
			return scan{}, fmt.Errorf("no marker at %d", at)
		}
		marker := data[at+1]
		if marker == 0xff { // padding
			at++
			continue
		}
		if marker == jpegEOI {
			clean = append(clean, data[at:at+2]...)
			found.clean, found.trailer = clean, data[at+2:]
			break
		}
		if marker == jpegTEM || marker >= jpegRST0 && marker <= jpegRST7 {
			at += 2
			continue
		}
		end := at + 2 + segmentLength(data[at+2:])
		if end < at+4 || end > len(data) || marker == jpegSOI || marker == 0 {
			return scan{}, fmt.Errorf("a segment at %d has no end", at)
		}
		body := data[at+4 : end]
		switch {
		case isFrame(marker):
			if err := found.readFrame(marker, body); err != nil {
				return scan{}, err
			}
		case marker == jpegAPP1 && hasPrefix(exifMark)(body):
			found.exif = body
		case marker == jpegAPP2 && hasPrefix(profileMark)(body) && len(body) > len(profileMark)+2:
			profile[body[len(profileMark)]] = body[len(profileMark)+2:]
		case marker == jpegAPP14 && hasPrefix("Adobe")(body) && len(body) >= 12:
			rgb = body[11] == 0
		case marker == jpegSOS:
			end = scanEnd(data, end)
		}
		if keepSegment(marker, body) {
			clean = append(clean, data[at:end]...)
		}
		at = end
	}
	for _, part := range slices.Sorted(maps.Keys(profile)) {
		found.profile = append(found.profile, profile[part]...)
	}
	if rgb { // a second picture with all colours
		found.cost += 4
		found.turnCost = 8
	}
	if len(found.clean) == len(data) {
		found.clean = data
	}
	return found, nil
}

// segmentLength reads the length that stands at the beginning of a segment and
// counts itself, or returns 0.
func segmentLength(data []byte) int {
	if len(data) < 2 {
		return 0
	}
	return int(binary.BigEndian.Uint16(data))
}

func isFrame(marker byte) bool {
	return marker >= jpegSOF0 && marker <= jpegSOF15 && marker != jpegDHT && marker != jpegJPG && marker != jpegDAC
}

// readFrame notes the size of the picture and what it takes to decode it.
func (s *scan) readFrame(marker byte, body []byte) error {
	if len(body) < 6 || s.width != 0 {
		return errors.New("a broken frame header")
	}
	s.height, s.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
	components := int(body[5])
	if len(body) < 6+3*components || components == 0 {
		return errors.New("a broken frame header")
	}
	var samples, widest, highest int
	for i := range components {
		h, v := int(body[7+3*i]>>4), int(body[7+3*i]&15)
		samples += h * v
		widest, highest = max(widest, h), max(highest, v)
	}
	if widest == 0 || highest == 0 {
		return errors.New("a broken frame header")
	}
	s.cost = float64(samples) / float64(widest*highest)
	s.turnCost = s.cost
	if marker == jpegSOF2 { // a progressive file's coefficients are all kept
		s.cost += 4 * float64(samples) / float64(widest*highest)
	}
	if components == 4 { // a second picture with all colours
		s.cost += 4
		s.turnCost = 8
	}
	return nil
}

// scanEnd finds the marker that ends the compressed data beginning at start.
func scanEnd(data []byte, start int) int {
	for at := start; ; at++ {
		next := bytes.IndexByte(data[at:], 0xff)
		if next < 0 || at+next+1 >= len(data) {
			return len(data)
		}
		at += next
		if m := data[at+1]; m != 0 && (m < jpegRST0 || m > jpegRST7) {
			return at
		}
	}
}

// keepSegment keeps what decoding needs and the colour profile; everything else
// that applications and people add tells about them.
func keepSegment(marker byte, body []byte) bool {
	switch {
	case marker == jpegCOM:
		return false
	case marker >= jpegAPP0 && marker <= jpegAPP15:
		return marker == jpegAPP0 && hasPrefix("JFIF\x00")(body) ||
			marker == jpegAPP2 && hasPrefix(profileMark)(body) ||
			marker == jpegAPP14 && hasPrefix("Adobe")(body)
	}
	return true
}

// encodeJPEG writes m in a quality that does not show.
func encodeJPEG(m image.Image, profile []byte) ([]byte, error) {
	return encodeJPEGIn(m, profile, 92)
}

func encodeJPEGIn(m image.Image, profile []byte, quality int) ([]byte, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	if profile == nil {
		return out.Bytes(), nil
	}
	// One segment is enough for every profile that is kept.
	segment := append([]byte{0xff, jpegAPP2, 0, 0}, profileMark...)
	segment = append(append(segment, 1, 1), profile...)
	binary.BigEndian.PutUint16(segment[2:], uint16(len(segment)-2))
	return slices.Insert(out.Bytes(), 2, segment...), nil
}
