// SPDX-License-Identifier: Apache-2.0
// Clocks for the measuring loops.
//
// Contract: `now` is exact and costs about 25 ns. `own_time` excludes preemption and costs a system
// call. `ticks` costs a few ns, has a constant rate on all cores and serves only for pacing.
#pragma once

#include <stdint.h>

/// Returns the seconds since an arbitrary point in time.
double now(void);
/// Returns the CPU seconds of the calling thread.
double own_time(void);
/// Returns the CPU seconds of all threads of the process together.
double process_time(void);
/// Measures the ticks per second; the caller stores the result.
double ticks_per_second(void);
/// Measures the current frequency of the calling core in hertz: a chain of additions, one per
/// cycle, for some milliseconds.
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

/// Yields the core's resources to its other hardware thread while a loop waits.
static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
