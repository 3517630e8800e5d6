#!/usr/bin/env bash
# Usage: install-tool.sh PACKAGE@VERSION FILE
# Builds a Go command from source, with GCFLAGS if set, and leaves it at FILE.
set -euo pipefail

package=$1 file=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The tool is another module, for which our GOFLAGS may be wrong. Without cgo, sqlc
# has PostgreSQL's parser as WebAssembly and need not compile it from C, which takes
# minutes.
GOBIN=$folder GOFLAGS='' CGO_ENABLED=0 go install -trimpath ${GCFLAGS:+"-gcflags=$GCFLAGS"} "$package"
mkdir -p "$(dirname "$file")"
# Another clone may build the same tool: only the last step is visible to it.
mv "$folder"/* "$file.$$"
mv "$file.$$" "$file"
