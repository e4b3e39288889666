#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Profiles programs and prints instructions per pass of each point of their loops (calibrate.awk).
#
#   calibrate.sh VALGRIND CALIBRATE_PROGRAMS OUTPUT_DIRECTORY [PROGRAM...]
#
# The profile of a program covers the function `trial` of its thread class.
set -eu
valgrind=$1
calibrate=$2
output=$3
shift 3
[ $# -gt 0 ] || set -- $("$calibrate")

for program in "$@"; do
  profile=$output/calibrate_$program.callgrind
  points=$output/calibrate_$program.points
  "$valgrind" --quiet --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no \
    --toggle-collect='*Thread*HostThread*::trial*' --callgrind-out-file="$profile" \
    "$calibrate" "$program" > "$points"
  printf '\n%s\n' "$program"
  awk -f "$(dirname "$0")/calibrate.awk" "$points" "$profile"
done
