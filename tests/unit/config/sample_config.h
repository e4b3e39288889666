// SPDX-License-Identifier: Apache-2.0
// A small machine with a field of every type, and helpers that read it from text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/quantities.h"
#include "platforms/config/load.h"
#include "platforms/config/reader.h"

namespace sample {

enum class Policy { kFirstTouch, kOracle, kNone };

struct Link {
  starnuma::base::Time latency;
  starnuma::base::Bandwidth bandwidth;

  template <class Visitor>
  void visit(Visitor& v) {
    using namespace starnuma::base::literals;
    v.field("latency", latency, "one-way latency",
            starnuma::base::between((1_ns).value, (5000_ns).value));
    v.field("bandwidth", bandwidth, "one direction");
  }
};

struct Pool {
  int devices = 0;
  Link link;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("devices", devices, "devices", starnuma::base::at_least(1));
    v.group("link", link, "CXL link");
  }
};

struct Machine {
  std::string title;
  Policy policy = Policy::kFirstTouch;
  starnuma::base::Bytes memory;
  starnuma::base::Frequency clock;
  starnuma::base::Cycles lookup;
  int ways = 0;
  std::uint64_t seed = 0;
  double share = 0;
  std::optional<Pool> pool;
  std::vector<Link> links;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("title", title, "what it is");
    v.field("policy", policy, "placement");
    v.field("memory", memory, "per socket");
    v.field("clock", clock, "of the cores");
    v.field("lookup", lookup, "of the cache");
    v.field("ways", ways, "associativity", starnuma::base::between(1, 64));
    v.field("seed", seed, "of everything random");
    v.field("share", share, "of the footprint", starnuma::base::between(0, 1));
    v.optional_group("pool", pool, "absent: no pool");
    v.list("links", links, "in order");
  }
};

inline const std::string kGood = R"(title: a machine
policy: oracle
memory: 48 GiB
clock: 2.4 GHz
lookup: 14 cycles
ways: 16
seed: 7
share: 0.2
pool:
  devices: 1
  link: {latency: 25 ns, bandwidth: 6 GB/s}
links:
  - latency: 25 ns
    bandwidth: 3 GB/s
)";

/// Returns `text` with the one line that starts with `key` replaced.
inline std::string with_line(std::string text, std::string_view key, std::string_view line) {
  const std::size_t begin = text.find("\n" + std::string(key)) + 1;
  return text.replace(begin, text.find('\n', begin) - begin, line);
}

/// Returns all problems of `text` as one string; empty if it is valid.
inline std::string problems(const std::string& text) {
  starnuma::config::Diagnostics diagnostics;
  starnuma::config::read<Machine>(starnuma::config::load_text(text, "m.yaml"), diagnostics);
  std::string all;
  for (const std::string& line : diagnostics.lines()) all += (all.empty() ? "" : "\n") + line;
  return all;
}

}  // namespace sample

template <>
struct starnuma::base::EnumNames<sample::Policy> {
  static constexpr std::array<std::string_view, 3> kNames{"first_touch", "oracle", "none"};
};
