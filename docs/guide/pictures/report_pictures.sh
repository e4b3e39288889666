#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The guide's pictures of a report: report_pictures.sh results/demo/report.html
# Needs what ./starnuma installs: chromium, chromium-driver, python3-selenium, imagemagick

set -euo pipefail

page=$1
here=$(dirname -- "$(readlink -f -- "$0")")
browser=$here/../../../tests/results/browser.py

# picture NAME COLOURS OPTIONS...
picture() {
  local file=$here/$1.png colours=$2
  shift 2
  /usr/bin/python3 -B "$browser" "$page" "$file" "$@"
  convert "$file" -colors "$colours" +dither -define png:compression-level=9 "$file"
}

picture report 64 --width 1200 --only header '#latency-breakdown'
picture report_slowest 32 --width 1200 --only '#slowest-accesses h2' '#slowest-accesses .scroll' \
  '#slowest-accesses pre'
picture report_machine 64 --width 1000 --only '#machine h2' '#machine figure'
picture report_busiest 32 --width 1000 --only '#utilisation caption' \
  '#utilisation tbody tr:nth-child(8)'
picture report_phone 48 --width 390 --dark --only header '#latency-breakdown figure'
