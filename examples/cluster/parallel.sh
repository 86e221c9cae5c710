#!/bin/sh
# As xargs.sh, with GNU parallel, which tries a shard that failed again by itself:
#
#   parallel.sh 10 4 runs/a tournament --game 9-2-5 --bots heuristic,greedy --blocks 100000
#
# For machines that share the folder, add --sshlogin and --workdir to the words of parallel.

set -eu
shards=$1 jobs=$2 parts=$3
shift 3
program=${THREEHAND:-threehand}
seq "$shards" | parallel -q -j "$jobs" --retries 3 \
    "$program" "$@" --shard "{}/$shards" --out "$parts/{}" --threads 1 --quiet --die-with-parent >&2
exec "$program" merge "$parts" --out "$parts/whole" --force --quiet
