// SPDX-License-Identifier: Apache-2.0
// Writes the files of a failure.
#include "testbenches/rtl_support/failure_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace starnuma::testbenches {

namespace fs = std::filesystem;

FailureFiles::FailureFiles(const std::string& name, const std::string& bench_save_file) {
  const char* chosen = std::getenv("STARNUMA_FAILURE_DIR");
  const fs::path folder = fs::absolute(chosen == nullptr ? "rtl_failures" : chosen);
  fs::create_directories(folder);
  std::string stem = name;
  for (char& c : stem) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  waves = folder / (stem + ".fst");
  save_file = folder / (stem + ".gtkw");
  text = folder / (stem + ".txt");
  const std::ifstream in(fs::path(STARNUMA_SOURCE) / "testbenches" / bench_save_file);
  std::ofstream(save_file) << "[dumpfile] \"" << waves.string() << "\"\n" << in.rdbuf();
}

std::string FailureFiles::report(const std::string& what, std::size_t cycles, std::size_t shrunk_to,
                                 const Replayed& replayed) const {
  std::ostringstream out;
  out << what << ", shrunk from " << cycles << " to " << shrunk_to << " cycles:\n  "
      << replayed.difference << '\n'
      << "   cycle  inputs                                                  outputs\n"
      << replayed.last_cycles << "waves: gtkwave " << save_file.string() << '\n';
  std::ofstream(text) << out.str();
  return out.str();
}

QuietOutput::QuietOutput() {
  std::fflush(stdout);
  saved_ = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
}

QuietOutput::~QuietOutput() {
  std::fflush(stdout);
  dup2(saved_, STDOUT_FILENO);
  close(saved_);
}

}  // namespace starnuma::testbenches
