#!/bin/sh
# A Debian in the folder given, by debootstrap, with this machine's own settings of packages: where apt and npm fetch from,
# and which authorities they trust. Writes its archive to standard output. For root.
set -eu
root=$1
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$(awk '/^URIs:/ { print $2; exit } /^deb / { print $2; exit }' /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null)
debootstrap --variant=minbase --include=ca-certificates "$release" "$root" "$mirror" >&2

rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d"
for place in sources.list sources.list.d; do [ ! -e "/etc/apt/$place" ] || cp -a "/etc/apt/$place" "$root/etc/apt/"; done
for file in /etc/apt/apt.conf.d/99*; do [ ! -e "$file" ] || cp "$file" "$root/etc/apt/apt.conf.d/"; done
# as Docker's own Debian images: no cache of packages in a layer
cat >"$root/etc/apt/apt.conf.d/docker-clean" <<'APT'
APT::Install-Recommends "false";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };
APT
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
# nodedir is a folder of this machine
[ ! -e "$HOME/.npmrc" ] || grep -v '^nodedir' "$HOME/.npmrc" >"$root/root/.npmrc" || :
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*
tar -C "$root" --numeric-owner -c .
