#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Profiles calibrate_bfs and prints instructions per pass of each loop point (calibrate_bfs.awk).
#
#   calibrate_bfs.sh VALGRIND CALIBRATE_BFS OUTPUT_DIRECTORY [SCALE [TRIALS]]
set -eu
valgrind=$1
program=$2
output=$3
scale=${4:-18}
trials=${5:-2}

profile=$output/calibrate_bfs.callgrind
points=$output/calibrate_bfs.points
"$valgrind" --quiet --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no \
  --toggle-collect='*BfsThread*HostThread*::trial*' --callgrind-out-file="$profile" \
  "$program" "$scale" "$trials" > "$points"
awk -f "$(dirname "$0")/calibrate_bfs.awk" "$points" "$profile"
