// SPDX-License-Identifier: Apache-2.0
#include "models/transport/link_config.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "models/accounting/latency_kinds.h"

namespace starnuma::transport {
namespace {

bool is_lower(char c) { return 'a' <= c && c <= 'z'; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }

/// Returns true if the name is valid in paths. A number at the end is reserved for indices of
/// components.
bool is_word(const std::string& name) {
  return !name.empty() && is_lower(name.front()) && is_lower(name.back()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_lower(c) || is_digit(c) || c == '_'; });
}

}  // namespace

void LinkKindConfig::check(base::Problems& problems) const {
  constexpr std::size_t kLongest = 24;
  if (!is_word(name) || name.size() > kLongest) {
    problems.add("name", "is not a name for a path, expected up to ", kLongest,
                 " small letters, digits and _, with letters at both ends");
  } else if (accounting::LatencyKinds::reserved(name)) {
    problems.add("name", "results of every machine call something else so");
  }
  const bool plain = std::none_of(title.begin(), title.end(), [](unsigned char c) {
    constexpr unsigned char kFirstPrintable = 0x20;
    return c < kFirstPrintable;
  });
  if (title.empty() || title.size() > kLongest || !plain) {
    problems.add("title", "expected up to ", kLongest, " letters");
  }
}

void LinkConfig::check(base::Problems& problems) const {
  const bool any = width || generation || flit;
  if (!any) {
    if (!bandwidth) {
      problems.add("bandwidth",
                   "missing (rate of one direction), expected a bandwidth such as \"3 GB/s\", or "
                   "width, generation and flit of a CXL link");
    } else if (!bandwidth_is) {
      problems.add("bandwidth_is", "missing next to bandwidth, expected payload or raw");
    }
    return;
  }
  const char* const given = width ? "width" : generation ? "generation" : "flit";
  if (bandwidth) {
    problems.add_misfit({"bandwidth", given},
                        "the rate is given twice, expected either bandwidth or width, generation "
                        "and flit (bandwidth: none takes an inherited one away)");
    return;
  }
  for (const auto& [key, there] : {std::pair{"width", width.has_value()},
                                   {"generation", generation.has_value()},
                                   {"flit", flit.has_value()}}) {
    if (!there) problems.add(key, "missing, a CXL link has width, generation and flit");
  }
  if (generation && flit && !is_defined(*generation, *flit)) {
    const auto name = [](auto value) {
      return std::string(base::EnumNames<decltype(value)>::kNames[static_cast<std::size_t>(value)]);
    };
    problems.add_misfit({"flit", "generation"}, name(*flit), " is not defined for generation ",
                        name(*generation), ", expected ", kDefinedCombinations);
  }
}

int LinkConfig::credits_of(int credit_class, base::Time line) const {
  if (credits) {
    const std::array<int, 3> given{credits->response, credits->forward, credits->request};
    return given[static_cast<std::size_t>(credit_class)];
  }
  // A credit is in use during the round trip, and while its message travels through ports and
  // routers to the next queue.
  constexpr base::Time kBeyond{100'000};  // assumed
  return static_cast<int>((one_way() * 2 + kBeyond).ps() / std::max<std::int64_t>(1, line.ps())) +
         1;
}

LinkRate LinkConfig::rate() const {
  LinkRate rate;
  if (is_cxl()) {
    rate = {slot_rate(cxl()), slots_of(*flit)};
    for (auto& direction : rate.bytes) {
      for (double& message : direction) message *= kSlotBytes;
    }
  } else {
    const timing::BandwidthIs counts = bandwidth_is.value_or(timing::BandwidthIs::kPayload);
    const auto bytes = [&](bool data) {
      return static_cast<double>(timing::message_bytes(counts, data).value);
    };
    const std::array<double, 2> both{bytes(false), bytes(true)};
    rate = {bandwidth.value_or(base::Bandwidth()), {both, both}};
  }
  const auto all = static_cast<double>(rate.bandwidth.value);
  if (ide) rate.bandwidth = base::Bandwidth(std::llround(all * message_share()));
  return rate;
}

double LinkConfig::wire_bits(int direction, bool data) const {
  const LinkRate used = rate();
  const double overhead = is_cxl() ? static_cast<double>(raw_rate(cxl()).value) /
                                         static_cast<double>(used.bandwidth.value)
                                   : 1 / message_share();
  return 8 * used.bytes_of(direction, data) * overhead;
}

}  // namespace starnuma::transport
