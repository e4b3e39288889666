// SPDX-License-Identifier: Apache-2.0
// A workload: a simulated multi-threaded program, prepared for one machine and one seed.
//
// Contract: one instance is one run. `build` runs first, natively and untimed; then `run` is called
// once per thread (thread t on the shape's core t, in their order); then `check` compares what the
// simulated threads left in memory with a native reference.
// Not modelled: creating threads, reading input, allocating memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/memory_traffic.h"
#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/base/footprint.h"

namespace starnuma::core {
class Thread;
}

namespace starnuma::stimulus {

/// The seed of the GAP benchmark suite: with it, graphs and BFS sources are that suite's own.
inline constexpr std::uint64_t kDefaultSeed = 27491095;

/// What a workload may know of the machine it runs on.
struct MachineShape {
  /// Class of accesses to a node that the socket does not reach.
  static constexpr accounting::AccessClass kNoAccess{0xff};

  int sockets = 1;
  int cores_per_socket = 1;
  int pool_devices = 0;
  int memory_nodes = 0;
  int misses_in_flight = 16;       ///< That a core can have.
  std::uint64_t cached_lines = 0;  ///< That the private caches and the LLC of a socket can hold.
  bool caches_shrink = false;      ///< With the footprint of the program, from that size.
  /// Class of a socket's accesses to a node, by socket and then node; empty where nobody asks.
  std::vector<accounting::AccessClass> classes = {};
  accounting::AccessClasses class_rows = accounting::AccessClasses();
  /// Where the program's threads run, in rising order; empty: one on every core.
  std::vector<base::CoreId> cores = {};
  int threads() const {
    return cores.empty() ? sockets * cores_per_socket : static_cast<int>(cores.size());
  }
  /// Threads of the program on a socket, which are consecutive.
  int threads_on(int socket) const;
  /// Number of the first of them. Throws InputError where there is none.
  int first_thread_on(int socket) const;
  /// The sockets that have threads.
  std::vector<int> own_sockets() const;
  /// The first node that stands in this relation to `socket`, if any.
  std::optional<base::NodeId> home_of(accounting::AccessClass access_class, int socket) const;
};

/// At `scale`, of a program of this size at scale 28, that of the published graphs: everything is
/// halved once for each scale less, doubled for each more.
constexpr base::Footprint footprint_at(int scale, base::Bytes full_size) {
  constexpr int kFullScale = 28;
  const std::int64_t size = scale <= kFullScale ? full_size.value >> (kFullScale - scale)
                                                : full_size.value << (scale - kFullScale);
  return {base::Bytes(size), full_size};
}

/// Of a BFS on a graph of 2^scale vertices, roughly; the published graphs have 2^28. Synthetic
/// workloads take it as theirs.
constexpr base::Footprint graph_footprint(int scale) {
  return footprint_at(scale, base::Bytes(192) * (std::int64_t{1} << 28));
}

class Workload {
 public:
  virtual ~Workload() = default;
  /// Fills the arena; costs no simulated time.
  virtual void build(base::Arena& arena) = 0;
  /// How the program may read what memory has carried; before the run.
  virtual void watch(accounting::MemoryMeter /*meter*/) {}
  virtual void run(core::Thread& thread) = 0;
  /// One line per mismatch with the reference; empty when the run was correct.
  virtual std::vector<std::string> check() const = 0;
  /// Of its data, roughly, and of those it stands for: scaled machines shrink alike.
  virtual base::Footprint footprint() const = 0;
  /// What its data take of the host's memory, while they are built too; roughly.
  virtual base::Bytes host_bytes() const { return footprint().size; }
  /// Why its threads wait for each other forever, if what it was given may be the cause; empty:
  /// that would be a mistake of the simulator.
  virtual std::string stuck() const { return {}; }
  virtual void report(accounting::StatWriter& out) const = 0;
  /// Units of work in the measured window, and what one is ("vertex and trial").
  virtual std::uint64_t work_units() const = 0;
  virtual std::string_view work_unit_name() const = 0;
  /// How often it opens its measured window; what comes before the last time is warm-up.
  virtual int openings() const { return 1; }
  /// What the measured window holds, to stand beside its figures: "8 searches". Empty: its units of
  /// work say it all. Known before `build`.
  virtual std::string measured() const { return {}; }
  /// Instructions of the measured window and of the warm-up before it, roughly: for the progress
  /// display and the length of phases.
  virtual std::uint64_t expected_instructions() const = 0;
};

}  // namespace starnuma::stimulus
