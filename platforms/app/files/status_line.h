// SPDX-License-Identifier: Apache-2.0
// Status line of a command on the terminal, redrawn in place. Shows nothing if stderr is not a
// terminal or cannot move the cursor (TERM=dumb).
#pragma once

#include <string>

namespace starnuma::app {

class StatusLine {
 public:
  StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { clear(); }

  /// Shows the text, clipped to the width of the terminal.
  void show(const std::string& text);
  /// Removes the line; called before any other output.
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace starnuma::app
