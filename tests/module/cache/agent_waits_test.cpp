// SPDX-License-Identifier: Apache-2.0
// Waits of a caching agent: for the register of a line, a home, an uncached answer and a device.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "models/cache/device_windows.h"
#include "models/cache/miss_registers.h"
#include "models/cache/uncached_requests.h"

namespace starnuma::test::agent_waits_test {
namespace {

using namespace base::literals;
using base::LineAddress;
using base::Time;
using cache::MissRegister;
using protocol::Access;

constexpr LineAddress kLine{64};
constexpr LineAddress kOther{65};

/// Fibers that write into a log in SystemC time.
class Waits : public testing::Test {
 protected:
  void spawn(std::function<void()> body) { dispatcher.spawn(std::move(body)); }
  void at(Time time, std::function<void()> body) {
    spawn([this, time, body = std::move(body)] {
      execution.wait_until(time);
      body();
    });
  }
  void note(const std::string& text) {
    log.push_back(text + " " + std::to_string(kernel::now().ps() / 1000));
  }

  kernel::QueuedDispatcher dispatcher{"dispatcher"};
  kernel::Execution execution{dispatcher};
  std::vector<std::string> log;
};

class LineWaits : public Waits {
 protected:
  void access(const std::string& name, LineAddress line, Time time) {
    spawn([this, name, line, time] {
      Access access;
      access.line = line;
      access.time = time;
      waits.wait_for_line(access);
      EXPECT_EQ(access.time, kernel::now());
      note(name + " queued " + std::to_string(access.mshr_queue.ps() / 1000) + " at");
    });
  }
  cache::MissRegisters registers;
  cache::LineWaits waits{registers, execution};
};

TEST_F(LineWaits, AnAccessWaitsForItsTimeAndForTheRegisterOfItsLine) {
  MissRegister& taken = registers.take(kLine, {});
  access("first", kLine, 10_ns);
  access("second", kLine, 20_ns);
  access("free", kOther, 10_ns);
  at(30_ns, [&] { waits.release(taken); });
  sc_core::sc_start();
  EXPECT_EQ(log, (std::vector<std::string>{"free queued 0 at 10", "first queued 20 at 30",
                                           "second queued 10 at 30"}));
}

TEST_F(LineWaits, AnAccessWaitsAgainIfTheLineHasANewRegister) {
  MissRegister& taken = registers.take(kLine, {});
  access("access", kLine, 10_ns);
  at(30_ns, [&] {
    waits.release(taken);
    registers.take(kLine, {});
  });
  at(50_ns, [&] { waits.release(*registers.find(kLine)); });
  sc_core::sc_start();
  EXPECT_EQ(log, (std::vector<std::string>{"access queued 40 at 50"}));
}

TEST_F(LineWaits, TheHomeCompletesTheAccessOfARegister) {
  MissRegister& pending = registers.take(kLine, {});
  Access access;
  spawn([&] {
    pending.access = &access;
    waits.wait_for_home(pending);
    note("resumed");
  });
  at(30_ns, [&] { waits.complete(pending); });
  sc_core::sc_start();
  EXPECT_EQ(log, (std::vector<std::string>{"resumed 30"}));
  EXPECT_EQ(pending.access, nullptr);
  EXPECT_EQ(registers.find(kLine), &pending);
}

TEST_F(LineWaits, NoAccessWaitsInImmediateDelivery) {
  cache::LineWaits immediate{registers, kernel::Execution()};
  MissRegister& pending = registers.take(kLine, {});
  Access access;
  access.line = kOther;
  access.time = 10_ns;
  immediate.wait_for_line(access);
  pending.access = &access;
  immediate.wait_for_home(pending);
  immediate.complete(pending);
  immediate.release(pending);
  EXPECT_EQ(access.time, 10_ns);
  EXPECT_EQ(access.mshr_queue, 0_ns);
  EXPECT_EQ(registers.in_use(), 0u);
}

class UncachedRequests : public Waits {
 protected:
  void request(std::uint64_t transaction) {
    spawn([this, transaction] {
      requests.begin(transaction);
      const auto answer = requests.await(transaction);
      note(std::to_string(transaction) + " grew " + std::to_string(answer.count) + " due " +
           std::to_string(answer.time.ps() / 1000) + " at");
    });
  }
  cache::UncachedRequests requests{execution};
};

TEST_F(UncachedRequests, EachCallerReceivesTheAnswerOfItsTransaction) {
  request(7);
  request(8);
  at(10_ns, [&] { requests.answer(8, {15_ns, 3}); });
  at(20_ns, [&] { requests.answer(9, {25_ns, 4}); });  // a backup write
  at(30_ns, [&] { requests.answer(7, {35_ns, 5}); });
  sc_core::sc_start();
  EXPECT_EQ(log, (std::vector<std::string>{"8 grew 3 due 15 at 10", "7 grew 5 due 35 at 30"}));
}

TEST_F(UncachedRequests, AnswersPrecedeTheWaitInImmediateDelivery) {
  cache::UncachedRequests immediate{kernel::Execution()};
  immediate.begin(7);
  immediate.answer(7, {15_ns, 3});
  EXPECT_EQ(immediate.await(7).time, 15_ns);
  immediate.begin(8);
  EXPECT_LT(immediate.await(8).time, 0_ns);
}

/// At most two requests to the device of a machine with four sockets.
class DeviceWindows : public Waits {
 protected:
  static LineAddress of_device(std::uint64_t n) { return LineAddress::of(base::NodeId{4}, n); }

  /// Starts a request that is complete at `end`.
  void request(const std::string& name, LineAddress line, Time end) {
    spawn([this, name, line, end] {
      while (windows.wait(line)) continue;
      note(name);
      windows.count_during(line, [&] { execution.wait_until(end); });
    });
  }
  static cache::CachingAgentPlace place_with(int device_requests) {
    cache::CachingAgentPlace place;
    place.agents = {4, 1};
    place.device_requests = device_requests;
    return place;
  }
  const cache::CachingAgentPlace place = place_with(2);
  cache::DeviceWindows windows{place, execution};
};

TEST_F(DeviceWindows, ARequestWaitsWhileTheDeviceIsAtItsLimit) {
  request("first", of_device(0), 20_ns);
  request("second", of_device(1), 30_ns);
  request("third", of_device(2), 40_ns);
  request("fourth", of_device(3), 50_ns);
  request("socket line", LineAddress::of(base::NodeId{1}, 0), 60_ns);
  sc_core::sc_start();
  EXPECT_EQ(log, (std::vector<std::string>{"first 0", "second 0", "socket line 0", "third 20",
                                           "fourth 30"}));
}

TEST_F(DeviceWindows, TheLimitFollowsTheLoadOfTheDevice) {
  at(1000_ns, [&] { EXPECT_TRUE(windows.follow(of_device(0), 3, kernel::now())); });
  at(1000_ns, [&] {
    request("first", of_device(0), 3000_ns);
    request("second", of_device(0), 5000_ns);
  });
  at(2000_ns, [&] { EXPECT_FALSE(windows.follow(of_device(0), 0, kernel::now())); });
  sc_core::sc_start();
  EXPECT_EQ(log, (std::vector<std::string>{"first 1000", "second 2000"}));
}

TEST_F(DeviceWindows, ARequestThatIsNotNeededPassesItsPlaceOn) {
  request("first", of_device(0), 20_ns);
  request("second", of_device(1), 80_ns);
  spawn([&] {
    EXPECT_TRUE(windows.wait(of_device(2)));
    windows.pass_on(of_device(2));
  });
  request("fourth", of_device(3), 90_ns);
  sc_core::sc_start();
  EXPECT_EQ(log, (std::vector<std::string>{"first 0", "second 0", "fourth 20"}));
}

TEST_F(DeviceWindows, AreUnlimitedIfTheLoadIsIgnored) {
  const cache::CachingAgentPlace ignored = place_with(0);
  cache::DeviceWindows none(ignored, execution);
  EXPECT_FALSE(none.limited());
  EXPECT_FALSE(none.wait(of_device(0)));
  EXPECT_FALSE(none.follow(of_device(0), 3, 1000_ns));
}

}  // namespace
}  // namespace starnuma::test::agent_waits_test
