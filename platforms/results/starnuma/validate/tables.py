# SPDX-License-Identifier: Apache-2.0
"""The comparison as text and as data."""

LIMITS = {"idle": 0.02, "saturated": 0.07, "knee": 0.10, "mean": 0.12}  # largest differences that count as
                                                                        # near, as shares
MARKED = ("! marks more than {idle:.0%} (idle), {saturated:.0%} (saturated), {knee:.0%} (knee: twice the idle latency) or "
          "{mean:.0%} (mean error of latency below it)").format(**LIMITS).replace("%", " %")
# (name in LIMITS, key of a row, title)
CURVES = (("idle", "idle_ns", "idle, ns"), ("saturated", "saturated_gb_per_s", "saturated, GB/s"),
          ("knee", "knee_gb_per_s", "knee, GB/s"))
# (key of a row, title)
LINKS = (("unloaded_ns", "unloaded, ns"), ("gb_per_s", "GB/s"), ("loaded_ns", "at full load, ns"))


def mark(what, value):
    return " " if value is None or abs(value) <= LIMITS[what] else "!"


def percent(value):
    return "     -" if value is None else f"{100 * value:+5.1f}%"


def number(value):
    return "-" if value is None else f"{value:.1f}"


def row_of(system, share, ours, measured, difference):
    """Returns the data of one curve."""
    return {
        "system": system.name, "read_share": share,
        "idle_ns": [ours.idle, measured.idle, difference.idle],
        "saturated_gb_per_s": [ours.saturated, measured.saturated, difference.saturated],
        "knee_gb_per_s": [ours.knee, measured.knee, difference.knee],
        "mean_error": difference.mean, "worst_error": list(difference.worst)[::-1],
    }


HEAD = "  ".join([f"{'system':<22}{'reads':>6}", *(f"{title:>22}" for _, _, title in CURVES),
                  f"{'error below the knee':>26}"])


def line(row):
    """Returns a text line of one curve: ours, measured, difference; `!` marks a value that is not near."""
    cells = []
    for what, key, _ in CURVES:
        ours, measured, difference = row[key]
        cells.append(f"{number(ours):>6} {number(measured):>6} {percent(difference):>6}"
                     f"{mark(what, difference)} ")
    worst, at = row["worst_error"]
    error = (f"mean {100 * row['mean_error']:4.1f}%{mark('mean', row['mean_error'])} "
             f"worst {percent(worst)} at {at:g}")
    return f"{row['system']:<22}{row['read_share']:>5}%  " + "  ".join(cells) + "  " + error


def link_row(link, rows):
    last = rows[-1]
    return {"link": link.name,
            "unloaded_ns": [rows[0]["least_latency_ns"], link.unloaded],
            "gb_per_s": [last["achieved_gb_per_s"], link.bandwidth],
            "loaded_ns": [last["latency_ns"], link.loaded]}


def link_line(row):
    cells = []
    for key, name in LINKS:
        ours, measured = row[key]
        cells.append(f"{name}: {ours:.1f} {measured:g} {percent(ours / measured - 1)}")
    return f"{row['link']:<22}" + "   ".join(cells)


def cells(ours_measured_difference):
    ours, measured, difference = ours_measured_difference
    return f"{number(ours)} | {number(measured)} | {percent(difference).strip()}"


def markdown(rows, link_rows):
    """Returns the rows as tables of a page."""
    lines = ["| system | reads | idle, ns | measured | | saturated, GB/s | measured | | knee, GB/s | "
             "measured | | mean error | worst |", "|" + "---|" * 13]
    for row in rows:
        worst, at = row["worst_error"]
        lines.append(f"| `{row['system']}` | {row['read_share']} % | {cells(row['idle_ns'])} | "
                     f"{cells(row['saturated_gb_per_s'])} | {cells(row['knee_gb_per_s'])} | "
                     f"{100 * row['mean_error']:.1f} % | {percent(worst).strip()} at {at:g} |")
    if link_rows:
        lines += ["", "| link | unloaded, ns | measured | GB/s | measured | at full load, ns | "
                  "measured | |", "|" + "---|" * 8]
    for row in link_rows:
        values = [f"{row[key][0]:.1f} | {row[key][1]:g}" for key, _ in LINKS]
        ours, measured = row["loaded_ns"]
        lines.append(f"| `{row['link']}` | {' | '.join(values)} | "
                     f"{percent(ours / measured - 1).strip()} |")
    return "\n".join(lines) + "\n"
