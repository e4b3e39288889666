// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/draw_seeds.h"

#include <iostream>
#include <random>
#include <string>

#include "platforms/app/files/status_line.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/process/process.h"

namespace starnuma::app {

namespace {

/// Returns the reason of the seed's failure; empty on success.
std::string outcome(std::uint64_t seed, const std::function<int(std::uint64_t)>& work) {
  Process process([&] { return work(seed); });
  process.wait();
  if (!process.killed().empty()) return process.killed();
  return process.code() == 0 ? "" : "exit code " + std::to_string(process.code());
}

}  // namespace

int draw_seeds(const Arguments& arguments, const std::function<int(std::uint64_t seed)>& work,
               Verdicts& verdicts) {
  const std::uint64_t first = arguments.options["seed"].defaulted()
                                  ? std::random_device{}()
                                  : arguments.get<std::uint64_t>("seed");
  const SignalWatch watch;  // no signal is missed between two seeds
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::cout << "seeds from " << first << " on, until stopped" << std::endl;
  StatusLine line;
  try {
    for (std::uint64_t seed = first;; ++seed) {
      line.show("seed " + std::to_string(seed) + ", " + std::to_string(done) + " done, " +
                std::to_string(failed) + " failed");
      const std::string failure = outcome(seed, work);
      if (!failure.empty()) watch.wait();  // Ctrl-C also ends the child
      verdicts.add("seed " + std::to_string(seed), failure);
      ++done;
      if (failure.empty()) continue;
      ++failed;
      line.clear();
      std::cout << "seed " << seed << " FAILED: " << failure << std::endl;
    }
  } catch (const Interrupted&) {
    line.clear();
  }
  std::cout << done << " seeds, " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}

}  // namespace starnuma::app
