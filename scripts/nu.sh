#!/usr/bin/env bash
# Usage: nu.sh FOLDER/vnu-VERSION.jar
# Checks the HTML of every public page with the Nu HTML checker. If the file is
# missing, it is fetched as an npm package: 30 MB are too many for node_modules.
# Needs a Java runtime.
set -euo pipefail

# Of the package of the version that the Makefile names.
integrity=TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA==

jar=$1
version=$(basename "${jar#*vnu-}" .jar)
if ! command -v java >/dev/null; then
  echo "The Nu HTML checker needs a Java runtime. On Debian: sudo apt-get install default-jre-headless" >&2
  exit 1
fi
work=$(mktemp -d)
server=
stop() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  wait
  rm -rf "$work"
}
trap stop EXIT

if [ ! -f "$jar" ]; then
  echo "• Fetching the Nu HTML checker"
  package=$(cd "$work" && npm pack --silent "vnu-jar@$version")
  if [ "$(openssl dgst -sha512 -binary "$work/$package" | base64 -w 0)" != "$integrity" ]; then
    echo "$package is not the file that was expected" >&2
    exit 1
  fi
  tar -xzf "$work/$package" -C "$work"
  mkdir -p "$(dirname "$jar")"
  mv "$work/package/build/dist/vnu.jar" "$jar"
fi

origin=http://127.0.0.1:$(node scripts/free-port.mjs)
bin/perimeter serve --data "$work/data" --listen "${origin#http://}" --base-url "$origin" >"$work/log" 2>&1 &
server=$!
until curl -sf "$origin/healthz" >/dev/null; do
  if ! kill -0 "$server" 2>/dev/null; then
    cat "$work/log" >&2
    exit 1
  fi
  sleep 0.2
done

# Every page that search engines get, and those that they do not.
mapfile -t paths < <(curl -sf "$origin/sitemap.xml" | grep -o '<loc>[^<]*' | sed "s|<loc>$origin||")
paths+=(/login /admin /no/such/page /services/none /blog/none '/blog?page=0')
mkdir "$work/pages"
for path in "${paths[@]}"; do
  name=${path//[^a-z0-9-]/_}
  curl -s "$origin${path:-/}" -o "$work/pages/$name.html"
done
echo "• Checking ${#paths[@]} pages"
# Left aside: its CSS parser is older than what browsers understand, such as @layer and
# color-mix; React writes void elements with a slash, which changes nothing; and a
# sandbox with allow-same-origin confines a frame of another site, as ours all are.
ignored='.*CSS: .*|Trailing slash on void elements .*|.*attribute “sandbox” on element “iframe”.*'
java -jar "$jar" --stdout --skip-non-html --filterpattern "$ignored" "$work/pages" | tee "$work/findings"
[ ! -s "$work/findings" ] || exit 1
echo "No errors and no warnings"
