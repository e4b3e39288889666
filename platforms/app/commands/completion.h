// SPDX-License-Identifier: Apache-2.0
// What a shell offers for the word that is being typed.
//
// Contract: what can stand is read from the commands themselves: their usage lines, and their
// options with the names of their values. A name of a value that is known here (MACHINE, WORKLOAD,
// POLICY, KEY=VALUE, FILE..., DIR...) is offered as what there is.
#pragma once

#include <string>
#include <vector>

#include "platforms/app/commands/command.h"

namespace starnuma::app {

struct Candidate {
  std::string text;
  bool whole;         ///< a blank follows; else the word goes on, as after "bfs:"
  std::string about;  ///< one line; may be empty
};

struct Candidates {
  std::vector<Candidate> words;  ///< each begins with what is typed
  bool files = false;            ///< names of files may stand there too
};

/// `typed` are the words after the program's name; the last one, empty for a new one, is completed.
Candidates candidates(const std::vector<std::string>& typed);

}  // namespace starnuma::app
