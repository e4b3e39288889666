// SPDX-License-Identifier: Apache-2.0
#include "rtl/directory_slice/shell/directory_transactions.h"

#include <gtest/gtest.h>

namespace starnuma::rtl::directory_transactions_test {
namespace {

kernel::Envelope message() {
  kernel::Envelope envelope{};
  envelope.seal(base::AgentId{1}, base::AgentId{5},
                protocol::Message::of(protocol::cxl::Op::kMemRdOwn, base::LineAddress{64},
                                      base::SocketId{1}));
  return envelope;
}

TEST(DirectoryTransactions, ATagIsUsedAgainAndStartsAnew) {
  DirectoryTransactions transactions;
  const auto first = transactions.begin(message(), 7);
  const auto second = transactions.begin(message(), 8);
  EXPECT_NE(first, second);
  transactions[first].written = true;
  EXPECT_TRUE(transactions[first].outstanding);
  transactions.end(first);
  EXPECT_FALSE(transactions[first].outstanding);
  EXPECT_FALSE(transactions.empty());
  EXPECT_EQ(transactions.begin(message(), 9), first);
  EXPECT_FALSE(transactions[first].written);
  EXPECT_EQ(transactions[first].line, 9u);
  EXPECT_EQ(transactions[first].message.line, base::LineAddress{64});
  transactions.end(first);
  transactions.end(second);
  EXPECT_TRUE(transactions.empty());
}

TEST(DirectoryTransactions, ARequestWaitsUntilItsRowIsExecuted) {
  DirectoryTransactions transactions;
  transactions.add_request(7, 1, 3);
  transactions.add_request(7, 2, 4);
  EXPECT_TRUE(transactions.waits(7, 1));
  EXPECT_FALSE(transactions.waits(8, 1));
  EXPECT_EQ(transactions.waiting(), 2u);
  EXPECT_EQ(transactions.commit_request(7, 1), 3);
  EXPECT_FALSE(transactions.waits(7, 1));
  EXPECT_TRUE(transactions.waits(7, 2));
  EXPECT_EQ(transactions.request_of(7, 1), 3);
  transactions.remove_request(7, 1);
  EXPECT_THROW(transactions.request_of(7, 1), std::out_of_range);
}

}  // namespace
}  // namespace starnuma::rtl::directory_transactions_test
