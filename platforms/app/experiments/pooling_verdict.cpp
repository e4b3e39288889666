// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/pooling_verdict.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "platforms/config/field_text.h"

namespace starnuma::app {
namespace {

constexpr double kFirstClass = 1.10;
constexpr double kSecondClass = 1.18;

/// Simulated time of the run with this share.
std::optional<double> time_at(double share, const config::Sweep& sweep,
                              const std::vector<Values>& stats) {
  for (std::size_t i = 0; i < sweep.values.size(); ++i) {
    if (config::FieldText<double>::read(sweep.values[i]) != share) continue;
    const auto time = stats[i].find("run.time_ns");
    if (time != stats[i].end() && time->second > 0) return time->second;
  }
  return std::nullopt;
}

}  // namespace

const char* pooling_class(double slowdown) {
  if (slowdown < kFirstClass) return "I";
  return slowdown < kSecondClass ? "II" : "III";
}

std::string pooling_verdict(const config::Sweep& sweep, const std::vector<Values>& stats) {
  if (sweep.field != "placement.pool_share") return {};
  const auto local = time_at(0, sweep, stats);
  const auto pooled = time_at(0.75, sweep, stats);
  if (!local || !pooled) return {};
  char text[160];
  std::snprintf(
      text, sizeof text,
      "With 75 %% of the pages on the pool: %.3f times the time with none there, class %s "
      "(I below %.2f, II below %.2f)",
      *pooled / *local, pooling_class(*pooled / *local), kFirstClass, kSecondClass);
  return text;
}

}  // namespace starnuma::app
