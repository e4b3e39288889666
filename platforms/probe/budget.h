// SPDX-License-Identifier: Apache-2.0
// Time budget that the user grants, and its use.
#pragma once

#include <stdbool.h>

enum {
  kRepetitions = 5,  ///< repetitions of each measurement; odd, so that the median is one of them
};

typedef struct {
  double begin;
  double seconds;
  bool draws;  ///< true if stderr is a terminal
} Budget;

Budget budget_of(double seconds);
double budget_used(const Budget* budget);
/// Returns the remaining time, at least zero.
double budget_left(const Budget* budget);
/// Returns true if disturbed samples may be repeated: until twice the budget is used.
bool budget_for_more(const Budget* budget);
/// Returns the duration of each of `samples` within `seconds` in total. A minimum prevents noise,
/// even beyond the budget; a maximum avoids useless repetition.
double sample_seconds(double seconds, int samples);

/// Shows the current measurement on a terminal, in one line that is overwritten.
void progress(const Budget* budget, const char* format, ...) __attribute__((format(printf, 2, 3)));
void progress_end(const Budget* budget);
