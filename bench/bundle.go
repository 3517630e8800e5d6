package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

const (
	siteEntry  = "src/entry-site.tsx"
	adminEntry = "src/entry-admin.tsx"
)

// chunk is one file in Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

// adminWords appear only in code of the back office.
var adminWords = []string{"Blog Management", "Image Manager", "Enable Editing", "Manage Services", "uppy"}

// measureBundle checks the size of the JavaScript that pages load first, and that
// the public bundle contains no code of the back office.
func measureBundle(r *report, client string) error {
	raw, err := os.ReadFile(filepath.Join(client, ".vite", "manifest.json"))
	if err != nil {
		return err
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return fmt.Errorf("decode Vite's manifest: %w", err)
	}
	site, err := readBundle(client, manifest, siteEntry)
	if err != nil {
		return err
	}
	admin, err := readBundle(client, manifest, adminEntry)
	if err != nil {
		return err
	}
	site.checkSize(r, "JavaScript of the public bundle")
	admin.checkSize(r, "JavaScript of the login page")
	found := site.adminCode()
	r.check(len(found) == 0, "back office in the public bundle", fmt.Sprint(len(found)), "none", strings.Join(found, ", "))
	return nil
}

// bundle is the code that an entry imports statically, by chunk name.
type bundle map[string][]byte

func readBundle(client string, manifest map[string]chunk, entry string) (bundle, error) {
	names := staticImports(manifest, entry)
	if len(names) == 0 {
		return nil, errors.New("Vite's manifest has no " + entry)
	}
	b := bundle{}
	for _, name := range names {
		code, err := os.ReadFile(filepath.Join(client, manifest[name].File))
		if err != nil {
			return nil, err
		}
		b[name] = code
	}
	return b, nil
}

func (b bundle) checkSize(r *report, what string) {
	total := 0
	for _, code := range b {
		total += brotliSize(code)
	}
	r.check(kilobytes(total) <= maxFirstViewKB, what, fmt.Sprintf("%.1f KB", kilobytes(total)),
		fmt.Sprintf("at most %d KB", maxFirstViewKB), fmt.Sprintf("brotli, %d files", len(b)))
}

// adminCode returns where the bundle contains code of the back office.
func (b bundle) adminCode() []string {
	var found []string
	for name, code := range b {
		if strings.Contains(name, "/admin") {
			found = append(found, name)
		}
		for _, word := range adminWords {
			if bytes.Contains(code, []byte(word)) {
				found = append(found, fmt.Sprintf("%q in %s", word, name))
			}
		}
	}
	return found
}

// staticImports returns the entry and every chunk that it imports statically.
func staticImports(manifest map[string]chunk, entry string) []string {
	var names []string
	seen := map[string]bool{}
	var walk func(string)
	walk = func(name string) {
		c, ok := manifest[name]
		if !ok || seen[name] {
			return
		}
		seen[name] = true
		names = append(names, name)
		for _, next := range c.Imports {
			walk(next)
		}
	}
	walk(entry)
	return names
}

func brotliSize(b []byte) int {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(b) // writing to a bytes.Buffer does not fail
	_ = w.Close()
	return out.Len()
}
