package site

import "context"

// Imaging understands pictures. It keeps nothing.
type Imaging interface {
	// Clean proves that data is one whole picture of an accepted kind and
	// returns it as it may be published: upright and without metadata. A file
	// that is so already keeps its bytes. Otherwise it returns an error of
	// kind Unsupported, Invalid or TooLarge that says what was found and what
	// is allowed.
	Clean(ctx context.Context, data []byte) (CleanImage, error)

	// Variants makes smaller copies of a clean picture and hands each to emit,
	// the widest first; an error of emit ends it. A picture that would lose by
	// it, such as an animation or a drawing, has none.
	Variants(ctx context.Context, data []byte, emit func(RenderedVariant) error) error
}

// CleanImage is an image file that may be published, with what is known about
// it.
type CleanImage struct {
	Data          []byte
	Type          string // media type
	Width, Height int
	Preview       string // a tiny blurred copy as a data: address, or ""
}

// RenderedVariant is a smaller copy of a picture.
type RenderedVariant struct {
	Data          []byte
	Type          string // media type
	Width, Height int
}
