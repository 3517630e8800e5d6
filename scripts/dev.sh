#!/usr/bin/env bash
# Usage: LISTEN=HOST:PORT DATA=DIR dev.sh
# Vite listens for the browser and hands on to the Go server what is not front
# end. Changes of the front end show at once; for Go, stop and start again.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/check-port.sh "$LISTEN"
backend=127.0.0.1:$(node scripts/free-port.mjs)

# The server has to know the origin that the browser sees.
PERIMETER_BASE_URL=http://$LISTEN bin/perimeter serve --data "$DATA" --listen "$backend" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true' EXIT
trap 'exit 0' INT TERM

cd web
PERIMETER_BACKEND=http://$backend node_modules/.bin/vite --host "${LISTEN%:*}" --port "${LISTEN##*:}" --strictPort
