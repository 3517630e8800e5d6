package imaging

import (
	"encoding/binary"
	"errors"

	"perimeter/internal/errs"
)

// jpegFrame is what a JPEG file's frame header declares, and how much work its
// scans ask for.
type jpegFrame struct {
	width, height int
	progressive   bool
	blocks        map[byte]int64 // blocks of 8 × 8 samples by component
	samples       float64        // per pixel, all components together
	scans         int
	visits        int64 // blocks that all scans together visit
}

// read parses a frame header.
func (f *jpegFrame) read(body []byte) error {
	if len(body) < 6 || f.blocks != nil {
		return errors.New("a broken frame header")
	}
	f.height, f.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
	components := int(body[5])
	if len(body) < 6+3*components || components == 0 {
		return errors.New("a broken frame header")
	}
	var samples, widest, highest int
	for i := range components {
		h, v := samplingFactors(body, i)
		samples += h * v
		widest, highest = max(widest, h), max(highest, v)
	}
	if widest == 0 || highest == 0 {
		return errors.New("a broken frame header")
	}
	f.samples = float64(samples) / float64(widest*highest)
	// The decoder counts the units of a scan by the factors of the first
	// component.
	h0, v0 := samplingFactors(body, 0)
	units := int64(divideUp(f.width, 8*max(h0, 1))) * int64(divideUp(f.height, 8*max(v0, 1)))
	f.blocks = make(map[byte]int64, components)
	for i := range components {
		h, v := samplingFactors(body, i)
		f.blocks[body[6+3*i]] = units * int64(h*v)
	}
	return nil
}

// samplingFactors returns the horizontal and vertical factor of a component.
func samplingFactors(header []byte, component int) (h, v int) {
	factors := header[7+3*component]
	return int(factors >> 4), int(factors & 15)
}

func divideUp(a, b int) int { return (a + b - 1) / b }

// countScan adds the work of a scan. A scan of a few bytes can make the decoder
// visit every block of the image again, so scans are limited before decoding.
func (f *jpegFrame) countScan(body []byte) error {
	if f.blocks == nil || len(body) < 1 || len(body) < 1+2*int(body[0]) {
		return errors.New("a broken scan header")
	}
	f.scans++
	for i := range int(body[0]) {
		f.visits += f.blocks[body[1+2*i]]
	}
	tooLarge := f.width*f.height > maxPixels // refused later, with a better message
	if f.scans > maxScans || f.visits > maxScanBlocks && !tooLarge {
		return errs.Errorf(errs.TooLarge, "This JPEG picture is stored in too many passes for its size. "+
			"Open it on your computer, save it as a JPEG that is not progressive, or as PNG, and upload that.")
	}
	return nil
}

// costs returns the bytes of memory per pixel that decoding takes, and turning.
// Files in RGB or with four components are converted, which takes a second image.
func (f *jpegFrame) costs(rgb bool) (decode, upright float64) {
	decode, upright = f.samples, f.samples
	if f.progressive { // the coefficients of all blocks are kept
		decode += 4 * f.samples
	}
	if rgb || len(f.blocks) == 4 {
		decode, upright = decode+4, 8
	}
	return decode, upright
}
