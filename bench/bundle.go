package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	siteEntry  = "src/entry-site.tsx"
	adminEntry = "src/entry-admin.tsx"
	adminPage  = "src/pages/admin/admin-gate.tsx"
	speedMeter = "src/lib/measure-speed.ts" // loaded when the visitor does something
	pageFolder = "src/pages/site/"          // of the public pages, each in a chunk of its own

	siteManifest  = "site.json"
	adminManifest = "admin.json"
)

// chunk is one file in Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
	Dynamic bool     `json:"isDynamicEntry"`
}

// adminWords appear only in code of the back office.
var adminWords = []string{
	"Blog Management", "Image Manager", "Enable Editing", "Manage Services", "uppy", "ProseMirror", "cm-editor",
}

// editors are the large parts of the back office, each loaded when a form needs it.
var editors = []struct {
	name, module string
	maxKB        float64
}{
	{"visual editor", "src/ui/admin/rich-text/rich-text-editor.tsx", 125},
	{"code editor", "src/features/services/admin/template-code.tsx", 150},
	{"uploader", "src/features/images/admin/uploader.tsx", 75},
}

// measureBackOffice checks what the back office loads from the beginning, and the size
// of what each editor adds to it.
func measureBackOffice(r *report, client string) error {
	manifest, err := readManifest(client, adminManifest)
	if err != nil {
		return err
	}
	fixed := staticImports(manifest, adminEntry, adminPage)
	dashboard, err := readBundle(client, manifest, adminEntry, adminPage)
	if err != nil {
		return err
	}
	dashboard.checkSize(r, "JavaScript of the dashboard", maxDashboardKB)
	r.check(len(dashboard) <= maxDashboardFiles, "files of it", strconv.Itoa(len(dashboard)), fmt.Sprintf("at most %d", maxDashboardFiles), "")
	for _, editor := range editors {
		all, err := readBundle(client, manifest, editor.module)
		if err != nil {
			return err
		}
		early := slices.Contains(fixed, editor.module)
		r.check(!early, editor.name+" with the back office", fmt.Sprint(early), "false", "")
		for _, name := range fixed {
			delete(all, name)
		}
		all.checkSize(r, editor.name, editor.maxKB)
	}
	return nil
}

// measureBundle checks the size of the JavaScript that the first view of each page
// loads, and that public pages contain no code of the back office.
func measureBundle(r *report, client string) error {
	manifest, err := readManifest(client, siteManifest)
	if err != nil {
		return err
	}
	pages := []string{}
	for name, c := range manifest {
		if c.Dynamic && strings.HasPrefix(name, pageFolder) {
			pages = append(pages, name)
		}
	}
	if len(pages) == 0 {
		return errors.New("Vite's manifest has no public page")
	}
	slices.Sort(pages)
	var found []string
	for _, page := range pages {
		site, err := readBundle(client, manifest, siteEntry, page)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(page, pageFolder), ".tsx")
		site.checkSize(r, "JavaScript of the page "+name, maxFirstViewKB)
		found = append(found, site.adminCode()...)
	}
	meter, err := readBundle(client, manifest, speedMeter)
	if err != nil {
		return err
	}
	meter.checkSize(r, "JavaScript that measures speed", maxSpeedMeterKB)
	found = slices.Compact(slices.Sorted(slices.Values(found)))
	r.check(len(found) == 0, "back office in the public pages", fmt.Sprint(len(found)), "none", strings.Join(found, ", "))
	manifest, err = readManifest(client, adminManifest)
	if err != nil {
		return err
	}
	login, err := readBundle(client, manifest, adminEntry)
	if err != nil {
		return err
	}
	login.checkSize(r, "JavaScript of the login page", maxLoginKB)
	return nil
}

func readManifest(client, name string) (manifest map[string]chunk, err error) {
	raw, err := os.ReadFile(filepath.Join(client, ".vite", name))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return nil, fmt.Errorf("decode Vite's manifest: %w", err)
	}
	return manifest, nil
}

// bundle is the code of modules with everything that they import statically, by
// chunk name.
type bundle map[string]script

type script struct {
	code []byte
	sent int // bytes that the server sends to a browser
}

func readBundle(client string, manifest map[string]chunk, modules ...string) (bundle, error) {
	for _, module := range modules {
		if _, ok := manifest[module]; !ok {
			return nil, errors.New("Vite's manifest has no " + module)
		}
	}
	b := bundle{}
	for _, name := range staticImports(manifest, modules...) {
		file := filepath.Join(client, manifest[name].File)
		code, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sent := len(code)
		// The build writes it unless it would be larger.
		if compressed, err := os.Stat(file + ".br"); err == nil {
			sent = int(compressed.Size())
		}
		b[name] = script{code, sent}
	}
	return b, nil
}

func (b bundle) checkSize(r *report, what string, maxKB float64) {
	total := 0
	for _, script := range b {
		total += script.sent
	}
	r.check(kilobytes(total) <= maxKB, what, fmt.Sprintf("%.1f KB", kilobytes(total)),
		fmt.Sprintf("at most %g KB", maxKB), fmt.Sprintf("brotli, %d files", len(b)))
}

// adminCode returns where the bundle contains code of the back office.
func (b bundle) adminCode() []string {
	var found []string
	for name, script := range b {
		if strings.Contains(name, "/admin") {
			found = append(found, name)
		}
		for _, word := range adminWords {
			if bytes.Contains(script.code, []byte(word)) {
				found = append(found, fmt.Sprintf("%q in %s", word, name))
			}
		}
	}
	return found
}

// staticImports returns the modules and every chunk that they import statically.
func staticImports(manifest map[string]chunk, modules ...string) []string {
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
	for _, module := range modules {
		walk(module)
	}
	return names
}
