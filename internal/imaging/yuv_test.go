package imaging

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	encoder "github.com/gen2brain/webp"
)

// Odd sizes have a last column and row without a neighbour.
func TestYUVHasTheColorsOfTheEncoder(t *testing.T) {
	for _, size := range []image.Point{{64, 48}, {65, 49}, {1, 1}} {
		m := image.NewRGBA(image.Rectangle{Max: size})
		for y := range size.Y {
			for x := range size.X {
				m.SetRGBA(x, y, color.RGBA{uint8(x * 3), uint8(y * 5), uint8(255 - x*2), 0xff})
			}
		}
		got, want := encodedAndDecoded(t, yuv420(m)), encodedAndDecoded(t, m)
		for y := range size.Y {
			for x := range size.X {
				a, b := color.RGBAModel.Convert(got.At(x, y)).(color.RGBA), color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
				if distance(a, b) > 6 {
					t.Fatalf("%v: the pixel at %d, %d is %v, with the encoder's own conversion %v", size, x, y, a, b)
				}
			}
		}
	}
}

func encodedAndDecoded(t *testing.T, m image.Image) image.Image {
	t.Helper()
	var file bytes.Buffer
	if err := encoder.Encode(&file, m, encoder.Options{Quality: 100, Method: 2}); err != nil {
		t.Fatal(err)
	}
	decoded, err := encoder.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// distance is the largest difference of a channel.
func distance(a, b color.RGBA) int {
	difference := func(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
	return max(difference(a.R, b.R), difference(a.G, b.G), difference(a.B, b.B), difference(a.A, b.A))
}
