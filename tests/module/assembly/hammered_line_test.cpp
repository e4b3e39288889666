// SPDX-License-Identifier: Apache-2.0
// A line is a resource: two sockets that alternate atomics on one line pay for each transfer.
//
// The serial part of a transfer is less than a whole unloaded block transfer, because the request
// is sent while the line is still in flight to the other socket.
// - Socket home: the Unblock travels to the home as long as a request would. Only then the forward
//   to the owner starts, so only the requester's cache look-ups overlap.
// - Pool home: the device snoops the new owner directly after the grant, so the request and the
//   snoop overlap. The grant's bandwidth on their common link delays the snoop slightly.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

using namespace base::literals;

struct Hammering {
  base::Time elapsed;  ///< Time from the end of the first transfer to the end of the last one.
  std::int64_t transfers = 0;
  std::uint64_t sum = 0;
};

constexpr std::uint64_t kAdds = 200;

class Hammered {
 public:
  Hammered(const std::string& name, const std::string& quantum, int a, int b, base::NodeId home)
      : bench_(machine(name, {"simulation.quantum=" + quantum})),
        unloaded_(bench_.config()),
        a_(a),
        b_(b),
        home_(home),
        line_(bench_.allocate(8, base::Touch::on_node(home))) {}

  Hammering run(std::uint64_t adds = kAdds) {
    base::Time begin = 1'000'000_ns;
    base::Time end;
    bench_.run([&](core::Thread& thread) {
      if (thread.index() != a_ * bench_.cores() && thread.index() != b_ * bench_.cores()) return;
      for (std::uint64_t i = 0; i < adds; ++i) {
        thread.fetch_add(line_, 0, std::uint64_t{1});
        if (i > 0) continue;
        thread.synchronise();
        begin = std::min(begin, kernel_time());
      }
      thread.synchronise();
      end = std::max(end, kernel_time());
    });
    return {end - begin, static_cast<std::int64_t>(bench_.misses_on(line_, 0).size()) - 1,
            line_.data[0]};
  }

  /// Returns the time between two transfers if each request is already waiting: mean of both
  /// directions.
  base::Time serial_part() const { return (serial_part(a_, b_) + serial_part(b_, a_)) / 2; }

 private:
  base::Time serial_part(int owner, int requester) const {
    const auto& socket = bench_.config().socket[0];
    const auto r = static_cast<base::SocketId>(requester);
    const base::Time whole =
        unloaded_.block_transfer(r, static_cast<base::SocketId>(owner), home_, true);
    const base::ClockRatio clock(socket.core.frequency);
    const base::Time lookups = clock.time_of(socket.private_caches.l1_latency.value +
                                             socket.private_caches.l2_latency.value +
                                             socket.shared_cache.llc_latency.value);
    if (home_ != bench_.pool()) return whole - lookups;
    const auto& device = bench_.config().pool[0].device;
    const base::Time wire = bench_.wiring().topology.path_latency(
        bench_.wiring().node_of(static_cast<base::NodeId>(r)), bench_.wiring().node_of(home_));
    const base::Time request = socket.shared_cache.fabric_latency + wire + device.fabric_latency +
                               device.directory_latency;
    const base::Time snoop = device.fabric_latency + wire;
    return whole - lookups - request - snoop;
  }

  MachineBench bench_;
  analysis::Unloaded unloaded_;
  int a_;
  int b_;
  base::NodeId home_;
  base::SimArray<std::uint64_t> line_;
};

/// With a small quantum every atomic is a transfer. Each takes at least the serial part, and little
/// more (an issue slot per atomic, and bandwidth).
void expect_one_transfer_at_a_time(Hammered& hammered) {
  const Hammering h = hammered.run();
  EXPECT_EQ(h.sum, 2 * kAdds);
  EXPECT_GE(h.transfers, static_cast<std::int64_t>(2 * kAdds) - 3);
  const auto bound = static_cast<double>((hammered.serial_part() * h.transfers).ps());
  const auto elapsed = static_cast<double>(h.elapsed.ps());
  EXPECT_GE(elapsed, bound);
  EXPECT_LE(elapsed, 1.15 * bound);
}

constexpr const char* kSmallQuantum = "100 ps";

TEST(HammeredLine, OfAThirdSocketIsTransferredOnceAtATime) {
  Hammered hammered("starnuma16", kSmallQuantum, 1, 6, base::NodeId{11});
  expect_one_transfer_at_a_time(hammered);
}

TEST(HammeredLine, OfTheSameChassisIsTransferredOnceAtATime) {
  Hammered hammered("starnuma16", kSmallQuantum, 1, 2, base::NodeId{0});
  expect_one_transfer_at_a_time(hammered);
}

TEST(HammeredLine, OfOneOfTheTwoIsTransferredOnceAtATime) {
  Hammered hammered("baseline16", kSmallQuantum, 3, 12, base::NodeId{3});
  expect_one_transfer_at_a_time(hammered);
}

TEST(HammeredLine, OfThePoolIsTransferredOnceAtATime) {
  Hammered hammered("starnuma16", kSmallQuantum, 1, 6, base::NodeId{16});
  expect_one_transfer_at_a_time(hammered);
}

/// With a quantum longer than a transfer a core continues on its copy after its invalidation, so
/// fewer transfers occur. They may not be faster.
void expect_no_faster_transfers(Hammered& hammered) {
  constexpr std::uint64_t kMany = 20 * kAdds;
  const Hammering h = hammered.run(kMany);
  EXPECT_EQ(h.sum, 2 * kMany);
  EXPECT_GT(h.transfers, 2);
  EXPECT_GE(h.elapsed.ps(), (hammered.serial_part() * h.transfers).ps());
}

TEST(HammeredLine, OfTheSameChassisIsNotTransferredFasterUnderALongerQuantum) {
  Hammered hammered("starnuma16", "200 ns", 1, 2, base::NodeId{0});
  expect_no_faster_transfers(hammered);
}

TEST(HammeredLine, OfAThirdSocketIsNotTransferredFasterUnderALongerQuantum) {
  Hammered hammered("starnuma16", "1 us", 1, 6, base::NodeId{11});
  expect_no_faster_transfers(hammered);
}

TEST(HammeredLine, OfThePoolIsNotTransferredFasterUnderALongerQuantum) {
  Hammered hammered("starnuma16", "500 ns", 1, 6, base::NodeId{16});
  expect_no_faster_transfers(hammered);
}

}  // namespace
}  // namespace starnuma::test
