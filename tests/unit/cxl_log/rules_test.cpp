// SPDX-License-Identifier: Apache-2.0
// Each rule of a log: a short log that violates it with its last message, and a legal one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbenches/cxl_log/check.h"

namespace starnuma::cxl_log {
namespace {

using protocol::cxl::Op;

struct Sent {
  Op op;
  int host;
  std::uint64_t line = 1;
  std::uint64_t data = 0;
};

/// Returns the rule that the last message violates; earlier ones must be legal.
Rule last_rule(const std::vector<Sent>& log) {
  LogCheck check;
  Rule rule = Rule::kNone;
  std::uint64_t row = 0;
  for (const Sent& sent : log) {
    EXPECT_EQ(rule, Rule::kNone) << info_of(rule).name << " before message " << row;
    LoggedMessage message;
    message.row = ++row;
    message.line = {sent.line};
    message.host = static_cast<base::SocketId>(sent.host);
    message.op = sent.op;
    if (sent.data != 0) message.data = sent.data;
    rule = check.add(message);
  }
  return rule;
}

std::vector<Sent> operator+(std::vector<Sent> a, const std::vector<Sent>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const std::vector<Sent> kOwnedBy0{{Op::kMemRdOwn, 0}, {Op::kCmpE, 0}, {Op::kMemData, 0}};
const std::vector<Sent> kSnooped0 =
    kOwnedBy0 + std::vector<Sent>{{Op::kMemRdShared, 1}, {Op::kBISnpData, 0}};
const std::vector<Sent> kShared =
    kSnooped0 + std::vector<Sent>{{Op::kBIRspS, 0}, {Op::kCmpS, 1}, {Op::kMemData, 1}};
const std::vector<Sent> kConflict0 =
    kShared + std::vector<Sent>{{Op::kMemRdOwn, 0}, {Op::kMemRdOwn, 1}, {Op::kBISnpInv, 0}};

/// The BISnp overtakes the grant of host 0, which invalidates it after the handshake.
const std::vector<Sent> kGivenUp0{{Op::kMemRdOwn, 0},      {Op::kMemRdOwn, 1}, {Op::kBISnpInv, 0},
                                  {Op::kBIConflict, 0},    {Op::kCmpE, 0},     {Op::kMemData, 0},
                                  {Op::kBIConflictAck, 0}, {Op::kBIRspI, 0}};

const std::vector<Sent> kUnwritten0{{Op::kMemInv, 0}, {Op::kCmpE, 0}};
const std::vector<Sent> kCurrent0 =
    kOwnedBy0 + std::vector<Sent>{{Op::kMemRdCurrent, 1}, {Op::kBISnpCur, 0}};

struct Case {
  const char* what;
  std::vector<Sent> log;
  Rule rule;
};

TEST(LogRules, EachIsViolatedByItsLog) {
  const std::vector<Case> cases{
      {"a second MemRd", {{Op::kMemRdOwn, 0}, {Op::kMemRdOwn, 0}}, Rule::kOneRequest},
      {"a Cmp-E without a MemRd", {{Op::kCmpE, 0}}, Rule::kGrantNeedsRead},
      {"MemData after a MemWr", kOwnedBy0 + std::vector<Sent>{{Op::kMemWr, 0}, {Op::kMemData, 0}},
       Rule::kGrantNeedsRead},
      {"a second Cmp-E", {{Op::kMemRdOwn, 0}, {Op::kCmpE, 0}, {Op::kCmpE, 0}}, Rule::kGrantOnce},
      {"Cmp-S for MetaValue A", {{Op::kMemRdOwn, 0}, {Op::kCmpS, 0}}, Rule::kOwningGrant},
      {"Cmp-S for a MemInv", {{Op::kMemInv, 0}, {Op::kCmpS, 0}}, Rule::kOwningGrant},
      {"MemData for a MemSpecRd", {{Op::kMemSpecRd, 0}, {Op::kMemData, 0}}, Rule::kGrantNeedsRead},
      {"Cmp for a MemSpecRd", {{Op::kMemSpecRd, 0}, {Op::kCmp, 0}}, Rule::kCmpNeedsEviction},
      {"MemData for a MemInv", {{Op::kMemInv, 0}, {Op::kMemData, 0}}, Rule::kGrantNeedsRead},
      {"a second Cmp-E for a MemInv", kUnwritten0 + std::vector<Sent>{{Op::kCmpE, 0}},
       Rule::kGrantNeedsRead},
      {"a MemClnEvct after a MemInv", kUnwritten0 + std::vector<Sent>{{Op::kMemClnEvct, 0}},
       Rule::kWritesLine},
      {"a MemRd after a MemInv", kUnwritten0 + std::vector<Sent>{{Op::kMemRdShared, 0}},
       Rule::kWritesLine},
      {"a BIRspI without a MemWr after a MemInv",
       kUnwritten0 + std::vector<Sent>{{Op::kMemRdOwn, 1}, {Op::kBISnpInv, 0}, {Op::kBIRspI, 0}},
       Rule::kWritesLine},
      {"an invalidation of the owner before its BIRspI",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemInv, 1}, {Op::kBISnpInv, 0}, {Op::kCmpE, 1}},
       Rule::kGrantOfDirectory},
      {"Cmp-S for SnpCur", {{Op::kMemRdCurrent, 0}, {Op::kCmpS, 0}}, Rule::kGrantNeedsRead},
      {"a second Cmp for SnpCur",
       {{Op::kMemRdCurrent, 0}, {Op::kCmp, 0}, {Op::kCmp, 0}},
       Rule::kGrantOnce},
      {"BIRspE for a BISnpData", kSnooped0 + std::vector<Sent>{{Op::kBIRspE, 0}},
       Rule::kSharedResponse},
      {"BIRspE before the Cmp of the MemWr",
       kCurrent0 + std::vector<Sent>{{Op::kMemWrOwn, 0}, {Op::kBIRspE, 0}}, Rule::kWriteBackFirst},
      {"MemWr with MetaValue A without a BISnpCur",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemWrOwn, 0}}, Rule::kOwnerWrites},
      {"BISnpData for SnpCur",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdCurrent, 1}, {Op::kBISnpData, 0}},
       Rule::kSnoopNeedsCause},
      {"the current data before the BIRspE", kCurrent0 + std::vector<Sent>{{Op::kCmp, 1}},
       Rule::kGrantOfDirectory},
      {"older data for SnpCur than at the MemRd",
       {{Op::kMemRdOwn, 0},
        {Op::kCmpE, 0},
        {Op::kMemData, 0, 1, 7},
        {Op::kMemWr, 0, 1, 8},
        {Op::kCmp, 0},
        {Op::kMemRdCurrent, 1},
        {Op::kCmp, 1},
        {Op::kMemData, 1, 1, 7}},
       Rule::kLatestData},
      {"BISnpData for a MemInv",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemInv, 1}, {Op::kBISnpData, 0}},
       Rule::kSnoopNeedsCause},
      {"a Cmp for a MemRd", {{Op::kMemRdOwn, 0}, {Op::kCmp, 0}}, Rule::kCmpNeedsEviction},
      {"a second BISnp", kSnooped0 + std::vector<Sent>{{Op::kBISnpInv, 0}}, Rule::kOneSnoop},
      {"a BIRsp without a BISnp", kOwnedBy0 + std::vector<Sent>{{Op::kBIRspI, 0}},
       Rule::kResponseNeedsSnoop},
      {"a BIRspI before the BI-ConflictAck",
       kConflict0 + std::vector<Sent>{{Op::kBIConflict, 0}, {Op::kBIRspI, 0}},
       Rule::kResponseAfterAck},
      {"a BIRspI before the Cmp of the MemWr",
       kSnooped0 + std::vector<Sent>{{Op::kMemWr, 0}, {Op::kBIRspI, 0}}, Rule::kWriteBackFirst},
      {"a BIRspI with a MemRd outstanding", kConflict0 + std::vector<Sent>{{Op::kBIRspI, 0}},
       Rule::kConflictFirst},
      {"BIRspS for BISnpInv",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdOwn, 1}, {Op::kBISnpInv, 0}, {Op::kBIRspS, 0}},
       Rule::kSharedResponse},
      {"a BIConflict without a BISnp",
       {{Op::kMemRdOwn, 0}, {Op::kBIConflict, 0}},
       Rule::kConflictNeedsSnoop},
      {"a BIConflict with a MemWr outstanding",
       kOwnedBy0 +
           std::vector<Sent>{
               {Op::kMemRdOwn, 1}, {Op::kBISnpInv, 0}, {Op::kMemWr, 0}, {Op::kBIConflict, 0}},
       Rule::kConflictNeedsRequest},
      {"a BI-ConflictAck without a BIConflict",
       kSnooped0 + std::vector<Sent>{{Op::kBIConflictAck, 0}}, Rule::kAckNeedsConflict},
      {"a MemClnEvct of a host that never had the line",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemClnEvct, 1}}, Rule::kEvictionNeedsCopy},
      {"a MemClnEvct after a BIRspI",
       kSnooped0 + std::vector<Sent>{{Op::kBIRspI, 0}, {Op::kMemClnEvct, 0}},
       Rule::kEvictionNeedsCopy},
      {"a MemClnEvct after the BIRspI of a handshake about a MemRd",
       kGivenUp0 + std::vector<Sent>{{Op::kMemClnEvct, 0}}, Rule::kEvictionNeedsCopy},
      {"a MemClnEvct after a MemWr, in a transient state",
       kSnooped0 + std::vector<Sent>{{Op::kMemWr, 0}, {Op::kCmp, 0}, {Op::kMemClnEvct, 0}},
       Rule::kEvictionNeedsCopy},
      {"a second MemClnEvct",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemClnEvct, 0}, {Op::kCmp, 0}, {Op::kMemClnEvct, 0}},
       Rule::kEvictionNeedsCopy},
      {"a second MemWr while a host is snooped for its copy",
       kSnooped0 + std::vector<Sent>{{Op::kMemWr, 0}, {Op::kCmp, 0}, {Op::kMemWr, 0}},
       Rule::kOwnerWrites},
      {"a second MemWr while a host is snooped for ownership",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdOwn, 1},
                                     {Op::kBISnpInv, 0},
                                     {Op::kMemWr, 0},
                                     {Op::kCmp, 0},
                                     {Op::kMemWr, 0}},
       Rule::kOwnerWrites},
      {"a second MemWr while the entry is evicted",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdOwn, 1, 2},
                                     {Op::kBISnpInv, 0},
                                     {Op::kMemWr, 0},
                                     {Op::kCmp, 0},
                                     {Op::kMemWr, 0}},
       Rule::kOwnerWrites},
      {"BIRspS after a MemWr",
       kSnooped0 + std::vector<Sent>{{Op::kMemWr, 0}, {Op::kCmp, 0}, {Op::kBIRspS, 0}},
       Rule::kSharedResponse},
      {"a MemWr of a sharer", kShared + std::vector<Sent>{{Op::kMemWr, 0}}, Rule::kOwnerWrites},
      {"old data",
       {{Op::kMemRdOwn, 0},
        {Op::kCmpE, 0},
        {Op::kMemData, 0, 1, 7},
        {Op::kMemWr, 0, 1, 8},
        {Op::kCmp, 0},
        {Op::kMemRdOwn, 1},
        {Op::kCmpE, 1},
        {Op::kMemData, 1, 1, 7}},
       Rule::kLatestData},
      {"a BISnp of a host without a copy",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdOwn, 1}, {Op::kBISnpInv, 2}},
       Rule::kSnoopNeedsCause},
      {"an invalidation for a MemRd with MetaValue S",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdShared, 1}, {Op::kBISnpInv, 0}},
       Rule::kSnoopNeedsCause},
      {"an eviction without a read of another line",
       kOwnedBy0 + std::vector<Sent>{{Op::kBISnpInv, 0}}, Rule::kSnoopNeedsCause},
      {"Cmp-E before the last BIRspI",
       kShared + std::vector<Sent>{{Op::kMemRdOwn, 2},
                                   {Op::kBISnpInv, 0},
                                   {Op::kBISnpInv, 1},
                                   {Op::kBIRspI, 0},
                                   {Op::kCmpE, 2}},
       Rule::kGrantOfDirectory},
      {"Cmp-E with a sharer left", kSnooped0 + std::vector<Sent>{{Op::kBIRspS, 0}, {Op::kCmpE, 1}},
       Rule::kGrantOfDirectory},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(last_rule(one.log), one.rule)
        << one.what << " violates " << info_of(last_rule(one.log)).name;
  }
}

TEST(LogRules, LegalLogsViolateNone) {
  const std::vector<Case> cases{
      {"a MemInv, written back after a snoop of another MemInv",
       kUnwritten0 + std::vector<Sent>{{Op::kMemInv, 1},
                                       {Op::kBISnpInv, 0},
                                       {Op::kMemWr, 0},
                                       {Op::kCmp, 0},
                                       {Op::kBIRspI, 0},
                                       {Op::kCmpE, 1},
                                       {Op::kMemWr, 1},
                                       {Op::kCmp, 1}},
       Rule::kNone},
      {"an owner that keeps its line for SnpCur, and evicts it before its BIRspE arrives",
       kCurrent0 + std::vector<Sent>{{Op::kMemWrOwn, 0, 1, 8},
                                     {Op::kCmp, 0},
                                     {Op::kMemWr, 0, 1, 9},
                                     {Op::kBIRspE, 0},
                                     {Op::kCmp, 1},
                                     {Op::kMemData, 1, 1, 8},
                                     {Op::kCmp, 0}},
       Rule::kNone},
      {"MemSpecRd of any host at any time",
       kUnwritten0 +
           std::vector<Sent>{{Op::kMemSpecRd, 0}, {Op::kMemSpecRd, 1}, {Op::kMemSpecRd, 1, 2}},
       Rule::kNone},
      {"an eviction for a MemInv of another line",
       kOwnedBy0 +
           std::vector<Sent>{
               {Op::kMemInv, 1, 2}, {Op::kBISnpInv, 0}, {Op::kBIRspI, 0}, {Op::kCmpE, 1, 2}},
       Rule::kNone},
      {"an early conflict",
       kConflict0 + std::vector<Sent>{{Op::kBIConflict, 0},
                                      {Op::kBIConflictAck, 0},
                                      {Op::kBIRspI, 0},
                                      {Op::kCmpE, 1},
                                      {Op::kMemData, 1}},
       Rule::kNone},
      {"a late conflict: the BISnp overtakes the completion",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdOwn, 1},
                                     {Op::kBISnpInv, 0},
                                     {Op::kBIConflict, 0},
                                     {Op::kBIConflictAck, 0},
                                     {Op::kMemWr, 0}},
       Rule::kNone},
      {"a BIConflict that overtakes its MemRd",
       kShared + std::vector<Sent>{{Op::kMemClnEvct, 0},
                                   {Op::kCmp, 0},
                                   {Op::kMemRdOwn, 1},
                                   {Op::kBISnpInv, 0},
                                   {Op::kBIConflict, 0},
                                   {Op::kMemRdOwn, 0},
                                   {Op::kBIConflictAck, 0},
                                   {Op::kBIRspI, 0}},
       Rule::kNone},
      {"a handshake about a MemRd, and the next MemRd",
       kGivenUp0 + std::vector<Sent>{{Op::kMemRdOwn, 0}, {Op::kCmpE, 1}, {Op::kMemData, 1}},
       Rule::kNone},
      {"a MemClnEvct that its BIRspI overtakes",
       kSnooped0 + std::vector<Sent>{{Op::kBIConflict, 0},
                                     {Op::kBIConflictAck, 0},
                                     {Op::kBIRspI, 0},
                                     {Op::kMemClnEvct, 0},
                                     {Op::kCmp, 0}},
       Rule::kNone},
      {"a MemRd after a MemWr in a transient state",
       kSnooped0 + std::vector<Sent>{{Op::kMemWr, 0}, {Op::kCmp, 0}, {Op::kMemRdOwn, 0}},
       Rule::kNone},
      {"an eviction for another line",
       kOwnedBy0 +
           std::vector<Sent>{
               {Op::kMemRdOwn, 1, 2}, {Op::kBISnpInv, 0}, {Op::kBIRspI, 0}, {Op::kCmpE, 1, 2}},
       Rule::kNone},
      {"a device that decides on the read, although the Cmp of the MemWr leaves first",
       kOwnedBy0 + std::vector<Sent>{{Op::kMemRdShared, 2},
                                     {Op::kMemWr, 0},
                                     {Op::kCmp, 0},
                                     {Op::kBISnpData, 0},
                                     {Op::kBIRspI, 0},
                                     {Op::kCmpE, 2}},
       Rule::kNone},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(last_rule(one.log), one.rule)
        << one.what << " violates " << info_of(last_rule(one.log)).name;
  }
}

}  // namespace
}  // namespace starnuma::cxl_log
