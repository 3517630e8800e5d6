package server

import (
	"context"
	"encoding/json"

	"perimeter/internal/brand"
	"perimeter/internal/company"
	"perimeter/internal/ssr"
)

// webManifest tells a phone how to show what is added to its home screen.
type webManifest struct {
	ID         string         `json:"id,omitempty"`
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	StartURL   string         `json:"start_url"`
	Scope      string         `json:"scope,omitempty"`
	Display    string         `json:"display"`
	Background string         `json:"background_color"`
	Theme      string         `json:"theme_color"`
	Icons      []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src   string `json:"src"`
	Sizes string `json:"sizes"`
	Type  string `json:"type"`
}

// usualPaper is the background of the colors that the site comes with.
const usualPaper = "#f6f1e7"

// manifest is that of the public site, which stays a website.
func (d discovery) manifest(ctx context.Context) ([]byte, error) {
	current, err := d.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	background := usualPaper
	if colors := current.Brand.Colors; !colors.IsZero() {
		background = brand.Derive(colors).Light["paper"]
	}
	return json.Marshal(webManifest{
		Name: current.Name, ShortName: current.Name, StartURL: "/", Display: "browser",
		Background: background, Theme: background, Icons: manifestIcons(current.Brand),
	})
}

// adminManifest is that of the back office, which is an app. It keeps its own
// colors.
func (d discovery) adminManifest(ctx context.Context) ([]byte, error) {
	current, err := d.company.Current(ctx)
	if err != nil {
		return nil, err
	}
	return json.Marshal(webManifest{
		ID: ssr.AdminPath, Name: current.Name + " back office", ShortName: current.Name,
		StartURL: ssr.AdminPath, Scope: ssr.AdminPath, Display: "standalone",
		Background: usualPaper, Theme: usualPaper, Icons: manifestIcons(current.Brand),
	})
}

func manifestIcons(b company.Brand) []manifestIcon {
	if b.Icon != "" {
		return []manifestIcon{{b.Icon, "512x512", "image/png"}}
	}
	return []manifestIcon{
		{"/icon-192.png", "192x192", "image/png"},
		{"/icon-512.png", "512x512", "image/png"},
		{ssr.FaviconPath, "any", "image/svg+xml"},
	}
}
