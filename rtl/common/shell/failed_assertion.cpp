// SPDX-License-Identifier: Apache-2.0
// Functions that Verilator's runtime calls when an assertion fails: first to print the assertion,
// then to stop.
#include "rtl/common/shell/failed_assertion.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <string>

namespace {

thread_local std::string last_text;

/// Shortens text such as "[0] %Error: sn_fifo.sv:69: Assertion failed in Vx.sn_fifo.Full_A:
/// 'assert' failed."
std::string shortened(const std::string& text) {
  const std::size_t error = text.find("%Error: ");
  const std::size_t begin = error == std::string::npos ? 0 : error + sizeof "%Error: " - 1;
  const std::size_t end = text.find_last_of(':');
  return text.substr(begin, end == std::string::npos || end < begin ? end : end - begin);
}

}  // namespace

int starnuma_verilated_print(const char* format, ...) {
  std::array<char, 1024> text{};
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  last_text = text.data();
  if (last_text.find("Assertion failed") == std::string::npos) std::fputs(text.data(), stderr);
  return length;
}

void vl_stop(const char*, int, const char*) {
  throw starnuma::rtl::FailedAssertion(shortened(last_text));
}
