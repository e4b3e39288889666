#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""run --log-pool, bench pool --log and check-log: logs of the platform pass, broken logs are one line each,
and Python reads a log."""

import importlib.util
import sys
import unittest

from cli import CliTest

import starnuma

STORM = ("bench", "pool", "storm", "--point", "lines4", "--time", "8 us", "--log", "storm.csv", "-o", "storm")
BFS = ("run", "starnuma16", "bfs:scale=10,trials=1", "--no-report", "--log-pool", "bfs.csv", "-o", "bfs")
TITLE = "# starnuma.cxl_mem_log 1"
HEADER = ("time_ps,device,head,host,direction,channel,opcode,meta_value,snp_type,address,tag,bi_tag,data,"
          "dev_load")
READ = "10,16,0,0,M2S,Req,MemRd,A,SnpInv,0x40,1,,,"
GRANT = "20,16,0,0,S2M,NDR,Cmp-E,,,0x40,1,,,"
GOOD = [TITLE, HEADER, READ, GRANT, "# end 2"]


def with_line(number, text):
    """Returns the good log with another line; lines count from 1."""
    return [*GOOD[:number - 1], text, *GOOD[number:]]


def with_field(name, text, line=3):
    fields = GOOD[line - 1].split(",")
    fields[HEADER.split(",").index(name)] = text
    return with_line(line, ",".join(fields))


BROKEN = [
    (with_line(1, "time_ps,opcode"), '1: expected "# starnuma.cxl_mem_log 1", found "time_ps,opcode"'),
    ([], '1: expected "# starnuma.cxl_mem_log 1", found ""'),
    ([TITLE], "2: the log is truncated: it has no line of columns"),
    (with_line(2, HEADER.replace("opcode", "opcod")), '2: unknown column "opcod", did you mean "opcode"?'),
    (with_line(2, HEADER.replace("bi_tag", "frobnicate")), '2: unknown column "frobnicate"'),
    (with_line(2, HEADER.replace("bi_tag", "tag")), '2: column "tag" occurs twice'),
    ([TITLE, "opcode,address,host"], '2: missing column "time_ps"'),
    ([TITLE, "time_ps,address,host"], '2: missing column "opcode"'),
    ([TITLE, "time_ps,opcode,host"], '2: missing column "address"'),
    ([TITLE, "time_ps,opcode,address"], '2: missing column "host" or "head"'),
    ([TITLE, "time_ps,opcode,address,host", "1,MemRd,0x40,0"],
     '3: missing column "meta_value" or "snp_type", which MemRd needs'),
    (with_line(3, READ + ","), "3: expected 14 fields, found 15"),
    (with_line(3, ""), "3: expected 14 fields, found 1"),
    (with_field("time_ps", "-1"),
     '3: time_ps: expected a whole number from 0 to 18446744073709551615, found "-1"'),
    (with_field("time_ps", ""),
     '3: time_ps: expected a whole number from 0 to 18446744073709551615, found ""'),
    (with_field("time_ps", "5", 4), "4: the log is not in order of time: 5 ps after 10 ps"),
    (with_field("host", "32"), '3: host: expected a whole number from 0 to 31, found "32"'),
    (with_field("host", "one"), '3: host: expected a whole number from 0 to 31, found "one"'),
    (with_field("opcode", "MemRead"), '3: opcode: unknown opcode "MemRead"'),
    (with_field("opcode", "Cmp-B", 4), '4: opcode: unknown opcode "Cmp-B", did you mean "Cmp-S"?'),
    (with_field("meta_value", "I"),
     '3: "MemRd": expected the meta_value and snp_type of HDM-DB, found "I" and "SnpInv"'),
    (with_field("snp_type", "SnpData"),
     '3: "MemRd": expected the meta_value and snp_type of HDM-DB, found "A" and "SnpData"'),
    (with_field("direction", "S2M"), '3: direction: expected "M2S" for MemRd, found "S2M"'),
    (with_field("channel", "DRS", 4), '4: channel: expected "NDR" for Cmp-E, found "DRS"'),
    (with_field("address", "0x41"), '3: address: expected a multiple of 64, found "0x41"'),
    (with_field("address", "line 1"),
     '3: address: expected a hexadecimal number of at most 64 bits, found "line 1"'),
    (with_field("address", "0x10000000000000000"),
     '3: address: expected a hexadecimal number of at most 64 bits, found "0x10000000000000000"'),
    (with_field("data", "x"), '3: data: expected a hexadecimal number of at most 64 bits, found "x"'),
    (GOOD[:-1], '5: the log is truncated: expected "# end 2" as its last line'),
    (with_line(5, "# end 3"),
     '5: the log is incomplete: expected "# end 2" after 2 messages, found "# end 3"'),
    ([*GOOD, GRANT], '6: expected no line after the end of the log, found'),
]


class CheckLog(CliTest):
    def check(self, lines, name="log.csv", end="\n"):
        (self.folder / name).write_text("\n".join(lines) + (end if lines else ""))
        return self.call("check-log", name)

    def test_a_storm_passes_and_logging_changes_no_result(self):
        self.good(*STORM)
        self.good(*STORM[:-4], "-o", "unlogged")
        self.assertEqual((self.folder / "storm" / "stats.json").read_bytes(),
                         (self.folder / "unlogged" / "stats.json").read_bytes())
        self.assertRegex(self.good("check-log", "storm.csv"),
                         r"^storm.csv: \d\d\d+ messages of 4 lines, no violation\n$")

    def test_bfs_passes(self):
        self.good(*BFS, "--set", "simulation.delivery=queued")
        self.assertRegex(self.good("check-log", "bfs.csv"), r"\d+ messages of \d+ lines, no violation")

    def test_the_coherence_checker_gives_data_versions(self):
        self.good(*BFS, "--set", "simulation.delivery=queued", "--set", "simulation.check=coherence")
        rows = [row.split(",") for row in (self.folder / "bfs.csv").read_text().splitlines()[2:-1]]
        data = HEADER.split(",").index("data")
        self.assertTrue(all(bool(row[data]) == (row[6] in ("MemWr", "MemData")) for row in rows))
        self.good("check-log", "bfs.csv")

    def test_a_run_that_cannot_be_logged_says_why(self):
        self.assertEqual(self.refused(*BFS), [
            "--log-pool: expected simulation.delivery: queued, found immediate, which has no order of "
            "messages; add --set simulation.delivery=queued"])
        self.assertEqual(self.refused("run", "baseline16_first_touch", *BFS[2:]),
                         ["--log-pool: expected a machine with a pool device"])

    def test_a_violation_has_its_rule_and_the_messages_of_its_line(self):
        second = READ.replace("10,", "30,", 1)
        code, out, err = self.check([*GOOD[:2], READ, READ.replace("0x40", "0x80"), second, "# end 3"])
        self.assertEqual((code, err), (1, ""))
        self.assertEqual(out, (
            "log.csv:5: M2S Req MemRd A SnpInv from host 0, line 0x40, at 30 ps violates one_request: a host "
            "has at most one Req or RwD outstanding for a line (CXL 3.1, 3.3.11)\n"
            "  messages of the line before it:\n"
            "  3: 10 ps  M2S Req MemRd A SnpInv from host 0\n"))

    def test_other_tools_need_four_columns_only(self):
        code, out, _ = self.check([TITLE, "opcode,head,snp_type,address,time_ps", "MemRd,3,SnpInv,40,7", "# end 1"])
        self.assertEqual((code, out), (0, "log.csv: 1 messages of 1 lines, no violation\n"))

    def test_a_writer_of_another_tool_with_its_own_order_of_columns_passes(self):
        transaction = ("MemRd", "SnpInv"), ("MemData", ""), ("Cmp-E", ""), ("MemWr", "No-Op"), ("Cmp", "")
        rows = [f"{64 * (number % 7):x},{opcode},{number % 3},{snp},{100 * number + place}"
                for number in range(200) for place, (opcode, snp) in enumerate(transaction)]
        lines = [TITLE, "address,opcode,host,snp_type,time_ps", *rows, f"# end {len(rows)}"]
        self.assertEqual(self.check(lines), (0, "log.csv: 1000 messages of 7 lines, no violation\n", ""))
        second_write = [*lines[:6], lines[5], *lines[6:-1], "# end 1001"]
        code, out, _ = self.check(second_write)
        self.assertEqual(code, 1)
        self.assertTrue(out.startswith("log.csv:7: M2S RwD MemWr I No-Op from host 0, "), out)

    def test_block_snoops_of_a_sectored_filter_pass(self):
        self.good("bench", "pool", "filter", "--point", "coverage5000e-4", "--time", "8 us", "--log", "blocks.csv",
                  "--set", "pool.device.snoop_filter_sector=256 B", "-o", "blocks")
        opcodes = {row.split(",")[6] for row in (self.folder / "blocks.csv").read_text().splitlines()[2:-1]}
        self.assertLessEqual({"BISnpInvBlk", "BISnpInv", "BIRspIBlk", "BIRspI"}, opcodes)
        self.good("check-log", "blocks.csv")

    def test_a_block_snoop_covers_the_lines_that_its_address_selects(self):
        def log(block, response="BIRspIBlk"):
            owned = [f"{opcode},0,{snp},{line},{number}" for number, line in enumerate((100, 140), 1)
                     for opcode, snp in (("MemRd", "SnpInv"), ("Cmp-E", ""), ("MemData", ""))]
            rows = [*owned, "MemRd,1,SnpInv,1000,3", f"BISnpInvBlk,0,,{block},4", f"{response},0,,{block},5"]
            return [TITLE, "opcode,host,snp_type,address,time_ps", *rows, "# end 9"]

        self.assertEqual(self.check(log("140")), (0, "log.csv: 9 messages of 3 lines, no violation\n", ""))
        code, out, _ = self.check(log("1c0"))  # two more lines, which host 0 does not hold
        self.assertEqual(code, 1)
        self.assertIn("log.csv:10: S2M BISnp BISnpInv to host 0, line 0x180", out)
        code, _, err = self.check(log("100"))
        self.assertEqual((code, err), (2, "log.csv:10: address: expected bits 7 and 6 that select 1 or 2 of the "
                                          "halves of 256 B, found \"100\"\n"))

    def test_broken_logs_are_one_line_each(self):
        self.assertGreaterEqual(len(BROKEN), 30)
        for lines, said in BROKEN:
            with self.subTest(said=said):
                code, out, err = self.check(lines)
                self.assertEqual((code, out), (2, ""), err)
                self.assertTrue(err.startswith(f"log.csv:{said}"), err)
                self.assertEqual(err.count("\n"), 1, err)
        code, _, err = self.check(GOOD[:-1], end="")
        self.assertEqual((code, err), (2, "log.csv:4: the log is truncated: its last line is incomplete\n"))

    def test_files_that_are_not_logs(self):
        self.assertEqual(self.refused("check-log", "none.csv"), ["check-log: no such file: none.csv"])
        self.assertEqual(self.refused("check-log", "."), ["check-log: . is a folder, expected a file"])

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "there is no pandas")
    def test_python_reads_messages_and_requests(self):
        self.good(*STORM)
        log = starnuma.messages(self.folder / "storm.csv")
        self.assertEqual(list(log.columns), HEADER.split(","))
        self.assertTrue(log.data.isna().all())
        requests = starnuma.requests(log)
        self.assertEqual(set(requests.opcode), {"MemRd", "MemWr"})
        self.assertTrue((requests.latency_ns > 0).all())
        self.assertGreater(requests.snoops.max(), 1)
        parts = requests[["before_snoops_ns", "snoops_ns", "after_snoops_ns"]]
        self.assertTrue(((parts.sum(axis=1) - requests.latency_ns).abs() < 1e-6).all())
        self.assertTrue((parts[requests.snoops > 0] >= 0).all().all())
        unsnooped = parts[(requests.snoops == 0) | requests.snoops.isna()]
        self.assertTrue(unsnooped[["snoops_ns", "after_snoops_ns"]].isna().all().all())
        self.check_ledgers("storm", *STORM[:-4], "-o", "ledgers")
        if importlib.util.find_spec("pyarrow"):
            log.to_parquet(self.folder / "storm.parquet")
            self.assertTrue(starnuma.messages(self.folder / "storm.parquet").equals(log))

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "there is no pandas")
    def test_a_run_gives_the_ledger_of_each_access(self):
        self.check_ledgers("bfs", *BFS[:-4], "-o", "bfs", "--set", "simulation.delivery=queued")
        self.assertEqual(self.refused("run", "baseline16_first_touch", *BFS[2:4], "--log-requests", "none.csv"),
                         ["--log-requests: expected a machine with a pool device"])

    def check_ledgers(self, name, *command):
        """Runs with both logs: the parts of each ledger sum to the access, which contains the request in the device."""
        log, option = (f"{name}.csv", "--log-pool" if command[0] == "run" else "--log")
        self.good(*command, option, log, "--log-requests", "requests.csv")
        requests = starnuma.requests(starnuma.messages(self.folder / log), self.folder / "requests.csv")
        accesses = requests[requests.access_ps.notna()]
        self.assertEqual(len(accesses), (requests.opcode == "MemRd").sum())
        parts = accesses.iloc[:, list(accesses.columns).index("access_ps") + 1:]
        self.assertTrue((parts.sum(axis=1) == accesses.access_ps).all())
        self.assertTrue((parts >= 0).all().all())
        self.assertTrue((parts.cxl_wire_ps > 0).all())
        self.assertTrue((accesses.access_ps >= accesses.end_ps - accesses.begin_ps).all())
        self.assertTrue((accesses.access_done_ps > accesses.end_ps).all())
        self.assertTrue(requests[requests.opcode != "MemRd"].access_ps.isna().all())


if __name__ == "__main__":
    sys.exit(unittest.main())
