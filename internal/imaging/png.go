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
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngKept are the chunks that an image needs to look right. Every other chunk is
// metadata.
var pngKept = map[string]bool{
	"IHDR": true, "PLTE": true, "IDAT": true, "IEND": true, "tRNS": true, "gAMA": true, "cHRM": true,
	"sRGB": true, "iCCP": true, "cICP": true, "mDCV": true, "cLLI": true, "sBIT": true, "bKGD": true,
	"hIST": true, "pHYs": true, "acTL": true, "fcTL": true, "fdAT": true,
}

// parsePNG reads the chunks up to the end of the image.
func parsePNG(data []byte) (fileInfo, error) {
	info := fileInfo{decode: png.Decode, encode: encodePNG, lossless: true, uprightCost: 8}
	stripped := append(make([]byte, 0, len(data)), data[:len(pngSignature)]...)
	transparent, hasProfile := false, false
	for at := len(pngSignature); ; {
		if at+12 > len(data) {
			return fileInfo{}, errors.New("no end of image")
		}
		length := binary.BigEndian.Uint32(data[at:])
		if int64(length) > int64(len(data)-at-12) {
			return fileInfo{}, fmt.Errorf("the chunk at %d has no end", at)
		}
		name, body, end := string(data[at+4:at+8]), data[at+8:at+8+int(length)], at+12+int(length)
		if (name == "IHDR") != (at == len(pngSignature)) {
			return fileInfo{}, errors.New("the header is not the first chunk")
		}
		keep := pngKept[name]
		switch name {
		case "IHDR":
			if err := info.readHeader(body); err != nil {
				return fileInfo{}, err
			}
		case "acTL":
			info.animated = len(body) >= 4 && binary.BigEndian.Uint32(body) > 1
		case "iCCP":
			// A file has one profile. Reading all of many small chunks would
			// decompress far more than the file's size.
			if keep = !hasProfile; keep {
				info.profile = pngProfile(body)
			}
			hasProfile = true
		case "eXIf":
			info.exif = body
		case "tRNS":
			transparent = true
		}
		if keep {
			stripped = append(stripped, data[at:end]...)
		}
		at = end
		if name == "IEND" {
			info.stripped, info.trailer = stripped, data[at:]
			break
		}
	}
	if transparent { // decoded to four channels
		info.decodeCost = max(info.decodeCost, 6)
	}
	if len(info.stripped) == len(data) {
		info.stripped = data
	}
	return info, nil
}

// readHeader records the size of a PNG image and the memory that decoding takes.
func (i *fileInfo) readHeader(body []byte) error {
	if len(body) != 13 {
		return errors.New("a broken header")
	}
	width, height := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
	if width > 1<<31-1 || height > 1<<31-1 {
		return errors.New("a broken header")
	}
	i.width, i.height = int(width), int(height)
	depth, colour, interlaced := body[8], body[9], body[12] == 1
	i.decodeCost = 4
	if colour == 0 || colour == 3 { // grey or a palette
		i.decodeCost = 1
	}
	if depth == 16 {
		i.decodeCost *= 2
	}
	if interlaced { // the passes are decoded into a second image
		i.decodeCost *= 1.5
	}
	return nil
}

// pngProfile reads the body of an iCCP chunk: a name, a zero byte, a compression
// method and the compressed profile.
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
