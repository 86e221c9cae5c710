#!/bin/sh
# Plays the shards of a run on this machine, so many at a time, and merges them:
#
#   xargs.sh 10 4 runs/a tournament --game 9-2-5 --bots heuristic,greedy --blocks 100000
#
# plays ten shards, four at a time, each on one thread, into runs/a/1 to runs/a/10, and merges them into runs/a/whole.
# The same command goes on after anything was stopped.

set -eu
shards=$1 jobs=$2 parts=$3
shift 3
program=${THREEHAND:-threehand}
seq "$shards" | xargs -P "$jobs" -I{} \
    "$program" "$@" --shard "{}/$shards" --out "$parts/{}" --threads 1 --quiet --die-with-parent >&2
exec "$program" merge "$parts" --out "$parts/whole" --force --quiet
