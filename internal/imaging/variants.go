package imaging

import (
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"slices"

	encoder "github.com/gen2brain/webp"
)

// Variants are WebP, which every current browser shows. AVIF would save another
// tenth, but its encoder takes 270 MB for a variant of 1920 pixels.

// variantWidths are the widths of variants; an image gets those that are not
// wider than itself.
var variantWidths = []int{1920, 1280, 960, 640, 320}

const (
	// maxVariantPixels limits variants of tall images.
	maxVariantPixels = 3_000_000
	// variantCost is the memory of all variants, and encodeCost and
	// photoEncodeCost the most that encoding takes, in bytes per pixel of the
	// widest variant. A photo has no transparency and is never tried lossless.
	variantCost, encodeCost, photoEncodeCost = 8, 28, 14
	// maxLosslessPixels limits lossless encoding, which takes over 100 bytes
	// per pixel.
	maxLosslessPixels = 800_000

	variantQuality = 78

	// fallbackWidth is the width of the one variant in JPEG or PNG, for
	// programs that cannot read WebP.
	fallbackWidth   = 1280
	fallbackQuality = 80

	previewSide    = 16
	previewQuality = 30
)

// Variants implements media.Codec.
func (c *Codec) Variants(ctx context.Context, data []byte, emit func(RenderedVariant) error) error {
	format, info, err := inspect(data)
	if err != nil {
		return err
	}
	sizes := variantSizes(image.Pt(info.width, info.height))
	if info.decode == nil || info.animated || len(sizes) == 0 {
		return nil
	}

	// First the decoded image and the variants are in memory, then the variants
	// and the encoder. The larger sum is reserved at once: two calls that each
	// waited for more while holding some would wait for ever.
	widest := int64(sizes[0].X * sizes[0].Y)
	encoding := widest * (variantCost + encodeCost)
	if format.mediaType == "image/jpeg" {
		encoding = widest * (variantCost + photoEncodeCost)
	}
	decoding := max(encoding, min(info.memory()+widest*variantCost, totalMemory))
	if err := c.reserve(ctx, decoding); err != nil {
		return err
	}
	scaled, err := decodeScaled(ctx, format, info, sizes)
	c.release(decoding - encoding)
	defer c.release(encoding)
	if err != nil {
		return err
	}

	// The widest comes last, when the others are garbage, because encoding it takes
	// the most memory.
	for i, m := range slices.Backward(scaled) {
		if err := ctx.Err(); err != nil {
			return err
		}
		scaled[i] = nil
		size := m.Rect.Size()
		if size.X <= fallbackWidth && (i == 0 || sizes[i-1].X > fallbackWidth) {
			mediaType, file, err := fallback(m, info.profile)
			if err != nil {
				return fmt.Errorf("encode a %s of %d × %d: %w", mediaType, size.X, size.Y, err)
			}
			if err := emitSmaller(data, info, size, mediaType, file, emit); err != nil {
				return err
			}
		}
		file, err := smallestWebP(m, info)
		if err != nil {
			return fmt.Errorf("encode a WebP of %d × %d: %w", size.X, size.Y, err)
		}
		if err := emitSmaller(data, info, size, "image/webp", file, emit); err != nil {
			return err
		}
	}
	return nil
}

// decodeScaled decodes the file and scales it to the sizes. It is a function of
// its own so that the decoded image is garbage before encoding starts.
func decodeScaled(ctx context.Context, format format, info fileInfo, sizes []image.Point) ([]*image.RGBA, error) {
	decoded, err := decode(ctx, format, info)
	if err != nil {
		return nil, err
	}
	return downscale(ctx, decoded, sizes)
}

// variantSizes returns the sizes of the variants, the widest first. An image
// whose width is between two of variantWidths also gets a variant of its own
// width.
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

// emitSmaller emits a variant unless it saves nothing over the original.
func emitSmaller(original []byte, info fileInfo, size image.Point, mediaType string, file []byte, emit func(RenderedVariant) error) error {
	if size.X == info.width && len(file) >= len(original) {
		return nil
	}
	return emit(RenderedVariant{Data: file, Type: mediaType, Width: size.X, Height: size.Y})
}

// smallestWebP encodes m with loss. A lossless original may be a drawing, which is
// both smaller and sharper without loss, so both are tried.
func smallestWebP(m *image.RGBA, info fileInfo) ([]byte, error) {
	lossy := encoder.Options{Quality: variantQuality, Method: webpMethod}
	if !info.lossless || m.Rect.Dx()*m.Rect.Dy() > maxLosslessPixels {
		return encodeWebP(m, info.profile, lossy)
	}
	photo, err := encodeWebP(m, info.profile, lossy)
	if err != nil {
		return nil, err
	}
	drawing, err := encodeWebP(m, info.profile, encoder.Options{Lossless: true, Quality: 50, Method: 0})
	if err != nil || len(drawing) > len(photo) {
		return photo, err
	}
	return drawing, nil
}

// fallback encodes m as JPEG, or as PNG if it is transparent.
func fallback(m *image.RGBA, profile []byte) (mediaType string, file []byte, err error) {
	if m.Opaque() {
		file, err = encodeJPEGQuality(m, profile, fallbackQuality)
		return "image/jpeg", file, err
	}
	file, err = encodePNG(m, profile)
	return "image/png", file, err
}

// preview makes a data: URL so small that pages contain it; it is shown until the
// image is loaded.
func preview(ctx context.Context, m image.Image) (string, error) {
	size := m.Bounds().Size()
	scale := min(1, float64(previewSide)/float64(max(size.X, size.Y)))
	small := image.Pt(max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale)))
	scaled, err := downscale(ctx, m, []image.Point{small})
	if err != nil {
		return "", err
	}
	file, err := encodeWebP(scaled[0], nil, encoder.Options{Quality: previewQuality, Method: 6})
	if err != nil {
		return "", err
	}
	return "data:image/webp;base64," + base64.StdEncoding.EncodeToString(file), nil
}
