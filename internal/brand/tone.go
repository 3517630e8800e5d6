package brand

import (
	"maps"
	"slices"

	"github.com/lucasb-eyer/go-colorful"
)

// tone is a color in OKLCH, in which equal steps of lightness look equal for all
// hues.
type tone struct{ lightness, chroma, hue float64 }

// parse reads a color that is not in Broken.
func parse(hex string) tone {
	c, err := colorful.Hex(hex)
	if err != nil {
		panic("brand: " + err.Error())
	}
	lightness, chroma, hue := c.OkLch()
	return tone{lightness, chroma, hue}
}

// at returns the tone with another lightness.
func (t tone) at(lightness float64) tone {
	t.lightness = min(max(lightness, 0), 1)
	return t
}

// capped returns the tone with a chroma of at most limit.
func (t tone) capped(limit float64) tone {
	t.chroma = min(t.chroma, limit)
	return t
}

// muted returns the tone with another lightness and little color.
func (t tone) muted(lightness, chroma float64) tone { return t.at(lightness).capped(chroma) }

// step is how far the lightness moves at a time: less than the eye can tell.
const step = 0.005

// darkened returns the tone, made darker until its contrast with all grounds is
// at least ratio.
func (t tone) darkened(grounds []colorful.Color, ratio float64) tone {
	for t.lightness > 0 && lowestContrast(t.color(), grounds) < ratio {
		t = t.at(t.lightness - step)
	}
	return t
}

// lightened is darkened in the other direction.
func (t tone) lightened(grounds []colorful.Color, ratio float64) tone {
	for t.lightness < 1 && lowestContrast(t.color(), grounds) < ratio {
		t = t.at(t.lightness + step)
	}
	return t
}

// color returns the nearest color that a screen can show: with the same lightness
// and hue, and with as much chroma as fits. It is rounded to what hex can express,
// so that contrasts are those of the style sheet.
func (t tone) color() colorful.Color {
	c := colorful.OkLch(t.lightness, t.chroma, t.hue)
	for low, high := 0.0, t.chroma; !c.IsValid() && high-low > 0.0005; {
		middle := (low + high) / 2
		if fits := colorful.OkLch(t.lightness, middle, t.hue); fits.IsValid() {
			low = middle
		} else {
			high = middle
		}
		if high-low <= 0.0005 {
			c = colorful.OkLch(t.lightness, low, t.hue)
		}
	}
	r, g, b := c.Clamped().RGB255()
	return colorful.Color{R: float64(r) / 255, G: float64(g) / 255, B: float64(b) / 255}
}

func (t tone) hex() string { return t.color().Hex() }

func sortedNames(t Tokens) []string { return slices.Sorted(maps.Keys(t)) }
