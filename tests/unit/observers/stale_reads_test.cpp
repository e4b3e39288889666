// SPDX-License-Identifier: Apache-2.0
#include "models/observers/stale_reads.h"

#include <gtest/gtest.h>

namespace starnuma::observers {
namespace {

using base::LineAddress;
using base::NodeId;
using base::SocketId;
using paging::HostMap;
using paging::Sharing;
using protocol::AccessKind;

constexpr NodeId kDevice{3};
constexpr base::Time kNow{1000};

/// Sockets 0 and 1 of host 0, socket 2 of host 1; both hosts reach all of the device.
struct Watched {
  Watched() : hosts({0, 0, 1}, {0, 0, 1, HostMap::kNone}, {100}), stale(hosts, nullptr) {
    hosts.add({kDevice, 0, 50, Sharing::kNonCoherent, 3});
    hosts.add({kDevice, 50, 50, Sharing::kCoherent, 3});
  }

  LineAddress line(int socket, std::uint64_t frame = 0) const {
    const base::Frame first{LineAddress::of(kDevice, frame * base::kLinesPerPage)};
    return hosts.seen_by(static_cast<SocketId>(socket), first).first_line;
  }
  void gets(int socket, std::uint64_t frame = 0) {
    stale.gained(line(socket, frame), static_cast<SocketId>(socket), true, 0, kNow);
  }
  void writes_back(int socket) { stale.stored(line(socket), 0); }
  void access(int socket, AccessKind kind, std::uint64_t frame = 0) {
    protocol::Access access;
    access.line = line(socket, frame);
    access.kind = kind;
    stale.accessed(access, static_cast<SocketId>(socket));
  }
  StaleReads::StaleAccesses counts() const { return stale.counts(hosts.extents().front()); }

  HostMap hosts;
  StaleReads stale;
};

TEST(StaleReads, AWriteIsSeenByOthersWhenItIsWrittenBackAndTheyGetTheLineAnew) {
  Watched memory;
  memory.gets(0);
  memory.gets(2);
  memory.access(0, AccessKind::kStore);
  memory.access(2, AccessKind::kLoad);
  EXPECT_EQ(memory.stale.stale(), 1);
  memory.writes_back(0);
  memory.access(2, AccessKind::kLoad);  // the copy is still the old one
  EXPECT_EQ(memory.stale.stale(), 2);
  memory.gets(2);
  memory.access(2, AccessKind::kLoad);
  EXPECT_EQ(memory.stale.stale(), 2);
  EXPECT_EQ(memory.stale.first()->socket, SocketId{2});
  EXPECT_EQ(memory.stale.first()->last_writer, 0);
  EXPECT_EQ(memory.counts().reads, 3);
  EXPECT_EQ(memory.counts().stale_reads, 2);
  memory.stale.reset_statistics();
  EXPECT_EQ(memory.counts().reads, 0);
  EXPECT_EQ(memory.stale.stale(), 2);
}

TEST(StaleReads, AWriteToAnOldCopyLosesTheOthersWrite) {
  Watched memory;
  memory.gets(0);
  memory.gets(2);
  memory.access(0, AccessKind::kStore);
  memory.access(2, AccessKind::kAtomic);
  EXPECT_EQ(memory.counts().stale_writes, 1);
  memory.writes_back(2);
  memory.writes_back(0);  // the older one arrives last
  memory.gets(2);
  memory.access(2, AccessKind::kLoad);
  EXPECT_EQ(memory.counts().stale_reads, 1);
}

TEST(StaleReads, InsideAHostMemoryIsBetween) {
  Watched memory;
  memory.gets(0);
  memory.access(0, AccessKind::kStore);
  memory.writes_back(0);
  memory.gets(1);
  memory.access(1, AccessKind::kLoad);
  EXPECT_EQ(memory.stale.stale(), 0);
}

TEST(StaleReads, AreNotLookedForInCoherentMemory) {
  Watched memory;
  memory.gets(0, 50);
  memory.gets(2, 50);
  memory.access(0, AccessKind::kStore, 50);
  memory.access(2, AccessKind::kLoad, 50);
  EXPECT_EQ(memory.stale.stale(), 0);
}

}  // namespace
}  // namespace starnuma::observers
