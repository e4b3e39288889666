# SPDX-License-Identifier: Apache-2.0
"""Logs of CXL.mem messages (docs/formats/cxl_log.md) as pandas frames."""

from pathlib import Path

from starnuma.files import BadInput

TITLE = "# starnuma.cxl_mem_log 1"
REQUESTS_TITLE = "# starnuma.cxl_request_log 1"
TEXTS = ("direction", "channel", "opcode", "meta_value", "snp_type", "address", "data")


def messages(file):
    """Returns a log, one row per message; a missing value is NA. `file` is CSV, or Parquet that
    `messages(csv).to_parquet(file)` has written, for which pandas needs pyarrow."""
    import pandas

    path = Path(file)
    if path.suffix == ".parquet":
        return pandas.read_parquet(path)
    return _read(path, TITLE)


def _read(path, title):
    import pandas

    with open(path, encoding="utf-8") as log:
        if log.readline().rstrip("\n") != title:
            raise BadInput(f"{path}: expected a log whose first line is \"{title}\"")
        names = log.readline().rstrip("\n").split(",")
    types = {name: "string" if name in TEXTS else "Int64" for name in names}
    return pandas.read_csv(path, comment="#", dtype=types)


def requests(log, ledgers=None):
    """Returns one row per Req or RwD that completed in a frame of messages(): host, line, opcode,
    transaction (`tag`), times of arrival and of the last completion at the head, and the number of BISnp
    that the device sent for it. The latency is the sum of a ledger: the time before the first BISnp, from
    there to the last BIRsp, and after it. A request without BISnp has the first part only, the others are
    NA.

    `ledgers`, a file of --log-requests, adds the ledger by kind of the host's access, from its core to the data:
    `access_ps` and its parts. Evictions, and accesses of the operating system, have NA there."""
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
    rows = rows.reset_index(drop=True)
    if ledgers is None:
        return rows
    accesses = _read(Path(ledgers), REQUESTS_TITLE).rename(columns={"done_ps": "access_done_ps"})
    return rows.merge(accesses, on=keys, how="left")
