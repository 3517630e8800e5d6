package imaging

import (
	"bytes"
	"net/http"
	"strings"

	"perimeter/internal/errs"
)

const allowed = "Allowed are PNG, JPEG, GIF, WebP, AVIF and SVG pictures."

// notAnImage is the error for a file in no accepted format. It names what the
// file is instead.
func notAnImage(data []byte) error {
	if len(data) == 0 {
		return errs.Errorf(errs.Invalid, "The file is empty. %s", allowed)
	}
	if isHEIC(data) {
		return &errs.Error{
			Kind: errs.Unsupported, Code: "heic",
			Message: "This is a HEIC photo, which most browsers cannot show. " +
				"On an iPhone choose Settings, Camera, Formats, Most Compatible to take JPEG photos, or export this one as JPEG. " + allowed,
		}
	}
	return errs.Errorf(errs.Unsupported, "This file is %s. %s", describe(data), allowed)
}

// describe names the format of a file that is not accepted.
func describe(data []byte) string {
	if what := findDocument(data); what != "" {
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
	return "not a picture in a known format"
}

// documents are formats whose readers look for them anywhere in a file, so that
// one file can be an image and a document at once.
var documents = []struct{ signature, name string }{
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

// findDocument names the first document found in data, or returns "".
func findDocument(data []byte) string {
	lower := bytes.ToLower(data)
	for _, d := range documents {
		if bytes.Contains(lower, bytes.ToLower([]byte(d.signature))) {
			return d.name
		}
	}
	return ""
}
