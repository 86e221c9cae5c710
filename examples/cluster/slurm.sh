#!/bin/sh
#SBATCH --job-name=threehand
#SBATCH --array=1-10
#SBATCH --cpus-per-task=4
#SBATCH --time=02:00:00
#SBATCH --requeue
#
# Plays one shard of a run for each task of a Slurm job array:
#
#   sbatch --array=1-10 slurm.sh runs/parts tournament --game 9-2-5 --bots heuristic,greedy --blocks 100000
#
# The same command goes on with shards that were stopped, and leaves finished ones as they are. To play only some shards
# again, say how many there are: SHARDS=10 sbatch --array=3,7 slurm.sh …
# When all are finished: threehand merge runs/parts --out runs/whole

set -eu
parts=$1
shift
exec "${THREEHAND:-threehand}" "$@" \
    --shard "$SLURM_ARRAY_TASK_ID/${SHARDS:-$SLURM_ARRAY_TASK_COUNT}" \
    --out "$parts/$SLURM_ARRAY_TASK_ID" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --quiet
