package imaging

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"os"
	"strings"
	"testing"

	encoder "github.com/gen2brain/webp"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/webp"

	"perimeter/internal/testkit/picture"
)

func clean(t *testing.T, data []byte) CleanImage {
	t.Helper()
	cleaned, err := New().Clean(t.Context(), data)
	if err != nil {
		t.Fatalf("clean: %v", err)
	}
	return cleaned
}

func realAVIF(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/gradient.avif")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// plainSVG is in the form in which drawings are written, so that it keeps its
// bytes.
const plainSVG = `<svg xmlns="http://www.w3.org/2000/svg" width="120px" height="80">
<style>.a{fill:url(#g)}</style>
<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs>
<a href="https://pest.example/"><path class="a" style="mask:url(&#39;#m&#39;)" d="M0 0h9"/></a></svg>`

func TestCleanKeepsBytesWithoutMetadata(t *testing.T) {
	photo := picture.Photo(64, 48, 1)
	for _, test := range []struct {
		name, mediaType string
		data            []byte
		width, height   int
		preview         bool
	}{
		{"JPEG", "image/jpeg", picture.JPEG(t, photo, 90), 64, 48, true},
		{"JPEG in grey", "image/jpeg", picture.JPEG(t, image.NewGray(photo.Rect), 90), 64, 48, true},
		{"PNG", "image/png", picture.PNG(t, photo), 64, 48, true},
		{"PNG with transparency", "image/png", picture.PNG(t, picture.Logo(40)), 40, 40, true},
		{"PNG of 16 bits", "image/png", picture.PNG(t, image.NewRGBA64(photo.Rect)), 64, 48, true},
		{"PNG with one pixel", "image/png", picture.PNG(t, picture.Photo(1, 1, 1)), 1, 1, true},
		{"GIF", "image/gif", picture.GIF(t, picture.Quarters(30, 20), 1), 30, 20, true},
		{"animated GIF", "image/gif", picture.GIF(t, picture.Quarters(30, 20), 3), 30, 20, true},
		{"WebP", "image/webp", picture.WebP(t, photo, false), 64, 48, true},
		{"WebP without loss", "image/webp", picture.WebP(t, photo, true), 64, 48, true},
		{"WebP with transparency", "image/webp", picture.WebP(t, picture.Logo(40), false), 40, 40, true},
		{"AVIF", "image/avif", realAVIF(t), 64, 48, false},
		{"SVG", "image/svg+xml", []byte(plainSVG), 120, 80, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := clean(t, test.data)
			if !bytes.Equal(got.Data, test.data) {
				t.Errorf("%d bytes became %d", len(test.data), len(got.Data))
			}
			if got.Type != test.mediaType || got.Width != test.width || got.Height != test.height {
				t.Errorf("%s of %d × %d, want %s of %d × %d",
					got.Type, got.Width, got.Height, test.mediaType, test.width, test.height)
			}
			if (got.Preview != "") != test.preview {
				t.Errorf("preview is %q", got.Preview)
			}
		})
	}
}

func TestCleanRemovesMetadata(t *testing.T) {
	photo := picture.Photo(64, 48, 1)
	jpeg, png, gif := picture.JPEG(t, photo, 90), picture.PNG(t, photo), picture.GIF(t, photo, 2)
	secret := []byte(picture.Secret)
	comment := append([]byte{0x21, 0xfe, byte(len(secret))}, append(secret, 0)...)
	for _, test := range []struct {
		name string
		data []byte
		want []byte // nil: any file without the secret
	}{
		{"JPEG with EXIF", picture.JPEGWithEXIF(jpeg, 1), jpeg},
		{"JPEG with EXIF that cannot be read", picture.JPEGSegment(jpeg, 0xe1, append([]byte("Exif\x00\x00MM"), secret...)), jpeg},
		{"JPEG with XMP", picture.JPEGSegment(jpeg, 0xe1, append([]byte("http://ns.adobe.com/xap/1.0/\x00"), secret...)), jpeg},
		{"JPEG with IPTC", picture.JPEGSegment(jpeg, 0xed, append([]byte("Photoshop 3.0\x00"), secret...)), jpeg},
		{"JPEG with a comment", picture.JPEGSegment(jpeg, 0xfe, secret), jpeg},
		{"JPEG with a second image behind it", append(bytes.Clone(jpeg), picture.JPEGWithEXIF(jpeg, 1)...), jpeg},
		{"JPEG with a maker's trailer", append(bytes.Clone(jpeg), append(secret, "SEFT"...)...), jpeg},
		{"PNG with EXIF", picture.PNGChunk(png, "eXIf", picture.EXIF(1)), png},
		{"PNG with text", picture.PNGChunk(png, "tEXt", append([]byte("Location\x00"), secret...)), png},
		{"PNG with padding", append(bytes.Clone(png), make([]byte, 100)...), png},
		{"GIF with a comment", insert(gif, 13+gifPalette(gif[10]), comment), gif},
		{"WebP with EXIF", picture.WebPWithEXIF(picture.WebP(t, photo, false), 64, 48, 1), nil},
		{"AVIF with EXIF", picture.AVIF(64, 48, picture.EXIF(1)), picture.AVIF(64, 48, make([]byte, len(picture.EXIF(1))))},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !bytes.Contains(test.data, secret) && !strings.Contains(test.name, "padding") {
				t.Fatal("the test's file holds no secret")
			}
			got := clean(t, test.data)
			if bytes.Contains(got.Data, secret) {
				t.Error("the secret is still there")
			}
			if test.want != nil && !bytes.Equal(got.Data, test.want) {
				t.Errorf("got %d bytes, want the %d of the file without metadata", len(got.Data), len(test.want))
			}
			if got.Width != 64 || got.Height != 48 {
				t.Errorf("size %d × %d", got.Width, got.Height)
			}
			if again := clean(t, got.Data); !bytes.Equal(again.Data, got.Data) {
				t.Error("cleaning it again changes it")
			}
		})
	}
}

func insert(file []byte, at int, part []byte) []byte {
	return append(append(bytes.Clone(file[:at]), part...), file[at:]...)
}

func TestCleanTurnsImagesUpright(t *testing.T) {
	const red, green, blue, white = "red", "green", "blue", "white"
	// The corners of each turned picture: top left, top right, bottom left,
	// bottom right.
	want := map[int][4]string{
		1: {red, green, blue, white},
		2: {green, red, white, blue},
		3: {white, blue, green, red},
		4: {blue, white, red, green},
		5: {red, blue, green, white},
		6: {blue, red, white, green},
		7: {white, green, blue, red},
		8: {green, white, red, blue},
	}
	const width, height = 48, 32
	m := picture.Quarters(width, height)
	files := map[string]func(orientation int) []byte{
		"JPEG": func(o int) []byte { return picture.JPEGWithEXIF(picture.JPEG(t, m, 95), o) },
		"PNG":  func(o int) []byte { return picture.PNGChunk(picture.PNG(t, m), "eXIf", picture.EXIF(o)) },
		"WebP": func(o int) []byte { return picture.WebPWithEXIF(picture.WebP(t, m, true), width, height, o) },
	}
	for name, file := range files {
		for orientation, corners := range want {
			t.Run(fmt.Sprintf("%s with orientation %d", name, orientation), func(t *testing.T) {
				got := clean(t, file(orientation))
				wide, high := width, height
				if orientation >= 5 {
					wide, high = height, width
				}
				if got.Width != wide || got.Height != high {
					t.Fatalf("it has %d × %d pixels, want %d × %d", got.Width, got.Height, wide, high)
				}
				turned, format, err := image.Decode(bytes.NewReader(got.Data))
				if err != nil {
					t.Fatal(err)
				}
				if !strings.EqualFold(format, name) || turned.Bounds().Size() != image.Pt(wide, high) {
					t.Errorf("the file is a %s of %v", format, turned.Bounds().Size())
				}
				shown := [4]string{
					colour(turned.At(4, 4)), colour(turned.At(wide-5, 4)),
					colour(turned.At(4, high-5)), colour(turned.At(wide-5, high-5)),
				}
				if diff := cmp.Diff(corners, shown); diff != "" {
					t.Errorf("corners (-want +got):\n%s", diff)
				}
				if bytes.Contains(got.Data, []byte(picture.Secret)) {
					t.Error("the metadata is still there")
				}
			})
		}
	}
}

func colour(c color.Color) string {
	r, g, b, _ := c.RGBA()
	switch {
	case r > 0xc000 && g > 0xc000 && b > 0xc000:
		return "white"
	case r > g && r > b:
		return "red"
	case g > r && g > b:
		return "green"
	}
	return "blue"
}

func TestUprightInEverySubsampling(t *testing.T) {
	for _, ratio := range []image.YCbCrSubsampleRatio{
		image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio422, image.YCbCrSubsampleRatio420,
		image.YCbCrSubsampleRatio440, image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410,
	} {
		src := image.NewYCbCr(image.Rect(0, 0, 33, 21), ratio) // odd, so that planes are rounded up
		for i := range src.Y {
			src.Y[i] = uint8(i)
		}
		for orientation := 1; orientation <= 8; orientation++ {
			turned := upright(src, orientation)
			// Turning four times, or mirroring twice, leads back.
			back := map[int]int{6: 8, 8: 6}[orientation]
			if back == 0 {
				back = orientation
			}
			again := upright(turned, back)
			if again.Bounds() != src.Bounds() {
				t.Fatalf("%v, orientation %d: %v", ratio, orientation, again.Bounds())
			}
			for _, at := range []image.Point{{0, 0}, {32, 0}, {0, 20}, {32, 20}, {7, 11}} {
				if got, want := brightness(again, at), brightness(src, at); got != want {
					t.Errorf("%v, orientation %d: brightness %d at %v, want %d", ratio, orientation, got, at, want)
				}
			}
		}
	}
}

func brightness(m image.Image, at image.Point) uint8 {
	if photo, ok := m.(*image.YCbCr); ok {
		return photo.Y[photo.YOffset(at.X, at.Y)]
	}
	return color.GrayModel.Convert(m.At(at.X, at.Y)).(color.Gray).Y
}

func TestCleanMakesSmallPreview(t *testing.T) {
	got := clean(t, picture.JPEG(t, picture.Photo(320, 240, 3), 85)).Preview
	if !strings.HasPrefix(got, "data:image/webp;base64,") || len(got) > 300 {
		t.Errorf("%d characters: %s", len(got), got)
	}
	t.Logf("%d characters", len(got))
}

func TestCleanKeepsProfileOfTurnedImage(t *testing.T) {
	profile := make([]byte, 400)
	copy(profile[16:], "RGB ")
	copy(profile[300:], "display of a phone")
	m := picture.Quarters(40, 30)

	jpeg := picture.JPEGSegment(picture.JPEG(t, m, 90), 0xe2, append([]byte(profilePrefix+"\x01\x01"), profile...))
	_, info, err := inspect(clean(t, picture.JPEGWithEXIF(jpeg, 6)).Data)
	if err != nil || !bytes.Equal(info.profile, profile) {
		t.Errorf("JPEG: %v, profile of %d bytes", err, len(info.profile))
	}

	png, err := encodePNG(m, profile)
	if err != nil {
		t.Fatal(err)
	}
	_, info, err = inspect(clean(t, picture.PNGChunk(png, "eXIf", picture.EXIF(6))).Data)
	if err != nil || !bytes.Equal(info.profile, profile) {
		t.Errorf("PNG: %v, profile of %d bytes", err, len(info.profile))
	}
}

func TestRGBProfileRejectsCMYK(t *testing.T) {
	profile := make([]byte, 400)
	copy(profile[16:], "CMYK")
	if rgbProfile(profile) != nil {
		t.Error("a CMYK profile was kept")
	}
}

func TestEncodeWebPWithProfile(t *testing.T) {
	profile := make([]byte, 401) // odd, so that it is padded
	copy(profile[16:], "RGB ")
	for name, m := range map[string]image.Image{"opaque": picture.Photo(50, 40, 1), "transparent": picture.Logo(40)} {
		for _, lossless := range []bool{true, false} {
			file, err := encodeWebP(m, profile, encoder.Options{Quality: 80, Lossless: lossless})
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := webp.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatalf("%s, lossless %v: %v", name, lossless, err)
			}
			if decoded.Bounds().Size() != m.Bounds().Size() {
				t.Errorf("%s, lossless %v: %v", name, lossless, decoded.Bounds())
			}
			if _, _, _, a := decoded.At(0, 0).RGBA(); (a == 0) != (name == "transparent") {
				t.Errorf("%s, lossless %v: opacity %d in the corner", name, lossless, a)
			}
			if _, info, err := inspect(file); err != nil || !bytes.Equal(info.profile, profile) {
				t.Errorf("%s, lossless %v: %v, profile of %d bytes", name, lossless, err, len(info.profile))
			}
		}
	}
}
