#!/bin/sh
# Runs the migrations of a release as a job, before the release is rolled out, and prints the log of the job.
# Fails as soon as the job fails: the servers of the release before go on.
set -eu
limit=${LIMIT_SECONDS:-900}
job=$(kubectl create -f "$(dirname "$0")/migrate.yaml" -o name)
deadline=$(($(date +%s) + limit))
while :; do
  # A question that fails is asked again until the limit; kubectl prints its error.
  state=$(kubectl get "$job" --request-timeout=5s -o 'jsonpath={.status.conditions[?(@.status=="True")].type}') || state=''
  case " $state " in
    *" Complete "*)
      kubectl logs "$job"
      exit 0
      ;;
    *" Failed "*)
      kubectl logs "$job" >&2 || echo "The job left no log." >&2
      echo "$job failed. Nothing was rolled out." >&2
      exit 1
      ;;
  esac
  if [ "$(date +%s)" -ge "$deadline" ]; then
    echo "$job has neither completed nor failed within $limit s: kubectl describe $job" >&2
    exit 1
  fi
  sleep 2
done
