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

const profilePrefix = "ICC_PROFILE\x00"

const (
	// maxScans is far above what encoders write: about ten for a progressive
	// file.
	maxScans = 64
	// maxScanBlocks is the most blocks of 8 × 8 samples that all scans together
	// may visit. The largest photo that fits into memory, in the ten scans that
	// encoders write, has 3.5 million. The decoder visits 4 to 10 million a
	// second, however few bytes describe them.
	maxScanBlocks = 12_000_000
)

// parseJPEG reads the segments up to the end of the image.
func parseJPEG(data []byte) (fileInfo, error) {
	info := fileInfo{decode: jpeg.Decode, encode: encodeJPEG}
	stripped := append(make([]byte, 0, len(data)), data[:2]...)
	profile := map[byte][]byte{}
	rgb := false
	var frame jpegFrame
	for at := 2; ; {
		if at+2 > len(data) {
			return fileInfo{}, errors.New("no end of image")
		}
		if data[at] != 0xff {
			return fileInfo{}, fmt.Errorf("no marker at %d", at)
		}
		marker := data[at+1]
		if marker == 0xff { // padding
			at++
			continue
		}
		if marker == jpegEOI {
			stripped = append(stripped, data[at:at+2]...)
			info.stripped, info.trailer = stripped, data[at+2:]
			break
		}
		if marker == jpegTEM || marker >= jpegRST0 && marker <= jpegRST7 {
			at += 2
			continue
		}
		end := at + 2 + segmentLength(data[at+2:])
		if end < at+4 || end > len(data) || marker == jpegSOI || marker == 0 {
			return fileInfo{}, fmt.Errorf("the segment at %d has no end", at)
		}
		body := data[at+4 : end]
		switch {
		case isFrame(marker):
			if err := frame.read(body); err != nil {
				return fileInfo{}, err
			}
			frame.progressive = marker == jpegSOF2
		case marker == jpegAPP1 && hasPrefix(exifPrefix)(body):
			info.exif = body
		case marker == jpegAPP2 && hasPrefix(profilePrefix)(body) && len(body) > len(profilePrefix)+2:
			profile[body[len(profilePrefix)]] = body[len(profilePrefix)+2:]
		case marker == jpegAPP14 && hasPrefix("Adobe")(body) && len(body) >= 12:
			rgb = body[11] == 0
		case marker == jpegSOS:
			if err := frame.countScan(body); err != nil {
				return fileInfo{}, err
			}
			end = scanEnd(data, end)
		}
		if keepSegment(marker, body) {
			stripped = append(stripped, data[at:end]...)
		}
		at = end
	}
	for _, part := range slices.Sorted(maps.Keys(profile)) {
		info.profile = append(info.profile, profile[part]...)
	}
	info.width, info.height = frame.width, frame.height
	info.decodeCost, info.uprightCost = frame.costs(rgb)
	if len(info.stripped) == len(data) {
		info.stripped = data
	}
	return info, nil
}

// segmentLength reads the length at the beginning of a segment, which includes
// its own two bytes, or returns 0.
func segmentLength(data []byte) int {
	if len(data) < 2 {
		return 0
	}
	return int(binary.BigEndian.Uint16(data))
}

func isFrame(marker byte) bool {
	return marker >= jpegSOF0 && marker <= jpegSOF15 && marker != jpegDHT && marker != jpegJPG && marker != jpegDAC
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

// keepSegment keeps what decoding needs and the colour profile. Every other
// segment is metadata.
func keepSegment(marker byte, body []byte) bool {
	switch {
	case marker == jpegCOM:
		return false
	case marker >= jpegAPP0 && marker <= jpegAPP15:
		return marker == jpegAPP0 && hasPrefix("JFIF\x00")(body) ||
			marker == jpegAPP2 && hasPrefix(profilePrefix)(body) ||
			marker == jpegAPP14 && hasPrefix("Adobe")(body)
	}
	return true
}

// encodeJPEG writes m without visible loss.
func encodeJPEG(m image.Image, profile []byte) ([]byte, error) {
	return encodeJPEGQuality(m, profile, 92)
}

func encodeJPEGQuality(m image.Image, profile []byte, quality int) ([]byte, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	if profile == nil {
		return out.Bytes(), nil
	}
	// One segment holds every profile up to maxProfile.
	segment := append([]byte{0xff, jpegAPP2, 0, 0}, profilePrefix...)
	segment = append(append(segment, 1, 1), profile...)
	binary.BigEndian.PutUint16(segment[2:], uint16(len(segment)-2))
	return slices.Insert(out.Bytes(), 2, segment...), nil
}
