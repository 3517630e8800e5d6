package imaging

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	_ "image/jpeg"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "golang.org/x/image/webp"

	"perimeter/internal/testkit/picture"
)

func variants(t *testing.T, data []byte) []RenderedVariant {
	t.Helper()
	var all []RenderedVariant
	err := New().Variants(t.Context(), data, func(v RenderedVariant) error {
		all = append(all, v)
		return nil
	})
	if err != nil {
		t.Fatalf("variants: %v", err)
	}
	return all
}

// widths returns the widths of the variants of a type.
func widths(all []RenderedVariant, mediaType string) []int {
	var found []int
	for _, v := range all {
		if v.Type == mediaType {
			found = append(found, v.Width)
		}
	}
	return found
}

func TestVariantsOfPhoto(t *testing.T) {
	photo := picture.JPEG(t, picture.Photo(2000, 100, 1), 90)
	all := variants(t, photo)
	if diff := cmp.Diff([]int{320, 640, 960, 1280, 1920}, widths(all, "image/webp")); diff != "" {
		t.Errorf("WebP (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{1280}, widths(all, "image/jpeg")); diff != "" {
		t.Errorf("JPEG (-want +got):\n%s", diff)
	}
	for _, v := range all {
		m, format, err := image.Decode(bytes.NewReader(v.Data))
		if err != nil {
			t.Fatalf("%s of %d: %v", v.Type, v.Width, err)
		}
		if "image/"+format != v.Type || m.Bounds().Size() != image.Pt(v.Width, v.Height) || v.Height != v.Width/20 {
			t.Errorf("described as a %s of %d × %d, it is a %s of %v", v.Type, v.Width, v.Height, format, m.Bounds().Size())
		}
		if len(v.Data) >= len(photo) {
			t.Errorf("%s of %d has %d bytes, the original %d", v.Type, v.Width, len(v.Data), len(photo))
		}
	}
}

func TestVariantSizesNeverExceedImage(t *testing.T) {
	for _, test := range []struct {
		size image.Point
		want []image.Point
	}{
		{image.Pt(1000, 500), []image.Point{{1000, 500}, {960, 480}, {640, 320}, {320, 160}}},
		{image.Pt(640, 10), []image.Point{{640, 10}, {320, 5}}},
		{image.Pt(100, 100), []image.Point{{100, 100}}},
		{image.Pt(4000, 3), []image.Point{{1920, 1}, {1280, 1}, {960, 1}, {640, 1}, {320, 1}}},
		{image.Pt(3000, 4000), []image.Point{{1280, 1707}, {960, 1280}, {640, 853}, {320, 427}}},
		{image.Pt(300, 16_000), nil},
	} {
		if diff := cmp.Diff(test.want, variantSizes(test.size)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.size, diff)
		}
	}
}

func TestVariantsKeepTransparency(t *testing.T) {
	all := variants(t, picture.PNG(t, picture.Logo(400)))
	if !slices.Contains(widths(all, "image/webp"), 320) {
		t.Fatalf("only %v", widths(all, "image/webp"))
	}
	if jpegs := widths(all, "image/jpeg"); len(jpegs) > 0 {
		t.Errorf("a JPEG cannot be transparent: %v", jpegs)
	}
	for _, v := range all {
		m, _, err := image.Decode(bytes.NewReader(v.Data))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, _, a := m.At(0, 0).RGBA(); a != 0 {
			t.Errorf("%s of %d: opacity %d in the corner", v.Type, v.Width, a)
		}
		if r, g, b, a := m.At(v.Width/2, v.Height/2).RGBA(); a != 0xffff || b>>8 < 140 || r>>8 > 40 || g>>8 > 90 {
			t.Errorf("%s of %d: %d %d %d %d in the middle", v.Type, v.Width, r>>8, g>>8, b>>8, a>>8)
		}
	}
}

func TestVariantsOfAnimationDrawingAndAVIF(t *testing.T) {
	for name, file := range map[string][]byte{
		"animation": picture.GIF(t, picture.Photo(330, 40, 1), 2),
		"drawing":   []byte(plainSVG),
		"AVIF":      realAVIF(t),
	} {
		if all := variants(t, file); len(all) > 0 {
			t.Errorf("%s has %d", name, len(all))
		}
	}
}

func TestVariantsKeepColourProfile(t *testing.T) {
	profile := make([]byte, 400)
	copy(profile[16:], "RGB ")
	photo := picture.JPEGSegment(picture.JPEG(t, picture.Photo(330, 60, 1), 95), 0xe2,
		append([]byte(profilePrefix+"\x01\x01"), profile...))
	for _, v := range variants(t, photo) {
		if _, info, err := inspect(v.Data); err != nil || !bytes.Equal(info.profile, profile) {
			t.Errorf("%s of %d: %v, profile of %d bytes", v.Type, v.Width, err, len(info.profile))
		}
	}
}

func TestVariantsStopAtErrorOfEmit(t *testing.T) {
	full := errors.New("no space left")
	n := 0
	err := New().Variants(t.Context(), picture.JPEG(t, picture.Photo(330, 40, 1), 90), func(RenderedVariant) error {
		n++
		return full
	})
	if !errors.Is(err, full) || n != 1 {
		t.Errorf("%v after %d variants", err, n)
	}
}

func downscaled(t *testing.T, m image.Image, sizes ...image.Point) []*image.RGBA {
	t.Helper()
	scaled, err := downscale(t.Context(), m, sizes)
	if err != nil {
		t.Fatal(err)
	}
	return scaled
}

func TestDownscaleAverages(t *testing.T) {
	// Columns of black and white become grey, however the sizes relate.
	m := image.NewGray(image.Rect(0, 0, 120, 90))
	for i := range m.Pix {
		m.Pix[i] = uint8(i % 2 * 255)
	}
	sizes := []image.Point{{60, 45}, {50, 40}, {7, 5}, {1, 1}, {60, 90}}
	for i, small := range downscaled(t, m, sizes...) {
		for _, at := range []image.Point{{0, 0}, sizes[i].Sub(image.Pt(1, 1)), sizes[i].Div(2)} {
			c := small.RGBAAt(at.X, at.Y)
			if c.R < 90 || c.R > 165 || c.A != 255 {
				t.Errorf("%v: %v at %v", sizes[i], c, at)
			}
		}
	}
}

func TestDownscaleToSameSizeIsIdentity(t *testing.T) {
	m := picture.Photo(31, 17, 4)
	same := downscaled(t, m, image.Pt(31, 17))[0]
	if !bytes.Equal(same.Pix, m.Pix) {
		t.Error("the pixels changed")
	}
}

func TestDownscaleKeepsPositionsAndColours(t *testing.T) {
	small := downscaled(t, picture.Quarters(301, 203), image.Pt(100, 60))[0]
	for at, want := range map[image.Point]color.RGBA{
		{2, 2}: {255, 0, 0, 255}, {97, 2}: {0, 255, 0, 255}, {2, 57}: {0, 0, 255, 255}, {97, 57}: {255, 255, 255, 255},
	} {
		if got := small.RGBAAt(at.X, at.Y); got != want {
			t.Errorf("%v at %v, want %v", got, at, want)
		}
	}
}
