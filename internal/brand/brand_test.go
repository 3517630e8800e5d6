package brand

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
)

// pair is a text color, or the border of a control, and a background that the
// style sheet puts it on.
type pair struct {
	text, ground string
	ratio        float64
}

func pairs(texts, grounds string, ratio float64) []pair {
	var all []pair
	for text := range strings.FieldsSeq(texts) {
		for ground := range strings.FieldsSeq(grounds) {
			all = append(all, pair{text, ground, ratio})
		}
	}
	return all
}

var (
	themePairs = slicesOf(
		pairs("ink soft primary accent good bad", "paper surface sunken", textContrast),
		pairs("ink soft primary accent", "primary-tint", textContrast),
		pairs("#ffffff", "primary-fill primary-fill-hover accent-fill accent-fill-hover", textContrast),
		pairs("edge", "paper surface sunken", edgeContrast),
	)
	lightPairs = slicesOf(themePairs,
		pairs("on-glow", "glow glow-hover cream #ffffff", textContrast),
		pairs("star-edge", "paper surface sunken", edgeContrast),
		pairs("cream glow", "pine pine-deep", textContrast),
	)
	bandPairs = slicesOf(
		pairs("ink soft primary accent", "paper surface sunken", textContrast),
		pairs("edge", "paper surface sunken", edgeContrast),
	)
	callPairs = pairs("ink soft primary accent", "ground", textContrast)
)

func slicesOf(lists ...[]pair) []pair {
	var all []pair
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

func check(t *testing.T, colors Colors, part string, tokens Tokens, pairs []pair) {
	t.Helper()
	value := func(name string) colorful.Color {
		hex := tokens[name]
		if strings.HasPrefix(name, "#") {
			hex = name
		}
		c, err := colorful.Hex(hex)
		if err != nil {
			t.Fatalf("%v: %s has no color %q", colors, part, name)
		}
		return c
	}
	for _, p := range pairs {
		if got := Contrast(value(p.text), value(p.ground)); got < p.ratio {
			t.Errorf("%v: %s: %s (%s) on %s (%s) has a contrast of %.2f, want %v",
				colors, part, p.text, tokens[p.text], p.ground, tokens[p.ground], got, p.ratio)
		}
	}
}

func checkPalette(t *testing.T, colors Colors) {
	t.Helper()
	p := Derive(colors)
	check(t, colors, "light", p.Light, lightPairs)
	check(t, colors, "dark", p.Dark, themePairs)
	check(t, colors, "band", p.Band, bandPairs)
	check(t, colors, "call", p.Call, callPairs)
}

func TestTextIsReadableWithAnyColors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	hex := func() string { return fmt.Sprintf("#%06x", random.IntN(1<<24)) }
	for range 1000 {
		checkPalette(t, Colors{Main: hex(), Accent: hex()})
		if t.Failed() {
			return
		}
	}
	extremes := []string{"#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff", "#808080"}
	for _, main := range extremes {
		for _, accent := range extremes {
			checkPalette(t, Colors{main, accent})
		}
	}
}

func TestReadableColorsAreKept(t *testing.T) {
	for _, preset := range Presets() {
		checkPalette(t, preset.Colors)
		p := Derive(preset.Colors)
		if p.Light["primary-fill"] != preset.Main || p.Light["accent-fill"] != preset.Accent {
			t.Errorf("%s: buttons are %s and %s instead of %s and %s", preset.Name,
				p.Light["primary-fill"], p.Light["accent-fill"], preset.Main, preset.Accent)
		}
	}
}

func TestPropertiesAreSafeInAnAttribute(t *testing.T) {
	properties := Derive(Presets()[0].Colors).Properties()
	if !regexp.MustCompile(`^(--(light|dark|band|call)-[a-z-]+:#[0-9a-f]{6};)+$`).MatchString(properties) {
		t.Errorf("the properties are %q", properties)
	}
}

func TestMalformedColorsAreRefused(t *testing.T) {
	for _, c := range []Colors{{"#34469c", ""}, {"", "#34469c"}, {"blue", "#34469c"}, {"#34469c", "#fff"}, {"#34469c", "#34469c;x:1"}} {
		if len(c.Broken()) != 1 {
			t.Errorf("%v: %v", c, c.Broken())
		}
	}
	for _, c := range []Colors{{}, {"#34469C", "#b0461d"}} {
		if fields := c.Broken(); fields != nil {
			t.Errorf("%v: %v", c, fields)
		}
	}
}
