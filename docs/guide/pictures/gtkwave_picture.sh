#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A picture of a waveform without a screen: gtkwave_picture.sh FILE.fst FILE.gtkw OUT.png [SECONDS]
# Needs: apt-get install gtkwave xvfb xdotool imagemagick

set -euo pipefail

fst=$1 save=$2 picture=$3 wait=${4:-6}
size=1600x1000

coproc screen { exec Xvfb -displayfd 1 -screen 0 ${size}x24 2>/dev/null; }
read -r number <&"${screen[0]}"
server=$screen_PID
export DISPLAY=:$number
viewer=
trap 'kill ${viewer:+"$viewer"} "$server" 2>/dev/null || true' EXIT

gtkwave -f "$fst" -a "$save" >/dev/null 2>&1 &
viewer=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --class gtkwave | tail -n 1)
xdotool windowmove "$window" 0 0 windowsize "$window" "${size%x*}" "${size#*x}"
sleep "$wait"
kill -0 "$viewer"
import -window root "$picture"
convert "$picture" -colors 32 +dither "$picture"  # small enough for a page
