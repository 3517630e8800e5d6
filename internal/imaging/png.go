package imaging

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"slices"
	"strings"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngKept are the chunks that a picture needs to look right; everything else
// tells about who made it.
const pngKept = "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs acTL fcTL fdAT"

// walkPNG goes from chunk to chunk up to the end of the picture.
func walkPNG(data []byte) (scan, error) {
	found := scan{decode: png.Decode, encode: encodePNG, lossless: true, turnCost: 8}
	clean := append(make([]byte, 0, len(data)), data[:len(pngSignature)]...)
	transparent := false
	for at := len(pngSignature); ; {
		if at+12 > len(data) {
			return scan{}, errors.New("no end of image")
		}
		length := binary.BigEndian.Uint32(data[at:])
		if int64(length) > int64(len(data)-at-12) {
			return scan{}, fmt.Errorf("a chunk at %d has no end", at)
		}
		name, body, end := string(data[at+4:at+8]), data[at+8:at+8+int(length)], at+12+int(length)
		if (name == "IHDR") != (at == len(pngSignature)) {
			return scan{}, errors.New("the header is not in its place")
		}
		switch name {
		case "IHDR":
			if err := found.readHeader(body); err != nil {
				return scan{}, err
			}
		case "acTL":
			found.animated = len(body) >= 4 && binary.BigEndian.Uint32(body) > 1
		case "iCCP":
			found.profile = pngProfile(body)
		case "eXIf":
			found.exif = body
		case "tRNS":
			transparent = true
		}
		if strings.Contains(pngKept, name) {
			clean = append(clean, data[at:end]...)
		}
		at = end
		if name == "IEND" {
			found.clean, found.trailer = clean, data[at:]
			break
		}
	}
	if transparent { // such pictures get four channels
		found.cost = max(found.cost, 6)
	}
	if len(found.clean) == len(data) {
		found.clean = data
	}
	return found, nil
}

// readHeader notes the size of the picture and what it takes to decode it.
func (s *scan) readHeader(body []byte) error {
	if len(body) != 13 {
		return errors.New("a broken header")
	}
	width, height := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
	if width > 1<<31-1 || height > 1<<31-1 {
		return errors.New("a broken header")
	}
	s.width, s.height = int(width), int(height)
	depth, colour, interlaced := body[8], body[9], body[12] == 1
	s.cost = 4
	if colour == 0 || colour == 3 { // grey or a palette
		s.cost = 1
	}
	if depth == 16 {
		s.cost *= 2
	}
	if interlaced { // half of the picture is decoded apart
		s.cost *= 1.5
	}
	return nil
}

// pngProfile unpacks the profile from its chunk: a name, a zero, a method and
// compressed data.
func pngProfile(body []byte) []byte {
	_, rest, ok := bytes.Cut(body, []byte{0})
	if !ok || len(rest) < 1 {
		return nil
	}
	unpacked, err := zlib.NewReader(bytes.NewReader(rest[1:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(unpacked, maxProfile+1))
	if err != nil {
		return nil
	}
	return profile
}

func encodePNG(m image.Image, profile []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		return nil, err
	}
	if profile == nil {
		return out.Bytes(), nil
	}
	var body bytes.Buffer
	body.WriteString("iCCPICC profile\x00\x00")
	packed := zlib.NewWriter(&body)
	_, err := packed.Write(profile)
	if err := errors.Join(err, packed.Close()); err != nil {
		return nil, err
	}
	chunk := binary.BigEndian.AppendUint32(nil, uint32(body.Len()-4))
	chunk = append(chunk, body.Bytes()...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body.Bytes()))
	const afterHeader = len(pngSignature) + 12 + 13
	return slices.Insert(out.Bytes(), afterHeader, chunk...), nil
}
