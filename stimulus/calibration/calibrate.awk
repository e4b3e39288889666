# SPDX-License-Identifier: Apache-2.0
# Joins the output of calibrate_programs with its callgrind profile: instructions per pass of each
# point.
#
#   awk -f calibrate.awk points.txt callgrind.out
#
# Needs a profile with --dump-instr=yes --compress-strings=no --compress-pos=no. An instruction of
# a loop function is identified by its number of executions, which is that of a point, or the
# difference of two points. All instructions are assigned to points, so the sums are exact. Points
# with an equal number of passes cannot be distinguished and share a row.

function size_of_step(a, b) { return a > b ? log(a / b) : log(b / a) }

# Returns the loop of a compiled function; "library" if it is not a loop.
function loop_of(name,    l) {
  for (l in loops) if (name ~ ("(^|[^A-Za-z_0-9])" l "<")) return l
  return "library"
}

$1 == "run" { units = $2; unit = $3; next }

$1 == "point" {
  what = $6
  for (i = 7; i <= NF; ++i) what = what " " $i
  loops[$2] = 1
  charged[$2] += $4 + $3 * $5
  for (g = 1; g <= groups; ++g) {
    if (loop[g] != $2 || passes[g] != $3) continue
    operations[g] += $4
    constant[g] = constant[g] "+" $5
    label[g] = label[g] " + " what
    next
  }
  loop[++groups] = $2
  passes[groups] = $3
  operations[groups] = $4
  constant[groups] = $5
  label[groups] = what
  next
}

/^fn=/ { current = loop_of($0); next }
/^calls=/ { skip = 1; next }  # the next line is the callee's cost

# One address has several lines, one for each way control came there.
/^0x/ {
  if (skip) { skip = 0; next }
  if (!(($1, current) in executions)) { address[++addresses] = $1; owner[addresses] = current }
  executions[$1, current] += $3
}

# Finds the point, or the difference of two, that was passed as often as the instruction ran.
function attribute(where, count,    g, h, step, best, less, nearest) {
  measured[where] += count
  best = less = 0
  for (g = 1; g <= groups; ++g) {
    if (loop[g] != where || passes[g] == 0) continue
    step = size_of_step(count, passes[g])
    if (best == 0 || step < nearest) { best = g; less = 0; nearest = step }
    for (h = 1; h <= groups; ++h) {
      if (loop[h] != where || passes[h] == 0 || passes[h] >= passes[g]) continue
      step = 0.02 + size_of_step(count, passes[g] - passes[h])
      if (step < nearest) { best = g; less = h; nearest = step }
    }
  }
  executed[best] += count
  if (less != 0) {
    executed[best] += passes[less]
    executed[less] -= passes[less]
  }
}

END {
  for (a = 1; a <= addresses; ++a) attribute(owner[a], executions[address[a], owner[a]])
  printf "%-18s %-42s %10s %9s %11s %9s %8s\n", "loop", "per", "passes", "measured", \
         "operations", "work(n)", "charged"
  for (g = 1; g <= groups; ++g) {
    if (passes[g] == 0) continue
    printf "%-18s %-42s %10d %9.2f %11.2f %9.2f %8s\n", loop[g], label[g], passes[g],
           executed[g] / passes[g], operations[g] / passes[g],
           (executed[g] - operations[g]) / passes[g], constant[g]
  }
  printf "\n%-18s instructions per unit of work (%s): measured, charged\n", "loop", unit
  for (g = 1; g <= groups + 1; ++g) {
    name = g > groups ? "library" : loop[g]
    if (name in printed) continue
    printed[name] = 1
    printf "%-18s %8.2f %8.2f\n", name, measured[name] / units, charged[name] / units
    measured_sum += measured[name]
    charged_sum += charged[name]
  }
  printf "%-18s %8.2f %8.2f\n", "total", measured_sum / units, charged_sum / units
}
