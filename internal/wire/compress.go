package wire

import (
	"bytes"
	"context"
	"io"
	"math/bits"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"perimeter/internal/limit"
)

// compressing limits how many bodies are compressed at once. After an edit many
// pages are, and each takes some megabytes.
var compressing = limit.NewSlots(2, 0, nil)

// Compress adds every encoding at a quality that is fast enough to wait for.
func (p *Payload) Compress() {
	if release, err := compressing.Acquire(context.Background()); err == nil { // it cannot fail
		defer release()
	}
	body := p.Body()
	p.setIfSmaller(codingBrotli, compressBrotli(body, fastQuality))
	p.setIfSmaller(codingZstd, compressZstd(body))
	p.setIfSmaller(codingGzip, compressGzip(body))
}

// CompressGzip adds the one encoding that every client knows.
func (p *Payload) CompressGzip() { p.setIfSmaller(codingGzip, compressGzip(p.Body())) }

// CompressBest replaces the brotli encoding with the smallest possible one. It
// is slow and belongs in the background.
func (p *Payload) CompressBest() {
	p.setIfSmaller(codingBrotli, compressBrotli(p.Body(), bestQuality))
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

// The compressors are used again, because each takes about as much memory as a
// hundred pages. The collector frees those that are not used.
var (
	brotliWriters [maxWindow + 1]sync.Pool // for fastQuality, by window
	zstdWriters   sync.Pool
	gzipWriters   sync.Pool
)

const (
	fastQuality = 5
	bestQuality = 11
	maxWindow   = 22
)

func compressBrotli(body []byte, quality int) []byte {
	// A window of the body's size is enough; the default one costs megabytes of
	// memory at the highest quality.
	window := min(max(bits.Len(uint(len(body))), 10), maxWindow)
	create := func() *brotli.Writer {
		return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: quality, LGWin: window})
	}
	if quality != fastQuality { // rare, and its memory cannot be used again
		return compressWith(create(), body)
	}
	w := reuse(&brotliWriters[window], create)
	defer brotliWriters[window].Put(w)
	return compressWith(w, body)
}

func compressZstd(body []byte) []byte {
	w := reuse(&zstdWriters, func() *zstd.Encoder {
		// NewWriter fails only on contradicting options.
		w, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<18))
		return w
	})
	defer zstdWriters.Put(w)
	return compressWith(w, body)
}

func compressGzip(body []byte) []byte {
	w := reuse(&gzipWriters, func() *gzip.Writer { return gzip.NewWriter(nil) })
	defer gzipWriters.Put(w)
	return compressWith(w, body)
}

// reuse returns a compressor of the pool, or a new one.
func reuse[T any](pool *sync.Pool, create func() T) T {
	if used, ok := pool.Get().(T); ok {
		return used
	}
	return create()
}

// compressor is a writer that can be used for several bodies.
type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

func compressWith(w compressor, body []byte) []byte {
	var out bytes.Buffer
	w.Reset(&out)
	// Writing to a bytes.Buffer does not fail.
	_, _ = w.Write(body)
	_ = w.Close()
	w.Reset(nil) // so that it does not hold the buffer
	return bytes.Clone(out.Bytes())
}
