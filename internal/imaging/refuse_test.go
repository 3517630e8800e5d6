package imaging

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"sync"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit/picture"
)

func TestCleanRefusesOtherFormats(t *testing.T) {
	for _, test := range []struct {
		name  string
		data  string
		kind  errs.Kind
		words string // in the message
	}{
		{"nothing", "", errs.Invalid, "empty"},
		{"text", "Hello, this is a picture, honestly.", errs.Unsupported, "a text file"},
		{"a page", "<!DOCTYPE html><html><body>x", errs.Unsupported, "an HTML page"},
		{"a page that looks like an SVG", "<html><svg></svg></html>", errs.Unsupported, "an HTML page"},
		{"a PDF", "%PDF-1.7 ...", errs.Unsupported, "a PDF document"},
		{"an archive", "PK\x03\x04\x14\x00", errs.Unsupported, "a ZIP archive"},
		{"a program", "\x7fELF\x02\x01\x01", errs.Unsupported, "a program"},
		{"a BMP", "BM\x00\x00\x00\x00\x00\x00", errs.Unsupported, "a BMP picture"},
		{"a TIFF", "II*\x00\x08\x00\x00\x00", errs.Unsupported, "a TIFF picture"},
		{"a video", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", errs.Unsupported, "a video"},
		{"a phone's HEIC", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", errs.Unsupported, "Most Compatible"},
		{"noise", "\x07\x93\x1e\xf0\x11\x88", errs.Unsupported, "not a picture in a known format"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := New().Clean(t.Context(), []byte(test.data))
			if errs.KindOf(err) != test.kind {
				t.Fatalf("%v, want an error of kind %d", err, test.kind)
			}
			if !strings.Contains(err.Error(), test.words) || !strings.Contains(err.Error(), allowed) {
				t.Errorf("the message is %q", err)
			}
		})
	}
}

// wholeFiles are good files of every kind that has an end.
func wholeFiles(t *testing.T) map[string][]byte {
	t.Helper()
	photo := picture.Photo(64, 48, 1)
	return map[string][]byte{
		"JPEG":          picture.JPEG(t, photo, 90),
		"PNG":           picture.PNG(t, photo),
		"GIF":           picture.GIF(t, photo, 1),
		"animated GIF":  picture.GIF(t, photo, 2),
		"WebP":          picture.WebP(t, photo, false),
		"lossless WebP": picture.WebP(t, photo, true),
		"AVIF":          realAVIF(t),
		"SVG":           []byte(plainSVG),
	}
}

func TestCleanRefusesTruncatedFiles(t *testing.T) {
	for name, file := range wholeFiles(t) {
		t.Run(name, func(t *testing.T) {
			file = bytes.TrimRight(file, "\n")
			for _, part := range []float64{0.1, 0.3, 0.5, 0.9, 0.99} {
				cut := file[:int(part*float64(len(file)))]
				if _, err := New().Clean(t.Context(), cut); err == nil {
					t.Errorf("%d of %d bytes were accepted", len(cut), len(file))
				}
			}
			if _, err := New().Clean(t.Context(), file[:len(file)-1]); errs.KindOf(err) != errs.Invalid {
				t.Errorf("without its last byte: %v, want an error of kind Invalid", err)
			} else if !strings.Contains(err.Error(), "damaged or incomplete") {
				t.Errorf("the message is %q", err)
			}
		})
	}
}

func TestCleanRefusesCorruptPixels(t *testing.T) {
	png := picture.PNG(t, picture.Photo(64, 48, 1))
	png[len(png)/2] ^= 0xff
	if _, err := New().Clean(t.Context(), png); errs.KindOf(err) != errs.Invalid {
		t.Errorf("got %v, want an error of kind Invalid", err)
	}
}

func TestCleanRefusesDocumentBehindImage(t *testing.T) {
	for name, file := range wholeFiles(t) {
		for what, hidden := range map[string]string{
			"a ZIP archive":  "PK\x03\x04 a jar PK\x05\x06",
			"an HTML page":   "\n\n<ScRiPt>alert(1)</script>",
			"a PHP script":   "<?php system($_GET['x']);",
			"a PDF document": "%PDF-1.4",
		} {
			if _, err := New().Clean(t.Context(), append(bytes.Clone(file), hidden...)); err == nil {
				t.Errorf("a %s with %s behind it was accepted", name, what)
			} else if k := errs.KindOf(err); k != errs.Unsupported && k != errs.Invalid {
				t.Errorf("a %s with %s behind it: %v", name, what, err)
			}
		}
	}
}

func TestCleanRefusesScriptWithImageSignature(t *testing.T) {
	for _, data := range []string{
		"GIF89a/*<svg/onload=alert(1)>*/=alert(1)//;",
		"\xff\xd8\xff\xfe\x00\x10<script>alert(1)</script>",
		"\x89PNG\r\n\x1a\n<script>alert(1)</script>",
		"RIFF\x40\x00\x00\x00WEBPVP8 <script>alert(1)</script>",
	} {
		if _, err := New().Clean(t.Context(), []byte(data)); errs.KindOf(err) == 0 {
			t.Errorf("%.20q: %v", data, err)
		}
	}
}

func TestCleanRefusesHugeImagesBeforeDecoding(t *testing.T) {
	jpeg := picture.JPEG(t, picture.Photo(64, 48, 1), 90)
	frame := bytes.Index(jpeg, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(jpeg[frame+5:], 60_000)
	binary.BigEndian.PutUint16(jpeg[frame+7:], 60_000)
	gif := picture.GIF(t, picture.Quarters(10, 10), 1)
	binary.LittleEndian.PutUint16(gif[6:], 60_000)
	binary.LittleEndian.PutUint16(gif[8:], 60_000)
	webp := picture.WebP(t, picture.Photo(64, 48, 1), false)
	binary.LittleEndian.PutUint16(webp[26:], 16_383)
	binary.LittleEndian.PutUint16(webp[28:], 16_383)
	liar := picture.WebPWithEXIF(webp, 64, 48, 1) // its header says 64 × 48

	for name, file := range map[string][]byte{
		"PNG of 30,000 × 30,000":     picture.BombPNG(t, 30_000, 30_000),
		"PNG of 2³¹ on a side":       picture.BombPNG(t, 1<<31-1, 1<<31-1),
		"PNG that is too wide":       picture.BombPNG(t, 16_385, 1),
		"PNG of too many megapixels": picture.BombPNG(t, 16_000, 16_000),
		"JPEG":                       jpeg,
		"GIF":                        gif,
		"WebP":                       webp,
		"WebP with two sizes":        liar,
		"AVIF":                       picture.AVIF(40_000, 40_000, nil),
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			grown := allocated(func() { _, err = New().Clean(t.Context(), file) })
			if errs.KindOf(err) != errs.TooLarge || !strings.Contains(err.Error(), "megapixels") {
				t.Errorf("got %v, want an error of kind TooLarge", err)
			}
			if grown > 8<<20 {
				t.Errorf("%d MB were allocated", grown>>20)
			}
		})
	}
}

func TestCleanNamesSizeAndLimit(t *testing.T) {
	_, err := New().Clean(t.Context(), picture.BombPNG(t, 30_000, 30_000))
	const want = "This PNG picture has 30000 × 30000 pixels, which is 900 megapixels. " +
		"At most 16384 pixels on a side and 50 megapixels are possible for such a file."
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestLargestPhonePhotosFitIntoMemory(t *testing.T) {
	photo := picture.JPEGWithEXIF(picture.JPEG(t, picture.Photo(64, 48, 1), 90), 6)
	frame := bytes.Index(photo, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(photo[frame+5:], 6048)
	binary.BigEndian.PutUint16(photo[frame+7:], 8064)
	_, info, err := inspect(photo)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.memory(); got < 8064*6048*3 || got > decodeMemory {
		t.Errorf("turning 48 megapixels is said to take %d MB", got>>20)
	}
}

func TestCleanWaitsForMemoryUntilCancelled(t *testing.T) {
	codec := New()
	if err := codec.reserve(t.Context(), totalMemory); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	waiting.Go(func() {
		if _, err := codec.Clean(ctx, picture.PNG(t, picture.Quarters(20, 20))); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	cancel()
	waiting.Wait()
	codec.release(totalMemory)
	if _, err := codec.Clean(t.Context(), picture.PNG(t, picture.Quarters(20, 20))); err != nil {
		t.Errorf("after the memory is free: %v", err)
	}
}
