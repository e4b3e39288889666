// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/samples.h"

#include <stdlib.h>

void samples_add(Samples* samples, double value) {
  if (samples->count < kMostSamples) samples->values[samples->count++] = value;
}

static int by_value(const void* a, const void* b) {
  const double first = *(const double*)a;
  const double second = *(const double*)b;
  return (first > second) - (first < second);
}

static Samples sorted(const Samples* samples) {
  Samples copy = *samples;
  qsort(copy.values, (size_t)copy.count, sizeof copy.values[0], by_value);
  return copy;
}

double samples_median(const Samples* samples) {
  const Samples in_order = sorted(samples);
  const int middle = in_order.count / 2;
  if (in_order.count % 2 == 1) return in_order.values[middle];
  return (in_order.values[middle - 1] + in_order.values[middle]) / 2;
}

double samples_max(const Samples* samples) {
  const Samples in_order = sorted(samples);
  return in_order.values[in_order.count - 1];
}

void samples_write(const Samples* samples, Json* json, const char* key, const char* unit,
                   int decimals) {
  const Samples in_order = sorted(samples);
  json_open(json, key, '{');
  json_text(json, "median", "%.*f %s", decimals, samples_median(samples), unit);
  json_text(json, "min", "%.*f %s", decimals, in_order.values[0], unit);
  json_text(json, "max", "%.*f %s", decimals, in_order.values[in_order.count - 1], unit);
  json_close(json, '{');
}
