package imaging

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"net/http"
	"strings"

	"perimeter/internal/errs"
)

// kind is a format that may be uploaded.
type kind struct {
	name      string
	mediaType string
	is        func(data []byte) bool
	walk      func(data []byte) (scan, error)
}

// kinds are all formats that may be uploaded.
func kinds() []kind {
	return []kind{
		{"PNG", "image/png", hasPrefix(pngSignature), walkPNG},
		{"JPEG", "image/jpeg", hasPrefix("\xff\xd8\xff"), walkJPEG},
		{"GIF", "image/gif", func(d []byte) bool { return hasPrefix("GIF87a")(d) || hasPrefix("GIF89a")(d) }, walkGIF},
		{"WebP", "image/webp", func(d []byte) bool { return len(d) >= 12 && string(d[:4]) == "RIFF" && string(d[8:12]) == "WEBP" }, walkWebP},
		{"AVIF", "image/avif", isAVIF, walkAVIF},
		{"SVG", "image/svg+xml", isSVG, walkSVG},
	}
}

const allowed = "Allowed are PNG, JPEG, GIF, WebP, AVIF and SVG pictures."

func hasPrefix(prefix string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(prefix)) }
}

// scan is what a walk through a file's structure finds without decoding it.
type scan struct {
	width, height int
	animated      bool
	lossless      bool
	exif          []byte  // metadata that may say how to turn the picture, or nil
	orientation   int     // what it says, or 0
	profile       []byte  // the ICC colour profile, or nil
	clean         []byte  // the file without metadata and trailer
	trailer       []byte  // what follows the end of the picture
	cost          float64 // bytes of memory per pixel that decoding takes
	turnCost      float64 // what turning takes on top of it

	// decode reads the clean file; it is nil for files that are never decoded.
	// encode writes a picture in the same format; it is nil for formats that
	// know no orientation.
	decode func(io.Reader) (image.Image, error)
	encode func(m image.Image, profile []byte) ([]byte, error)
}

// examine finds out what data is and whether it may be decoded.
func examine(data []byte) (kind, scan, error) {
	for _, k := range kinds() {
		if !k.is(data) {
			continue
		}
		found, err := k.walk(data)
		if err != nil {
			return k, scan{}, k.damaged(err)
		}
		if found.encode != nil && !found.animated {
			found.orientation = orientation(found.exif)
		}
		if found.orientation > 1 {
			found.cost += found.turnCost
		}
		if err := k.checkSize(found); err != nil {
			return k, scan{}, err
		}
		found.profile = carried(found.profile)
		if what := document(found.trailer); what != "" {
			return k, scan{}, errs.Errorf(errs.Unsupported,
				"This file is a %s picture with %s hidden behind it. Save the picture alone and upload that.", k.name, what)
		}
		return k, found, nil
	}
	return kind{}, scan{}, refuse(data)
}

// damaged is the answer to a file that begins as a picture but is not a whole
// one. An error that is meant for people already is passed on.
func (k kind) damaged(cause error) error {
	if errs.KindOf(cause) != 0 {
		return cause
	}
	return &errs.Error{
		Kind: errs.Invalid,
		Message: fmt.Sprintf("This %s file is damaged or incomplete. "+
			"Try to open it on your computer, save it anew and upload it again.", k.name),
		Err: cause,
	}
}

// checkSize stops pictures that would take too much memory. It relies on what
// the file says about itself, before anything is decoded.
func (k kind) checkSize(found scan) error {
	if found.width <= 0 || found.height <= 0 {
		return k.damaged(fmt.Errorf("%d × %d pixels", found.width, found.height))
	}
	limit := int64(maxPixels)
	if found.cost > 0 {
		limit = min(limit, int64(decodeMemory/found.cost))
	}
	pixels := int64(found.width) * int64(found.height)
	if found.width <= maxSide && found.height <= maxSide && pixels <= limit {
		return nil
	}
	return errs.Errorf(errs.TooLarge,
		"This %s picture has %d × %d pixels, which is %s megapixels. At most %d pixels on a side and %s megapixels are possible for such a file.",
		k.name, found.width, found.height, megapixels(pixels), maxSide, megapixels(limit))
}

// memory is what decoding and turning the picture takes.
func (s scan) memory() int64 {
	return int64(s.cost * float64(s.width) * float64(s.height))
}

func megapixels(pixels int64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(pixels)/1e6), ".0")
}

// refuse says what the file is instead of a picture.
func refuse(data []byte) error {
	if len(data) == 0 {
		return errs.Errorf(errs.Invalid, "The file is empty. %s", allowed)
	}
	if isHEIC(data) {
		return errs.Errorf(errs.Unsupported, "This is a HEIC photo, which most browsers cannot show. "+
			"On an iPhone choose Settings, Camera, Formats, Most Compatible to take JPEG photos, or export this one as JPEG. %s", allowed)
	}
	return errs.Errorf(errs.Unsupported, "This file is %s. %s", describe(data), allowed)
}

// describe names the format of a file that is not accepted.
func describe(data []byte) string {
	if what := document(data); what != "" {
		return what
	}
	for prefix, name := range map[string]string{
		"BM":           "a BMP picture",
		"II*\x00":      "a TIFF picture or a camera's raw file",
		"MM\x00*":      "a TIFF picture or a camera's raw file",
		"8BPS":         "a Photoshop file",
		"\x00\x00\x01": "an icon file",
		"\xff\x0a":     "a JPEG XL picture",
		"\x1f\x8b":     "a compressed file",
	} {
		if hasPrefix(prefix)(data) {
			return name
		}
	}
	switch detected, _, _ := strings.Cut(http.DetectContentType(data), ";"); {
	case strings.HasPrefix(detected, "video/"):
		return "a video"
	case strings.HasPrefix(detected, "audio/"):
		return "a sound file"
	case strings.HasPrefix(detected, "text/"):
		return "a text file"
	}
	return "no picture that we know"
}

// documents are formats that can hide behind a picture because their readers
// look for them anywhere in a file.
var documents = []struct{ mark, name string }{
	{"PK\x03\x04", "a ZIP archive or Office document"},
	{"PK\x05\x06", "a ZIP archive or Office document"},
	{"%pdf-", "a PDF document"},
	{"rar!\x1a\x07", "a RAR archive"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"},
	{"\x7felf", "a program"},
	{"this program cannot be run in dos mode", "a program"},
	{"#!/", "a script"},
	{"<?php", "a PHP script"},
	{"<script", "an HTML page"},
	{"<html", "an HTML page"},
	{"<!doctype html", "an HTML page"},
	{"<iframe", "an HTML page"},
	{"<svg", "an SVG drawing"},
}

// document names the document that stands in data, or returns "".
func document(data []byte) string {
	lower := bytes.ToLower(data)
	for _, d := range documents {
		if bytes.Contains(lower, bytes.ToLower([]byte(d.mark))) {
			return d.name
		}
	}
	return ""
}
