#!/usr/bin/env bash
# Usage: install-tool.sh PACKAGE@VERSION FILE
# Builds a Go command from source and leaves it at FILE.
set -euo pipefail

package=$1 file=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The tool is another module, for which our GOFLAGS may be wrong.
GOBIN=$folder GOFLAGS='' go install "$package"
mkdir -p "$(dirname "$file")"
mv "$folder"/* "$file"
