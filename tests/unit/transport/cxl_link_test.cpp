// SPDX-License-Identifier: Apache-2.0
// CXL links by width, generation and flit: their bandwidth and legal combinations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "models/transport/link_config.h"

namespace starnuma::transport::cxl_link_test {
namespace {

using namespace base::literals;

LinkConfig cxl(CxlWidth width, CxlGeneration generation, CxlFlit flit) {
  LinkConfig config;
  config.width = width;
  config.generation = generation;
  config.flit = flit;
  return config;
}
const LinkConfig kX8Gen5 = cxl(CxlWidth::kX8, CxlGeneration::k5, CxlFlit::k68);
const LinkConfig kX8Gen6 = cxl(CxlWidth::kX8, CxlGeneration::k6, CxlFlit::k256);

/// Returns the payload in GB/s for a share `reads` of line reads. A read sends a request and
/// receives a line; a write sends a line and receives a completion. The fuller direction limits.
double carried(const LinkConfig& config, double reads) {
  const LinkRate rate = config.rate();
  const auto bytes = [&](int direction, double data) {
    return data * rate.bytes_of(direction, true) + (1 - data) * rate.bytes_of(direction, false);
  };
  const double most = std::max(bytes(kForward, 1 - reads), bytes(kBackward, reads));
  return 64 / most * static_cast<double>(rate.bandwidth.value) / 1e9;
}

TEST(CxlLink, X8OfGeneration6CarriesThreeLinesAFlit) {
  EXPECT_EQ(raw_rate(kX8Gen6.cxl()), 64000_MBps);
  EXPECT_EQ(slot_rate(kX8Gen6.cxl()), 60000_MBps);
  EXPECT_LE(carried(kX8Gen6, 1), 48.0);
  EXPECT_NEAR(carried(kX8Gen6, 1), 48.0, 0.01);
}

TEST(CxlLink, X8OfGeneration5IsTheMeasuredExpander) {
  EXPECT_NEAR(static_cast<double>(slot_rate(kX8Gen5.cxl()).value) / 1e9, 29.65, 0.01);
  // Measured (platforms/reference/measured_curves.yaml): about 26 GB/s of reads alone, 24.5 at
  // 2 % reads, 42.8 at 60 %.
  EXPECT_NEAR(carried(kX8Gen5, 1.0), 26.0, 2.6);
  EXPECT_NEAR(carried(kX8Gen5, 0.02), 24.5, 2.45);
  EXPECT_NEAR(carried(kX8Gen5, 0.6), 42.8, 4.28);
  // 2:1 is not published. At 60 % the upstream direction is full with 25.7 GB/s of reads, as here.
  EXPECT_NEAR(carried(kX8Gen5, 2.0 / 3), 25.7 * 3 / 2, 3.85);
}

TEST(CxlLink, WhatTheTableSays) {
  EXPECT_NEAR(carried(kX8Gen5, 1.0), 26.36, 0.01);      // 4.5 slots per line
  EXPECT_NEAR(carried(kX8Gen5, 0.0), 23.72, 0.01);      // 5 slots
  EXPECT_NEAR(carried(kX8Gen5, 0.6), 42.36, 0.01);      // 0.6 * 4.5 + 0.4 / 4
  EXPECT_NEAR(carried(kX8Gen5, 2.0 / 3), 38.48, 0.01);  // the upstream direction fills first
}

TEST(CxlLink, MessagesTakeTheTimeOfTheirSlots) {
  const LinkRate rate = kX8Gen6.rate();
  EXPECT_EQ(rate.service(kForward, false), 267_ps);  // 16 B at 60 GB/s
  EXPECT_EQ(rate.service(kForward, true), 1334_ps);
  EXPECT_EQ(rate.service(kBackward, true), 1334_ps);
  EXPECT_EQ(rate.service(kBackward, false), 89_ps);  // a third of a slot
}

std::string row(const CxlSpec& spec, const LinkConfig& config) {
  const auto name = [](auto value) {
    return std::string(
        base::EnumNames<decltype(value)>::kNames.at(static_cast<std::size_t>(value)));
  };
  char numbers[100];
  std::snprintf(numbers, sizeof numbers, "%.0f | %.2f | %.1f | %.1f | %.1f",
                static_cast<double>(raw_rate(spec).value) / 1e9,
                static_cast<double>(slot_rate(spec).value) / 1e9, carried(config, 1),
                carried(config, 0), carried(config, 2.0 / 3));
  return "| " + name(spec.width) + " | " + name(spec.generation) + " | " + name(spec.flit) + " | " +
         numbers + " |";
}

TEST(CxlLink, TheTableInTheDocsIsThisOne) {
  std::ostringstream page;
  page << std::ifstream(STARNUMA_PLATFORMS "/../docs/components/fabric.md").rdbuf();
  for (const CxlFlit flit : {CxlFlit::k68, CxlFlit::k256, CxlFlit::k256LatencyOptimised}) {
    for (const CxlGeneration generation :
         {CxlGeneration::k4, CxlGeneration::k5, CxlGeneration::k6}) {
      if (!is_defined(generation, flit)) continue;
      for (const CxlWidth width : {CxlWidth::kX4, CxlWidth::kX8, CxlWidth::kX16}) {
        const LinkConfig config = cxl(width, generation, flit);
        CxlSpec named = config.cxl();  // latency-optimised flits share the rows of 256 bytes
        if (flit == CxlFlit::k256LatencyOptimised) named.flit = CxlFlit::k256;
        const std::string line = row(named, config);
        EXPECT_NE(page.str().find(line), std::string::npos) << "missing: " << line;
      }
    }
  }
}

/// Returns the findings of check(), one line per problem.
std::string problems_of(const LinkConfig& config) {
  base::Problems problems;
  config.check(problems);
  std::string text;
  for (const base::Problem& problem : problems.list()) {
    text += problem.paths.front() + ": " + problem.message + "\n";
  }
  return text;
}

TEST(CxlLink, APublishedRateOrASpecifiedLinkButNotBoth) {
  EXPECT_EQ(problems_of(kX8Gen5), "");
  EXPECT_EQ(problems_of({1_ns, 3000_MBps, timing::BandwidthIs::kPayload}), "");
  LinkConfig both = kX8Gen5;
  both.bandwidth = 3000_MBps;
  EXPECT_NE(problems_of(both).find("given twice"), std::string::npos);
  EXPECT_NE(problems_of({}).find("missing"), std::string::npos);
}

TEST(CxlLink, WhatIsMissingOfASpecifiedLinkIsNamed) {
  LinkConfig partial;
  partial.width = CxlWidth::kX16;
  const std::string problems = problems_of(partial);
  EXPECT_NE(problems.find("generation: missing"), std::string::npos);
  EXPECT_NE(problems.find("flit: missing"), std::string::npos);
}

TEST(CxlLink, FlitsOf68BytesAreNotOfGeneration6) {
  const std::string problems = problems_of(cxl(CxlWidth::kX8, CxlGeneration::k6, CxlFlit::k68));
  EXPECT_NE(problems.find(kDefinedCombinations), std::string::npos) << problems;
}

TEST(CxlLink, EncryptionTakesItsLatencyAndItsShareOfTheSlots) {
  LinkConfig published;
  published.latency = base::Time(25'000);
  published.bandwidth = 40000_MBps;
  published.bandwidth_is = timing::BandwidthIs::kPayload;
  for (const LinkConfig& plain : {kX8Gen5, kX8Gen6, published}) {
    LinkConfig coded = plain;
    coded.ide = IdeConfig{base::Time(3'000), 0.05};
    EXPECT_EQ(coded.one_way(), plain.one_way() + base::Time(3'000));
    EXPECT_NEAR(static_cast<double>(coded.rate().bandwidth.value),
                0.95 * static_cast<double>(plain.rate().bandwidth.value), 1);
    for (const bool data : {false, true}) {
      EXPECT_DOUBLE_EQ(coded.rate().bytes_of(kForward, data),
                       plain.rate().bytes_of(kForward, data));
      EXPECT_NEAR(coded.wire_bits(kBackward, data), plain.wire_bits(kBackward, data) / 0.95, 1e-6);
    }
  }
}

}  // namespace
}  // namespace starnuma::transport::cxl_link_test
