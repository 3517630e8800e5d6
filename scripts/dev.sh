#!/usr/bin/env bash
# Usage: LISTEN=HOST:PORT DATA=DIR dev.sh
# The browser talks to Vite, which proxies everything but the front end to the Go
# server. Front-end changes show at once; Go changes need a restart.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/check-port.sh "$LISTEN"
backend=127.0.0.1:$(node scripts/free-port.mjs)

# The server needs the origin that the browser sees.
PERIMETER_BASE_URL=http://$LISTEN bin/perimeter serve --data "$DATA" --listen "$backend" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null || true' EXIT
trap 'exit 0' INT TERM

cd web
PERIMETER_BACKEND=http://$backend node_modules/.bin/vite --host "${LISTEN%:*}" --port "${LISTEN##*:}" --strictPort
