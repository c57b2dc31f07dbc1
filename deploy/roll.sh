#!/bin/sh
# Updates both servers, one after the other: the second only when the first is ready. Migrations run with the first.
# A server that is not ready within LIMIT_SECONDS ends the roll.
set -eu
cd "$(dirname "$0")"
limit=${LIMIT_SECONDS:-300}
docker compose build server-1
for name in server-1 server-2; do
  docker compose up -d --no-deps --no-build "$name"
  echo "waiting for $name"
  deadline=$(($(date +%s) + limit))
  # A server that accepts the request and never answers must not outlast the limit.
  until docker compose exec -T "$name" node --eval \
    "fetch('http://127.0.0.1:3000/readyz', { signal: AbortSignal.timeout(5000) }).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; do
    if [ "$(date +%s)" -ge "$deadline" ]; then
      docker compose logs --tail 20 "$name" >&2
      case $name in
        server-1) others='The new release may have migrated the database. server-2 was not touched.' ;;
        *) others='server-1 already serves the new release.' ;;
      esac
      echo "$name is not ready after $limit s. $others" >&2
      exit 1
    fi
    sleep 1
  done
done
