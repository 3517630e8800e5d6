package ssr

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"perimeter/internal/wire"
)

// contentTypes covers every file type of the front-end build. The table of the
// mime package differs between machines.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".ico":         "image/x-icon",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

// FilePolicy is the content security policy of files, assets as well as uploads: if
// somebody opens an SVG file directly, nothing in it can run. That of pages would
// make many small files twice as large.
const FilePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

// Assets serves the files of the front-end build.
type Assets struct {
	files map[string]func() *wire.Payload // by URL path
}

// NewAssets lists the assets in the output of the front-end build. Each is read
// on its first request.
func NewAssets(bundle fs.FS) (*Assets, error) {
	client, err := fs.Sub(bundle, "client")
	if err != nil {
		return nil, err
	}
	a := &Assets{files: map[string]func() *wire.Payload{}}
	err = fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name == ".vite" { // the manifest, which browsers do not need
				return fs.SkipDir
			}
			return nil
		}
		extension := path.Ext(name)
		if extension == ".br" || extension == ".gz" {
			return nil // an encoding of another file
		}
		contentType, ok := contentTypes[extension]
		if !ok {
			return fmt.Errorf("the front-end build has a file of unknown content type: %s", name)
		}
		a.files["/"+name] = sync.OnceValue(func() *wire.Payload { return readAsset(client, name, contentType) })
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the assets of the front end: %w", err)
	}
	return a, nil
}

// readAsset returns nil if the file cannot be read, which does not happen with
// embedded files.
func readAsset(client fs.FS, name, contentType string) *wire.Payload {
	body, err := fs.ReadFile(client, name)
	if err != nil {
		return nil
	}
	p := wire.NewPayload(body, wire.Options{
		ContentType: contentType, CacheControl: cacheControl(name), ContentPolicy: FilePolicy,
	})
	// The build writes these only where they are smaller.
	if br, err := fs.ReadFile(client, name+".br"); err == nil {
		p.AddBrotli(br)
	}
	if gz, err := fs.ReadFile(client, name+".gz"); err == nil {
		p.AddGzip(gz)
	}
	return p
}

// cacheControl lets browsers keep files with a hash in their name for a year and
// revalidate the others after an hour.
func cacheControl(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return immutableControl
	}
	return "public, max-age=3600, stale-while-revalidate=86400"
}

// Find returns the asset at a URL path, or nil.
func (a *Assets) Find(urlPath string) *wire.Payload {
	if read := a.files[urlPath]; read != nil {
		return read()
	}
	return nil
}
