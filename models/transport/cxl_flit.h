// SPDX-License-Identifier: Apache-2.0
// Payload capacity of a CXL link, derived from its width, generation and flit format: the slots of
// a flit and the slots that each CXL.mem message occupies. docs/components/fabric.md shows the
// table and derives it. Section numbers refer to the CXL 3.2 specification.
//
// Not modelled:
// - SKP ordered sets (below 0.3 %) and retries.
// - Flits that are sent half empty.
// - Effect of the flit length on latency, which is part of the link's latency.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/quantities.h"
#include "models/transport/direction.h"

namespace starnuma::transport {

enum class CxlWidth : std::uint8_t { kX4, kX8, kX16 };
/// PCIe signalling rate: 16, 32 or 64 GT/s per lane.
enum class CxlGeneration : std::uint8_t { k4, k5, k6 };
enum class CxlFlit : std::uint8_t { k68, k256, k256LatencyOptimised };

struct CxlSpec {
  CxlWidth width = CxlWidth::kX8;
  CxlGeneration generation = CxlGeneration::k5;
  CxlFlit flit = CxlFlit::k68;
};

/// Returns true if the specification defines the combination. Flits of 68 bytes are not defined for
/// 64 GT/s (section 6.2); all other combinations are.
constexpr bool is_defined(CxlGeneration generation, CxlFlit flit) {
  return generation != CxlGeneration::k6 || flit != CxlFlit::k68;
}
inline constexpr const char* kDefinedCombinations =
    "generation 4.0 or 5.0 with flit 68, 256 or 256_latency_optimised, or generation 6.0 with flit "
    "256 or 256_latency_optimised";

inline constexpr int kSlotBytes = 16;

/// Returns the signalling rate of one direction.
base::Bandwidth raw_rate(const CxlSpec& spec);
/// Returns the rate of slots: the signalling rate without line coding, protocol identifier, CRC,
/// FEC, flit header and credits.
base::Bandwidth slot_rate(const CxlSpec& spec);

/// Number of slots of a message in a full stream, indexed by direction and by whether it carries a
/// line.
using SlotCounts = std::array<std::array<double, 2>, 2>;
SlotCounts slots_of(CxlFlit flit);

}  // namespace starnuma::transport

template <>
struct starnuma::base::EnumNames<starnuma::transport::CxlWidth> {
  static constexpr std::array<std::string_view, 3> kNames{"x4", "x8", "x16"};
};
template <>
struct starnuma::base::EnumNames<starnuma::transport::CxlGeneration> {
  static constexpr std::array<std::string_view, 3> kNames{"4.0", "5.0", "6.0"};
};
template <>
struct starnuma::base::EnumNames<starnuma::transport::CxlFlit> {
  static constexpr std::array<std::string_view, 3> kNames{"68", "256", "256_latency_optimised"};
};
