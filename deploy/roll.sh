#!/bin/sh
# Updates both servers, one after the other, each only when the other is ready. Migrations run with the first.
set -eu
cd "$(dirname "$0")"
docker compose build server-1
for name in server-1 server-2; do
  docker compose up -d --no-deps --no-build "$name"
  echo "waiting for $name"
  until docker compose exec -T "$name" node --eval \
    "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; do
    sleep 1
  done
done
