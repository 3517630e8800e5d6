package company

import (
	"strings"

	"perimeter/internal/brand"
	"perimeter/internal/validate"
)

// Brand is how the company looks.
type Brand struct {
	brand.Colors `yaml:",inline"`
	// The logo and what the back office makes of it. Each is a URL, or "" for what
	// the site comes with.
	Logo       string `json:"logo" yaml:"logo,omitempty"`
	Icon       string `json:"icon" yaml:"icon,omitempty" doc:"A square PNG"`
	ShareImage string `json:"shareImage" yaml:"shareImage,omitempty" doc:"What social networks show, 1200 by 630 pixels"`
}

func (b *Brand) trim() {
	for _, value := range []*string{&b.Main, &b.Accent, &b.Logo, &b.Icon, &b.ShareImage} {
		*value = strings.TrimSpace(*value)
	}
}

func (b Brand) check(p *problems) {
	for _, field := range b.Broken() {
		p.add("brand."+field, "must be a color, such as #34469c")
	}
	for _, image := range []validate.Field{
		{Name: "brand.logo", Value: b.Logo}, {Name: "brand.icon", Value: b.Icon}, {Name: "brand.shareImage", Value: b.ShareImage},
	} {
		if image.ImageURL() != nil {
			p.add(image.Name, "must be a URL that begins with https://, http:// or /")
		}
	}
}

// PaletteOf returns the palette for two colors, or an empty one for none.
func PaletteOf(c brand.Colors) (brand.Palette, error) {
	c.Main, c.Accent = strings.TrimSpace(c.Main), strings.TrimSpace(c.Accent)
	var p problems
	Brand{Colors: c}.check(&p)
	if err := p.first(); err != nil || c.IsZero() {
		none := brand.Tokens{}
		return brand.Palette{Light: none, Dark: none, Band: none, Call: none}, err
	}
	return brand.Derive(c), nil
}
