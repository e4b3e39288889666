// SPDX-License-Identifier: Apache-2.0
// Step of a transaction: a span of simulated time in one component, between two agents, or at a
// core from request to data.
//
// Contract: hops with the same transaction number belong together. Transaction numbers are equal in
// every run of the same experiment. `wait` is the part of the span due to contention.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/traffic.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::observers {

enum class HopKind : std::uint8_t {
  kAccess,   ///< at a core, from request to data
  kMessage,  ///< between two agents, from sending to arrival; on the sender's track
  kHandle,   ///< at an agent, from arrival to the end of handling
  kPass,     ///< in a link, router, port, retimer or head
  kMemory,   ///< in a DRAM channel
  kWalk      ///< at a page walker: the read of one level
};

/// Category of a hop, for colours and lanes: the source of the data of an access, or the purpose of
/// a message. The first kMostAccessClasses values are rows of the machine's AccessClasses, named by
/// hop_class().
enum class HopClass : std::uint8_t {
  kUpgrade = accounting::kMostAccessClasses,  ///< access that only acquires the right to write
  kOther,  ///< access other than a demand access, such as a page walk
  kData,
  kControl,
  kWriteback,
  kWalk,
  kTracker,
  kMigration,
  kRead,
  kWrite
};

constexpr HopClass hop_class(accounting::AccessClass access_class) {
  return static_cast<HopClass>(access_class);
}
constexpr HopClass hop_class(accounting::Traffic traffic) {
  return static_cast<HopClass>(static_cast<int>(HopClass::kData) + static_cast<int>(traffic));
}
static_assert(hop_class(accounting::Traffic::kMigration) == HopClass::kMigration);

/// Returns the row of an access with a class, else null.
inline const accounting::AccessClassRow* access_class_of(HopClass hop_class,
                                                         const accounting::AccessClasses& classes) {
  if (static_cast<int>(hop_class) >= classes.count()) return nullptr;
  return &classes.row(static_cast<accounting::AccessClass>(hop_class));
}
inline std::string_view name_of(HopClass hop_class, const accounting::AccessClasses& classes) {
  constexpr std::array<std::string_view, 10> kNames{"upgrade",   "other", "data",    "control",
                                                    "writeback", "walk",  "tracker", "migration",
                                                    "read",      "write"};
  if (const auto* row = access_class_of(hop_class, classes)) return row->name;
  return kNames[static_cast<std::size_t>(hop_class) - accounting::kMostAccessClasses];
}

/// Track of an object that is not recorded.
inline constexpr std::uint32_t kNoTrack = ~std::uint32_t{0};

/// Part of an object on which hops are drawn.
struct Track {
  std::string object;  ///< Path: machine.upi.socket0_socket1.
  std::string part;    ///< "forward", "handles"; empty if the object has one track only.
  HopKind kind = HopKind::kPass;
};

struct Hop {
  base::Time begin;
  base::Time end;
  base::Time wait;
  std::uint64_t transaction = 0;
  base::LineAddress line;
  base::VirtualAddress address;  ///< kWalk: the address that is translated; else 0.
  const char* name = "";         ///< Name of the message or access, a literal.
  std::uint32_t track = 0;
  base::AgentId source{};
  base::AgentId destination{};
  HopKind kind = HopKind::kPass;
  HopClass hop_class = HopClass::kData;
};

/// Value that changes over time, such as a directory entry or an occupancy.
struct Signal {
  std::string object;
  std::string name;
  int bits = 64;
  std::vector<std::string> values;  ///< Names of the values 0, 1, ...; empty for a plain number.
};
struct Sample {
  base::Time time;
  std::uint32_t signal = 0;
  std::uint64_t value = 0;
};

/// Named part of a run, such as a phase.
struct RunSpan {
  std::string object;  ///< "run.phases"; spans of an object do not overlap.
  std::string name;
  base::Time begin;
  base::Time end;
};

}  // namespace starnuma::observers
