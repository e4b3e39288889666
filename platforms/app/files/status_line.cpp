// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/files/status_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace starnuma::app {
namespace {

constexpr const char* kErase = "\r\033[K";

bool can_draw() {
  const char* const kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t width() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : kUsual;
}

}  // namespace

StatusLine::StatusLine() : terminal_(can_draw()) {}

void StatusLine::show(const std::string& text) {
  if (!terminal_) return;
  std::cerr << kErase + text.substr(0, width() - 1) << std::flush;
  shown_ = true;
}

void StatusLine::clear() {
  if (shown_) std::cerr << kErase << std::flush;
  shown_ = false;
}

}  // namespace starnuma::app
