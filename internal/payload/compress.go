package payload

import (
	"bytes"
	"io"
	"math/bits"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Compress adds every encoding at a quality that somebody can wait for.
func (p *Payload) Compress() {
	body := p.Body()
	p.offer(br, "5", brotliOf(body, 5))
	p.offer(zstandard, "3", zstdOf(body))
	p.offer(gzipped, "6", gzipOf(body))
}

// CompressBest replaces the brotli encoding with the smallest that there is. It
// is slow: nobody should wait for it.
func (p *Payload) CompressBest() {
	p.offer(br, "11", brotliOf(p.Body(), 11))
}

// AddBrotli adds an encoding that was made beforehand.
func (p *Payload) AddBrotli(body []byte) { p.offer(br, "", body) }

// AddGzip adds an encoding that was made beforehand.
func (p *Payload) AddGzip(body []byte) { p.offer(gzipped, "", body) }

// offer takes the encoding unless what is there is at least as small.
func (p *Payload) offer(c coding, quality string, body []byte) {
	best := p.representations[c].Load()
	if best == nil {
		best = p.representations[identity].Load()
	}
	if len(body) < len(best.body) {
		p.put(c, quality, body)
	}
}

func brotliOf(body []byte, quality int) []byte {
	// A window as large as the body holds all of it; the default would cost
	// megabytes of memory at the highest quality.
	window := min(max(bits.Len(uint(len(body))), 10), 22)
	return compressed(body, func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: window})
	})
}

func zstdOf(body []byte) []byte {
	// Errors come of options that contradict each other; these do not.
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<18))
	return encoder.EncodeAll(body, nil)
}

func gzipOf(body []byte) []byte {
	return compressed(body, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
}

func compressed(body []byte, newWriter func(io.Writer) io.WriteCloser) []byte {
	var out bytes.Buffer
	w := newWriter(&out)
	// A bytes.Buffer takes everything.
	_, _ = w.Write(body)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
