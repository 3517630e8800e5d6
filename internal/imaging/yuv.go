package imaging

import "image"

// yuv420 converts an opaque image into the form that the WebP encoder works with:
// brightness in the range 16 to 235, and colors at half the resolution. From RGBA
// the encoder makes several copies of its own, which take three times the memory.
func yuv420(m *image.RGBA) *image.NYCbCrA {
	out := image.NewNYCbCrA(image.Rect(0, 0, m.Rect.Dx(), m.Rect.Dy()), image.YCbCrSubsampleRatio420)
	for i := range out.A {
		out.A[i] = 0xff
	}
	width, height := out.Rect.Dx(), out.Rect.Dy()
	for y := 0; y < height; y += 2 {
		for x := 0; x < width; x += 2 {
			// At an odd edge the last column or row counts twice.
			right, below := min(x+1, width-1), min(y+1, height-1)
			var r, g, b int32
			for _, at := range [...]image.Point{{x, y}, {right, y}, {x, below}, {right, below}} {
				p := m.Pix[at.Y*m.Stride+4*at.X:][:3:3]
				pr, pg, pb := int32(p[0]), int32(p[1]), int32(p[2])
				out.Y[at.Y*out.YStride+at.X] = uint8((16839*pr + 33059*pg + 6420*pb + 16<<16 + 1<<15) >> 16)
				r, g, b = r+pr, g+pg, b+pb
			}
			at := y/2*out.CStride + x/2
			out.Cb[at] = uint8((-9719*r - 19081*g + 28800*b + 128<<18 + 1<<17) >> 18)
			out.Cr[at] = uint8((28800*r - 24116*g - 4684*b + 128<<18 + 1<<17) >> 18)
		}
	}
	return out
}
