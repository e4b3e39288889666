// SPDX-License-Identifier: Apache-2.0
// Statistics: every value has a path, a unit and a description.
//
// Contract:
// - A component keeps integer counters and writes them to a StatWriter on request.
// - reset_statistics() resets the counters and starts a measurement window.
// - The path of a statistic starts with the YAML path of its component.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace starnuma::accounting {

struct Stat {
  std::string path;
  double value = 0;
  std::string unit;  ///< "ns", "bytes", or "1" for counts and ratios
  std::string description;
};

/// Collects statistics below a path prefix.
class StatWriter {
 public:
  explicit StatWriter(std::vector<Stat>& out, std::string prefix = {})
      : out_(out), prefix_(std::move(prefix)) {}

  StatWriter under(std::string_view name) const {
    return StatWriter(out_,
                      prefix_.empty() ? std::string(name) : prefix_ + "." + std::string(name));
  }
  template <class Number>
  void write(std::string_view name, Number value, std::string_view unit,
             std::string_view description) {
    out_.push_back({prefix_.empty() ? std::string(name) : prefix_ + "." + std::string(name),
                    static_cast<double>(value), std::string(unit), std::string(description)});
  }

 private:
  std::vector<Stat>& out_;
  std::string prefix_;
};

/// Component with counters; assembly keeps a list of all.
class StatSource {
 public:
  virtual ~StatSource() = default;
  virtual void report(StatWriter& writer) const = 0;
  virtual void reset_statistics() = 0;
};

}  // namespace starnuma::accounting
