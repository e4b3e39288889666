// SPDX-License-Identifier: Apache-2.0
// Lines of a recorded event stream; what is wrong with one is an InputError naming file and line.
#pragma once

#include <istream>
#include <sstream>
#include <string>

#include "models/base/check.h"
#include "models/base/page_id.h"

namespace starnuma::protocol {

class EventLines {
 public:
  /// `file` is what messages call it. The first line has to be `format`.
  EventLines(std::istream& in, std::string file, const std::string& format)
      : in_(in), file_(std::move(file)) {
    if (!next() || line_ != format) fail("is not '" + format + "'");
  }

  /// False at the end.
  bool next() {
    ++number_;
    return static_cast<bool>(std::getline(in_, line_));
  }
  const std::string& line() const { return line_; }

  /// The value of the next line, which is 'name value'.
  int header(const std::string& name, int low, int high) {
    std::string word;
    int value = 0;
    if (next()) std::istringstream(line_) >> word >> value;
    if (word != name || value < low || value > high) fail("is no '" + name + "' in range");
    return value;
  }

  /// A page as this line has it, packed.
  base::PageId page(std::uint64_t packed) const {
    constexpr int kBits = base::PageId::kNumberBits + base::PageId::kSpaceBits;
    if (packed >> kBits != 0) fail("has a page beyond the spaces");
    return base::PageId::unpack(packed);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(file_ + ":" + std::to_string(number_) + ": '" + line_ + "' " + what);
  }

 private:
  std::istream& in_;
  std::string file_;
  std::string line_;
  int number_ = 0;
};

}  // namespace starnuma::protocol
