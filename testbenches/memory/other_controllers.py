#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Brings streams of `starnuma bench memory` to another DRAM controller.

  ramulator-trace TRACE.csv        requests for Ramulator 2.1's ReadWriteTrace, mapped by our mapping
  dramsys-trace TRACE.csv --clock-mhz N
                                   requests for a DRAMSys trace player (.stl), at their issue times
  ramulator-config PART.yaml       Ramulator 2.1 configuration (JSON) with every timing of the part

TRACE.csv comes from `starnuma bench memory PART --stream STREAM --trace TRACE.csv`. All write to
standard output. ramulator-config needs the Python package of a Ramulator 2.1 checkout on PYTHONPATH
(CHECKOUT/python, commit c5b1c3a). The guide has the whole procedure.
"""

import argparse
import csv
import json
import sys
from pathlib import Path

COLUMNS = ["order", "time_ps", "address", "command", "channel", "subchannel", "rank", "bank_group",
           "bank", "row"]
COMMANDS = {"read": "R", "write": "W"}


class BadInput(Exception):
    """One line that says what is wrong."""


def rows_of(path):
    """The requests of a trace, each a mapping of column to text."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = [(number, line) for number, line in enumerate(file, 1) if not line.startswith("#")]
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not text"
        raise BadInput(f"{path}: {reason}") from error
    cells = list(csv.reader(line for _, line in lines))
    if not cells or cells[0] != COLUMNS:
        raise BadInput(f"{path}:{lines[0][0] if lines else 1}: expected the header {','.join(COLUMNS)}")
    for (number, _), row in zip(lines[1:], cells[1:]):
        try:
            if len(row) != len(COLUMNS) or row[3] not in COMMANDS:
                raise ValueError
            for column, text in zip(COLUMNS, row):
                if column != "command":
                    int(text, 0)
        except ValueError:
            raise BadInput(f"{path}:{number}: expected {','.join(COLUMNS)}") from None
        yield dict(zip(COLUMNS, row))


def ramulator_trace(options):
    for row in rows_of(options.trace):
        # A controller of ours is a data bus: a channel of Ramulator, or a pseudo channel of HBM.
        place = [row["subchannel"], row["rank"], row["bank_group"], row["bank"], row["row"], "0"]
        if options.pseudo_channels:
            place[:2] = [row["channel"], row["subchannel"]]
        elif row["channel"] != "0":
            raise BadInput(f"{options.trace}: expected the trace of one channel")
        print(COMMANDS[row["command"]], ",".join(place))


def dramsys_trace(options):
    for row in rows_of(options.trace):
        cycle = int(row["time_ps"]) * options.clock_mhz // 1_000_000
        print(f"{cycle}:\t{row['command']}\t{row['address']}")


def clocks(part, name):
    """A timing of the part, a whole number of clocks."""
    try:
        return int(str(part[name]).split()[0])
    except (KeyError, ValueError):
        raise BadInput(f"missing or wrong field {name}, expected a number of cycles") from None


def read_part(path, sets):
    import yaml
    try:
        part = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadInput(f"{path}: cannot be read") from error
    if not isinstance(part, dict) or part.get("kind") != "part" or "standard" not in part:
        raise BadInput(f"{path}: expected a part of kind memory channel with its standard")
    for item in sets:
        name, equals, value = item.partition("=")
        if not equals or name not in part:
            raise BadInput(f"--set {item}: expected FIELD=VALUE with a field of the part")
        part[name] = value
    return part


# Field of a part -> parameter of Ramulator, where all standards name it alike.
COMMON = {"burst": "nBL", "t_cl": "nCL", "t_rp": "nRP", "t_ras": "nRAS", "t_rc": "nRC", "t_wr": "nWR",
          "t_cwl": "nCWL", "t_ccd_s": "nCCDS", "t_ccd_l": "nCCDL", "t_rrd_s": "nRRDS",
          "t_rrd_l": "nRRDL", "t_wtr_s": "nWTRS", "t_wtr_l": "nWTRL", "t_faw": "nFAW", "t_rfc": "nRFC",
          "t_refi": "nREFI"}
# Standard -> module, class, organisation and speed that the timings replace, read-to-write latency.
STANDARDS = {
    "DDR4": ("ddr4", "DDR4", "DDR4_8Gb_x8", "DDR4_3200AA", "nCL + nBL + 2 - nCWL"),
    "DDR5": ("ddr5", "DDR5", "DDR5_16Gb_x8", "DDR5_4800BN", "nCL + nBL + 2 - nCWL + 2"),
    "HBM2E": ("hbm2", "HBM2", "HBM2_8Gb", "HBM2_2400Mbps", "nCL + nBL + 2 - nCWL"),
}
REFRESH = {"disabled": "NoRefresh", "all_bank": "AllBank", "per_bank": "PerBank"}


def timings_of(part):
    timings = {theirs: clocks(part, ours) for ours, theirs in COMMON.items()}
    if part["standard"] == "HBM2E":
        banks = int(part["subchannels"]) * int(part["bank_groups"]) * int(part["banks_per_group"])
        return {**timings, "nRCDRD": clocks(part, "t_rcd"), "nRCDWR": clocks(part, "t_rcd"),
                "nRTPL": clocks(part, "t_rtp"), "nRFCpb": clocks(part, "t_rfc_sb"), "nRREFD": 1,
                "nREFIpb": clocks(part, "t_refi_sb") // banks,
                "tCK_ps": round(1e12 / frequency(part))}
    timings |= {"nRCD": clocks(part, "t_rcd"), "nRTP": clocks(part, "t_rtp"),
                "nCS": clocks(part, "rank_gap"), "rank": int(part["ranks"])}
    if part["standard"] == "DDR5":
        timings |= {"nCCDS_WR": clocks(part, "t_ccd_s_wr"), "nCCDL_WR": clocks(part, "t_ccd_l_wr")}
    return timings


def frequency(part):
    value, unit = str(part["clock"]).split()
    return float(value) * {"MHz": 1e6, "GHz": 1e9}[unit]


def device(part):
    """The DRAM of a configuration: a preset whose timings are those of the part."""
    from importlib import import_module
    from ramulator.dram.spec import TimingConstraint
    module, name, organisation, speed, turnaround = STANDARDS[part["standard"]]
    base = getattr(import_module(f"ramulator.dram.{module}"), name)
    ours = f"nCL + nBL + {clocks(part, 'read_to_write_gap')} - nCWL"
    constraints = [
        TimingConstraint(c.level, c.preceding, c.following, ours if c.latency == turnaround else
                         c.latency, c.window, c.sibling) for c in base.timing_constraints]
    standard = type(name, (base,), {"name": base.name, "timing_constraints": constraints})
    made = standard(org_preset=organisation, timing_preset=speed, **timings_of(part)).to_config()
    made["org"]["count"][4:] = [1 << 22, 1 << 10]  # rows for every line of a stream
    return made


def ramulator_config(options):
    part = read_part(options.part, options.set)
    if part["standard"] not in STANDARDS:
        raise BadInput(f"{options.part}: no standard of Ramulator 2.1 for {part['standard']}; there "
                       f"are {', '.join(STANDARDS)}")
    if part["refresh"] not in REFRESH:
        raise BadInput(f"{options.part}: no refresh {part['refresh']} in Ramulator 2.1")
    if part["page_policy"] != "open":
        print("note: Ramulator 2.1 has no such page policy as " + part["page_policy"] +
              ", rows stay open", file=sys.stderr)
    buses = int(part["subchannels"])
    pseudo = part["standard"] == "HBM2E"  # its controller serves all pseudo channels
    nodes = buses if pseudo else int(part["ranks"])
    refresh = {"impl": REFRESH[part["refresh"]]}
    if refresh["impl"] == "AllBank" and nodes > 1:
        refresh["scatter_interval"] = clocks(part, "t_refi") // nodes
    shared = buses if pseudo else 1
    buffer = int(part["write_buffer"])
    controller = {
        "impl": "HBM12" if pseudo else "GenericDDR", "dram": device(part),
        "scheduler": {"impl": "FRFCFS-RowHit"}, "refresh_manager": refresh,
        "row_policy": {"impl": "Open"}, "addr_mapper": {"impl": "PassThroughAddrMapper"},
        "read_buffer_size": options.queue * shared, "write_buffer_size": buffer * shared,
        "wr_high_watermark": int(part["write_high"]) / buffer,
        "wr_low_watermark": int(part["write_low"]) / buffer}
    frontend = {"impl": "External", "clock_ratio": 1}
    if options.trace:
        frontend = {"impl": "ReadWriteTrace", "clock_ratio": 1, "path": options.trace}
    print(json.dumps({
        "frontend": frontend,
        "memory_system": {"impl": "GenericDRAM", "clock_ratio": 1,
                          "channel_mapper": {"impl": "PassThroughChannelMapper"},
                          "controllers": [controller] * (1 if pseudo else buses)}}, indent=1))


def parser():
    made = argparse.ArgumentParser(description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = made.add_subparsers(required=True, metavar="COMMAND")
    ramulator = commands.add_parser("ramulator-trace")
    ramulator.add_argument("trace", metavar="TRACE.csv")
    ramulator.add_argument("--pseudo-channels", action="store_true", help="of HBM")
    ramulator.set_defaults(run=ramulator_trace)
    dramsys = commands.add_parser("dramsys-trace")
    dramsys.add_argument("trace", metavar="TRACE.csv")
    dramsys.add_argument("--clock-mhz", type=int, required=True, help="clock of the trace player")
    dramsys.set_defaults(run=dramsys_trace)
    config = commands.add_parser("ramulator-config")
    config.add_argument("part", metavar="PART.yaml")
    config.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE")
    config.add_argument("--queue", type=int, default=64, help="reads that a data bus queues")
    config.add_argument("--trace", metavar="FILE", help="replay this trace")
    config.set_defaults(run=ramulator_config)
    return made


def main(words=None):
    options = parser().parse_args(words)
    try:
        options.run(options)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        print(f"no Python module {error.name}: ramulator-config needs PyYAML and a Ramulator 2.1 "
              "checkout on PYTHONPATH", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
