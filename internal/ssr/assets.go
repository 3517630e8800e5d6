package ssr

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"perimeter/internal/payload"
)

// contentTypes are those of everything a front-end build may hold. The
// machine's own table would differ from machine to machine.
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

// Assets serves the files that browsers load beside the pages.
type Assets struct {
	files map[string]func() *payload.Payload // by address
}

// NewAssets finds the assets in the output of the front-end build. They are read
// when they are first asked for.
func NewAssets(bundle fs.FS) (*Assets, error) {
	client, err := fs.Sub(bundle, "client")
	if err != nil {
		return nil, err
	}
	a := &Assets{files: map[string]func() *payload.Payload{}}
	err = fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name == ".vite" { // notes of the build for us alone
				return fs.SkipDir
			}
			return nil
		}
		extension := path.Ext(name)
		if extension == ".br" || extension == ".gz" {
			return nil // belongs to the file of the same name without it
		}
		contentType, ok := contentTypes[extension]
		if !ok {
			return fmt.Errorf("the front end holds %s, whose content type is unknown", name)
		}
		a.files["/"+name] = sync.OnceValue(func() *payload.Payload { return readAsset(client, name, contentType) })
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find the assets of the front end: %w", err)
	}
	return a, nil
}

// readAsset returns nil when the file cannot be read, which cannot happen to
// files inside the binary.
func readAsset(client fs.FS, name, contentType string) *payload.Payload {
	body, err := fs.ReadFile(client, name)
	if err != nil {
		return nil
	}
	p := payload.New(body, payload.Options{ContentType: contentType, CacheControl: cacheControl(name)})
	// The build has made these where they save something.
	if br, err := fs.ReadFile(client, name+".br"); err == nil {
		p.AddBrotli(br)
	}
	if gz, err := fs.ReadFile(client, name+".gz"); err == nil {
		p.AddGzip(gz)
	}
	return p
}

// cacheControl lets browsers keep a file whose name holds its hash for good, and
// makes them ask about the others once in a while.
func cacheControl(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "public, max-age=3600, stale-while-revalidate=86400"
}

// Find returns the answer to an address, or nil if it is no asset's.
func (a *Assets) Find(address string) *payload.Payload {
	if read := a.files[address]; read != nil {
		return read()
	}
	return nil
}
