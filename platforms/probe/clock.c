// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double now(void) { return seconds_of(CLOCK_MONOTONIC); }

double own_time(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

double process_time(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

double ticks_per_second(void) {
  const double kSpan = 0.01;  // an error below 0.1 us per reading gives a relative error of 1e-5
  const double begin = now();
  const uint64_t first = ticks();
  double end = now();
  while (end < begin + kSpan) end = now();
  return (double)(ticks() - first) / (end - begin);
}

/// Adds a register, because some cores fuse additions of constants.
static uint64_t add_chain(uint64_t value, uint64_t step, int rounds) {
  for (int i = 0; i < rounds; ++i) {
#define ADD      \
  value += step; \
  __asm__ volatile("" : "+r"(value), "+r"(step));
    ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
#undef ADD
  }
  return value;
}

double core_clock(double seconds) {
  enum { kRounds = 4096, kAdditions = 16 * kRounds };
  static volatile uint64_t sink;
  const double end = now() + seconds;
  const double begin = own_time();
  double added = 0;
  do {
    sink = add_chain(sink, 3, kRounds);
    added += kAdditions;
  } while (now() < end);
  return added / (own_time() - begin);
}
