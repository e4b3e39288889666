// SPDX-License-Identifier: Apache-2.0
// Runs the BFS with the native thread, for callgrind, and prints how often each point was passed.
//
//   calibrate_bfs SCALE TRIALS
//
// Output: `run <vertices> <trials>`, then one line per point, in the order of the code:
//   point <loop> <passes> <operations> <instructions charged per pass> <what is counted>
// calibrate_bfs.awk joins this with the profile. Either thread is alone, so both do exactly the
// same steps.
#include <cstdlib>
#include <iostream>

#include "models/base/arena.h"
#include "stimulus/calibration/counting_thread.h"
#include "stimulus/calibration/native_thread.h"
#include "stimulus/programs/bfs/bfs.h"

namespace {

using namespace starnuma;
using namespace starnuma::stimulus;

bool report_errors(const Bfs& bfs) {
  for (const std::string& line : bfs.check()) std::cerr << line << '\n';
  return !bfs.check().empty();
}

void print_points(const CountingThread& thread) {
  for (std::size_t i = 0; i < kBfsCosts.size(); ++i) {
    const BfsCost& cost = kBfsCosts[i];
    const CountingThread::Tally& tally = thread.tally(static_cast<BfsPoint>(i));
    std::cout << "point " << cost.loop << ' ' << tally.passes << ' ' << tally.operations << ' '
              << cost.instructions << ' ' << cost.point << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: calibrate_bfs SCALE TRIALS\n";
    return 2;
  }
  Bfs::Parameters parameters;
  parameters.graph.scale = std::atoi(argv[1]);
  parameters.trials = std::atoi(argv[2]);
  base::Arena arena(1);
  Bfs native(parameters, 1);
  native.build(arena);
  run_natively(native);
  Bfs counted(parameters, 1);
  counted.build(arena);
  CountingThread thread;
  counted.run(thread);
  if (report_errors(native) || report_errors(counted)) return 1;
  std::cout << "run " << counted.data().graph.vertices() << ' ' << parameters.trials << '\n';
  print_points(thread);
  return 0;
}
