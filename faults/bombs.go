package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	// bombLimit is how long one upload of a bomb is waited for.
	bombLimit = 20 * time.Second
	// bombPeakMB leaves room for the largest picture that may be decoded.
	bombPeakMB = 300
)

// bombs are small files that cost a decoder or a browser very much.
var bombs = []struct {
	name, mediaType string
	file            func() []byte
}{
	{"a progressive JPEG with 200 scans", "image/jpeg", manyScansJPEG},
	{"a PNG that claims 60000 by 60000 pixels", "image/png", hugePNG},
	{"a PNG of 16384 by 3000 pixels in 16-bit colours", "image/png", deepPNG},
	{"an SVG whose use elements multiply to 10 billion", "image/svg+xml", nestedSVG},
	{"an AVIF with 100,000 items among 100,000 boxes", "image/avif", manyBoxesAVIF},
}

// imageBombs uploads the bombs as an administrator. They must be refused without
// much work, and afterwards an ordinary picture must be taken as ever.
func imageBombs(ctx context.Context, s *setup, r *result) error {
	failed, accepted, unanswered := count("failed"), count("bombs accepted"), count("bombs without an answer in 20 s")
	h, err := s.startVisited(ctx, failed)
	if err != nil {
		return err
	}
	defer h.Kill()
	before, err := h.CPUSeconds()
	if err != nil {
		return err
	}
	for _, bomb := range bombs {
		upload(ctx, h, bomb.name, bomb.mediaType, bomb.file(), accepted, unanswered)
	}
	visit(ctx, h.URL, publicPages, failed)
	after, err := h.CPUSeconds()
	if err != nil {
		return err
	}
	if _, err := h.office.Upload(ctx, "image/jpeg", photograph()); err != nil {
		failed.add("an ordinary picture: %v", err)
	} else if err := eventually(ctx, recoveryLimit, func() error { return smallerCopies(ctx, h.office) }); err != nil {
		failed.add("%v", err)
	}
	r.note("bombs", len(bombs))
	r.none(accepted)
	r.none(unanswered)
	r.atMost("CPU seconds", int(after-before), 10)
	r.none(failed)
	return r.peak(h.Process, bombPeakMB)
}

func upload(ctx context.Context, h *site, name, mediaType string, file []byte, accepted, unanswered *counter) {
	ctx, cancel := context.WithTimeout(ctx, bombLimit)
	defer cancel()
	switch _, err := h.office.Upload(ctx, mediaType, file); {
	case err == nil:
		accepted.add("%s (%d KB)", name, len(file)/1000)
	case refusal(err) == 0 || refusal(err) >= 500:
		unanswered.add("%s (%d KB): %v", name, len(file)/1000, err)
	}
}

func smallerCopies(ctx context.Context, office *blackbox.Client) error {
	images, err := office.Images(ctx)
	if err != nil {
		return err
	}
	if len(images) == 0 || len(images[0].Variants) == 0 {
		return fmt.Errorf("of %d pictures the newest has no smaller copies", len(images))
	}
	return nil
}

// manyScansJPEG is a grey picture of 36 million pixels. Every scan says "nothing
// changes" for 32767 blocks in 15 bits, and a decoder visits them all.
func manyScansJPEG() []byte {
	const side, scans, longestRun = 6000, 200, 32767
	blocks := (side / 8) * (side / 8)
	segment := func(marker byte, body ...byte) []byte {
		return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	}
	oneCode := func(table, symbol byte) []byte { // a table with one code: the bit 0
		return segment(0xc4, append([]byte{table, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, symbol)...)
	}
	file := []byte{0xff, 0xd8}
	file = append(file, segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)...)
	file = append(file, segment(0xc2, 8, side>>8, side&0xff, side>>8, side&0xff, 1, 1, 0x11, 0)...)
	file = append(file, oneCode(0x00, 0)...)
	file = append(file, segment(0xda, 1, 1, 0, 0, 0, 0)...)
	file = append(file, make([]byte, (blocks+7)/8)...) // one bit for each block
	file = append(file, oneCode(0x10, 0xe0)...)        // a run whose length has 14 bits
	var data bitWriter
	for range (blocks + longestRun - 1) / longestRun {
		data.write(0x3fff, 15)
	}
	scan := append(segment(0xda, 1, 1, 0, 1, 63, 0), data.finish()...)
	file = append(file, bytes.Repeat(scan, scans)...)
	return append(file, 0xff, 0xd9)
}

// bitWriter writes a JPEG scan's bits.
type bitWriter struct {
	out  []byte
	bits uint32
	n    int
}

func (w *bitWriter) write(value uint32, length int) {
	for i := length - 1; i >= 0; i-- {
		w.bits = w.bits<<1 | value>>i&1
		if w.n++; w.n == 8 {
			w.out = append(w.out, byte(w.bits))
			if byte(w.bits) == 0xff {
				w.out = append(w.out, 0) // or it would be a marker
			}
			w.bits, w.n = 0, 0
		}
	}
}

func (w *bitWriter) finish() []byte {
	for w.n != 0 {
		w.write(1, 1)
	}
	return w.out
}

func hugePNG() []byte { return newPNG(60_000, 60_000, 8, 0, 1) }

func deepPNG() []byte { return newPNG(16_384, 3000, 16, 6, 3000) }

// newPNG makes a black picture that holds this many of its rows.
func newPNG(width, height uint32, depth, colours byte, rows int) []byte {
	chunk := func(name string, body []byte) []byte {
		c := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
		c = append(append(c, name...), body...)
		return binary.BigEndian.AppendUint32(c, crc32.ChecksumIEEE(c[4:]))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	for row := make([]byte, 1+8*width); rows > 0; rows-- {
		_, _ = w.Write(row) // a bytes.Buffer takes everything
	}
	_ = w.Close()
	return bytes.Join([][]byte{
		[]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(header, depth, colours, 0, 0, 0)),
		chunk("IDAT", packed.Bytes()), chunk("IEND", nil),
	}, nil)
}

func nestedSVG() []byte {
	var svg strings.Builder
	svg.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><defs><g id="g0"><circle r="1"/></g>`)
	for level := 1; level <= 10; level++ {
		fmt.Fprintf(&svg, `<g id="g%d">%s</g>`, level, strings.Repeat(fmt.Sprintf(`<use href="#g%d"/>`, level-1), 10))
	}
	svg.WriteString(`</defs><use href="#g10"/></svg>`)
	return []byte(svg.String())
}

// manyBoxesAVIF lists items that lie in the data box, each without any part; a
// reader that looks for the data box once per item never ends.
func manyBoxesAVIF() []byte {
	box := func(name string, parts ...[]byte) []byte {
		body := bytes.Join(parts, nil)
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), name...), body...)
	}
	const items = 100_000
	places := append([]byte{2, 0, 0, 0, 0x44, 0}, binary.BigEndian.AppendUint32(nil, items)...)
	for id := range uint32(items) {
		places = append(binary.BigEndian.AppendUint32(places, id), 0, 1, 0, 0, 0, 0) // in the data box, no parts
	}
	size := []byte{0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64}
	return bytes.Join([][]byte{
		box("ftyp", []byte("avif\x00\x00\x00\x00avifmif1")),
		box("meta", []byte{0, 0, 0, 0}, bytes.Repeat(box("free"), items), box("iloc", places),
			box("iprp", box("ipco", box("ispe", size))), box("idat", []byte("x"))),
		box("mdat", []byte("not really a picture")),
	}, nil)
}
