// SPDX-License-Identifier: Apache-2.0
// An episode of random coherence traffic: one run from an empty system to a drained one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/base/random.h"
#include "testbenches/coherence/sequence.h"

namespace starnuma::coherence_bench {

/// Counts of operations on pages and tasks.
struct PageTraffic {
  std::uint64_t moves = 0;
  std::uint64_t faults = 0;  ///< Accesses to unmapped pages.
  std::uint64_t copies = 0;
  std::uint64_t exchanges = 0;  ///< Exchanges of two tasks.

  PageTraffic& operator+=(const PageTraffic& other);
};

class Episode {
 public:
  Episode(const SystemConfig& config, std::uint64_t seed, std::uint64_t ops, Subject subject,
          MoveMutant mutant);

  void run();

  std::vector<Record>* log = nullptr;  ///< Optional log of all steps.
  std::uint64_t taken = 0;
  std::uint64_t delivered = 0;
  PageTraffic pages;
  std::string failure;

 private:
  const SystemConfig& config() const { return system_.config(); }
  int flights() const { return system_.lines().channels().size(); }
  int below(int bound) {
    return static_cast<int>(random_.below(static_cast<std::uint64_t>(bound)));
  }

  /// Makes another channel end slow for some time, so that its messages accumulate.
  void change_pace();
  bool slow(const Flight& flight) const {
    const bool host = flight.to == slow_to_ || (flight.from == slow_to_ && !slow_from_home_);
    return host || protocol::channel_of(flight.message) == slow_channel_;
  }

  protocol::RequesterEvent random_event();
  bool start();
  /// Takes a random step of the operating system or of a TLB.
  bool random_page_step();
  bool exchange_any(int host);
  bool acknowledge_any(int first);
  bool begin_work(int host, int page);
  bool move_any();
  bool page_step(const PageStep& next);
  bool deliver_or_move();
  bool deliver();
  bool deliver(int index);
  bool deliver_any();
  bool noted(const Record& record, Step step);

  base::Random random_;
  PagedSystem system_;
  std::uint64_t ops_;
  int most_in_flight_ = 1;
  base::SocketId slow_to_{};
  bool slow_from_home_ = false;
  protocol::Channel slow_channel_{};
  std::uint64_t slowness_ = 1;  ///< A slow message is delivered in one of this number of attempts.
  bool evicts_often_ = false;
};

}  // namespace starnuma::coherence_bench
