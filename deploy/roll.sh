#!/bin/sh
# Updates both servers, one after the other, each only when the other is ready. Migrations run with the first.
# A server that is not ready within LIMIT_SECONDS ends the roll: the other one still serves the old release.
set -eu
cd "$(dirname "$0")"
limit=${LIMIT_SECONDS:-300}
docker compose build server-1
for name in server-1 server-2; do
  docker compose up -d --no-deps --no-build "$name"
  echo "waiting for $name"
  left=$limit
  until docker compose exec -T "$name" node --eval \
    "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; do
    if [ "$left" -le 0 ]; then
      docker compose logs --tail 20 "$name" >&2
      echo "$name is not ready after $limit s. No other server was touched." >&2
      exit 1
    fi
    left=$((left - 1))
    sleep 1
  done
done
