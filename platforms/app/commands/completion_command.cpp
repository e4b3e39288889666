// SPDX-License-Identifier: Apache-2.0
// completion: scripts for shells, and the words that they request.
#include <fstream>
#include <iostream>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/commands/completion.h"
#include "platforms/app/files/home_folder.h"

namespace starnuma::app {

namespace {

/// Prints a line per candidate: the text, with a trailing blank if the word is complete, a tab, and
/// the description. ":files" requests file names.
void print_words(const std::vector<std::string>& typed) {
  const Candidates all = candidates(typed);
  for (const Candidate& word : all.words) {
    std::cout << word.text << (word.whole ? " " : "") << "\t" << word.about << "\n";
  }
  if (all.files) std::cout << ":files\n";
}

}  // namespace

int run_completion(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.positional;
  if (words[0] == "words") {
    print_words({words.begin() + 1, words.end()});
    return 0;
  }
  if (words[0] != "bash" && words[0] != "zsh") {
    throw base::InputError("completion: unknown shell \"", words[0], "\", ",
                           base::suggestion(words[0], {"bash", "zsh"}));
  }
  if (words.size() > 1) {
    throw base::InputError("completion ", words[0], ": unexpected \"", words[1], "\"");
  }
  std::cout << std::ifstream(platforms_folder() / "shell" / ("starnuma." + words[0])).rdbuf();
  return 0;
}

}  // namespace starnuma::app
