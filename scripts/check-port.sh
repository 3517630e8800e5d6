#!/usr/bin/env bash
# Usage: check-port.sh HOST:PORT
# Fails with advice when something already listens there.
set -euo pipefail

listen=$1
host=${listen%:*} port=${listen##*:}
if (exec 3<>"/dev/tcp/${host:-127.0.0.1}/$port") 2>/dev/null; then
  echo "Something already listens on $listen." >&2
  echo "Stop it, or choose another address: make run LISTEN=127.0.0.1:$((port + 1))" >&2
  exit 1
fi
