// SPDX-License-Identifier: Apache-2.0
// Tests of the probe's parts with known results; each check prints the deviation.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platforms/probe/chase.h"
#include "platforms/probe/clock.h"
#include "platforms/probe/generators.h"
#include "platforms/probe/id_set.h"
#include "platforms/probe/json.h"
#include "platforms/probe/samples.h"

static int failures = 0;

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __func__, __LINE__, #condition); \
      ++failures;                                                     \
    }                                                                 \
  } while (0)

enum { kLine = 64 };

/// Walks the chain until it returns; counts its steps and those to a neighbour of four lines.
static void walk(const char* base, size_t bytes, void* first) {
  const size_t lines = bytes / kLine;
  char* const seen = calloc(lines, 1);
  size_t steps = 0, to_neighbour = 0, repeated = 0, same_stride = 0;
  ptrdiff_t stride = 0;
  void* at = first;
  do {
    const size_t line = (size_t)((char*)at - base) / kLine;
    void* const next = *(void**)at;
    repeated += seen[line]++ != 0;
    to_neighbour += line / 4 == (size_t)((char*)next - base) / kLine / 4;
    same_stride += (char*)next - (char*)at == stride;
    stride = (char*)next - (char*)at;
    at = next;
  } while (++steps < lines && at != first);
  CHECK(steps == lines);
  CHECK(at == first);
  CHECK(repeated == 0);
  CHECK(same_stride <= 4 + lines / 64);
  // Occurs by chance when few blocks are left, at the end of a round.
  CHECK(to_neighbour <= 4);
  free(seen);
}

static void the_chain_visits_every_line_once(void) {
  Memory memory;
  const size_t kBytes = 8 << 20;
  CHECK(memory_take(&memory, kBytes, kPlaceAnywhere, 0));
  for (size_t bytes = 4096; bytes <= kBytes; bytes *= 2) {
    Chase chase;
    chase_build(&chase, &memory, bytes, kLine);
    walk(memory.base, bytes, chase.at);
  }
  memory_return(&memory);
}

static void the_chain_stays_in_a_huge_page_for_a_quarter_of_its_lines(void) {
  Memory memory;
  const size_t kBytes = 8 << 20;
  CHECK(memory_take(&memory, kBytes, kPlaceAnywhere, 0));
  Chase chase;
  chase_build(&chase, &memory, kBytes, kLine);
  const void* at = chase.at;
  for (int page = 0; page < 16; ++page) {
    const uintptr_t here = (uintptr_t)at / kHugePage;
    size_t stayed = 0;
    for (int step = 0; step < kHugePage / kLine / 4; ++step) {
      stayed += (uintptr_t)at / kHugePage == here;
      at = *(void* const*)at;
    }
    CHECK(stayed == kHugePage / kLine / 4);
  }
  memory_return(&memory);
}

static void a_sample_goes_on_where_the_last_ended(void) {
  Memory memory;
  CHECK(memory_take(&memory, 1 << 20, kPlaceAnywhere, 0));
  Chase chase;
  chase_build(&chase, &memory, 1 << 20, kLine);
  const void* expected = chase.at;
  CHECK(chase_sample(&chase, 0, 8) > 0);
  CHECK(chase.loads == 8);
  for (int i = 0; i < 8; ++i) expected = *(void* const*)expected;
  CHECK(chase.at == expected);
  memory_return(&memory);
}

static void memory_is_bound_where_the_system_lets_it(void) {
  enum { kNoSuchNode = 4000 };
  Memory memory;
  CHECK(!can_bind(kNoSuchNode));
  CHECK(!memory_take(&memory, 1 << 20, kPlaceByBinding, kNoSuchNode));
  if (!can_bind(0)) return;
  CHECK(memory_take(&memory, kHugePage, kPlaceByBinding, 0));
  CHECK((uintptr_t)memory.base % kHugePage == 0);
  CHECK(memory_huge_share(&memory) <= 1);
  memory_return(&memory);
}

static Traffic traffic_of(ReadShare share, Memory* memory, size_t* position) {
  Load load = {.memory = memory,
               .position = position,
               .line_bytes = kLine,
               .share = share,
               .ticks_per_second = 1e9};
  ids_add(&load.cores, 0);
  Generators* const generators = generators_start(&load);
  CHECK(generators != NULL);
  const Traffic traffic = generators_traffic(generators);
  generators_stop(generators);
  return traffic;
}

static void traffic_has_its_share_of_reads(void) {
  Memory memory;
  CHECK(memory_take(&memory, 1 << 20, kPlaceAnywhere, 0));
  size_t position = 0;
  for (int s = 0; s < 3; ++s) {
    const size_t before = position;
    const Traffic traffic = traffic_of(kReadShares[s], &memory, &position);
    const double share = 100 * traffic.read / (traffic.read + traffic.written);
    CHECK(traffic.read >= 12 * kLine);
    CHECK(share > kReadShares[s] - 1e-6 && share < kReadShares[s] + 1e-6);
    CHECK(position > before);
  }
  memory_return(&memory);
}

/// A word of each line counts the writes of a generator.
static void a_third_of_the_lines_is_written_for_three_quarters_of_reads(void) {
  const double kExpected[] = {0, 1.0 / 3, 1};
  for (int s = 0; s < 3; ++s) {
    Memory memory;
    size_t position = 0, written = 0, total = 0;
    // Twelve lines are one batch of one thread, so the generator repeats all lines.
    CHECK(memory_take(&memory, 12 * kLine, kPlaceAnywhere, 0));
    memset(memory.base, 0, 12 * kLine);
    traffic_of(kReadShares[s], &memory, &position);
    for (; total < 12; ++total) written += *(uint64_t*)(memory.base + total * kLine) == position;
    CHECK((double)written == kExpected[s] * 12);
    memory_return(&memory);
  }
}

static void sets_are_read_and_printed_as_the_kernel_does(void) {
  static const char* const kLists[] = {"", "0", "0-3", "0-3,8", "1,3,5-6,63-64,4095"};
  for (size_t i = 0; i < sizeof kLists / sizeof kLists[0]; ++i) {
    IdSet set;
    char list[64];
    CHECK(ids_parse(kLists[i], &set));
    ids_print(&set, list, sizeof list);
    CHECK(strcmp(list, kLists[i]) == 0);
  }
  static const char* const kWrong[] = {"x", "1-", "3-1", "1;2", "-1", ",1"};
  for (size_t i = 0; i < sizeof kWrong / sizeof kWrong[0]; ++i) {
    IdSet set;
    CHECK(!ids_parse(kWrong[i], &set));
  }
}

static void the_median_is_in_the_middle(void) {
  Samples samples = {3, {5, 1, 3}};
  CHECK(samples_median(&samples) == 3);
  CHECK(samples_max(&samples) == 5);
  samples_add(&samples, 4);
  CHECK(samples_median(&samples) == 3.5);
}

static void text_from_outside_stays_text(void) {
  static Json json;
  json_begin(&json);
  json_open(&json, NULL, '{');
  json_text(&json, "a", "say \"\\\n\xff");
  json_bytes(&json, "b", 3 << 20);
  json_bytes(&json, "c", 1536);
  json_close(&json, '{');
  CHECK(strcmp(json_end(&json),
               "{\"a\": \"say \\\"\\\\??\", \"b\": \"3 MiB\", \"c\": \"1536 B\"}") == 0);
}

static void clocks_go_forward(void) {
  const double begin = now(), own = own_time();
  const uint64_t first = ticks();
  const double rate = ticks_per_second();
  CHECK(now() > begin && own_time() > own && ticks() > first && rate > 1e6);
  CHECK(core_clock(0.001) > 1e7);
}

int main(void) {
  the_chain_visits_every_line_once();
  the_chain_stays_in_a_huge_page_for_a_quarter_of_its_lines();
  a_sample_goes_on_where_the_last_ended();
  memory_is_bound_where_the_system_lets_it();
  traffic_has_its_share_of_reads();
  a_third_of_the_lines_is_written_for_three_quarters_of_reads();
  sets_are_read_and_printed_as_the_kernel_does();
  the_median_is_in_the_middle();
  text_from_outside_stays_text();
  clocks_go_forward();
  return failures == 0 ? 0 : 1;
}
