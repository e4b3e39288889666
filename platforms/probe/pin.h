// SPDX-License-Identifier: Apache-2.0
// Pinning of the calling thread to CPUs.
#pragma once

#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platforms/probe/id_set.h"

/// Pins the thread by the system call itself, whose masks have no fixed size; returns false if it
/// fails.
static inline bool pin_to(const IdSet* cpus) {
  return syscall(SYS_sched_setaffinity, 0, sizeof cpus->words, cpus->words) == 0;
}
