// SPDX-License-Identifier: Apache-2.0
// Functional coverage: named bins that a bench must hit, all declared at the start.
#pragma once

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace starnuma::testbenches {

class Bins {
 public:
  void expect(const std::string& name) { hits_.emplace(name, 0); }
  /// Counts a hit; declares the bin if it was not declared.
  void hit(const std::string& name) { ++hits_[name]; }

  std::vector<std::string> missed() const {
    std::vector<std::string> names;
    for (const auto& [name, hits] : hits_) {
      if (hits == 0) names.push_back(name);
    }
    return names;
  }
  std::size_t size() const { return hits_.size(); }
  /// Writes one line per bin: hits and name.
  void write(std::ostream& out) const {
    for (const auto& [name, hits] : hits_) out << hits << ' ' << name << '\n';
  }

 private:
  std::map<std::string, std::uint64_t> hits_;
};

}  // namespace starnuma::testbenches
