// SPDX-License-Identifier: Apache-2.0
// Workload: a simulated multi-threaded program, prepared for one machine and one seed.
//
// Contract:
// - An instance is used for one run.
// - `build` is called first; it runs natively and takes no simulated time.
// - `run` is called once per thread (thread t on the shape's core t, in order).
// - `check` compares the results in memory with a native reference.
//
// Not modelled: creation of threads, input, memory allocation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/stats.h"
#include "models/accounting/traffic.h"
#include "models/base/arena.h"
#include "models/base/footprint.h"

namespace starnuma::core {
class Thread;
}

namespace starnuma::stimulus {

/// Seed of the GAP benchmark suite, which yields the graphs and BFS sources of that suite.
inline constexpr std::uint64_t kDefaultSeed = 27491095;

/// Properties of the machine that a workload may use.
struct MachineShape {
  /// Class of accesses to a node that the socket cannot reach.
  static constexpr accounting::AccessClass kNoAccess{0xff};

  int sockets = 1;
  int cores_per_socket = 1;
  int pool_devices = 0;
  int memory_nodes = 0;
  int misses_in_flight = 16;  ///< Maximum number of outstanding misses of a core.
  /// Capacity of the private caches and the LLC of a socket, in lines.
  std::uint64_t cached_lines = 0;
  /// `cached_lines` is the full-scale value, which is scaled with the footprint of the program.
  bool caches_shrink = false;
  /// Access class by socket and node; empty if not required.
  std::vector<accounting::AccessClass> classes = {};
  accounting::AccessClasses class_rows = accounting::AccessClasses();
  /// Cores of the program's threads in ascending order; empty for one thread on every core.
  std::vector<base::CoreId> cores = {};
  int threads() const {
    return cores.empty() ? sockets * cores_per_socket : static_cast<int>(cores.size());
  }
  /// Returns the number of threads of the program on a socket, which are consecutive.
  int threads_on(int socket) const;
  /// Returns the number of the socket's first thread. Throws InputError if there is none.
  int first_thread_on(int socket) const;
  /// Returns the sockets that have threads.
  std::vector<int> own_sockets() const;
  /// Returns the first node in this access class of `socket`, if there is one.
  std::optional<base::NodeId> home_of(accounting::AccessClass access_class, int socket) const;
};

/// Returns the footprint at `scale` of a program with this size at scale 28, that of the published
/// graphs. The size halves with each scale less and doubles with each scale more.
constexpr base::Footprint footprint_at(int scale, base::Bytes full_size) {
  constexpr int kFullScale = 28;
  const std::int64_t size = scale <= kFullScale ? full_size.value >> (kFullScale - scale)
                                                : full_size.value << (scale - kFullScale);
  return {base::Bytes(size), full_size};
}

/// Returns the approximate footprint of a BFS on a graph of 2^scale vertices; the published graphs
/// have 2^28. Synthetic workloads use the same footprint.
constexpr base::Footprint graph_footprint(int scale) {
  return footprint_at(scale, base::Bytes(192) * (std::int64_t{1} << 28));
}

class Workload {
 public:
  virtual ~Workload() = default;
  /// Initializes the arena; takes no simulated time.
  virtual void build(base::Arena& arena) = 0;
  /// Provides the function by which the program reads memory traffic. Called before the run.
  virtual void watch(accounting::MemoryMeter /*meter*/) {}
  virtual void run(core::Thread& thread) = 0;
  /// Returns one line per mismatch with the reference; empty if the run was correct.
  virtual std::vector<std::string> check() const = 0;
  /// Returns the approximate size of the data and of the full-size data that they represent; scaled
  /// machines are reduced by the same ratio.
  virtual base::Footprint footprint() const = 0;
  /// Returns the approximate host memory of the data, including their construction.
  virtual base::Bytes host_bytes() const { return footprint().size; }
  /// Returns the reason for a deadlock of its threads if the input may be the cause. Returns an
  /// empty string if a deadlock would be a defect of the simulator.
  virtual std::string stuck() const { return {}; }
  virtual void report(accounting::StatWriter& out) const = 0;
  /// Returns the number of units of work in the measurement window; the name of a unit follows
  /// ("vertex and trial").
  virtual std::uint64_t work_units() const = 0;
  virtual std::string_view work_unit_name() const = 0;
  /// Returns how often the measurement window opens; execution before the last opening is warm-up.
  virtual int openings() const { return 1; }
  /// Returns a description of the measurement window for reports: "8 searches". Empty if the units
  /// of work suffice. Known before `build`.
  virtual std::string measured() const { return {}; }
  /// Returns the approximate number of instructions of the measurement window and of the preceding
  /// warm-up, for the progress display and the length of phases.
  virtual std::uint64_t expected_instructions() const = 0;
};

}  // namespace starnuma::stimulus
