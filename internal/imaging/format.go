package imaging

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"strings"

	"perimeter/internal/errs"
)

// format is a file format that may be uploaded.
type format struct {
	name      string
	mediaType string
	matches   func(data []byte) bool
	parse     func(data []byte) (fileInfo, error)
}

// formats are all formats that may be uploaded.
func formats() []format {
	return []format{
		{"PNG", "image/png", hasPrefix(pngSignature), parsePNG},
		{"JPEG", "image/jpeg", hasPrefix("\xff\xd8\xff"), parseJPEG},
		{"GIF", "image/gif", func(d []byte) bool { return hasPrefix("GIF87a")(d) || hasPrefix("GIF89a")(d) }, parseGIF},
		{"WebP", "image/webp", func(d []byte) bool { return len(d) >= 12 && string(d[:4]) == "RIFF" && string(d[8:12]) == "WEBP" }, parseWebP},
		{"AVIF", "image/avif", isAVIF, parseAVIF},
		{"SVG", "image/svg+xml", isSVG, parseSVG},
	}
}

func hasPrefix(prefix string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(prefix)) }
}

// fileInfo is what the structure of a file says, before its pixels are decoded.
type fileInfo struct {
	width, height int
	animated      bool
	lossless      bool
	exif          []byte // EXIF metadata, or nil
	orientation   int    // EXIF orientation, 1 to 8, or 0
	profile       []byte // ICC colour profile, or nil
	stripped      []byte // the file without metadata and trailer
	trailer       []byte // the bytes after the end of the image

	decodeCost  float64 // bytes of memory per pixel for decoding
	uprightCost float64 // bytes per pixel for turning and encoding again
	tableMemory int64   // bytes that the decoder's tables take at most

	// decode reads stripped; it is nil for files that are never decoded.
	// encode writes the same format; it is nil for formats without orientation.
	decode func(io.Reader) (image.Image, error)
	encode func(m image.Image, profile []byte) ([]byte, error)
}

// inspect finds the format of data and checks what can be checked without
// decoding.
func inspect(data []byte) (format, fileInfo, error) {
	for _, f := range formats() {
		if !f.matches(data) {
			continue
		}
		info, err := f.parse(data)
		if err != nil {
			return f, fileInfo{}, f.damaged(err)
		}
		if info.encode != nil && !info.animated {
			info.orientation = orientation(info.exif)
		}
		if info.orientation > 1 {
			info.decodeCost += info.uprightCost
		}
		if err := f.checkSize(info); err != nil {
			return f, fileInfo{}, err
		}
		info.profile = rgbProfile(info.profile)
		if what := findDocument(info.trailer); what != "" {
			return f, fileInfo{}, errs.Errorf(errs.Unsupported,
				"This file is a %s picture with %s hidden behind it. Save the picture alone and upload that.", f.name, what)
		}
		return f, info, nil
	}
	return format{}, fileInfo{}, notAnImage(data)
}

// damaged is the error for a file that begins like an image but is not a
// complete one. An error that already has a message for people is passed on.
func (f format) damaged(cause error) error {
	if errs.KindOf(cause) != 0 {
		return cause
	}
	return &errs.Error{
		Kind: errs.Invalid,
		Message: fmt.Sprintf("This %s file is damaged or incomplete. "+
			"Try to open it on your computer, save it anew and upload it again.", f.name),
		Err: cause,
	}
}

// checkSize refuses images that would take too much memory. It uses the size
// that the file declares, before anything is decoded.
func (f format) checkSize(info fileInfo) error {
	if info.width <= 0 || info.height <= 0 {
		return f.damaged(fmt.Errorf("%d × %d pixels", info.width, info.height))
	}
	limit := int64(maxPixels)
	if info.decodeCost > 0 {
		limit = min(limit, int64(decodeMemory/info.decodeCost))
	}
	pixels := int64(info.width) * int64(info.height)
	if info.width <= maxSide && info.height <= maxSide && pixels <= limit {
		return nil
	}
	return errs.Errorf(errs.TooLarge,
		"This %s picture has %d × %d pixels, which is %s megapixels. At most %d pixels on a side and %s megapixels are possible for such a file.",
		f.name, info.width, info.height, megapixels(pixels), maxSide, megapixels(limit))
}

// declareSize records a size that the file declares. The largest counts, because
// a crafted file may declare different sizes in different places.
func (i *fileInfo) declareSize(width, height int) {
	i.width, i.height = max(i.width, width), max(i.height, height)
}

// memory estimates the bytes that decoding the image, and turning it where
// needed, takes.
func (i fileInfo) memory() int64 {
	return int64(i.decodeCost*float64(i.width)*float64(i.height)) + i.tableMemory
}

func megapixels(pixels int64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(pixels)/1e6), ".0")
}
