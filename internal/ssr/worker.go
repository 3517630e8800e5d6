package ssr

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"perimeter/internal/payload"
)

// The module of the dashboard, which the entry of the back office loads next.
const dashboardModule = "src/pages/admin/admin-gate.tsx"

// workerPolicy lets the service worker fetch what it keeps, and nothing else.
const workerPolicy = "default-src 'none'; connect-src 'self'"

// NewServiceWorker returns the service worker of the back office, preceded by the
// list of the files that it keeps. The list makes each build another version, which
// browsers notice by comparing bytes. It returns nil if the build has none.
func NewServiceWorker(bundle fs.FS) (*payload.Payload, error) {
	source, err := fs.ReadFile(bundle, "server/worker.js")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := readManifest(bundle)
	if err != nil {
		return nil, err
	}
	admin, err := m.filesOf(adminEntry, dashboardModule)
	if err != nil {
		return nil, err
	}
	files := slices.Concat([]string{admin.entry}, admin.chunks, admin.styles, admin.fonts)
	slices.Sort(files)
	files = slices.Compact(files)
	for i := range files {
		files[i] = "/" + files[i]
	}
	list, err := json.Marshal(struct {
		Version string   `json:"version"`
		Files   []string `json:"files"`
	}{contentHash(fmt.Sprint(files) + string(source)), files})
	if err != nil {
		return nil, err
	}
	worker := payload.New(fmt.Appendf(nil, "self.appShell=%s;\n%s", list, source), payload.Options{
		ContentType: contentTypes[".js"], CacheControl: "no-cache", ContentPolicy: workerPolicy,
	})
	worker.Compress()
	return worker, nil
}
