// SPDX-License-Identifier: Apache-2.0
// Repeated values of one quantity: the median and the range.
#pragma once

#include "platforms/probe/json.h"

enum { kMostSamples = 32 };

typedef struct {
  int count;
  double values[kMostSamples];
} Samples;

void samples_add(Samples* samples, double value);
double samples_median(const Samples* samples);
double samples_max(const Samples* samples);
/// Writes {"median": "80.1 ns", "min": ..., "max": ...}: values in `unit`, with `decimals`.
void samples_write(const Samples* samples, Json* json, const char* key, const char* unit,
                   int decimals);
