// Package sharecard owns the pictures that social networks show beside a link: a
// scene with the name of the company and the headline of the page. It must not know
// which pages there are.
package sharecard

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Width and Height are the size of a card in pixels, which the networks recommend.
const (
	Width  = 1200
	Height = 630
)

// headingFont is the font of the site's headings. Its license is web/src/fonts/OFL.txt.
//
//go:embed heading.ttf
var headingFont []byte

// Where the text stands, and how wide it may be.
const (
	left      = 64
	top       = 60
	textWidth = 760
	nameSize  = 36
	quality   = 88 // of the JPEG: letters have no visible noise around them
)

// Card is what a picture says.
type Card struct {
	Name, Headline string
	// Ground is what lies behind the text, Text and Line are readable on it.
	Ground, Text, Line color.Color
}

// Painter draws cards. It is safe for concurrent use.
type Painter struct {
	scene image.Image
	font  *sfnt.Font
}

// New returns a painter whose cards show the scene, a PNG of the size of a card.
func New(scene io.Reader) (*Painter, error) {
	picture, err := png.Decode(scene)
	if err != nil {
		return nil, fmt.Errorf("read the scene of share cards: %w", err)
	}
	if size := picture.Bounds().Size(); size != (image.Point{X: Width, Y: Height}) {
		return nil, fmt.Errorf("the scene of share cards is %s pixels", size)
	}
	parsed, err := opentype.Parse(headingFont)
	if err != nil {
		return nil, fmt.Errorf("read the font of share cards: %w", err)
	}
	return &Painter{scene: picture, font: parsed}, nil
}

// Draw returns the card as a JPEG.
func (p *Painter) Draw(c Card) ([]byte, error) {
	name, err := p.layOut(c.Name, []float64{nameSize}, 1)
	if err != nil {
		return nil, err
	}
	headline, err := p.layOut(c.Headline, []float64{80, 70, 60, 50}, 3)
	if err != nil {
		return nil, err
	}
	canvas := image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.Draw(canvas, canvas.Bounds(), p.scene, p.scene.Bounds().Min, draw.Src)
	nameTop := top + 24
	headlineTop := nameTop + name.height() + 12
	shade(canvas, c.Ground, left+max(name.width, headline.width)+40, headlineTop+headline.height()+16)
	draw.Draw(canvas, image.Rect(left, top, left+88, top+6), image.NewUniform(c.Line), image.Point{}, draw.Src)
	name.draw(canvas, c.Line, nameTop)
	headline.draw(canvas, c.Text, headlineTop)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, canvas, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("encode a share card: %w", err)
	}
	return out.Bytes(), nil
}

// block is a text that is broken into lines.
type block struct {
	face  font.Face
	size  float64
	lines []string
	width int // of the longest line
}

// layOut breaks a text at the largest of the sizes at which it fits into the lines. At
// the last size it is cut.
func (p *Painter) layOut(text string, sizes []float64, maxLines int) (block, error) {
	var b block
	for _, size := range sizes {
		face, err := opentype.NewFace(p.font, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return block{}, fmt.Errorf("scale the font of share cards: %w", err)
		}
		b = block{face: face, size: size, lines: wrap(face, p.drawable(text))}
		if len(b.lines) <= maxLines {
			break
		}
	}
	if len(b.lines) > maxLines {
		b.lines = b.lines[:maxLines]
		b.lines[maxLines-1] = cut(b.face, b.lines[maxLines-1]+ellipsis)
	}
	for _, line := range b.lines {
		b.width = max(b.width, font.MeasureString(b.face, line).Ceil())
	}
	return b, nil
}

func (b block) lineHeight() int { return int(math.Round(b.size * 1.12)) }
func (b block) height() int     { return len(b.lines) * b.lineHeight() }

func (b block) draw(canvas draw.Image, c color.Color, y int) {
	for i, line := range b.lines {
		drawer := font.Drawer{Dst: canvas, Src: image.NewUniform(c), Face: b.face}
		drawer.Dot = fixed.P(left, y+i*b.lineHeight()+int(b.size*0.86))
		drawer.DrawString(line)
	}
}

// shade lays the ground over the upper left corner, dense up to the right and the bottom
// and fading beyond.
func shade(canvas *image.RGBA, ground color.Color, right, bottom int) {
	const dense, fadeX, fadeY = 0.88, 320, 110
	r, g, b, _ := ground.RGBA()
	for y := range min(bottom+fadeY, Height) {
		for x := range min(right+fadeX, Width) {
			share := dense * fade(x-right, fadeX) * fade(y-bottom, fadeY)
			pixel := canvas.Pix[canvas.PixOffset(x, y):]
			for i, part := range [...]uint32{r, g, b} {
				pixel[i] = uint8(math.Round(share*float64(part>>8) + (1-share)*float64(pixel[i])))
			}
		}
	}
}

// fade falls smoothly from 1 to 0 on the way from 0 to length.
func fade(at, length int) float64 {
	t := 1 - min(max(float64(at)/float64(length), 0), 1)
	return t * t * (3 - 2*t)
}
