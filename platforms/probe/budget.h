// SPDX-License-Identifier: Apache-2.0
// The time that the user gives, and how far it has gone.
#pragma once

#include <stdbool.h>

enum {
  kRepetitions = 5,  ///< of each measurement: an odd number, so that the median is one of them
};

typedef struct {
  double begin;
  double seconds;
  bool draws;  ///< stderr is a terminal
} Budget;

Budget budget_of(double seconds);
double budget_used(const Budget* budget);
/// Never less than zero.
double budget_left(const Budget* budget);
/// Whether disturbed samples may be tried again: until twice the time is gone.
bool budget_for_more(const Budget* budget);
/// How long each of `samples` takes that have `seconds` together. It has a floor, so that a short
/// budget is overdrawn rather than filled with noise, and a ceiling, as more adds nothing.
double sample_seconds(double seconds, int samples);

/// On a terminal, one line that is written over: what is being measured.
void progress(const Budget* budget, const char* format, ...) __attribute__((format(printf, 2, 3)));
void progress_end(const Budget* budget);
