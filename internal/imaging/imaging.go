// Package imaging owns picture formats: it decides what is a picture, takes out
// what nobody should see and makes smaller copies. It must not know where
// pictures are kept or what they are used for.
package imaging

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"runtime/debug"

	"golang.org/x/sync/semaphore"
)

const (
	maxSide   = 16_384
	maxPixels = 50_000_000

	// decodeMemory is the most that one picture may take when it is decoded.
	decodeMemory = 184 << 20
	// totalMemory is the most that all work under way may take; the largest
	// picture fits with its copies.
	totalMemory = decodeMemory + maxVariantPixels*copyCost
	// worthReturning is the size from which memory is given back at once.
	worthReturning = 16 << 20
)

// Codec is a media.Codec whose work under way never takes more than a fixed
// amount of memory; what does not fit waits.
type Codec struct {
	memory *semaphore.Weighted
}

// New makes a Codec.
func New() *Codec {
	return &Codec{memory: semaphore.NewWeighted(totalMemory)}
}

// Clean implements media.Codec.
func (c *Codec) Clean(ctx context.Context, data []byte) (CleanImage, error) {
	kind, found, err := examine(data)
	if err != nil {
		return CleanImage{}, err
	}
	picture := CleanImage{Data: found.clean, Type: kind.mediaType, Width: found.width, Height: found.height}
	if found.decode == nil {
		return picture, nil
	}

	if err := c.reserve(ctx, found.memory()); err != nil {
		return CleanImage{}, err
	}
	defer c.release(found.memory())
	decoded, err := decode(kind, found)
	if err != nil {
		return CleanImage{}, err
	}
	if found.orientation > 1 {
		decoded = upright(decoded, found.orientation)
		picture.Width, picture.Height = decoded.Bounds().Dx(), decoded.Bounds().Dy()
		if picture.Data, err = found.encode(decoded, found.profile); err != nil {
			return CleanImage{}, fmt.Errorf("encode an upright %s: %w", kind.name, err)
		}
	}
	if picture.Preview, err = preview(decoded); err != nil {
		return CleanImage{}, fmt.Errorf("encode a preview: %w", err)
	}
	return picture, nil
}

// decode turns the file into pixels, which is also the proof that it is whole.
func decode(kind kind, found scan) (decoded image.Image, err error) {
	// A decoder that stumbles over a crafted file must not end the program.
	defer func() {
		if r := recover(); r != nil {
			decoded, err = nil, kind.damaged(fmt.Errorf("the decoder failed: %v", r))
		}
	}()
	if decoded, err = found.decode(bytes.NewReader(found.clean)); err != nil {
		return nil, kind.damaged(err)
	}
	return decoded, nil
}

// reserve waits until the memory is free.
func (c *Codec) reserve(ctx context.Context, memory int64) error {
	return c.memory.Acquire(ctx, memory)
}

// release gives memory back.
func (c *Codec) release(memory int64) {
	if memory > worthReturning {
		// Left to itself the collector would let the next picture come on top
		// of this one's remains.
		debug.FreeOSMemory()
	}
	c.memory.Release(memory)
}
