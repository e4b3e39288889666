// SPDX-License-Identifier: Apache-2.0
// Keeps the calling thread on some CPUs.
#pragma once

#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platforms/probe/id_set.h"

/// The system call itself, whose masks have no fixed size; false where the system refuses.
static inline bool pin_to(const IdSet* cpus) {
  return syscall(SYS_sched_setaffinity, 0, sizeof cpus->words, cpus->words) == 0;
}
