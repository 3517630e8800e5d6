package imaging

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"perimeter/internal/errs"
	"perimeter/internal/testkit/picture"
)

// photoOf renders a file and decodes the result.
func photoOf(t *testing.T, file []byte) (image.Image, []byte) {
	t.Helper()
	rendered, width, height, err := New().Photo(t.Context(), file)
	if err != nil {
		t.Fatalf("render a photo: %v", err)
	}
	m, err := jpeg.Decode(bytes.NewReader(rendered))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Bounds().Size(); got != image.Pt(width, height) {
		t.Errorf("a photo of %v is said to have %d × %d pixels", got, width, height)
	}
	return m, rendered
}

func TestPhotosAreScaledDownAndEncodedAsJPEG(t *testing.T) {
	small := picture.Photo(40, 30, 1)
	for name, tt := range map[string]struct {
		file []byte
		want image.Point
	}{
		"JPEG":      {picture.JPEG(t, small, 90), image.Pt(40, 30)},
		"PNG":       {picture.PNG(t, small), image.Pt(40, 30)},
		"WebP":      {picture.WebP(t, small, false), image.Pt(40, 30)},
		"wide":      {picture.JPEG(t, picture.Photo(3200, 1000, 1), 90), image.Pt(1600, 500)},
		"tall":      {picture.JPEG(t, picture.Photo(500, 2000, 1), 90), image.Pt(400, 1600)},
		"one pixel": {picture.PNG(t, picture.Photo(1, 1, 1)), image.Pt(1, 1)},
		"a line":    {picture.PNG(t, picture.Photo(4000, 1, 1)), image.Pt(1600, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			if m, _ := photoOf(t, tt.file); m.Bounds().Size() != tt.want {
				t.Errorf("%v, want %v", m.Bounds().Size(), tt.want)
			}
		})
	}
}

func TestPhotosAreUprightAndHaveNoMetadata(t *testing.T) {
	m := picture.Quarters(40, 20)
	for name, file := range map[string][]byte{
		"JPEG": picture.JPEGWithEXIF(picture.JPEG(t, m, 95), 6),
		"PNG":  picture.PNGChunk(picture.PNG(t, m), "eXIf", picture.EXIF(6)),
		"WebP": picture.WebPWithEXIF(picture.WebP(t, m, false), 40, 20, 6),
		"JPEG with a comment, a profile and a trailer": append(picture.JPEGSegment(
			picture.JPEGSegment(picture.JPEGWithEXIF(picture.JPEG(t, m, 95), 6), jpegCOM, []byte(picture.Secret)),
			jpegAPP2, append([]byte(profilePrefix+"\x01\x01"), picture.Secret...)), picture.Secret...),
	} {
		t.Run(name, func(t *testing.T) {
			got, rendered := photoOf(t, file)
			if bytes.Contains(rendered, []byte(picture.Secret)) || bytes.Contains(rendered, []byte("Exif")) {
				t.Error("the photo still has metadata")
			}
			if got.Bounds().Size() != image.Pt(20, 40) {
				t.Fatalf("the photo is %v", got.Bounds())
			}
			// Turned to the right, the blue corner at the bottom left is at the top left.
			if r, g, b, _ := got.At(3, 3).RGBA(); b < 0x8000 || r > 0x6000 || g > 0x6000 {
				t.Errorf("the top left corner is %v", got.At(3, 3))
			}
		})
	}
}

func TestTransparencyOfPhotosBecomesWhite(t *testing.T) {
	m, _ := photoOf(t, picture.PNG(t, picture.Logo(40)))
	if got := color.GrayModel.Convert(m.At(0, 0)).(color.Gray); got.Y < 250 {
		t.Errorf("the background is %v", got)
	}
}

func TestFilesThatAreNoPhotosAreRefused(t *testing.T) {
	photo := picture.JPEG(t, picture.Photo(64, 48, 1), 90)
	heic := append(isoBox("ftyp", []byte("heic\x00\x00\x00\x00heic")), isoBox("mdat", make([]byte, 99))...)
	for name, tt := range map[string]struct {
		file []byte
		kind errs.Kind
		code string
	}{
		"nothing":      {nil, errs.Invalid, ""},
		"a text":       {[]byte("Hello"), errs.Unsupported, ""},
		"HEIC":         {heic, errs.Unsupported, "heic"},
		"GIF":          {picture.GIF(t, picture.Quarters(9, 9), 1), errs.Unsupported, ""},
		"SVG":          {[]byte(plainSVG), errs.Unsupported, ""},
		"AVIF":         {realAVIF(t), errs.Unsupported, ""},
		"half a photo": {photo[:len(photo)/2], errs.Invalid, ""},
		"a bomb":       {picture.BombPNG(t, 16_000, 16_000), errs.TooLarge, ""},
		"many passes":  {bytes.Replace(photo, []byte{0xff, jpegSOS}, []byte(strings.Repeat("\xff\xda\x00\x0c\x03\x01\x00\x02\x11\x03\x11\x00\x3f\x00", 65)+"\xff\xda"), 1), errs.TooLarge, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			used := allocated(func() { _, _, _, err = New().Photo(t.Context(), tt.file) })
			var refused *errs.Error
			if !errors.As(err, &refused) || refused.Kind != tt.kind || refused.Code != tt.code {
				t.Errorf("got %v, want kind %d and code %q", err, tt.kind, tt.code)
			}
			if used > 16<<20 {
				t.Errorf("a refused file took %d MB", used>>20)
			}
		})
	}
}
