// SPDX-License-Identifier: Apache-2.0
// One line on the terminal that says what a command is doing, drawn anew in its place; nothing
// where stderr is no terminal, or one that can only print (TERM=dumb).
#pragma once

#include <string>

namespace starnuma::app {

class StatusLine {
 public:
  StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { clear(); }

  /// Clipped to the width of the terminal.
  void show(const std::string& text);
  /// Takes the line away, before anything else is printed.
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace starnuma::app
