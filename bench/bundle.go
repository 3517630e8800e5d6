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
	publicEntry = "src/entry-site.tsx"
	loginEntry  = "src/entry-admin.tsx"
)

// chunk is an entry of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

// backOffice are words that only the back office's code contains.
var backOffice = []string{"Blog Management", "Image Manager", "Enable Editing", "Manage Services", "uppy"}

// measureBundle weighs the JavaScript of first views, and looks for the back
// office in what visitors load.
func measureBundle(r *report, client string) error {
	raw, err := os.ReadFile(filepath.Join(client, ".vite", "manifest.json"))
	if err != nil {
		return err
	}
	var manifest map[string]chunk
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return fmt.Errorf("Vite's manifest: %w", err)
	}
	site, err := readGraph(client, manifest, publicEntry)
	if err != nil {
		return err
	}
	login, err := readGraph(client, manifest, loginEntry)
	if err != nil {
		return err
	}
	site.weigh(r, "JavaScript of the first view")
	login.weigh(r, "JavaScript of the login page")
	intruders := site.intruders()
	r.check(len(intruders) == 0, "back office in the public bundle", fmt.Sprint(len(intruders)), "none", strings.Join(intruders, ", "))
	return nil
}

// graph is the code that an entry loads at once, by the chunks' names.
type graph map[string][]byte

func readGraph(client string, manifest map[string]chunk, entry string) (graph, error) {
	names := staticGraph(manifest, entry)
	if len(names) == 0 {
		return nil, errors.New("Vite's manifest has no " + entry)
	}
	g := graph{}
	for _, name := range names {
		code, err := os.ReadFile(filepath.Join(client, manifest[name].File))
		if err != nil {
			return nil, err
		}
		g[name] = code
	}
	return g, nil
}

func (g graph) weigh(r *report, promise string) {
	total := 0
	for _, code := range g {
		total += brotliSize(code)
	}
	r.check(kilobytes(total) <= maxFirstViewKB, promise, fmt.Sprintf("%.1f KB", kilobytes(total)),
		fmt.Sprintf("at most %d KB", maxFirstViewKB), fmt.Sprintf("brotli, %d files", len(g)))
}

// intruders says where the back office is in the code.
func (g graph) intruders() []string {
	var found []string
	for name, code := range g {
		if strings.Contains(name, "/admin") {
			found = append(found, name)
		}
		for _, word := range backOffice {
			if bytes.Contains(code, []byte(word)) {
				found = append(found, fmt.Sprintf("%q in %s", word, name))
			}
		}
	}
	return found
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
