package imaging

import (
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"slices"

	encoder "github.com/gen2brain/webp"
)

// Copies are made in WebP, which every current browser shows. AVIF would save
// another tenth, but its encoder takes 270 MB for a copy of 1920 pixels.

// variantWidths are the widths that copies have, as far as the picture is that
// wide itself.
var variantWidths = []int{1920, 1280, 960, 640, 320}

const (
	// maxVariantPixels keeps copies of tall pictures from becoming huge.
	maxVariantPixels = 3_000_000
	// copyCost is what all copies take and encodeCost what encoding takes at
	// most, in bytes for each pixel of the widest copy.
	copyCost, encodeCost = 8, 28
	// maxLosslessPixels bounds encoding without loss, which takes over 100
	// bytes for each pixel.
	maxLosslessPixels = 800_000

	variantQuality = 78

	// fallbackWidth is the width of the one copy in an old format, for
	// whatever does not know WebP.
	fallbackWidth   = 1280
	fallbackQuality = 80

	previewSide    = 16
	previewQuality = 30
)

// Variants implements media.Codec.
func (c *Codec) Variants(ctx context.Context, data []byte, emit func(RenderedVariant) error) error {
	kind, found, err := examine(data)
	if err != nil {
		return err
	}
	sizes := variantSizes(image.Pt(found.width, found.height))
	if found.decode == nil || found.animated || len(sizes) == 0 {
		return nil
	}

	// First the decoded picture and its copies are in memory, then the copies
	// and the encoder. What both need is reserved at once: two that each waited
	// for the other's second half would wait for ever.
	widest := int64(sizes[0].X * sizes[0].Y)
	first, second := found.memory()+widest*copyCost, widest*(copyCost+encodeCost)
	if err := c.reserve(ctx, max(first, second)); err != nil {
		return err
	}
	copies, err := shrunk(kind, found, sizes)
	c.release(max(first, second) - second)
	defer c.release(second)
	if err != nil {
		return err
	}

	for i, m := range copies {
		if err := ctx.Err(); err != nil {
			return err
		}
		file, err := bestWebP(m, found)
		if err != nil {
			return fmt.Errorf("encode a WebP of %d × %d: %w", m.Rect.Dx(), m.Rect.Dy(), err)
		}
		if err := emitSmaller(data, found, m, "image/webp", file, emit); err != nil {
			return err
		}
		if m.Rect.Dx() <= fallbackWidth && (i == 0 || sizes[i-1].X > fallbackWidth) {
			mediaType, file, err := fallback(m, found.profile)
			if err != nil {
				return fmt.Errorf("encode a %s of %d × %d: %w", mediaType, m.Rect.Dx(), m.Rect.Dy(), err)
			}
			if err := emitSmaller(data, found, m, mediaType, file, emit); err != nil {
				return err
			}
		}
		copies[i] = nil
	}
	return nil
}

// shrunk decodes the file and makes the copies; the decoded picture is garbage
// when it returns.
func shrunk(kind kind, found scan, sizes []image.Point) ([]*image.RGBA, error) {
	decoded, err := decode(kind, found)
	if err != nil {
		return nil, err
	}
	return shrink(decoded, sizes), nil
}

// variantSizes returns the sizes of the copies, the widest first. A picture
// between two widths also gets a copy in its own.
func variantSizes(of image.Point) []image.Point {
	widths := variantWidths
	if of.X < widths[0] && !slices.Contains(widths, of.X) {
		widths = append([]int{of.X}, widths...)
	}
	var sizes []image.Point
	for _, width := range widths {
		size := image.Pt(width, max(1, (of.Y*width+of.X/2)/of.X))
		if width <= of.X && size.Y <= of.Y && size.X*size.Y <= maxVariantPixels {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// emitSmaller hands on a copy, unless it would save nothing.
func emitSmaller(original []byte, found scan, m *image.RGBA, mediaType string, file []byte, emit func(RenderedVariant) error) error {
	if m.Rect.Dx() == found.width && len(file) >= len(original) {
		return nil
	}
	return emit(RenderedVariant{Data: file, Type: mediaType, Width: m.Rect.Dx(), Height: m.Rect.Dy()})
}

// bestWebP encodes a photograph. What came without loss may be a drawing, which
// is both smaller and sharper without loss again.
func bestWebP(m *image.RGBA, found scan) ([]byte, error) {
	photo, err := encodeWebP(m, found.profile, encoder.Options{Quality: variantQuality, Method: webpMethod})
	if err != nil || !found.lossless || m.Rect.Dx()*m.Rect.Dy() > maxLosslessPixels {
		return photo, err
	}
	drawing, err := encodeWebP(m, found.profile, encoder.Options{Lossless: true, Quality: 50, Method: 0})
	if err != nil || len(drawing) > len(photo) {
		return photo, err
	}
	return drawing, nil
}

// fallback encodes in a format that everything knows.
func fallback(m *image.RGBA, profile []byte) (mediaType string, file []byte, err error) {
	if m.Opaque() {
		file, err = encodeJPEGIn(m, profile, fallbackQuality)
		return "image/jpeg", file, err
	}
	file, err = encodePNG(m, profile)
	return "image/png", file, err
}

// preview makes a picture so small that it can stand in a page, for the moment
// before the real one arrives.
func preview(m image.Image) (string, error) {
	size := m.Bounds().Size()
	scale := min(1, float64(previewSide)/float64(max(size.X, size.Y)))
	small := image.Pt(max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale)))
	file, err := encodeWebP(shrink(m, []image.Point{small})[0], nil, encoder.Options{Quality: previewQuality, Method: 6})
	if err != nil {
		return "", err
	}
	return "data:image/webp;base64," + base64.StdEncoding.EncodeToString(file), nil
}
