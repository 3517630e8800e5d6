// Package brand owns the colors of the public site: it derives all of them from
// the two that the owner chooses. It must not know where they are stored.
package brand

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// Colors are the colors that the owner chooses, as #rrggbb. Both are empty for
// the colors that the site comes with.
type Colors struct {
	Main   string `json:"main" yaml:"main,omitempty" doc:"Links, headings and buttons"`
	Accent string `json:"accent" yaml:"accent,omitempty" doc:"Calls to action"`
}

// IsZero reports whether the site has the colors that it comes with.
func (c Colors) IsZero() bool { return c == Colors{} }

var hexColor = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// Broken returns the names of the colors that are missing or malformed.
func (c Colors) Broken() (fields []string) {
	if c.IsZero() {
		return nil
	}
	for _, field := range []struct{ name, value string }{{"main", c.Main}, {"accent", c.Accent}} {
		if !hexColor.MatchString(field.value) {
			fields = append(fields, field.name)
		}
	}
	return fields
}

// Preset is a pair of colors that goes well together.
type Preset struct {
	Name string `json:"name"`
	Colors
}

// Presets are the pairs that the back office offers.
func Presets() []Preset {
	return []Preset{
		{"Forest", Colors{"#2f6b3c", "#b4501e"}},
		{"Sky", Colors{"#1d5fa8", "#c2451e"}},
		{"Brick", Colors{"#9c2f2f", "#1f5f74"}},
		{"Plum", Colors{"#6a3d8f", "#b3591a"}},
		{"Slate", Colors{"#3d4f63", "#c0392b"}},
		{"Teal", Colors{"#0f6b6b", "#b3541e"}},
	}
}

// Tokens are the colors of one theme or of one kind of section, by the names that
// the style sheet uses for them.
type Tokens map[string]string

// Palette holds all colors of the public site.
type Palette struct {
	Light Tokens `json:"light"`
	Dark  Tokens `json:"dark"`
	// Band is for the dark sections, Call for the sections that ask the visitor to
	// get in touch. Both look the same in the two themes.
	Band Tokens `json:"band"`
	Call Tokens `json:"call"`
}

const (
	textContrast = 4.5 // WCAG 2.2 AA for text
	edgeContrast = 3   // for the borders of controls
)

// Derive returns the palette for two colors. Their lightness is corrected where
// text would otherwise be hard to read.
func Derive(c Colors) Palette {
	main, accent := parse(c.Main), parse(c.Accent)
	return Palette{
		Light: light(main, accent), Dark: dark(main, accent),
		Band: band(main, accent), Call: call(accent),
	}
}

func light(main, accent tone) Tokens {
	paper, surface, sunken := main.muted(0.965, 0.008), main.muted(0.992, 0.004), main.muted(0.93, 0.014)
	tint := main.muted(0.93, 0.035)
	grounds := []colorful.Color{paper.color(), surface.color(), sunken.color()}
	onTint := append([]colorful.Color{tint.color()}, grounds...)
	ink := main.muted(0.28, 0.04)
	glow := accent.at(0.83).capped(0.15)
	fills := fillsOf(main, accent)
	return fills.with(Tokens{
		"paper": paper.hex(), "surface": surface.hex(), "sunken": sunken.hex(),
		"line":    main.muted(0.86, 0.02).hex(),
		"edge":    main.muted(0.6, 0.025).darkened(grounds, edgeContrast).hex(),
		"ink":     ink.darkened(onTint, textContrast).hex(),
		"soft":    main.muted(0.46, 0.03).darkened(onTint, textContrast).hex(),
		"primary": main.darkened(onTint, textContrast).hex(), "primary-tint": tint.hex(),
		"accent":    accent.darkened(onTint, textContrast).hex(),
		"good":      parse("#2c6a3f").darkened(grounds, textContrast).hex(),
		"bad":       parse("#a32626").darkened(grounds, textContrast).hex(),
		"thread":    accent.at(0.7).capped(0.15).hex(),
		"star-edge": parse("#b57410").darkened(grounds, edgeContrast).hex(),
		"glow":      glow.hex(), "glow-hover": glow.at(glow.lightness + 0.04).hex(),
		"on-glow": ink.darkened([]colorful.Color{glow.color(), paper.color()}, textContrast).hex(),
		"pine":    main.muted(0.28, 0.045).hex(), "pine-deep": main.muted(0.235, 0.04).hex(), "cream": paper.hex(),
	})
}

func dark(main, accent tone) Tokens {
	paper, surface, sunken := main.muted(0.2, 0.018), main.muted(0.25, 0.022), main.muted(0.17, 0.015)
	tint := main.muted(0.29, 0.06)
	grounds := []colorful.Color{paper.color(), surface.color(), sunken.color()}
	onTint := append([]colorful.Color{tint.color()}, grounds...)
	fills := fillsOf(main, accent)
	return fills.with(Tokens{
		"paper": paper.hex(), "surface": surface.hex(), "sunken": sunken.hex(),
		"line": main.muted(0.35, 0.025).hex(),
		"edge": main.muted(0.58, 0.025).lightened(grounds, edgeContrast).hex(),
		"ink":  main.muted(0.94, 0.012).lightened(onTint, textContrast).hex(),
		"soft": main.muted(0.79, 0.02).lightened(onTint, textContrast).hex(),
		// A saturated color glares on a dark ground.
		"primary": main.at(max(main.lightness, 0.78)).capped(0.11).lightened(onTint, textContrast).hex(), "primary-tint": tint.hex(),
		"accent":    accent.at(max(accent.lightness, 0.77)).capped(0.11).lightened(onTint, textContrast).hex(),
		"good":      parse("#8fd3a3").lightened(grounds, textContrast).hex(),
		"bad":       parse("#f6a6a0").lightened(grounds, textContrast).hex(),
		"thread":    accent.at(0.8).capped(0.15).hex(),
		"star-edge": "#ffb547",
		"pine":      main.muted(0.28, 0.045).hex(), "pine-deep": main.muted(0.19, 0.03).hex(),
	})
}

// fillsOf returns the backgrounds of white text.
func fillsOf(main, accent tone) Tokens {
	white := []colorful.Color{{R: 1, G: 1, B: 1}}
	primary, call := main.darkened(white, textContrast), accent.darkened(white, textContrast)
	return Tokens{
		"primary-fill": primary.hex(), "primary-fill-hover": primary.at(primary.lightness * 0.86).hex(),
		"accent-fill": call.hex(), "accent-fill-hover": call.at(call.lightness * 0.86).hex(),
	}
}

func band(main, accent tone) Tokens {
	paper, surface, sunken := main.muted(0.28, 0.045), main.muted(0.33, 0.05), main.muted(0.235, 0.04)
	grounds := []colorful.Color{paper.color(), surface.color(), sunken.color()}
	return Tokens{
		"paper": paper.hex(), "surface": surface.hex(), "sunken": sunken.hex(),
		"line":    main.muted(0.42, 0.05).hex(),
		"edge":    main.muted(0.66, 0.04).lightened(grounds, edgeContrast).hex(),
		"ink":     main.muted(0.965, 0.008).lightened(grounds, textContrast).hex(),
		"soft":    main.muted(0.85, 0.02).lightened(grounds, textContrast).hex(),
		"primary": main.at(0.88).capped(0.06).lightened(grounds, textContrast).hex(),
		"accent":  accent.at(0.84).capped(0.11).lightened(grounds, textContrast).hex(),
		"thread":  accent.at(0.83).capped(0.15).hex(),
	}
}

func call(accent tone) Tokens {
	ink, soft, bright := accent.muted(0.985, 0.008), accent.muted(0.94, 0.03), accent.at(0.92).capped(0.06)
	ground := accent.darkened([]colorful.Color{ink.color(), soft.color(), bright.color()}, textContrast)
	return Tokens{
		"ground": ground.hex(), "ink": ink.hex(), "soft": soft.hex(), "primary": ink.hex(), "accent": bright.hex(),
		"line":   ground.at(ground.lightness + 0.17).hex(),
		"thread": accent.at(0.86).capped(0.13).hex(),
	}
}

// with adds the colors of other.
func (t Tokens) with(other Tokens) Tokens {
	for name, value := range other {
		t[name] = value
	}
	return t
}

// Properties returns the palette as CSS custom properties for a style attribute.
func (p Palette) Properties() string {
	var b strings.Builder
	for _, part := range []struct {
		name   string
		tokens Tokens
	}{{"light", p.Light}, {"dark", p.Dark}, {"band", p.Band}, {"call", p.Call}} {
		for _, name := range sortedNames(part.tokens) {
			fmt.Fprintf(&b, "--%s-%s:%s;", part.name, name, part.tokens[name])
		}
	}
	return b.String()
}

// Contrast returns the WCAG contrast ratio of two colors.
func Contrast(a, b colorful.Color) float64 {
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

func lowestContrast(c colorful.Color, others []colorful.Color) float64 {
	lowest := math.Inf(1)
	for _, other := range others {
		lowest = min(lowest, Contrast(c, other))
	}
	return lowest
}
