#!/usr/bin/env bash
# Run a command beside N busy loops, as on a machine that does other things too: test/support/busy.sh [-n 4] npm test
set -u
loops=4
if [ "${1:-}" = '-n' ]; then
  loops=$2
  shift 2
fi
busy=()
trap 'kill "${busy[@]}" 2>/dev/null' EXIT
for ((n = 0; n < loops; n++)); do
  (while :; do :; done) &
  busy+=($!)
done
"$@"
