// Package web owns the built front end that travels inside the binary, and the
// files that the server shares with it. It must not know how it is rendered or
// served.
package web

import (
	"embed"
	"io/fs"
)

// The prefix all: is for Vite's manifest, which lies in a folder with a dot.
//
//go:embed all:dist
var files embed.FS

// ClaimRules are the rules on restricted wording, which the server and the front
// end share.
//
//go:embed src/domain/admin/claims.json
var ClaimRules []byte

// Dist returns the output of the front-end build: client holds what browsers
// load, server what the rendering engine runs. Before a build it is empty.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // the name is a constant and valid
	}
	return dist
}
