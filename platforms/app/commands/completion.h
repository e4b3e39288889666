// SPDX-License-Identifier: Apache-2.0
// Shell completion of the word that is being typed.
//
// Contract: candidates derive from the commands: their usage lines, and their options with the
// names of their values. A known value name (MACHINE, WORKLOAD, POLICY, KEY=VALUE, FILE..., DIR...)
// is expanded to existing items.
#pragma once

#include <string>
#include <vector>

#include "platforms/app/commands/command.h"

namespace starnuma::app {

struct Candidate {
  std::string text;
  bool whole;         ///< true if a blank follows; false if the word continues, as after "bfs:"
  std::string about;  ///< one line; may be empty
};

struct Candidates {
  std::vector<Candidate> words;  ///< candidates that begin with the typed text
  bool files = false;            ///< true if file names are also valid
};

/// Completes the last of `typed`, the words after the program's name; the last one may be empty.
Candidates candidates(const std::vector<std::string>& typed);

}  // namespace starnuma::app
