package sharecard_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"perimeter/internal/sharecard"
)

// Colors that a test can tell apart.
var (
	ground = color.RGBA{0x10, 0x10, 0x10, 0xff}
	text   = color.RGBA{0x00, 0xff, 0x00, 0xff}
	line   = color.RGBA{0xff, 0x00, 0x00, 0xff}
)

// painter draws on white, the worst scene for light text.
func painter(t *testing.T) *sharecard.Painter {
	t.Helper()
	white := image.NewGray(image.Rect(0, 0, sharecard.Width, sharecard.Height))
	for i := range white.Pix {
		white.Pix[i] = 0xff
	}
	var scene bytes.Buffer
	if err := png.Encode(&scene, white); err != nil {
		t.Fatal(err)
	}
	p, err := sharecard.New(&scene)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func drawn(t *testing.T, p *sharecard.Painter, name, headline string) image.Image {
	t.Helper()
	data, err := p.Draw(sharecard.Card{Name: name, Headline: headline, Ground: ground, Text: text, Line: line})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// textArea returns the smallest rectangle that holds the headline.
func textArea(picture image.Image) image.Rectangle {
	var area image.Rectangle
	for y := range sharecard.Height {
		for x := range sharecard.Width {
			if r, g, b, _ := picture.At(x, y).RGBA(); g>>8 > 0xc0 && r>>8 < 0x60 && b>>8 < 0x60 {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}

func TestACardHasTheRecommendedSizeAndTheHeadlineInsideIt(t *testing.T) {
	p := painter(t)
	for _, headline := range []string{
		"Contact",
		"Termite Control in Hillsboro, TX",
		"Señor Peña's guide to the ants, wasps and scorpions of Central Texas",
		strings.Repeat("A headline that never ends ", 20),
		strings.Repeat("Unbreakable", 30),
	} {
		picture := drawn(t, p, "Lone Oak Pest & Termite", headline)
		if size := picture.Bounds().Size(); size != (image.Point{X: 1200, Y: 630}) {
			t.Errorf("%q: %v", headline, size)
		}
		area := textArea(picture)
		if area.Empty() || !area.In(image.Rect(60, 60, 830, 400)) {
			t.Errorf("%q: the text covers %v", headline, area)
		}
	}
}

func TestTheGroundBehindTheTextIsDense(t *testing.T) {
	picture := drawn(t, painter(t), "Lone Oak Pest & Termite", "Contact")
	// Between name and headline.
	if r, _, _, _ := picture.At(70, 130).RGBA(); r>>8 > 0x40 {
		t.Errorf("red is %x on a white scene", r>>8)
	}
	if r, _, _, _ := picture.At(1100, 600).RGBA(); r>>8 < 0xf0 {
		t.Errorf("the scene is covered where there is no text: red is %x", r>>8)
	}
}

func TestCharactersThatTheFontLacksAreLeftOut(t *testing.T) {
	p := painter(t)
	plain := textArea(drawn(t, p, "", "Ants"))
	if got := textArea(drawn(t, p, "", "蟻 Ants 🐜")); got != plain {
		t.Errorf("the text covers %v, want %v", got, plain)
	}
	if got := textArea(drawn(t, p, "", "蟻")); !got.Empty() {
		t.Errorf("the text covers %v, want nothing", got)
	}
}

func TestASceneOfAnotherSizeIsRefused(t *testing.T) {
	var scene bytes.Buffer
	if err := png.Encode(&scene, image.NewGray(image.Rect(0, 0, 10, 10))); err != nil {
		t.Fatal(err)
	}
	if _, err := sharecard.New(&scene); err == nil {
		t.Error("no error")
	}
	if _, err := sharecard.New(strings.NewReader("no picture")); err == nil {
		t.Error("no error")
	}
}
