// SPDX-License-Identifier: Apache-2.0
// Unloaded block transfers through the whole machine: a socket loads lines that another socket
// owns.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/kinds.h"
#include "tests/support/machine_bench.h"

namespace starnuma::test {
namespace {

using namespace base::literals;
using accounting::AccessClass;

constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kLinesPerPage = base::kLinesPerPage;

struct Triple {
  int requester;
  int owner;
  int home;
};

/// Returns the word of the n-th line. The last line of each page only loads the translation.
std::uint64_t word_of(std::uint64_t n) {
  return (n / (kLinesPerPage - 1) * kLinesPerPage + n % (kLinesPerPage - 1)) * kWordsPerLine;
}

/// Owners acquire their lines, one socket after the other; then requesters chase theirs in the same
/// way.
class Transfers {
 public:
  Transfers(std::vector<Triple> triples, bool dirty)
      // The caches of a large program hold every line; a large DTLB avoids walks.
      : bench_(machine("starnuma16", {"socket.translation.dtlb_entries=1024"}, 26)),
        unloaded_(bench_.config()),
        triples_(std::move(triples)),
        dirty_(dirty) {
    std::vector<std::uint64_t> lines(static_cast<std::size_t>(bench_.config().nodes()), 0);
    for (const Triple& t : triples_) words_at_.push_back(word_of(lines[at(t.home)]++));
    for (std::size_t h = 0; h < lines.size(); ++h) {
      words_.push_back(bench_.allocate(word_of(lines[h]) + kWordsPerLine,
                                       base::Touch::on_node(static_cast<base::NodeId>(h))));
    }
  }

  void run() {
    bench_.run([this](core::Thread& thread) {
      if (thread.index() % bench_.cores() != 0) return;
      const int socket = thread.index() / bench_.cores();
      idle_until(thread, kTurn * socket);
      own(thread, socket);
      idle_until(thread, kTurn * (bench_.sockets() + socket));
      request(thread, socket);
    });
  }

  void expect_unloaded() const {
    for (std::size_t i = 0; i < triples_.size(); ++i) {
      const Triple& t = triples_[i];
      const auto expected = unloaded_.block_transfer(static_cast<base::SocketId>(t.requester),
                                                     static_cast<base::SocketId>(t.owner),
                                                     static_cast<base::NodeId>(t.home), dirty_);
      const SeenMiss miss = measured(i);
      const std::string who = std::to_string(t.requester) + " from " + std::to_string(t.owner) +
                              " by " + std::to_string(t.home);
      EXPECT_EQ(miss.ledger.total().ps(), expected.ps()) << who;
      EXPECT_EQ(miss.ledger.queue().ps(), 0) << who;
      EXPECT_EQ(miss.access_class,
                t.home == bench_.sockets() ? test::kBlockTransferPool : test::kBlockTransferSocket)
          << who;
    }
  }

  double ns(std::size_t i) const { return measured(i).ledger.total().ns(); }
  double mean_ns() const {
    double sum = 0;
    for (std::size_t i = 0; i < triples_.size(); ++i) sum += ns(i);
    return sum / static_cast<double>(triples_.size());
  }
  const analysis::Unloaded& unloaded() const { return unloaded_; }

 private:
  static constexpr base::Time kTurn = 1'000'000_ns;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void own(core::Thread& thread, int socket) {
    core::Ready ready;
    for (std::size_t i = 0; i < triples_.size(); ++i) {
      if (triples_[i].owner != socket) continue;
      const auto& words = words_[at(triples_[i].home)];
      ready = thread.load(words, words_at_[i], ready).ready;
      if (dirty_) thread.store(words, words_at_[i], std::uint64_t{1}, ready);
    }
  }

  void request(core::Thread& thread, int socket) {
    core::Ready ready;
    for (const auto& words : words_) {
      const std::uint64_t pages = (words.size - 1) / (kLinesPerPage * kWordsPerLine) + 1;
      for (std::uint64_t page = 0; page < pages; ++page) {
        ready = thread.load(words, ((page + 1) * kLinesPerPage - 1) * kWordsPerLine, ready).ready;
      }
    }
    for (std::size_t i = 0; i < triples_.size(); ++i) {
      if (triples_[i].requester != socket) continue;
      ready = thread.load(words_[at(triples_[i].home)], words_at_[i], ready).ready;
    }
  }

  SeenMiss measured(std::size_t i) const {
    const Triple& t = triples_[i];
    for (const SeenMiss& miss : bench_.misses_on(words_[at(t.home)], words_at_[i])) {
      if (miss.requester == t.requester) return miss;
    }
    throw std::runtime_error("the requester did not miss");
  }

  MachineBench bench_;
  analysis::Unloaded unloaded_;
  std::vector<Triple> triples_;
  bool dirty_;
  std::vector<std::uint64_t> words_at_;  ///< Words of each triple in its home's array.
  std::vector<base::SimArray<std::uint64_t>> words_;
};

constexpr int kPool = 16;

TEST(BlockTransfer, FromACleanOwnerOverThePoolTakesFourHops) {
  Transfers transfers({{0, 5, kPool}, {0, 1, kPool}, {15, 0, kPool}, {7, 8, kPool}}, false);
  transfers.run();
  transfers.expect_unloaded();
  EXPECT_EQ(transfers.ns(0), 280);
  EXPECT_EQ(transfers.ns(3), 280);
}

TEST(BlockTransfer, FromADirtyOwnerOverThePoolWaitsForItsWriteBack) {
  Transfers transfers({{0, 5, kPool}, {0, 1, kPool}, {15, 0, kPool}, {7, 8, kPool}}, true);
  transfers.run();
  transfers.expect_unloaded();
  EXPECT_EQ(transfers.ns(0), 380);
  EXPECT_EQ(transfers.ns(3), 380);
}

TEST(BlockTransfer, OverSocketsIsTheSumOfItsThreeHops) {
  // All in one chassis; home, owner or requester in another chassis; all in different chassis.
  Transfers transfers({{0, 1, 2}, {1, 0, 9}, {1, 9, 0}, {9, 1, 0}, {2, 6, 14}, {3, 5, 6}}, true);
  transfers.run();
  transfers.expect_unloaded();
  EXPECT_EQ(transfers.ns(0), 80 + 3 * 25);
  EXPECT_EQ(transfers.ns(1), 80 + 25 + 2 * 140);
  EXPECT_EQ(transfers.ns(4), 80 + 3 * 140);
}

TEST(BlockTransfer, OverSocketsCostsTheSameFromACleanOwner) {
  Transfers transfers({{0, 1, 2}, {1, 9, 0}, {2, 6, 14}}, false);
  transfers.run();
  transfers.expect_unloaded();
}

TEST(BlockTransfer, MeanOverAllDistinctTriplesOfSocketsIsThePublishedWiring) {
  std::vector<Triple> triples;
  for (int r = 0; r < 16; ++r) {
    for (int o = 0; o < 16; ++o) {
      for (int h = 0; h < 16; ++h) {
        if (r != o && o != h && h != r) triples.push_back({r, o, h});
      }
    }
  }
  Transfers transfers(triples, false);
  transfers.run();
  transfers.expect_unloaded();
  EXPECT_NEAR(transfers.mean_ns(), 431.0, 0.01);
  EXPECT_NEAR(transfers.mean_ns(), transfers.unloaded().three_hop_means().all_distinct_ns, 1e-6);
}

}  // namespace
}  // namespace starnuma::test
