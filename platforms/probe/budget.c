// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/budget.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platforms/probe/clock.h"

Budget budget_of(double seconds) {
  const char* const terminal = getenv("TERM");
  return (Budget){
      .begin = now(),
      .seconds = seconds,
      .draws = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0,
  };
}

double budget_used(const Budget* budget) { return now() - budget->begin; }

double budget_left(const Budget* budget) {
  const double left = budget->seconds - budget_used(budget);
  return left > 0 ? left : 0;
}

bool budget_for_more(const Budget* budget) {
  const double kMost = 2;
  return budget_used(budget) < kMost * budget->seconds;
}

double sample_seconds(double seconds, int samples) {
  const double kLeast = 0.001;  // time of ten thousand DRAM loads
  const double kMost = 0.5;     // longer than typical operating-system activity
  const double each = seconds / samples;
  return each < kLeast ? kLeast : each > kMost ? kMost : each;
}

void progress(const Budget* budget, const char* format, ...) {
  if (!budget->draws) return;
  va_list values;
  va_start(values, format);
  fprintf(stderr, "\r\033[Kprobe: %3.0f of about %.0f s, ", budget_used(budget), budget->seconds);
  vfprintf(stderr, format, values);
  va_end(values);
}

void progress_end(const Budget* budget) {
  if (budget->draws) fputs("\r\033[K", stderr);
}
