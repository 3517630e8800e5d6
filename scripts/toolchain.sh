#!/usr/bin/env bash
# Fails with advice if Go or Node is missing or too old.
set -euo pipefail
cd "$(dirname "$0")/.."

die() {
  printf '%s\n' "$@" >&2
  exit 1
}

# at_least WANTED FOUND: compares two versions.
at_least() {
  [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]
}

wanted_go=$(sed -n 's/^go //p' go.mod)
command -v go >/dev/null ||
  die "Go is not installed. Perimeter needs Go $wanted_go or newer: https://go.dev/dl"
# An older Go downloads the wanted version by itself, unless GOTOOLCHAIN forbids it.
found_go=$(go env GOVERSION 2>/dev/null | sed 's/^go//') || found_go=
if [ -z "$found_go" ] || ! at_least "$wanted_go" "$found_go"; then
  die "Go is too old: found ${found_go:-$(go version)}, need $wanted_go or newer: https://go.dev/dl"
fi

wanted_node=$(sed -nE 's/.*"node": *">=([0-9.]+)".*/\1/p' web/package.json)
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  die "Node.js is not installed. The build needs Node $wanted_node or newer: https://nodejs.org"
fi
found_node=$(node --version)
at_least "$wanted_node" "${found_node#v}" ||
  die "Node is too old: found $found_node, need $wanted_node or newer: https://nodejs.org"
