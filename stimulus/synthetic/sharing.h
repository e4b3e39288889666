// SPDX-License-Identifier: Apache-2.0
// Accesses with a given sharing: distributions of pages, and of accesses, over the number of
// sockets that share a page.
//
// Contract:
// - Every page has a set of sockets, drawn once per phase; a thread only accesses pages of its
//   socket.
// - The distributions of pages and of accesses are published curves, or three groups: private
//   pages, pages of all sockets, and the rest evenly distributed between.
// - Accesses are independent except for the limit of outstanding accesses: each waits for the
//   access `in_flight` before it.
// - The check replays the stores of every thread.
//
// Not modelled: dependences and branches of a program. The instructions between accesses follow
// from the published misses per instruction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/base/random.h"
#include "stimulus/kernel_state.h"
#include "stimulus/range.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

/// Shares by number of sharers; [0] is for one sharer. Each sums to 1.
struct SharingShape {
  std::vector<double> pages;
  std::vector<double> accesses;
};

/// Point of a published curve: cumulative share up to a number of sharers, out of 16.
struct SharingPoint {
  int sharers;
  double share;
};

/// Returns the shares of a curve. The share between two points is spread evenly over the numbers of
/// sharers between them, and scaled to `sockets` in proportion.
std::vector<double> shares_of(const std::vector<SharingPoint>& curve, int sockets);

struct SharingParameters {
  int scale = 20;
  int sockets = 16;
  SharingShape shape;
  std::uint64_t accesses = 1 << 21;  ///< Total of all threads and phases.
  std::uint64_t writes = 30;         ///< Percentage of writes.
  /// Percentage of hot pages among the pages of each number of sharers.
  std::uint64_t hot_pages = 10;
  std::uint64_t hot_accesses = 10;  ///< Percentage of accesses that go to hot pages in addition.
  std::uint64_t in_flight = 3;      ///< Outstanding accesses of a thread.
  std::uint64_t work = 30;          ///< Instructions before each access.
  std::uint64_t phases = 1;
  /// Percentage of the pages that receive new sharers at the start of a phase.
  std::uint64_t drift = 0;
};

/// Kernel whose data are the pages.
class Sharing : public KernelState<SharingParameters, base::SimArray<std::uint64_t>> {
 public:
  static constexpr std::string_view kWorkUnit = "access";

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    using Ready = decltype(thread.load(data_, 0).ready);
    std::vector<Ready> before(parameters_.in_flight);
    const auto self = static_cast<std::uint64_t>(thread.index());
    open_window(thread);
    Stream stream(*this, self);
    for (std::uint64_t phase = 0; phase < parameters_.phases; ++phase) {
      if (phase > 0) thread.barrier();
      for (std::uint64_t i = 0; i < accesses_of(self); ++i) {
        thread.work(static_cast<int>(parameters_.work));
        const Access access = stream.next(phase);
        Ready& slot = before[i % before.size()];
        if (access.store) {
          thread.store(data_, access.word, access.word, slot);
        } else {
          slot = thread.load(data_, access.word, slot).ready;
        }
      }
    }
    thread.barrier();
    if (self == 0) ran_ = true;
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const { return parameters_.accesses; }
  std::uint64_t expected_instructions() const {
    return parameters_.accesses * (parameters_.work + 1);
  }

  /// Returns the number of sharers of each page in a phase.
  const std::vector<std::uint8_t>& sharers(std::uint64_t phase) const {
    return phases_[phase].sharers;
  }
  /// Returns the pages of a socket with this number of sharers in a phase.
  const std::vector<std::uint32_t>& pages(std::uint64_t phase, int socket, int sharers) const;

 private:
  struct Access {
    std::uint64_t word = 0;
    bool store = false;
  };
  /// Sequence of a thread's accesses.
  class Stream {
   public:
    Stream(const Sharing& sharing, std::uint64_t thread);
    Access next(std::uint64_t phase);

   private:
    const Sharing& sharing_;
    int socket_;
    base::Random random_;
  };
  struct Phase {
    std::vector<std::uint8_t> sharers;               ///< Number of sharers by page.
    std::vector<std::vector<std::uint32_t>> groups;  ///< Pages by socket and number of sharers.
    std::vector<std::uint64_t> masks;                ///< Sockets of each page.
  };

  void draw_sharers(Phase& phase, base::Random& random, std::uint64_t page) const;
  void group_pages(Phase& phase) const;
  std::uint64_t accesses_of(std::uint64_t thread) const {
    return even_share(parameters_.accesses / parameters_.phases, thread, threads_);
  }

  std::uint64_t threads_ = 1;
  std::vector<Phase> phases_;
  /// Cumulative distribution of accesses over the number of sharers, in units of 2^-32.
  std::vector<std::uint64_t> until_;
  bool ran_ = false;
};

}  // namespace starnuma::stimulus
