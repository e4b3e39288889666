# SPDX-License-Identifier: Apache-2.0
"""Logs of CXL.mem messages (docs/formats/cxl_log.md) as pandas frames."""

from pathlib import Path

from starnuma.files import BadInput

TITLE = "# starnuma.cxl_mem_log 1"
TEXTS = ("direction", "channel", "opcode", "meta_value", "snp_type", "address", "data")


def messages(file):
    """Returns a log, one row per message; a missing value is NA. `file` is CSV, or Parquet that
    `messages(csv).to_parquet(file)` has written, for which pandas needs pyarrow."""
    import pandas

    path = Path(file)
    if path.suffix == ".parquet":
        return pandas.read_parquet(path)
    with open(path, encoding="utf-8") as log:
        if log.readline().rstrip("\n") != TITLE:
            raise BadInput(f"{path}: expected a log whose first line is \"{TITLE}\"")
        names = log.readline().rstrip("\n").split(",")
    types = {name: "string" if name in TEXTS else "Int64" for name in names}
    return pandas.read_csv(path, comment="#", dtype=types)


def requests(log):
    """Returns one row per Req or RwD that completed in a frame of messages(): host, line, opcode,
    transaction (`tag`), times of arrival and of the last completion at the head, and the number of BISnp
    that the device sent for it. The latency is the sum of a ledger: the time before the first BISnp, from
    there to the last BIRsp, and after it. A request without BISnp has the first part only, the others are
    NA."""
    import pandas

    sent = log[(log.direction == "M2S") & log.tag.notna()]
    done = log[(log.direction == "S2M") & log.tag.notna()]
    keys = ["tag", "address", "host"]
    rows = sent[["time_ps", "head", "opcode", "meta_value", *keys]].rename(columns={"time_ps": "begin_ps"})
    rows = rows.merge(done.groupby(keys, as_index=False).agg(end_ps=("time_ps", "max")), on=keys)
    rows["latency_ns"] = (rows.end_ps - rows.begin_ps) / 1000
    reads = rows.opcode == "MemRd"
    snoops = log[log.channel == "BISnp"].groupby("bi_tag").time_ps
    rows["snoops"] = rows.tag.map(snoops.size()).where(reads, pandas.NA).astype("Int64")
    rows.loc[reads, "snoops"] = rows.loc[reads, "snoops"].fillna(0)
    first = rows.tag.map(snoops.min()).where(reads)
    last = rows.tag.map(log[log.channel == "BIRsp"].groupby("bi_tag").time_ps.max()).where(reads)
    rows["before_snoops_ns"] = (first.fillna(rows.end_ps) - rows.begin_ps) / 1000
    rows["snoops_ns"] = (last - first) / 1000
    rows["after_snoops_ns"] = (rows.end_ps - last) / 1000
    return rows.reset_index(drop=True)
