// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/import.h"

#include <gtest/gtest.h>

#include <sstream>

#include "models/base/check.h"
#include "tests/unit/trace_format/records.h"

namespace starnuma::trace {
namespace {

/// Stores the records with the work before them.
struct Kept final : RecordSink {
  void add(const Record& record) override {
    records.push_back(record);
    records.back().work += static_cast<std::uint64_t>(work);
    work = 0;
  }
  void spend(std::int64_t instructions) override { work += instructions; }
  std::vector<Record> records;
  std::int64_t work = 0;
};

void put(std::string& text, std::uint64_t word) {
  for (int i = 0; i < 8; ++i) text += static_cast<char>(word >> (8 * i));
}

std::string memtrace(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& records) {
  std::string text;
  for (const auto& [what, instructions] : records) {
    put(text, what);
    put(text, instructions);
  }
  return text;
}

struct Champsim {
  std::uint8_t branch = 0, taken = 0, to = 0, from = 0;
  std::uint64_t store = 0, load = 0;
};

std::string champsim(const std::vector<Champsim>& instructions) {
  std::string text;
  for (const Champsim& one : instructions) {
    put(text, 0x400000);
    text += static_cast<char>(one.branch);
    text += static_cast<char>(one.taken);
    text += std::string{static_cast<char>(one.to), 0, static_cast<char>(one.from), 0, 0, 0};
    put(text, one.store);
    put(text, 0);
    put(text, one.load);
    for (int i = 0; i < 3; ++i) put(text, 0);
  }
  return text;
}

template <class Import>
Kept imported(Import import, const std::string& text) {
  std::istringstream in(text);
  Kept kept;
  import(in, "file", kept);
  return kept;
}

void import_recognised(std::istream& in, const std::string& name, RecordSink& sink) {
  import_champsim(in, name, sink);
}

TEST(ImportMemtrace, AddressesKindsAndInstructionsArePreserved) {
  const Kept kept = imported(import_memtrace, memtrace({{0x7000, 10}, {0x8001, 25}}));
  EXPECT_EQ(kept.records,
            (std::vector<Record>{load(0x7000, 8, 9), access(RecordKind::kStore, 0x8000, 8, 14)}));
}

TEST(ImportMemtrace, AMarkIsAnEpoch) {
  const Kept kept = imported(import_memtrace, memtrace({{0xc0ffee, 100}, {0xc0ffee, 200}}));
  ASSERT_EQ(kept.records.size(), 2U);
  EXPECT_EQ(kept.records[1].kind, RecordKind::kEpoch);
  EXPECT_EQ(kept.records[1].number, 2U);
  EXPECT_EQ(kept.records[1].work, 100U);
}

TEST(ImportMemtrace, MalformedInputIsRefused) {
  EXPECT_THROW(imported(import_memtrace, memtrace({{0x7000, 10}, {0x7000, 9}})), base::InputError);
  EXPECT_THROW(imported(import_memtrace, memtrace({{0x7002, 10}})), base::InputError);
  EXPECT_THROW(imported(import_memtrace, "0123456789"), base::InputError);
  EXPECT_THROW(imported(import_memtrace, ""), base::InputError);
}

TEST(ImportChampsim, RegistersCarryLoads) {
  const Kept kept = imported(import_recognised, champsim({
                                                    {0, 0, 1, 0, 0, 0x1000},  // load to register 1
                                                    {0, 0, 2, 1, 0, 0},       // 2 = f(1)
                                                    {0, 0, 3, 0, 0, 0x9000},  // load to register 3
                                                    {0, 0, 4, 2, 0, 0x2000},  // load with address 2
                                                    {0, 0, 0, 4, 0x3000, 0},  // store of 4
                                                    {0, 0, 2, 0, 0, 0},       // 2 = constant
                                                    {0, 0, 5, 2, 0, 0x4000},  // load with address 2
                                                }));
  ASSERT_EQ(kept.records.size(), 5U);
  EXPECT_EQ(kept.records[2].after[0], 2);  // across the load of register 3
  EXPECT_EQ(kept.records[3].kind, RecordKind::kStore);
  EXPECT_EQ(kept.records[3].after[0], 1);
  EXPECT_EQ(kept.records[4].after[0], 0);
  EXPECT_EQ(kept.records[1].work, 1U);
}

TEST(ImportChampsim, OnlyMispredictedBranchesAreRecords) {
  std::vector<Champsim> branches(10, {1, 1, 0, 0, 0, 0});
  branches.push_back({1, 0, 0, 0, 0, 0});
  const Kept kept = imported(import_recognised, champsim(branches));
  ASSERT_EQ(kept.records.size(), 2U);  // the first, and the last
  EXPECT_EQ(kept.records[1].kind, RecordKind::kMispredict);
  EXPECT_EQ(kept.records[1].work, 9U);
}

TEST(ImportChampsim, AccessesEndWithTheirLine) {
  const Kept kept = imported(import_recognised, champsim({{0, 0, 0, 0, 0, 0x103d}}));
  EXPECT_EQ(kept.records, (std::vector<Record>{load(0x103d, 3)}));
}

/// Returns records of zeros except for their instruction pointers, which are 4 bytes apart.
std::string pointers(std::size_t bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    put(text, 0x400000 + 4 * i);
    text.resize(text.size() + bytes - 8);
  }
  return text;
}

TEST(ChampsimLayout, BothAreRecognisedByTheirInstructionPointers) {
  for (const std::size_t count : {1, 2, 3, 4, 1000}) {
    EXPECT_EQ(champsim_layout(pointers(64, count), true, "file").bytes, 64U) << count;
    EXPECT_EQ(champsim_layout(pointers(96, count), true, "file").bytes, 96U) << count;
  }
}

TEST(ChampsimLayout, OneInvalidFlagRefusesALayout) {
  std::string text = pointers(64, 1000);
  text[64 * 500 + 9] = 2;
  EXPECT_THROW(champsim_layout(text, true, "file"), base::InputError);
}

TEST(ChampsimLayout, OneInTwentyPointersMayBeInvalid) {
  for (const auto& [wrong, fits] : {std::pair{5, true}, std::pair{6, false}}) {
    std::string text = pointers(96, 100);
    for (int i = 0; i < wrong; ++i) text[static_cast<std::size_t>(i) * 1440 + 7] = 0x41;
    if (fits) {
      EXPECT_EQ(champsim_layout(text, true, "file").bytes, 96U);
    } else {
      EXPECT_THROW(champsim_layout(text, true, "file"), base::InputError);
    }
  }
}

}  // namespace
}  // namespace starnuma::trace
