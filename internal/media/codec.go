package media

import (
	"context"

	"perimeter/internal/imaging"
)

// Codec reads and writes image formats. It keeps nothing.
type Codec interface {
	// Clean checks that data is one complete image of an accepted format and
	// returns it as it may be published: upright and without metadata. The bytes
	// of a file that is so already stay as they are. Otherwise it returns
	// Unsupported, Invalid or TooLarge with a message that says what was found
	// and what is allowed.
	Clean(ctx context.Context, data []byte) (imaging.CleanImage, error)

	// Variants makes the variants of a clean image and passes each to emit, the
	// widest last; it stops when emit returns an error. An image that would
	// look worse, such as an animation or a drawing, has none.
	Variants(ctx context.Context, data []byte, emit func(imaging.RenderedVariant) error) error
}
