#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""trace record of string instructions: one instruction each, with an access for each line.

A program executes every repeated string instruction between two loads of a mark. The expected accesses are
computed here from the element addresses, without the recorder's code.
"""

import os
import re
import subprocess

from capture import CaptureTest, main

LINE = 64
WIDTHS = {"b": 1, "w": 2, "l": 4, "q": 8}
PREFIXES = {"rep": "0xf3", "repe": "0xf3", "repne": "0xf2", "ds": "0x3e", "es": "0x26"}
SOURCE, TARGET, MARK = 0x20000, 0x60000, 0x90000
REGION = 0x100000
FILL = 20_000  # instructions after a case, which compensate an instruction with many records

HEAD = """
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <pthread.h>
#include "stimulus/trace/capture/starnuma_roi.h"
enum { kFill = %d };
static void fill(void) {
  long n = kFill / 2;
  __asm__ volatile("1: dec %%0; jnz 1b" : "+r"(n));
}
""" % FILL
MAIN = """
int main(void) {
  for (unsigned long i = 0; i < %(cases)d; ++i) {
    void* at = (void*)(0x10000000 + i * %(region)d);
    if (mmap(at, %(region)d, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
             0) != at) return 1;
    memset(at, 0, %(region)d);
  }
  %(before)s
  STARNUMA_ROI_BEGIN();
  fill();  // recorded from the block behind the marker's on
  %(body)s
  STARNUMA_ROI_END();
  return 0;
}
"""


class Case:
    """One string instruction, in the memory for its number."""

    def __init__(self, op, width, count, down=False, source=0, target=0, prefix="rep",
                 stops=None, address32=False):
        self.op, self.width, self.size = op, width, WIDTHS[width]
        self.count, self.down = count, down
        self.prefix, self.stops, self.address32 = prefix, stops, address32
        self.offsets = (SOURCE + source, TARGET + target)
        self.base = None

    def name(self):
        return (f"{'addr32 ' if self.address32 else ''}{self.prefix} {self.op}{self.width} x{self.count}"
                f" {'down' if self.down else 'up'} {self.offsets} stops={self.stops}")

    def elements(self, place):
        """Returns the addresses of the elements of one side, in order."""
        made = self.count if self.stops is None else min(self.count, self.stops + 1)
        start = self.base + self.offsets[place]
        return [start + (-i if self.down else i) * self.size for i in range(made)]

    def streams(self):
        """Returns (side, "R" or "W") of each access in an iteration."""
        return {"movs": ((0, "R"), (1, "W")), "stos": ((1, "W"),), "lods": ((0, "R"),),
                "scas": ((1, "R"),), "cmps": ((1, "R"), (0, "R"))}[self.op]

    def expected(self):
        """Returns (kind, address, bytes) by line, in the order of the lines' first touches. One element has
        no direction."""
        bytes_of = {}
        for number in range(len(self.elements(0))):
            for side, kind in self.streams():
                first = self.elements(side)[number]
                lines = sorted({address // LINE for address in (first, first + self.size - 1)},
                               reverse=self.down and len(self.elements(0)) > 1)
                for line in lines:
                    touched = bytes_of.setdefault((side, kind, line), set())
                    touched.update(range(max(first, line * LINE),
                                         min(first + self.size, (line + 1) * LINE)))
        return [(kind, min(touched), len(touched))
                for (_, kind, _), touched in bytes_of.items()]

    def code(self):
        """Returns the code that prepares the stopping element in memory, and the instruction."""
        rsi, rdi = (self.base + offset for offset in self.offsets)
        prepare, rax = "", 1 if self.prefix == "repne" else 0
        if self.stops is not None:  # all other memory is zero
            side = 0 if self.op == "cmps" else 1
            at = self.base + self.offsets[side] + (-1 if self.down else 1) * self.stops * self.size
            prepare = f"*(volatile char*){at:#x}l = 1;"
        prefixes = [PREFIXES[name] for name in self.prefix.split()]
        word = f".byte {', '.join(['0x67'] * self.address32 + prefixes)}; {self.op}{self.width}"
        return prepare, f"""{{
  unsigned long si = {rsi:#x}, di = {rdi:#x}, n = {self.count}, a = {rax};
  (void)*(volatile char*){self.base + MARK:#x}l;
  __asm__ volatile("{'std; ' if self.down else 'cld; '}{word}; cld"
                   : "+S"(si), "+D"(di), "+c"(n), "+a"(a) : : "memory", "cc");
  fill();
  (void)*(volatile char*){self.base + MARK + 1:#x}l;
}}"""


class Strings(CaptureTest):
    def traced(self, source, cases=1, before="", body="", *options):
        """Returns (instruction, kind, address, bytes) of each access in the memory of the cases, by thread."""
        text = HEAD + source + MAIN % {"cases": cases, "region": REGION, "before": before,
                                       "body": body}
        subprocess.run(["cc", "-x", "c", "-O1", "-pthread", "-I", os.environ["STARNUMA_HOME"], "-o",
                        "strings", "-"], cwd=self.folder, input=text, text=True, check=True)
        code, _, err = self.call("trace", "record", "--roi", *options, "-o", "t.snt", "--",
                                 "./strings")
        self.assertEqual(code, 0, err)
        self.good("trace", "check", "t.snt")
        self.good("trace", "convert", "t.snt", "--to", "text", "-o", "text")
        threads = []
        for file in sorted((self.folder / "text").iterdir()):
            accesses = []
            for line in file.read_text("utf-8").splitlines():
                number, kind, address, size = re.fullmatch(r"(\d+) (\w) (0x\w+) (\d+)", line).groups()
                if 0x10000000 <= int(address, 16) < 0x10000000 + cases * REGION:
                    accesses.append((int(number), kind, int(address, 16), int(size)))
            threads.append(accesses)
        return threads

    def check_cases(self, cases):
        prepared, bodies = [], []
        for i, case in enumerate(cases):
            case.base = 0x10000000 + i * REGION
            prepare, body = case.code()
            prepared.append(prepare)
            bodies.append(body)
        accesses = self.traced("", len(cases), "\n".join(prepared), "\n".join(bodies))[0]
        lengths = set()
        for case in cases:
            with self.subTest(case=case.name()):
                own = [access for access in accesses if case.base <= access[2] < case.base + REGION]
                self.assertEqual([own[0][2], own[-1][2]],
                                 [case.base + MARK, case.base + MARK + 1])
                self.assertEqual([access[1:] for access in own[1:-1]], case.expected())
                lengths.add(own[-1][0] - own[0][0])
        return lengths

    def test_every_instruction_width_and_direction_accesses_lines(self):
        lengths = self.check_cases([
            Case(op, width, 1000, down, source, target)
            for op, prefix in (("movs", "rep"), ("stos", "rep"), ("lods", "rep"), ("scas", "repe"),
                               ("cmps", "repe"))
            for width in WIDTHS for down in (False, True)
            for source, target in ((0, 0), (61, 3))])
        # The compiler emits the same instructions around each case, with a few for its constants.
        self.assertLessEqual(max(lengths) - min(lengths), 4)

    def test_few_elements_and_none(self):
        self.check_cases([Case(op, width, count, down, 60, 62)
                          for op in ("movs", "stos", "lods", "scas", "cmps")
                          for width in WIDTHS for count in (0, 1, 2) for down in (False, True)])

    def test_comparisons_end_early(self):
        self.check_cases([Case(op, width, 500, down, 5, 37, prefix, stops)
                          for op, prefix in (("scas", "repe"), ("scas", "repne"), ("cmps", "repe"))
                          for width in WIDTHS for stops in (0, 1, 77) for down in (False, True)])

    def test_prefixes_change_nothing(self):
        self.check_cases([Case(op, width, 300, down, 61, 3, prefix, None, address32)
                          for op in ("movs", "stos", "lods") for width in WIDTHS
                          for prefix in ("rep", "repne", "ds rep", "es repne")
                          for address32, down in ((True, False), (False, True))
                          if prefix != "es repne" or op != "stos"])

    def test_64_KiB_are_one_instruction_and_1024_lines(self):
        case = Case("movs", "b", 65536)
        case.base = 0x10000000
        empty = Case("movs", "b", 0)
        empty.base = case.base + REGION
        accesses = self.traced("", 2, "", case.code()[1] + empty.code()[1])[0]
        lengths = []
        for one in (case, empty):
            own = [access for access in accesses if one.base <= access[2] < one.base + REGION]
            self.assertEqual(len(own), 2 + (2048 if one is case else 0))
            lengths.append(own[-1][0] - own[0][0])
        self.assertLessEqual(abs(lengths[0] - lengths[1]), 4)

    def test_one_after_the_other_and_in_a_loop(self):
        body = """
  char* p = (char*)0x10000000; long n;
  for (int i = 0; i < 50; ++i) {
    char* q = p + 64 * i;
    __asm__ volatile("mov $16, %1; rep stosb; mov $16, %1; rep stosb; mov $4, %1; rep stosq"
                     : "+D"(q), "=&c"(n) : "a"(0) : "memory");
  }"""
        accesses = self.traced("", 1, "", body)[0]
        self.assertEqual([access[1:] for access in accesses],
                         [("W", 0x10000000 + 64 * i + at, size) for i in range(50)
                          for at, size in ((0, 16), (16, 16), (32, 32))])
        # Six instructions, and those of the compiler's loop.
        steps = {b[0] - a[0] for a, b in zip(accesses[::3], accesses[3::3])}
        self.assertEqual(len(steps), 1, steps)
        self.assertLessEqual(steps.pop(), 12)

    def test_a_handler_interrupts_one_instruction(self):
        source = """
static int faults;
static void handler(int signal, siginfo_t* info, void* context) {
  (void)signal, (void)context;
  char* page = (char*)((unsigned long)info->si_addr & ~4095ul);
  ++faults;
  // A string instruction of its own, elsewhere.
  char* other = (char*)0x10050000;
  long n = 8;
  __asm__ volatile("rep stosb" : "+D"(other), "+c"(n) : "a"(0) : "memory");
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
"""
        before = """
  struct sigaction action = {0};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, 0);
  mprotect((void*)0x10001000, 0x3000, PROT_NONE);"""
        case = Case("stos", "q", 2048)
        case.base, case.offsets = 0x10000000, (0, 0)
        accesses = self.traced(source, 1, before, case.code()[1])[0]
        own = [access for access in accesses if access[2] < 0x10004000]
        self.assertEqual([access[1:] for access in own], case.expected())
        others = [access for access in accesses if 0x10050000 <= access[2] < 0x10050040]
        self.assertEqual([access[1:] for access in others], [("W", 0x10050000, 8)] * 3)
        # In program order: a handler's access follows the page before it.
        order = [access[2] for access in accesses]
        for i, at in enumerate(i for i, address in enumerate(order) if address == 0x10050000):
            self.assertEqual(order[at - 1], 0x10000000 + 4096 * (i + 1) - 64)
            self.assertEqual([a for a in order[at:] if a < 0x10004000][0],
                             0x10000000 + 4096 * (i + 1))

    def test_timer_signals_do_not_count_it_again(self):
        source = """
#include <sys/time.h>
static volatile int ticks;
static void handler(int signal) { (void)signal; ++ticks; }
"""
        before = """
  signal(SIGALRM, handler);
  struct itimerval every = {{0, 2000}, {0, 2000}};"""
        body = """
  setitimer(ITIMER_REAL, &every, 0);
  while (ticks < 5) {
    char* p = (char*)0x10000000;
    long n = 0x80000;
    __asm__ volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(0) : "memory");
  }
  memset(&every, 0, sizeof every);
  setitimer(ITIMER_REAL, &every, 0);"""
        accesses = self.traced(source, 1, before, body)[0]
        lines, runs, bytes_made = 0x80000 // 64, 0, 0
        for _, kind, address, size in accesses:
            self.assertEqual(kind, "W")
            runs += address == 0x10000000
            bytes_made += size
        self.assertEqual(bytes_made, runs * 0x80000)
        # A signal splits at most one line into two parts.
        self.assertLessEqual(len(accesses), runs * lines + 2 * 50)

    def test_threads_run_their_own(self):
        source = """
static void* work(void* at) {
  for (int i = 0; i < 20; ++i) {
    char* p = at;
    char* q = p + 0x10000;
    long n = 4096;
    __asm__ volatile("rep movsb" : "+S"(p), "+D"(q), "+c"(n) : : "memory");
  }
  return 0;
}
"""
        body = """
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], 0, work, (void*)(0x10000000 + 0x40000 * i));
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);"""
        own = {}
        for accesses in self.traced(source, 1, "", body):
            for _, kind, address, size in accesses:
                own.setdefault((address - 0x10000000) // 0x40000, []).append(
                    (kind, (address - 0x10000000) % 0x40000, size))
        once = [part for line in range(64) for part in
                (("R", 64 * line, 64), ("W", 0x10000 + 64 * line, 64))]
        self.assertEqual(own, {thread: once * 20 for thread in range(4)})


if __name__ == "__main__":
    main("cc")
