// SPDX-License-Identifier: Apache-2.0
// One step of a transaction: a span of simulated time that it spends in one box, on the way between
// two agents, or at a core from request to data.
//
// Contract: hops with the same transaction number belong together; numbers are the same in every
// run of the same experiment. `wait` is the part of the span that contention added.
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
  kMessage,  ///< between two agents, from sending to arrival; lies on the sender's track
  kHandle,   ///< at an agent, from arrival to the end of handling
  kPass,     ///< in a link, router, port, retimer or head
  kMemory    ///< in a DRAM channel
};

/// What a hop is coloured and laned by: where an access was served, or what a message is for. The
/// first kMostAccessClasses are rows of the machine's AccessClasses, named by hop_class().
enum class HopClass : std::uint8_t {
  kUpgrade = accounting::kMostAccessClasses,  ///< of an access: only the right to write
  kOther,                                     ///< of an access: no demand access, as a page walk
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

/// The row of a hop that is of an access with a class, else null.
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

/// A part of an object that hops lie on.
struct Track {
  std::string object;  ///< Path: machine.upi.socket0_socket1.
  std::string part;    ///< "forward", "handles"; empty where the object has one track only.
  HopKind kind = HopKind::kPass;
};

struct Hop {
  base::Time begin;
  base::Time end;
  base::Time wait;
  std::uint64_t transaction = 0;
  base::LineAddress line;
  const char* name = "";  ///< Of the message or access, a literal.
  std::uint32_t track = 0;
  base::AgentId source{};
  base::AgentId destination{};
  HopKind kind = HopKind::kPass;
  HopClass hop_class = HopClass::kData;
};

/// A value that changes over time beside the hops: a directory entry, an occupancy.
struct Signal {
  std::string object;
  std::string name;
  int bits = 64;
  std::vector<std::string> values;  ///< Names of 0, 1, ...; empty for a plain number.
};
struct Sample {
  base::Time time;
  std::uint32_t signal = 0;
  std::uint64_t value = 0;
};

}  // namespace starnuma::observers
