package ssr

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"perimeter/internal/wire"
)

// workerPolicy lets the service worker fetch what it keeps, and nothing else.
const workerPolicy = "default-src 'none'; connect-src 'self'"

// NewServiceWorker returns the service worker of the back office, preceded by the
// list of the files that it keeps: all that the back office may load, because the
// server of the next release has none of them. The list makes each build another
// version, which browsers notice by comparing bytes. It returns nil if the build has
// none.
func NewServiceWorker(bundle fs.FS) (*wire.Payload, error) {
	source, err := fs.ReadFile(bundle, "server/worker.js")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := readManifest(bundle, adminManifest)
	if err != nil {
		return nil, err
	}
	admin, err := m.filesOf(adminEntry, m.loadedLater(adminEntry)...)
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
	worker := wire.NewPayload(fmt.Appendf(nil, "self.appShell=%s;\n%s", list, source), wire.Options{
		ContentType: contentTypes[".js"], CacheControl: "no-cache", ContentPolicy: workerPolicy,
	})
	worker.Compress()
	return worker, nil
}
