// SPDX-License-Identifier: Apache-2.0
// Termination with an error message.
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/// Prints one line on stderr and exits with code 2, as for bad input.
__attribute__((format(printf, 1, 2), noreturn)) static inline void refuse(const char* format, ...) {
  enum { kBadInput = 2 };
  va_list values;
  va_start(values, format);
  fputs("probe: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  exit(kBadInput);
}
