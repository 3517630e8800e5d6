package imaging

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/jpeg"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit/picture"
)

// bitWriter writes the compressed data of a JPEG scan.
type bitWriter struct {
	out  []byte
	bits uint32
	n    int
}

func (w *bitWriter) put(value uint32, length int) {
	for i := length - 1; i >= 0; i-- {
		w.bits = w.bits<<1 | value>>i&1
		if w.n++; w.n == 8 {
			w.out = append(w.out, byte(w.bits))
			if byte(w.bits) == 0xff {
				w.out = append(w.out, 0)
			}
			w.bits, w.n = 0, 0
		}
	}
}

func (w *bitWriter) finish() []byte {
	for w.n != 0 {
		w.put(1, 1)
	}
	return w.out
}

// progressiveJPEG makes a grey file of many scans. Every scan after the first
// says in a few bytes that no block changes, and still visits all of them.
func progressiveJPEG(width, height, scans int) []byte {
	segment := func(marker byte, body ...byte) []byte {
		return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	}
	codes := append([]byte{1}, make([]byte, 15)...) // one code of one bit
	blocks := divideUp(width, 8) * divideUp(height, 8)
	file := []byte{0xff, jpegSOI}
	file = append(file, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)...)
	file = append(file, segment(jpegSOF2, 8, byte(height>>8), byte(height), byte(width>>8), byte(width), 1, 1, 0x11, 0)...)
	file = append(file, segment(jpegDHT, append(append([]byte{0x00}, codes...), 0)...)...)
	const longestRun = 0xe0
	file = append(file, segment(jpegDHT, append(append([]byte{0x10}, codes...), longestRun)...)...)
	var first bitWriter
	for range blocks {
		first.put(0, 1)
	}
	file = append(append(file, segment(jpegSOS, 1, 1, 0, 0, 0, 0)...), first.finish()...)
	for range scans - 1 {
		var scan bitWriter
		for left := blocks; left > 0; left -= 1<<15 - 1 {
			scan.put(0x3fff, 15)
		}
		file = append(append(file, segment(jpegSOS, 1, 1, 0, 1, 63, 0)...), scan.finish()...)
	}
	return append(file, 0xff, jpegEOI)
}

func TestProgressiveJPEGIsDecoded(t *testing.T) {
	got := clean(t, progressiveJPEG(64, 48, 10))
	if got.Width != 64 || got.Height != 48 || got.Preview == "" {
		t.Errorf("got %d × %d, preview %q", got.Width, got.Height, got.Preview)
	}
	if _, err := jpeg.Decode(bytes.NewReader(got.Data)); err != nil {
		t.Error(err)
	}
}

func TestCleanRefusesJPEGWithManyScans(t *testing.T) {
	bomb := progressiveJPEG(5800, 5800, 200)
	if len(bomb) < 70_000 || len(bomb) > 90_000 {
		t.Fatalf("the test's file has %d bytes", len(bomb))
	}
	const want = "This JPEG picture is stored in too many passes for its size. " +
		"Open it on your computer, save it as a JPEG that is not progressive, or as PNG, and upload that."
	for name, file := range map[string][]byte{
		"82 KB, 200 scans":           bomb,
		"small image, many scans":    progressiveJPEG(8, 8, maxScans+1),
		"large image, 40 scans":      progressiveJPEG(5800, 5800, 40),
		"sequential, repeated scans": repeatScan(t, picture.JPEG(t, image.NewGray(image.Rect(0, 0, 80, 80)), 50), 100),
	} {
		t.Run(name, func(t *testing.T) {
			// The codec has no free memory, so an image that passed the check
			// would wait for it and then fail with the context's error.
			ctx, cancel := context.WithCancel(t.Context())
			codec := New()
			if err := codec.reserve(ctx, totalMemory); err != nil {
				t.Fatal(err)
			}
			cancel()
			_, err := codec.Clean(ctx, file)
			if errs.KindOf(err) != errs.TooLarge || err.Error() != want || !Permanent(err) {
				t.Errorf("Clean: %v", err)
			}
			err = codec.Variants(ctx, file, func(RenderedVariant) error { return nil })
			if errs.KindOf(err) != errs.TooLarge || !Permanent(err) {
				t.Errorf("Variants: %v", err)
			}
		})
	}
}

// repeatScan repeats the only scan of a file.
func repeatScan(t *testing.T, file []byte, times int) []byte {
	t.Helper()
	start := bytes.Index(file, []byte{0xff, jpegSOS})
	if start < 0 {
		t.Fatal("no scan")
	}
	end := len(file) - 2
	return append(append(bytes.Clone(file[:start]), bytes.Repeat(file[start:end], times)...), file[end:]...)
}

func TestLargestProgressivePhotosHaveFewEnoughScans(t *testing.T) {
	// The scans that libjpeg writes, as component and number of scans.
	scans := map[byte]int{1: 6, 2: 4, 3: 4}
	for name, test := range map[string]struct {
		sampling      byte
		bytesPerPixel float64
	}{"4:2:0": {0x22, 7.5}, "4:4:4": {0x11, 15}} {
		side := 0
		for float64(side*side)*test.bytesPerPixel < decodeMemory {
			side += 8
		}
		var frame jpegFrame
		header := []byte{8, 0, 0, 0, 0, 3, 1, test.sampling, 0, 2, 0x11, 0, 3, 0x11, 0}
		binary.BigEndian.PutUint16(header[1:], uint16(side))
		binary.BigEndian.PutUint16(header[3:], uint16(side))
		if err := frame.read(header); err != nil {
			t.Fatal(err)
		}
		for component, n := range scans {
			for range n {
				if err := frame.countScan([]byte{1, component, 0, 0, 63, 0}); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
		if frame.visits > maxScanBlocks/3 {
			t.Errorf("%s: %d blocks are visited, which leaves little room", name, frame.visits)
		}
	}
}
