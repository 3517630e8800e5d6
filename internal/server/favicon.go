package server

import (
	"context"
	_ "embed"
	"strings"

	"perimeter/internal/brand"
)

// faviconFile is the icon in the colors that the site comes with.
//
//go:embed favicon.svg
var faviconFile string

// favicon is the icon of the site in the owner's colors.
func (d discovery) favicon(ctx context.Context) ([]byte, error) {
	current, err := d.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	colors := current.Brand.Colors
	if colors.IsZero() {
		return []byte(faviconFile), nil
	}
	light := brand.Derive(colors).Light
	own := strings.NewReplacer("#12302a", light["pine"], "#ffb547", light["glow"], "#f7f2e8", light["cream"])
	return []byte(own.Replace(faviconFile)), nil
}
