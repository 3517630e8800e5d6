package payload

import (
	"bytes"
	"io"
	"math/bits"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Compress adds every encoding at a quality that is fast enough to wait for.
func (p *Payload) Compress() {
	body := p.Body()
	p.setIfSmaller(codingBrotli, compressBrotli(body, 5))
	p.setIfSmaller(codingZstd, compressZstd(body))
	p.setIfSmaller(codingGzip, compressGzip(body))
}

// CompressGzip adds the one encoding that every client knows.
func (p *Payload) CompressGzip() { p.setIfSmaller(codingGzip, compressGzip(p.Body())) }

// CompressBest replaces the brotli encoding with the smallest possible one. It
// is slow and belongs in the background.
func (p *Payload) CompressBest() {
	p.setIfSmaller(codingBrotli, compressBrotli(p.Body(), 11))
}

// AddBrotli adds an encoding that was made earlier, such as by the build.
func (p *Payload) AddBrotli(body []byte) { p.setIfSmaller(codingBrotli, body) }

// AddGzip adds an encoding that was made earlier, such as by the build.
func (p *Payload) AddGzip(body []byte) { p.setIfSmaller(codingGzip, body) }

// setIfSmaller stores the encoding if it is smaller than the current one, or
// than the plain body if there is none.
func (p *Payload) setIfSmaller(c coding, body []byte) {
	current := p.representations[c].Load()
	if current == nil {
		current = p.representations[codingIdentity].Load()
	}
	if len(body) < len(current.body) {
		p.set(c, body)
	}
}

func compressBrotli(body []byte, quality int) []byte {
	// A window of the body's size is enough; the default one costs megabytes of
	// memory at the highest quality.
	window := min(max(bits.Len(uint(len(body))), 10), 22)
	return compressWith(body, func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: window})
	})
}

func compressZstd(body []byte) []byte {
	// NewWriter fails only on contradicting options.
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<18))
	return encoder.EncodeAll(body, nil)
}

func compressGzip(body []byte) []byte {
	return compressWith(body, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
}

func compressWith(body []byte, newWriter func(io.Writer) io.WriteCloser) []byte {
	var out bytes.Buffer
	w := newWriter(&out)
	// Writing to a bytes.Buffer does not fail.
	_, _ = w.Write(body)
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}
