// SPDX-License-Identifier: Apache-2.0
// Forces on bodies by the Barnes-Hut tree method.
//
// Contract:
// - The measurement window computes the force on every `sample`-th body.
// - The tree over all bodies is built before, untimed, and stored in traversal order. A node is
//   followed by its first child and contains the next node of a traversal that skips its children.
// - Bodies are in the order of the tree, as in codes that balance costs, and threads receive them
//   in dynamic chunks.
// - After the run, untimed, forces are compared with a recursive traversal and, for some bodies,
//   with sums over all others.
//
// A traversal is a chain of dependent branches over shared read-only nodes.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/graph/dynamic_chunks.h"
#include "stimulus/kernel_state.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kBarnesBody{"barnes_forces", "body", 29};
inline constexpr LoopCost kBarnesNode{"barnes_forces", "node", 26};
inline constexpr LoopCost kBarnesForce{"barnes_forces", "force of a node", 16};
inline constexpr LoopCost kBarnesOpened{"barnes_forces", "node opened", 1};
inline constexpr LoopCost kBarnesChunk{"BarnesThread", "chunk", 15};

struct BarnesPoint {
  double x, y, z;
};

/// Cell or, without a size, body; occupies one line.
struct BarnesNode {
  BarnesPoint centre;  ///< Centre of mass.
  double mass;
  double reach;        ///< Squared ratio of its side and the opening angle; 0 for a body.
  std::uint64_t skip;  ///< Node after its last descendant.
  double unused[2];
};

/// Position of a body and, after the run, the force on it.
struct BarnesBody {
  BarnesPoint position;
  double mass;
  BarnesPoint force;
  double unused;
};

struct BarnesData {
  /// Keeps forces finite if bodies coincide.
  static constexpr double kSoftening = 1e-6;
  base::SimArray<BarnesNode> nodes;
  base::SimArray<BarnesBody> bodies;
  base::SimArray<std::uint64_t> counters;
  std::uint64_t sample = 1;
  std::uint64_t chunk = 8;  ///< Number of bodies per chunk whose force is computed.

  std::uint64_t computed() const { return bodies.size / sample; }
  std::uint64_t body(std::uint64_t n) const { return n * sample + sample - 1; }
};

enum BarnesBranch : std::uint32_t { kBranchBarnesMore, kBranchBarnesFar };

inline void barnes_add(BarnesPoint& force, const BarnesPoint& apart, double square, double mass) {
  const double root = std::sqrt(square);
  const double part = mass / (square * root);
  force.x += part * apart.x;
  force.y += part * apart.y;
  force.z += part * apart.z;
}

template <class Thread>
[[gnu::noinline, gnu::flatten]] void barnes_forces(Thread& thread, const BarnesData& data,
                                                   Range some) {
  const auto nodes = data.nodes;
  const auto bodies = data.bodies;
  for (std::uint64_t n = some.begin; n < some.end; ++n) {
    spend(thread, kBarnesBody);
    const auto body = thread.load(bodies, data.body(n));
    BarnesBody result = body.value;
    auto arrived = body.ready;
    for (std::uint64_t at = 0;;) {
      const bool more = at < nodes.size;
      thread.branch(kBranchBarnesMore, more, arrived);
      if (!more) break;
      spend(thread, kBarnesNode);
      const auto node = thread.load(nodes, at, arrived);
      const BarnesPoint apart{node.value.centre.x - result.position.x,
                              node.value.centre.y - result.position.y,
                              node.value.centre.z - result.position.z};
      const double square =
          apart.x * apart.x + apart.y * apart.y + apart.z * apart.z + BarnesData::kSoftening;
      const bool far = node.value.reach < square;
      thread.branch(kBranchBarnesFar, far, node.ready);
      arrived =
          {};  // the branch determines the next node, so the next address is known immediately
      if (far) {
        spend(thread, kBarnesForce);
        barnes_add(result.force, apart, square, node.value.mass);
        arrived = node.ready;  // the node contains the next address
        at = node.value.skip;
      } else {
        spend(thread, kBarnesOpened);
        ++at;
      }
    }
    thread.store(bodies, data.body(n), result, arrived);
  }
}

template <class Thread>
class BarnesThread {
 public:
  BarnesThread(Thread& thread, const BarnesData& data)
      : thread_(thread), data_(data), chunks_(data.counters, 0) {}

  [[gnu::noinline]] void trial() {
    chunks_.for_each(thread_, data_.computed(), data_.chunk, kBarnesChunk,
                     [&](Range part) { barnes_forces(thread_, data_, part); });
    thread_.barrier();
  }

 private:
  Thread& thread_;
  const BarnesData& data_;
  DynamicChunks chunks_;
};

struct BarnesParameters {
  int scale = 20;
  std::uint64_t sample = 16;
};

class Barnes : public KernelState<BarnesParameters, BarnesData> {
 public:
  static constexpr std::string_view kWorkUnit = "body";
  /// Approximate; for the progress display only.
  static constexpr int kInstructionsPerUnit = 12000;

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    BarnesThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial();
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return data_.computed(); }
  std::string measured() const;

  /// Returns the total error of some computed forces, relative to their magnitude.
  double error_beside_direct_sums() const;
};

}  // namespace starnuma::stimulus
