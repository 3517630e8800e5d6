package ssr

import (
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Entry points of the two front ends, as named in Vite's manifests, and the manifests.
const (
	siteEntry  = "src/entry-site.tsx"
	adminEntry = "src/entry-admin.tsx"

	siteManifest  = "client/.vite/site.json"
	adminManifest = "client/.vite/admin.json"

	// Modules of public pages are below this folder, each in a chunk of its own.
	pageFolder = "src/pages/site/"
)

// manifest is Vite's list of the files that it built for one front end.
type manifest map[string]manifestChunk

type manifestChunk struct {
	File           string   `json:"file"`
	Imports        []string `json:"imports"`
	DynamicImports []string `json:"dynamicImports"`
	CSS            []string `json:"css"`
	Assets         []string `json:"assets"`
	Dynamic        bool     `json:"isDynamicEntry"`
}

// loadedLater returns the modules that an entry, or what it imports, loads on demand.
func (m manifest) loadedLater(entry string) []string {
	seen := map[string]bool{entry: true}
	names := []string{entry}
	var later []string
	for i := 0; i < len(names); i++ {
		chunk := m[names[i]]
		later = append(later, chunk.DynamicImports...)
		for _, name := range slices.Concat(chunk.Imports, chunk.DynamicImports) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return later
}

// pageModules returns the source files of the public pages.
func (m manifest) pageModules() []string {
	var modules []string
	for name, chunk := range m {
		if chunk.Dynamic && strings.HasPrefix(name, pageFolder) {
			modules = append(modules, name)
		}
	}
	slices.Sort(modules)
	return modules
}

func readManifest(bundle fs.FS, file string) (manifest, error) {
	data, err := fs.ReadFile(bundle, file)
	if err != nil {
		return nil, err
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("decode %s: %w", file, err)
	}
	return m, nil
}

// entryFiles are the files that a browser needs for the first view of an entry.
type entryFiles struct {
	fonts, styles, chunks []string
	entry                 string
}

// filesOf returns the files of an entry and of a page's modules, including those
// of their imports: with all of them in the head, browsers load them in parallel.
func (m manifest) filesOf(entry string, modules ...string) (entryFiles, error) {
	chunk, ok := m[entry]
	if !ok {
		return entryFiles{}, fmt.Errorf("the manifest of the front end has no %s", entry)
	}
	files := entryFiles{entry: chunk.File}
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
			// Few pages use characters that the core fonts do not have, so the complete
			// fonts are loaded on demand.
			if strings.HasPrefix(path.Base(asset), "core-") && strings.HasSuffix(asset, ".woff2") {
				files.fonts = append(files.fonts, asset)
			}
		}
		files.styles = append(files.styles, c.CSS...)
		if name != entry {
			files.chunks = append(files.chunks, c.File)
		}
	}
	visit(entry)
	for _, module := range modules {
		visit(module)
	}
	return files, nil
}

func (f entryFiles) fontLinks() string {
	return tags(`<link rel="preload" as="font" type="font/woff2" href="%s" crossorigin>`, f.fonts...)
}

func (f entryFiles) styleLinks() string {
	return tags(`<link rel="stylesheet" href="%s">`, f.styles...)
}

// scriptTags returns the tags that load the chunks and the entry, whose content has
// the hash.
func (f entryFiles) scriptTags(hash string) string {
	return tags(`<link rel="modulepreload" href="%s">`, f.chunks...) +
		tags(`<script type="module" src="%s" integrity="`+hash+`"></script>`, f.entry)
}

// entryHash returns the hash of the entry's content.
func (f entryFiles) entryHash(bundle fs.FS) (string, error) {
	script, err := fs.ReadFile(bundle, "client/"+f.entry)
	return contentHash(string(script)), err
}

// tags returns the markup once for each file.
func tags(markup string, files ...string) string {
	var all strings.Builder
	for _, file := range files {
		fmt.Fprintf(&all, markup, html.EscapeString("/"+file))
	}
	return all.String()
}

// inlineCSS returns the content of the stylesheets, for a style element.
func (f entryFiles) inlineCSS(bundle fs.FS) (string, error) {
	var css strings.Builder
	for _, file := range f.styles {
		content, err := fs.ReadFile(bundle, "client/"+file)
		if err != nil {
			return "", err
		}
		css.Write(content)
	}
	if strings.Contains(css.String(), "</") {
		return "", fmt.Errorf("the stylesheets %v contain \"</\", which would close their style element", f.styles)
	}
	return css.String(), nil
}
