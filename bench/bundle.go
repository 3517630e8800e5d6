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

const publicEntry = "src/entry-site.tsx"

// chunk is an entry of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

// backOffice are words that only the back office's code contains.
var backOffice = []string{"Blog Management", "Image Manager", "Enable Editing", "Manage Services", "uppy"}

// measureBundle weighs the JavaScript that the first view of a public page
// loads, and looks for the back office in it.
func measureBundle(r *report, client string) error {
	raw, err := os.ReadFile(filepath.Join(client, ".vite", "manifest.json"))
	if err != nil {
		return err
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return fmt.Errorf("Vite's manifest: %w", err)
	}
	names := staticGraph(manifest, publicEntry)
	if len(names) == 0 {
		return errors.New("Vite's manifest has no " + publicEntry)
	}

	total := 0
	var intruders []string
	for _, name := range names {
		code, err := os.ReadFile(filepath.Join(client, manifest[name].File))
		if err != nil {
			return err
		}
		total += brotliSize(code)
		if strings.Contains(name, "/admin") {
			intruders = append(intruders, name)
		}
		for _, word := range backOffice {
			if bytes.Contains(code, []byte(word)) {
				intruders = append(intruders, fmt.Sprintf("%q in %s", word, manifest[name].File))
			}
		}
	}
	r.check(kilobytes(total) <= maxFirstViewKB, "JavaScript of the first view", fmt.Sprintf("%.1f KB", kilobytes(total)),
		fmt.Sprintf("at most %d KB", maxFirstViewKB), fmt.Sprintf("brotli, %d files", len(names)))
	r.check(len(intruders) == 0, "back office in the public bundle", fmt.Sprint(len(intruders)), "none", strings.Join(intruders, ", "))
	return nil
}

// staticGraph lists the entry and every chunk that it loads at once.
func staticGraph(manifest map[string]chunk, entry string) []string {
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
	_, _ = w.Write(b) // writing to memory does not fail
	_ = w.Close()
	return out.Len()
}
