#!/usr/bin/env bash
# Usage: check-port.sh HOST:PORT
# Fails with advice if the port is in use.
set -euo pipefail

listen=$1
host=${listen%:*} port=${listen##*:}
if (exec 3<>"/dev/tcp/${host:-127.0.0.1}/$port") 2>/dev/null; then
  echo "$listen is already in use." >&2
  echo "Stop the other program or choose another port: make run LISTEN=127.0.0.1:$((port + 1))" >&2
  exit 1
fi
