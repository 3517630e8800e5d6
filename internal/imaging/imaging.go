// Package imaging owns image formats: it decides which bytes are an image that
// may be published, strips metadata and makes resized variants. It must not know
// where images are stored or what they are used for.
package imaging

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"runtime/debug"

	"golang.org/x/sync/semaphore"

	"perimeter/internal/errs"
)

const (
	maxSide   = 16_384
	maxPixels = 50_000_000

	// decodeMemory is the most memory that decoding one image may take.
	decodeMemory = 184 << 20
	// totalMemory is the most memory that all running calls may take: enough
	// for the largest image and its variants.
	totalMemory = decodeMemory + maxVariantPixels*variantCost
	// freeThreshold is the size from which memory is returned to the operating
	// system at once.
	freeThreshold = 16 << 20
)

// Codec is a media.Codec whose running calls together never take more than a
// fixed amount of memory; a call that does not fit waits.
type Codec struct {
	memory *semaphore.Weighted
}

// New makes a Codec.
func New() *Codec {
	return &Codec{memory: semaphore.NewWeighted(totalMemory)}
}

// Permanent reports whether err is about the file itself, so that calling Clean
// or Variants again with the same bytes fails again. Every other error, such as
// a cancelled context or a failed encoder, may be gone the next time.
func Permanent(err error) bool {
	switch errs.KindOf(err) {
	case errs.Invalid, errs.Unsupported, errs.TooLarge:
		return true
	}
	return false
}

// Clean implements media.Codec.
func (c *Codec) Clean(ctx context.Context, data []byte) (CleanImage, error) {
	format, info, err := inspect(data)
	if err != nil {
		return CleanImage{}, err
	}
	result := CleanImage{Data: info.stripped, Type: format.mediaType, Width: info.width, Height: info.height}
	if info.decode == nil {
		return result, nil
	}

	memory := min(info.memory(), totalMemory)
	if err := c.reserve(ctx, memory); err != nil {
		return CleanImage{}, err
	}
	defer c.release(memory)
	decoded, err := decode(ctx, format, info)
	if err != nil {
		return CleanImage{}, err
	}
	if info.orientation > 1 {
		decoded = upright(decoded, info.orientation)
		result.Width, result.Height = decoded.Bounds().Dx(), decoded.Bounds().Dy()
		if result.Data, err = info.encode(decoded, info.profile); err != nil {
			return CleanImage{}, fmt.Errorf("encode an upright %s: %w", format.name, err)
		}
	}
	if result.Preview, err = preview(ctx, decoded); err != nil {
		return CleanImage{}, fmt.Errorf("make a preview: %w", err)
	}
	return result, nil
}

// decode reads the pixels, which also proves that the file is complete.
func decode(ctx context.Context, format format, info fileInfo) (decoded image.Image, err error) {
	// A decoder that panics on a crafted file must not end the process.
	defer func() {
		if r := recover(); r != nil {
			decoded, err = nil, format.damaged(fmt.Errorf("the decoder panicked: %v", r))
		}
	}()
	decoded, err = info.decode(contextReader{ctx, bytes.NewReader(info.stripped)})
	if ctx.Err() != nil { // the decoder may have wrapped or replaced it
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, format.damaged(err)
	}
	return decoded, nil
}

// contextReader fails once the context ends, which stops the decoder that reads
// from it. Reads are short so that a decoder with a large buffer notices too.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p[:min(len(p), 4096)])
}

// reserve waits until the memory is free.
func (c *Codec) reserve(ctx context.Context, memory int64) error {
	return c.memory.Acquire(ctx, memory)
}

// release ends a reservation.
func (c *Codec) release(memory int64) {
	if memory > freeThreshold {
		// Otherwise the next image would be decoded while this one's garbage is
		// still in memory.
		debug.FreeOSMemory()
	}
	c.memory.Release(memory)
}
