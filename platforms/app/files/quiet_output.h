// SPDX-License-Identifier: Apache-2.0
// Discards everything that is printed to std::cout while it exists.
#pragma once

#include <iostream>
#include <streambuf>

namespace starnuma::app {

class QuietOutput {
 public:
  QuietOutput() : before_(std::cout.rdbuf(&nothing_)) {}
  QuietOutput(const QuietOutput&) = delete;
  QuietOutput& operator=(const QuietOutput&) = delete;
  ~QuietOutput() { std::cout.rdbuf(before_); }

 private:
  struct Nothing : std::streambuf {
    int_type overflow(int_type next) override { return traits_type::not_eof(next); }
  };

  Nothing nothing_;
  std::streambuf* before_;
};

}  // namespace starnuma::app
