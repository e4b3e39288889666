// SPDX-License-Identifier: Apache-2.0
// Time as the measuring loops need it.
//
// Contract: `now` is exact and costs some 25 ns; `own_time` leaves out what the system gave to
// others and costs a system call; `ticks` costs a few ns, runs at a constant rate on all cores and
// is only for pacing.
#pragma once

#include <stdint.h>

/// Seconds from some point on.
double now(void);
/// Seconds that the calling thread has run.
double own_time(void);
/// Seconds that all threads of the process have run, together.
double process_time(void);
/// Ticks in a second, measured once by the caller.
double ticks_per_second(void);
/// Hertz of the calling core as it runs now: a chain of additions, one a cycle, for some
/// milliseconds.
double core_clock(double seconds);

static inline uint64_t ticks(void) {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return (uint64_t)(now() * 1e9);
#endif
}

/// Leaves the core's resources to the other thread of the core while a loop waits.
static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
