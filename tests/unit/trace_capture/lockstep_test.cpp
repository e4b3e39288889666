// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/capture/plugin/lockstep.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

namespace starnuma::capture {
namespace {

constexpr std::uint64_t kQuantum = 100;

TEST(Lockstep, NobodyBeginsAnEpochBeforeAllHaveEndedTheLast) {
  Lockstep lockstep(kQuantum);
  std::array<Member, 4> members;
  for (Member& member : members) lockstep.start(member, nullptr);
  std::atomic<bool> apart{false};
  std::vector<std::thread> threads;
  for (Member& member : members) {
    threads.emplace_back([&] {
      member.tid = static_cast<pid_t>(syscall(SYS_gettid));
      for (int i = 0; i < 1000; ++i) {
        lockstep.advance(member, 10);
        if (member.clock.time > (lockstep.epoch() + 1) * kQuantum) apart = true;
      }
      lockstep.end(member);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(apart);
  EXPECT_EQ(lockstep.epoch(), 100U);
}

TEST(Lockstep, AloneAThreadWaitsForNobodyWhoSleeps) {
  Lockstep lockstep(kQuantum);
  Member runs, sleeps;
  lockstep.start(runs, nullptr);
  lockstep.start(sleeps, nullptr);
  sleeps.tid = 0x7ffffff0;  // no such thread, so it never wakes up
  lockstep.leave(sleeps, 0x1000);
  for (int i = 0; i < 100; ++i) lockstep.advance(runs, kQuantum);
  EXPECT_EQ(lockstep.epoch(), 100U);
}

TEST(Lockstep, AThreadThatHasLeftButIsAwakeIsWaitedFor) {
  Lockstep lockstep(kQuantum);
  Member runs, wakes;
  lockstep.start(runs, nullptr);
  lockstep.start(wakes, nullptr);
  std::atomic<bool> left{false};
  bool alone = false;
  std::thread thread([&] {
    wakes.tid = static_cast<pid_t>(syscall(SYS_gettid));
    wakes.asleep = true;  // since an earlier wait
    lockstep.leave(wakes, 0x1000);
    left = true;
    constexpr int kLong = 10'000'000;  // delay of an overloaded host
    for (int i = 0; i < kLong && !alone; ++i) alone = lockstep.epoch() != 0;
    lockstep.enter(wakes, nullptr);
    lockstep.end(wakes);
  });
  while (!left) std::this_thread::yield();
  lockstep.advance(runs, kQuantum);
  thread.join();
  EXPECT_FALSE(alone);
  EXPECT_EQ(lockstep.epoch(), 1U);
}

TEST(Lockstep, AThreadStartsAtTheClockAndInTheWindowOfItsParent) {
  Lockstep lockstep(kQuantum);
  Member parent, child, other;
  lockstep.start(parent, nullptr);
  lockstep.open_window(parent);
  Lockstep::join_window(parent);
  lockstep.advance(parent, 30);
  lockstep.start(child, &parent);
  lockstep.start(other, nullptr);
  EXPECT_EQ(child.clock.time, 30U);
  EXPECT_EQ(child.clock.path, 30U);
  EXPECT_TRUE(child.in_window);
  EXPECT_EQ(other.clock.time, 0U);
  EXPECT_FALSE(other.in_window);
}

TEST(Lockstep, AWokenThreadHasTheClockOfWhoWokeIt) {
  Lockstep lockstep(kQuantum);
  Member runs, sleeps;
  lockstep.start(runs, nullptr);
  lockstep.start(sleeps, nullptr);
  lockstep.open_window(runs);
  Lockstep::join_window(runs);
  Lockstep::join_window(sleeps);
  sleeps.tid = 0x7ffffff0;
  lockstep.leave(sleeps, 0x1000);
  for (int i = 0; i < 5; ++i) lockstep.advance(runs, 50);
  const Wake wake{runs.clock, true, 0};
  lockstep.enter(sleeps, &wake);
  lockstep.advance(sleeps, 30);
  lockstep.report(runs);
  lockstep.report(sleeps);
  EXPECT_EQ(sleeps.clock.path, 280U);
  EXPECT_EQ(lockstep.epochs_needed(), 3U);
  EXPECT_EQ(lockstep.epochs_used(), 3U);
}

TEST(Lockstep, EpochsThatAWokenThreadHasLostAreEpochsUsed) {
  Lockstep lockstep(kQuantum);
  Member runs, sleeps;
  lockstep.start(runs, nullptr);
  lockstep.start(sleeps, nullptr);
  lockstep.open_window(runs);
  Lockstep::join_window(runs);
  Lockstep::join_window(sleeps);
  sleeps.tid = 0x7ffffff0;
  lockstep.leave(sleeps, 0x1000);
  const Wake wake{runs.clock, true, 0};
  for (int i = 0; i < 10; ++i) lockstep.advance(runs, kQuantum);
  lockstep.enter(sleeps, &wake);
  lockstep.report(runs);
  lockstep.report(sleeps);
  EXPECT_EQ(lockstep.epochs_needed(), 10U);
  EXPECT_EQ(lockstep.epochs_used(), 20U);
}

}  // namespace
}  // namespace starnuma::capture
