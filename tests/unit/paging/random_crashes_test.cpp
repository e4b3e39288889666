// SPDX-License-Identifier: Apache-2.0
// Random reads, writes, crashes and rebuilds: every read returns the last write.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "models/base/random.h"
#include "models/paging/protected_region.h"

namespace starnuma::paging {
namespace {

class RandomCrashes {
 public:
  static constexpr int kServers = 5;
  using Outcome = ProtectedRegion::Outcome;

  struct Done {
    int read = 0;
    int degraded = 0;
    int retried = 0;
    int written = 0;
    int taken_back = 0;
    int crashes = 0;
    int rebuilt = 0;
  };

  RandomCrashes(Protection protection, std::uint64_t seed)
      : protection_(protection),
        region_({protection, kServers, 7, 2}),
        random_(seed),
        newest_(region_.lines(), 0),
        down_(kServers, false) {}

  void step() {
    const std::uint64_t what = random_.below(40);
    if (what == 0) return crash();
    if (what < 3) return restart();
    if (what < 10) return rebuild();
    if (what < 20) return begin();
    if (what < 30) return advance();
    read(random_.below(region_.lines()));
  }
  /// Reads all lines after outstanding writes have drained.
  void read_all() {
    while (!writes_.empty()) advance();
    for (std::uint64_t line = 0; line < region_.lines(); ++line) {
      ASSERT_EQ(region_.read(line).outcome, Outcome::kDone) << line;
      read(line);
    }
  }
  const Done& done() const { return done_; }

 private:
  void read(std::uint64_t line) {
    const ProtectedRegion::Answer answer = region_.read(line);
    ASSERT_NE(answer.outcome, Outcome::kLost) << line;
    if (answer.outcome == Outcome::kRetry) {
      ASSERT_FALSE(writes_.empty());
      ++done_.retried;
      return;
    }
    ASSERT_EQ(answer.version, newest_[line]) << line;
    ++done_.read;
    if (answer.traffic.reads > 1) ++done_.degraded;
  }
  void begin() {
    const std::uint64_t line = random_.below(region_.lines());
    const ProtectedRegion::Answer answer = region_.begin_write(line);
    ASSERT_NE(answer.outcome, Outcome::kLost);
    if (answer.outcome == Outcome::kRetry) return;
    ASSERT_EQ(answer.version, newest_[line] + 1);
    writes_[line] = answer.version;
  }
  void advance() {
    if (writes_.empty()) return;
    auto write = writes_.begin();
    std::advance(write, static_cast<std::ptrdiff_t>(random_.below(writes_.size())));
    if (!region_.advance(write->first).made) return;
    newest_[write->first] = write->second;
    writes_.erase(write);
    ++done_.written;
  }
  /// Crashes a server if the protection tolerates one more.
  void crash() {
    if (region_.missing() == 0) since_whole_ = 0;
    const std::size_t server = random_.below(kServers);
    if (since_whole_ == protection_.parity || down_[server]) return;
    ++since_whole_;
    ++done_.crashes;
    down_[server] = true;
    region_.crash(static_cast<int>(server));
    for (auto write = writes_.begin(); write != writes_.end();) {
      const bool goes_on = region_.writing(write->first);
      done_.taken_back += goes_on ? 0 : 1;
      write = goes_on ? std::next(write) : writes_.erase(write);
    }
    for (std::uint64_t line = 0; line < region_.lines(); ++line) read(line);
  }
  void restart() {
    const std::size_t server = random_.below(kServers);
    if (!down_[server]) return;
    down_[server] = false;
    region_.restart(static_cast<int>(server));
  }
  void rebuild() {
    if (region_.rebuild_next()) ++done_.rebuilt;
  }

  Protection protection_;
  ProtectedRegion region_;
  base::Random random_;
  std::vector<std::uint64_t> newest_;              ///< Last write by line.
  std::map<std::uint64_t, std::uint64_t> writes_;  ///< Outstanding writes: version by line.
  std::vector<bool> down_;
  int since_whole_ = 0;  ///< Crashes since the region was complete.
  Done done_;
};

TEST(ProtectedRegion, ReturnsTheLastWriteWhoeverCrashes) {
  for (const Protection protection :
       {Protection{1, 1}, {1, 2}, {2, 1}, {3, 1}, {4, 1}, {2, 2}, {3, 2}}) {
    SCOPED_TRACE(std::to_string(protection.data) + "+" + std::to_string(protection.parity));
    RandomCrashes bench(protection, 1);
    for (int n = 0; n < 40'000 && !::testing::Test::HasFailure(); ++n) bench.step();
    bench.read_all();
    const RandomCrashes::Done& done = bench.done();
    const bool coded = protection.data > 1;
    // Each kind of outcome must occur, else the test is void.
    for (const int often : {done.read, done.written, done.taken_back, done.crashes, done.rebuilt}) {
      EXPECT_GT(often, 20);
    }
    EXPECT_EQ(done.degraded > 20, coded);
    EXPECT_EQ(done.retried > 20, coded);
  }
}

}  // namespace
}  // namespace starnuma::paging
