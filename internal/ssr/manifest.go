package ssr

import (
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"strings"
)

// The front end's entries, as Vite's manifest names them.
const (
	siteEntry  = "src/entry-site.tsx"
	adminEntry = "src/entry-admin.tsx"
)

// manifest is what Vite wrote about the files that it built.
type manifest map[string]manifestChunk

type manifestChunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
	Assets  []string `json:"assets"`
}

func readManifest(bundle fs.FS) (manifest, error) {
	data, err := fs.ReadFile(bundle, "client/.vite/manifest.json")
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("read the manifest of the front end: %w", err)
	}
	return m, nil
}

// tags returns the elements that load an entry with everything that its first
// view needs: fonts, styles, and its chunks side by side instead of one after
// the other.
func (m manifest) tags(entry string) (string, error) {
	chunk, ok := m[entry]
	if !ok {
		return "", fmt.Errorf("the manifest of the front end lacks %s", entry)
	}
	var fonts, styles, scripts strings.Builder
	seen := map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		c := m[name]
		for _, imported := range c.Imports {
			visit(imported)
		}
		for _, asset := range c.Assets {
			// Slanted letters are rare: they may come when they are met.
			if strings.HasSuffix(asset, ".woff2") && !strings.Contains(asset, "italic") {
				fmt.Fprintf(&fonts, `<link rel="preload" as="font" type="font/woff2" href="%s" crossorigin>`, address(asset))
			}
		}
		for _, css := range c.CSS {
			fmt.Fprintf(&styles, `<link rel="stylesheet" href="%s">`, address(css))
		}
		if name != entry {
			fmt.Fprintf(&scripts, `<link rel="modulepreload" href="%s">`, address(c.File))
		}
	}
	visit(entry)
	fmt.Fprintf(&scripts, `<script type="module" src="%s"></script>`, address(chunk.File))
	return fonts.String() + styles.String() + scripts.String(), nil
}

func address(file string) string { return html.EscapeString("/" + file) }
