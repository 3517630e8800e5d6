#!/usr/bin/env bash
# Usage: release.sh OS/ARCHITECTURE...
# Builds the program for the platforms into the folder dist (OUT), with SHA-256 sums and,
# for each, a bill of materials in the format of CycloneDX. Needs the built front end.
# Nothing in the files depends on the folder, the time or the machine, so that anybody
# can build them again and compare the sums.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${OUT:-dist}
mkdir -p "$out"
rm -f "$out"/perimeter-* "$out/SHA256SUMS"
export CGO_ENABLED=0 GOFLAGS=-mod=readonly GOAMD64=v1 GOARM64=v8.0
for platform in "$@"; do
  os=${platform%/*} architecture=${platform#*/}
  file=perimeter-$os-$architecture
  [ "$os" != windows ] || file=$file.exe
  echo "• Building $file"
  # -buildvcs=false: a copy of the sources without git makes the same file.
  # -buildid=: it would contain hashes of the folder in some linkers.
  GOOS=$os GOARCH=$architecture go build -tags nodynamic -trimpath -buildvcs=false -pgo="${PGO:-auto}" \
    -ldflags "-s -w -buildid= -X main.version=${VERSION:-unknown}" -o "$out/$file" ./cmd/perimeter
  go version -m "$out/$file" | node scripts/sbom.mjs web/package-lock.json "${VERSION:-unknown}" >"$out/$file.cdx.json"
done
(cd "$out" && sha256sum perimeter-* >SHA256SUMS)
echo "• Wrote $out/SHA256SUMS"
