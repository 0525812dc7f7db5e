#!/usr/bin/env bash
# Installs the programs of other people that the tests run, listed in packages.txt. Without a program, `npm test` skips
# its tests and lists them at the end.
# For Debian and Ubuntu, as root or with sudo. Elsewhere it prints the reason and installs nothing.
# No service of a package is started: each test starts its program itself, on free ports of loopback.
set -euo pipefail
cd "$(dirname "$0")"

skip() {
  echo "test/real/install.sh: installs nothing, because $1." >&2
  exit 0
}

command -v apt-get >/dev/null || skip 'this system has no apt-get'
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  sudo --non-interactive true 2>/dev/null || skip 'this user is not root, and sudo would ask for a password'
  as_root=(sudo --non-interactive)
fi

missing=()
while read -r package; do
  dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
    missing+=("$package")
done < <(grep -v '^#' packages.txt)
if [ ${#missing[@]} -eq 0 ]; then
  echo 'test/real/install.sh: all programs are installed.'
  exit 0
fi

# A package asks this file whether it may start its service; 101 means no.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
  "${as_root[@]}" chmod +x "$policy"
fi

echo "test/real/install.sh: installs ${missing[*]}"
"${as_root[@]}" apt-get update --quiet --quiet
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install --yes --quiet --quiet --no-install-recommends "${missing[@]}" >/dev/null
