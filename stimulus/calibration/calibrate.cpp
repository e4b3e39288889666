// SPDX-License-Identifier: Apache-2.0
// Runs a program with the native thread under callgrind and prints the number of passes of each
// point of its loops.
//
//   calibrate_programs            lists the programs
//   calibrate_programs PROGRAM
//
// Output: `run <units of work> <their name>`, then one line per point:
//   point <loop> <passes> <operations> <instructions charged per pass> <counted unit>
// calibrate.awk joins this output with the profile. Both threads run alone, so both execute exactly
// the same steps.
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <systemc>

#include "models/base/arena.h"
#include "stimulus/calibration/counting_thread.h"
#include "stimulus/calibration/native_thread.h"
#include "stimulus/programs/amg/amg.h"
#include "stimulus/programs/barnes/barnes.h"
#include "stimulus/programs/bc/bc.h"
#include "stimulus/programs/bellman/bellman.h"
#include "stimulus/programs/bfs/bfs.h"
#include "stimulus/programs/bt/bt.h"
#include "stimulus/programs/cam/cam.h"
#include "stimulus/programs/cc/cc.h"
#include "stimulus/programs/cg/cg.h"
#include "stimulus/programs/chase/chase.h"
#include "stimulus/programs/classifier/classifier.h"
#include "stimulus/programs/fdtd/fdtd.h"
#include "stimulus/programs/ft/ft.h"
#include "stimulus/programs/kv/kv.h"
#include "stimulus/programs/kv/masstree.h"
#include "stimulus/programs/lu/lu.h"
#include "stimulus/programs/matmul/matmul.h"
#include "stimulus/programs/mesh/mesh.h"
#include "stimulus/programs/mg/mg.h"
#include "stimulus/programs/pagerank/pagerank.h"
#include "stimulus/programs/radii/radii.h"
#include "stimulus/programs/shm/shm.h"
#include "stimulus/programs/splu/splu.h"
#include "stimulus/programs/sssp/sssp.h"
#include "stimulus/programs/tc/tc.h"
#include "stimulus/programs/tpcc/tpcc.h"
#include "stimulus/programs/xs/xs.h"

namespace {

using namespace starnuma;
using namespace starnuma::stimulus;

template <class Kernel>
bool wrong(const Kernel& kernel) {
  for (const std::string& line : kernel.check()) std::cerr << line << '\n';
  return !kernel.check().empty();
}

template <class Kernel>
int calibrate(const typename Kernel::Parameters& parameters) {
  base::Arena arena(1);
  Kernel native(parameters, 1);
  native.build(arena);
  run_natively(native);
  Kernel counted(parameters, 1);
  counted.build(arena);
  CountingThread thread;
  counted.run(thread);
  if (wrong(native) || wrong(counted)) return 1;
  std::cout << "run " << counted.work_units() << ' ' << Kernel::kWorkUnit << '\n';
  for (const CountingThread::Tally& tally : thread.tallies()) {
    std::cout << "point " << tally.cost->loop << ' ' << tally.passes << ' ' << tally.operations
              << ' ' << tally.cost->instructions << ' ' << tally.cost->point << '\n';
  }
  return 0;
}

/// Sizes are large enough to make one-time work negligible.
const std::map<std::string, std::function<int()>>& programs() {
  static const std::map<std::string, std::function<int()>> all = {
      {"bfs",
       [] {
         return calibrate<Bfs>({{18, 32}, 2});
       }},
      {"cc",
       [] {
         return calibrate<Cc>({{16, 32}});
       }},
      {"kv",
       [] {
         return calibrate<Kv>({14, 1 << 16, 50, 25});
       }},
      {"kv_zipf",
       [] {
         return calibrate<Kv>({14, 1 << 16, 50, 0, true});
       }},
      {"kv_masstree",
       [] {
         return calibrate<Masstree>({20, 1 << 16});
       }},
      {"sssp",
       [] {
         return calibrate<Sssp>({{14, 32}});
       }},
      {"tpcc",
       [] {
         return calibrate<Tpcc>({14, 1 << 12});
       }},
      {"tpcc_full",
       [] {
         return calibrate<Tpcc>({14, 1 << 12, 0, true});
       }},
      {"tc",
       [] {
         return calibrate<Tc>({{14, 32}, 16});
       }},
      {"cg",
       [] {
         return calibrate<Cg>({16, 4, 64});
       }},
      {"mg",
       [] {
         return calibrate<Mg>({14, 2});
       }},
      {"ft",
       [] {
         return calibrate<Ft>({12, 2});
       }},
      {"matmul",
       [] {
         return calibrate<Matmul>({12, 4, 32});
       }},
      {"splu", [] { return calibrate<Splu>({14}); }},
      {"xs",
       [] {
         return calibrate<Xs>({14, 1 << 14});
       }},
      {"pagerank",
       [] {
         return calibrate<Pagerank>({{16, 32}});
       }},
      {"bellman",
       [] {
         return calibrate<Bellman>({{14, 32}});
       }},
      {"shm",
       [] {
         return calibrate<Shm>({{70, 0, 4}, 14, 1 << 16});
       }},
      {"barnes",
       [] {
         return calibrate<Barnes>({16, 16});
       }},
      {"radii",
       [] {
         return calibrate<Radii>({{14, 32}});
       }},
      {"classifier",
       [] {
         return calibrate<Classifier>({16, 4});
       }},
      {"fdtd",
       [] {
         return calibrate<Fdtd>({14, 2});
       }},
      {"amg",
       [] {
         return calibrate<Amg>({16, 2});
       }},
      {"bc",
       [] {
         return calibrate<Bc>({{14, 32}});
       }},
      {"mesh",
       [] {
         return calibrate<Mesh>({16, 2});
       }},
      {"bt",
       [] {
         return calibrate<Bt>({16, 2});
       }},
      {"lu",
       [] {
         return calibrate<Lu>({16, 2});
       }},
      {"chase",
       [] {
         return calibrate<Chase>({16, 2});
       }},
      {"cam",
       [] {
         return calibrate<Cam>({16, 2});
       }},
  };
  return all;
}

}  // namespace

int sc_main(int, char*[]) { return 0; }  // required by the SystemC library

int main(int argc, char** argv) {
  if (argc == 1) {
    for (const auto& [name, run] : programs()) std::cout << name << '\n';
    return 0;
  }
  const auto program = programs().find(argv[1]);
  if (argc != 2 || program == programs().end()) {
    std::cerr << "usage: calibrate_programs [PROGRAM]\n";
    return 2;
  }
  return program->second();
}
