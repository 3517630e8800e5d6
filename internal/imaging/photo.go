package imaging

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"

	"perimeter/internal/errs"
)

const (
	photoSide    = 1600
	photoQuality = 80
	// photoMemory is the most memory that one photo may take: two fit at once.
	photoMemory = totalMemory / 2
)

// photoTypes are the formats of photos that Photo accepts.
var photoTypes = []string{"image/jpeg", "image/png", "image/webp"}

// Photo decodes a JPEG, PNG or WebP photo, turns it upright, scales it down to at
// most 1600 pixels a side, and returns it as JPEG. Every byte of it comes from our
// encoder, so nothing of the file is left but the picture. Otherwise it returns
// Unsupported, Invalid or TooLarge.
func (c *Codec) Photo(ctx context.Context, data []byte) (jpeg []byte, width, height int, err error) {
	format, info, err := inspect(data)
	if err != nil {
		return nil, 0, 0, err
	}
	if !slices.Contains(photoTypes, format.mediaType) || info.decode == nil {
		return nil, 0, 0, errs.Errorf(errs.Unsupported, "This %s file is not a photo. Allowed are JPEG, PNG and WebP photos.", format.name)
	}
	if info.orientation > 1 { // only the scaled picture is turned
		info.decodeCost -= info.uprightCost
	}
	size := photoSize(image.Pt(info.width, info.height))
	// Scaled, turned and on white: at most three small pictures besides the decoded one.
	memory := info.memory() + 3*4*int64(size.X)*int64(size.Y)
	if memory > photoMemory {
		return nil, 0, 0, errs.Errorf(errs.TooLarge, "This %s photo has %d × %d pixels, which takes too much memory.", format.name, info.width, info.height)
	}
	if err := c.reserve(ctx, memory); err != nil {
		return nil, 0, 0, err
	}
	defer c.release(memory)
	scaled, err := decodeScaled(ctx, format, info, []image.Point{size})
	if err != nil {
		return nil, 0, 0, err
	}
	var photo image.Image = scaled[0]
	if info.orientation > 1 {
		photo = upright(photo, info.orientation)
	}
	if jpeg, err = encodeJPEGQuality(onWhite(photo), nil, photoQuality); err != nil {
		return nil, 0, 0, fmt.Errorf("encode a photo: %w", err)
	}
	size = photo.Bounds().Size()
	return jpeg, size.X, size.Y, nil
}

// photoSize returns the size of a photo whose longer side is at most photoSide.
func photoSize(of image.Point) image.Point {
	longer := max(of.X, of.Y)
	if longer <= photoSide {
		return of
	}
	return image.Pt(max(1, of.X*photoSide/longer), max(1, of.Y*photoSide/longer))
}

// onWhite returns m with white in place of transparency, which JPEG does not have.
func onWhite(m image.Image) image.Image {
	if isOpaque(m) {
		return m
	}
	opaque := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(opaque, opaque.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(opaque, opaque.Rect, m, m.Bounds().Min, draw.Over)
	return opaque
}
