#!/usr/bin/env bash
# Usage: packages.sh PROGRAM...
# Installs the Debian packages of missing programs if it has the permission, and
# otherwise says what to install.
set -euo pipefail

have() { command -v "$1" >/dev/null 2>&1; }

# installed PROGRAM: reports whether the program is installed.
installed() {
  case $1 in
    compiler) have cc ;;
    chromium) have chromium || have chromium-browser || have google-chrome ;;
    chromium-headless-shell) have chromium-headless-shell ;;
    postgresql) have initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null ;;
    nginx) have nginx || [ -x /usr/sbin/nginx ] ;;
    systemd-analyze) have systemd-analyze ;;
    wrk) have wrk ;;
    h2load) have h2load ;;
    strace) have strace ;;
    *)
      echo "packages.sh: unknown program: $1" >&2
      exit 2
      ;;
  esac
}

# packages PROGRAM: prints the names of its Debian packages.
packages() {
  case $1 in
    compiler) echo gcc libc6-dev ;;
    nginx) echo nginx-light ;;
    systemd-analyze) echo systemd ;;
    h2load) echo nghttp2-client ;;
    *) echo "$1" ;;
  esac
}

missing=()
for program in "$@"; do
  installed "$program" || read -ra missing <<<"${missing[*]-} $(packages "$program")"
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! have apt-get; then
  echo "Please install these packages and try again: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "Please run this and try again: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo -n)
fi

echo "• Installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get -qq update
"${as_root[@]}" apt-get -qq install -y --no-install-recommends \
  -o DPkg::Lock::Timeout=120 "${missing[@]}" >/dev/null
