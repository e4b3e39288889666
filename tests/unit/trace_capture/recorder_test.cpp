// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/capture/recorder.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "models/base/check.h"
#include "tests/support/scratch_file.h"

namespace starnuma::capture {
namespace {

class RecorderTest : public testing::Test {
 protected:
  RecorderTest() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets_), 0); }
  ~RecorderTest() override {
    for (const int socket : sockets_) close(socket);
  }
  /// Sends a message like the plugin and reads it immediately.
  template <class T>
  bool pass(Message type, std::uint32_t thread, std::vector<T> values) {
    const Header header{type, thread, values.size() * sizeof(T)};
    EXPECT_EQ(send(sockets_[1], &header, sizeof header, 0), ssize_t(sizeof header));
    send(sockets_[1], values.data(), header.bytes, 0);
    return recorder_.read(sockets_[0]);
  }
  void pass_thread(std::uint32_t thread) {
    pass<Record>(Message::kRecords, thread,
                 {{0, 0, EventKind::kRegionBegin, 0, {0, 0}},
                  {0x5000, 3, EventKind::kLoad, 8, {0, 0}},
                  {0, 0, EventKind::kRegionEnd, 0, {0, 0}}});
  }

  int sockets_[2];
  Recorder recorder_{test::scratch_file("trace").parent_path(), 1};
};

TEST_F(RecorderTest, IsWholeOnceThePluginHasSaidSo) {
  pass_thread(0);
  pass<Totals>(Message::kTotals, 0, {{2, 5}});
  EXPECT_FALSE(recorder_.whole());
  EXPECT_TRUE(pass<Page>(Message::kDone, 0, {}));
  EXPECT_TRUE(recorder_.whole());
  ASSERT_EQ(recorder_.threads().size(), 1U);
  EXPECT_EQ(recorder_.threads()[0].totals.instructions, 6U);
  EXPECT_EQ(recorder_.threads()[0].program_accesses, 5U);
}

TEST_F(RecorderTest, AThreadWithoutTotalsIsAnErrorOfThePlugin) {
  pass_thread(1);
  pass<Totals>(Message::kTotals, 1, {{0, 1}});
  EXPECT_THROW(pass<Page>(Message::kDone, 0, {}), base::InvariantError);
}

TEST_F(RecorderTest, ARecordOfNoKindIsAnErrorOfThePlugin) {
  EXPECT_THROW(pass<Record>(Message::kRecords, 0, {{0, 0, static_cast<EventKind>(99), 0, {0, 0}}}),
               base::InvariantError);
}

TEST_F(RecorderTest, AClosedSocketIsTheEnd) {
  shutdown(sockets_[1], SHUT_WR);
  EXPECT_FALSE(recorder_.read(sockets_[0]));
  EXPECT_FALSE(recorder_.whole());
}

}  // namespace
}  // namespace starnuma::capture
