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

// needs are the files of an entry's first view.
type needs struct {
	fonts, styles, chunks []string
	entry                 string
}

// needs returns all that an entry's first view needs, so that browsers may ask
// for it side by side instead of one after the other.
func (m manifest) needs(entry string) (needs, error) {
	chunk, ok := m[entry]
	if !ok {
		return needs{}, fmt.Errorf("the manifest of the front end lacks %s", entry)
	}
	n := needs{entry: chunk.File}
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
				n.fonts = append(n.fonts, asset)
			}
		}
		n.styles = append(n.styles, c.CSS...)
		if name != entry {
			n.chunks = append(n.chunks, c.File)
		}
	}
	visit(entry)
	return n, nil
}

func (n needs) fontLoads() string {
	return elements(`<link rel="preload" as="font" type="font/woff2" href="%s" crossorigin>`, n.fonts...)
}

func (n needs) styleLoads() string {
	return elements(`<link rel="stylesheet" href="%s">`, n.styles...)
}

func (n needs) scriptLoads() string {
	return elements(`<link rel="modulepreload" href="%s">`, n.chunks...) +
		elements(`<script type="module" src="%s"></script>`, n.entry)
}

// elements returns the markup once for each file.
func elements(markup string, files ...string) string {
	var all strings.Builder
	for _, file := range files {
		fmt.Fprintf(&all, markup, html.EscapeString("/"+file))
	}
	return all.String()
}

// style returns the styles themselves, to stand in a style element.
func (n needs) style(bundle fs.FS) (string, error) {
	var style strings.Builder
	for _, file := range n.styles {
		css, err := fs.ReadFile(bundle, "client/"+file)
		if err != nil {
			return "", err
		}
		style.Write(css)
	}
	if strings.Contains(style.String(), "</") {
		return "", fmt.Errorf("the styles %v would close the element that they stand in", n.styles)
	}
	return style.String(), nil
}
