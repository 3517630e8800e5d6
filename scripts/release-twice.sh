#!/usr/bin/env bash
# Builds the release for one platform from two copies of the sources in different
# folders, and fails unless all files are identical. Needs the built front end.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in one another/and-deeper; do
  mkdir -p "$work/$name/web"
  cp -R cmd internal scripts go.mod go.sum "$work/$name/"
  (cd web && find . -path ./node_modules -prune -o \( -name '*.go' -o -name package-lock.json -o -path './dist/*' -o -path './src/*' \) -type f -print0 |
    xargs -0 cp --parents -t "$work/$name/web")
  (cd "$work/$name" && OUT=dist VERSION=twice PGO=off scripts/release.sh "$(go env GOHOSTOS)/$(go env GOHOSTARCH)")
done
diff -r "$work/one/dist" "$work/another/and-deeper/dist"
echo "Both folders have made the same files."
