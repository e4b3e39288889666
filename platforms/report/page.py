# SPDX-License-Identifier: Apache-2.0
"""The page: sections of figures and tables in one self-contained HTML file."""

from html import escape

import curves
import drawing
import figures
import latencies
import loaded
import phases
import sweeps
import tables
import timeline
import tracking

STYLE = """
:root { --ink: #1f2933; --soft: #616e7c; --line: #e4e7eb; --paper: #ffffff; --accent: #0b6e99; }
* { box-sizing: border-box; }
body { margin: 0; background: #f5f7fa; color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 26px; font-weight: 650; margin: 0; }
h2 { font-size: 17px; font-weight: 650; margin: 0 0 2px; }
h3 { font-size: 14px; font-weight: 600; margin: 14px 0 2px; }
header { margin-bottom: 24px; }
header p, section > p { margin: 0 0 12px; color: var(--soft); }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 8px;
  padding: 20px 24px; margin: 16px 0; overflow-x: auto; }
svg { display: block; width: 100%; height: auto; }
ul.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 6px 0 0; padding: 0;
  list-style: none; font-size: 13px; }
ul.legend i { display: inline-block; width: 22px; height: 11px; margin-right: 7px;
  background: var(--colour); border: 1px solid var(--colour); }
ul.legend i.hatched { background: repeating-linear-gradient(135deg, var(--colour) 0 1px,
  white 1px 4px); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
table.headline { width: 100%; }
th, td { padding: 5px 10px; text-align: right; border-bottom: 1px solid var(--line); }
th { font-weight: 500; }
thead th { color: var(--soft); font-size: 13px; }
thead tr:first-child th[colspan] { text-align: center; color: var(--accent); font-weight: 650; }
tbody th, td.text { text-align: left; }
tbody th { white-space: nowrap; }
.soft { color: var(--soft); font-weight: 400; }
sup { font-size: 10px; margin-left: 2px; }
code, pre { font: 12.5px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { margin: 8px 0; padding: 12px; background: #f5f7fa; border-radius: 6px; overflow-x: auto; }
summary { cursor: pointer; padding: 4px 0; }
table.all { font-size: 12.5px; margin: 4px 0 16px 16px; }
@media print { body { background: white; } section { break-inside: avoid; border: none; } }
"""


def page(runs, published, gains, sweep=None, note=""):
    """The whole document; gains are those of a comparison, None without one."""
    names = " and ".join(run.name for run in runs) if len(runs) < 3 else f"{len(runs)} machines"
    workloads = list(dict.fromkeys(run.workload for run in runs if run.workload))
    title = f"{', '.join(workloads)} on {names}" if workloads else names
    intro = (f"{escape(note)} AMAT counts demand accesses that miss the last-level cache, from the\n"
             "core's request to its data.")
    return document(title, intro, "\n".join(sections(runs, published, gains, sweep)))


def document(title, intro, body):
    """A self-contained HTML page; `intro` and `body` are HTML."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} – starnuma</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<header>
<h1>{escape(title)}</h1>
<p>starnuma report. {intro}</p>
</header>
{body}
</main>
</body>
</html>
"""


def sections(runs, published, gains, sweep=None):
    """The sections that have something to show."""
    basis = (" beside what is published; values marked d follow from published ones"
             if any(known.values for known in published) else "")
    candidates = [
        ("Sweep", "One field, one value after another; the rest is as in the experiment's file.",
         sweeps.figure(runs, sweep)),
        ("Headline", f"What was measured{basis}.",
         tables.headline(runs, published, gains)),
        ("Where the time of a miss goes", "Mean of all LLC misses, by kind; the parts sum to AMAT.",
         figures.latency_breakdown(runs, published)),
        ("Access mix", "Where the data of each LLC miss came from.",
         figures.access_mix(runs, published)),
        ("Latency by class", "Misses, mean latency, and what the same accesses cost unloaded.",
         tables.classes(runs, published)),
        ("Latency percentiles",
         "So many misses take no longer. Where queues form, waits are exact in the mean only and "
         "percentiles approximate.", latencies.percentiles(runs)),
        ("Loaded latency", "Latency under growing load, from none to all that the cores can.",
         loaded.family(runs)),
        ("Time line", "By interval of simulated time, from <code>intervals.csv</code>.",
         timeline.timeline(runs)),
        ("Phases", "What each phase cost and moved, from <code>phases.csv</code>; moves were planned at "
         "the end of the phase before. The last phase is cut short where the program ended.",
         phases.phases(runs)),
        ("Placement by home", "LLC misses by the home of their page, wherever the data came from.",
         figures.placement(runs)),
        ("Machine", "Links by how busy their busier direction is; squares are heads of a pool device.",
         drawing.drawings(runs)),
        ("Utilisation", "A bar is a direction of a link or a channel, busiest first; dashed: mean.",
         joined(curves.link_utilisation(runs), tables.busiest(runs))),
        ("Sharing", "How many sockets share a page, counted over pages and over misses.",
         curves.sharing(runs, published)),
        ("Tracking", "Metadata of the tracking hardware at the end of the measured window, beside what "
         "was true of it. Stores and atomics are not tracked.", tracking.fidelity(runs)),
        ("All statistics", "Everything in <code>stats.json</code>, by object.",
         tables.all_statistics(runs)),
        ("Configuration", "Run this file again for the same bytes.", configurations(runs)),
    ]
    return [f"<section>\n<h2>{name}</h2>\n<p>{sentence}</p>\n{content}\n</section>"
            for name, sentence, content in candidates if content]


def joined(*parts):
    return "\n".join(part for part in parts if part)


def configurations(runs):
    return "\n".join(f"<details><summary>{escape(run.name)}: <code>effective.yaml</code>"
                     f"</summary>\n<pre>{escape(run.effective)}</pre>\n</details>" for run in runs)
