// SPDX-License-Identifier: Apache-2.0
// Names of the checks, as failures and the table of mutants print them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace starnuma::coherence_bench {

enum class Check : std::uint8_t {
  kOneWriter,
  kLatestData,
  kDirectory,
  kRow,
  kNeverWaits,
  kNoDeadlock,
  kDrains,
  kMemoryRead,
  kRelease,
  kConformance,
  kOverInvalidation,
  kArrival,
  kProgress,
  kReached,
  kPages
};
inline constexpr std::size_t kChecks = 15;

struct CheckInfo {
  std::string_view name;
  std::string_view sentence;
};

/// Indexed by Check.
inline constexpr std::array<CheckInfo, kChecks> kCheckInfos{{
    {"one writer", "one writer or many readers of a line, grants in flight included"},
    {"latest data", "every copy, grant and write-back is of the last write"},
    {"directory", "the home knows of every copy (the socket home: while the line is stable)"},
    {"row", "every message finds a row in the state that it meets"},
    {"never waits", "RwD, BIRsp and all responses are taken at once"},
    {"no deadlock", "while messages or requests are outstanding, some message can be accepted"},
    {"drains", "deliveries alone can lead back to an idle system"},
    {"memory read",
     "a home grants only data that it has read or that was just written, and reads nothing else"},
    {"release", "a line is released once per transaction, not before its requester is served"},
    {"conformance", "each response is legal for its request and state (CXL 3.1, 3.3 and 3.5.1)"},
    {"no over-invalidation", "copies are invalidated only for a writer or a filter victim"},
    {"arrival", "requests that wait for a line are served in order of arrival"},
    {"progress", "in every fair run each request of a host is answered"},
    {"reached", "some configuration takes each row of the tables"},
    {"pages", "accesses find the last write while pages move"},
}};

constexpr std::string_view name_of(Check check) {
  return kCheckInfos[static_cast<std::size_t>(check)].name;
}

}  // namespace starnuma::coherence_bench
