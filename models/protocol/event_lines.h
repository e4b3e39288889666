// SPDX-License-Identifier: Apache-2.0
// Reader of the lines of a recorded event stream. A malformed line throws an InputError with file
// and line.
#pragma once

#include <istream>
#include <sstream>
#include <string>

#include "models/base/check.h"
#include "models/base/ids.h"

namespace starnuma::protocol {

class EventLines {
 public:
  /// Messages refer to the input as `file`. The first line must be `format`.
  EventLines(std::istream& in, std::string file, const std::string& format)
      : in_(in), file_(std::move(file)) {
    if (!next() || line_ != format) fail("is not '" + format + "'");
  }

  /// Reads the next line; returns false at the end.
  bool next() {
    ++number_;
    return static_cast<bool>(std::getline(in_, line_));
  }
  const std::string& line() const { return line_; }

  /// Reads the next line, which must be 'name value', and returns the value.
  int header(const std::string& name, int low, int high) {
    std::string word;
    int value = 0;
    if (next()) std::istringstream(line_) >> word >> value;
    if (word != name || value < low || value > high) fail("is not '" + name + "' in range");
    return value;
  }

  /// Converts a packed page of this line, with range check.
  base::PageId page(std::uint64_t packed) const {
    constexpr int kBits = base::PageId::kNumberBits + base::PageId::kSpaceBits;
    if (packed >> kBits != 0) fail("has a page beyond the spaces");
    return base::PageId::unpack(packed);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(file_, ":", number_, ": '", line_, "' ", what);
  }

 private:
  std::istream& in_;
  std::string file_;
  std::string line_;
  int number_ = 0;
};

}  // namespace starnuma::protocol
