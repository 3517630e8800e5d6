package imaging

import (
	"bytes"
	"image"
	"image/draw"

	"github.com/bep/imagemeta"
)

// exifPrefix stands before EXIF data in JPEG files, and in some others.
const exifPrefix = "Exif\x00\x00"

// orientation returns the EXIF orientation, 1 to 8, or 0. EXIF data that cannot
// be read counts as none; it is removed in any case.
func orientation(exif []byte) int {
	found := 0
	_, _ = imagemeta.Decode(imagemeta.Options{
		R:           bytes.NewReader(bytes.TrimPrefix(exif, []byte(exifPrefix))),
		ImageFormat: imagemeta.TIFF, // EXIF data is a TIFF file without pixels
		Sources:     imagemeta.EXIF,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool {
			return tag.Tag == "Orientation" && tag.Namespace == "IFD0"
		},
		HandleTag: func(tag imagemeta.TagInfo) error {
			if v, ok := tag.Value.(uint16); ok && v >= 1 && v <= 8 {
				found = int(v)
			}
			return imagemeta.ErrStopWalking
		},
	})
	return found
}

// upright rotates and mirrors an image as its EXIF orientation says.
func upright(m image.Image, orientation int) image.Image {
	size := m.Bounds().Size()
	turned := size
	if orientation >= 5 {
		turned = image.Pt(size.Y, size.X)
	}
	if photo, ok := m.(*image.YCbCr); ok && m.Bounds().Min == (image.Point{}) {
		return uprightPhoto(photo, turned, orientation)
	}
	src := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(src, src.Bounds(), m, m.Bounds().Min, draw.Src)
	dst := image.NewNRGBA(image.Rectangle{Max: turned})
	turn(dst.Pix, src.Pix, 4, src.Stride, size, orientation)
	return dst
}

// uprightPhoto works plane by plane, which takes less memory than converting to
// RGB.
func uprightPhoto(src *image.YCbCr, turned image.Point, orientation int) image.Image {
	ratio := src.SubsampleRatio
	if orientation >= 5 {
		switch ratio {
		case image.YCbCrSubsampleRatio422:
			ratio = image.YCbCrSubsampleRatio440
		case image.YCbCrSubsampleRatio440:
			ratio = image.YCbCrSubsampleRatio422
		}
	}
	dst := image.NewYCbCr(image.Rectangle{Max: turned}, ratio)
	size := src.Bounds().Size()
	turn(dst.Y, src.Y, 1, src.YStride, size, orientation)
	chroma := image.Pt(dst.CStride, len(dst.Cb)/max(dst.CStride, 1))
	if orientation >= 5 {
		chroma = image.Pt(chroma.Y, chroma.X)
	}
	turn(dst.Cb, src.Cb, 1, src.CStride, chroma, orientation)
	turn(dst.Cr, src.Cr, 1, src.CStride, chroma, orientation)
	return dst
}

// turn copies a plane of the given size, whose elements have n bytes each, to dst,
// whose rows follow each other without padding.
func turn(dst, src []byte, n, stride int, size image.Point, orientation int) {
	width, height := size.X, size.Y
	if orientation >= 5 {
		width, height = height, width
	}
	right, bottom := size.X-1, size.Y-1
	i := 0
	for y := range height {
		for x := range width {
			var sx, sy int
			switch orientation {
			case 2:
				sx, sy = right-x, y
			case 3:
				sx, sy = right-x, bottom-y
			case 4:
				sx, sy = x, bottom-y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, bottom-x
			case 7:
				sx, sy = right-y, bottom-x
			case 8:
				sx, sy = right-y, x
			default:
				sx, sy = x, y
			}
			at := sy*stride + sx*n
			copy(dst[i:i+n], src[at:at+n])
			i += n
		}
	}
}
