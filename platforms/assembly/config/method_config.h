// SPDX-License-Identifier: Apache-2.0
// Method of an evaluation: costs of a machine that a run pays in simulated time. Parts `published`
// and `in_time` set all fields; decision 0118.
#pragma once

#include "models/base/fields.h"

namespace starnuma::assembly {

enum class FirstPhase : std::uint8_t {
  kTimed,
  kUntimed  ///< Statistics cover the whole phases after the first one.
};
enum class MovesAt : std::uint8_t {
  kInTime,
  kInPlace  ///< A phase's moves are made at its start, at no cost.
};
enum class RegionCounts : std::uint8_t {
  kAsBuilt,
  kExact  ///< Unlimited counts and sharers without tracking hardware and its traffic.
};
enum class Directory : std::uint8_t {
  kAsBuilt,
  kUnlimited  ///< Twice the lines of all caches, so the device never evicts for capacity.
};
enum class SharersOver : std::uint8_t {
  kPhase,
  kPublishedPhase  ///< All scaled phases that make one published phase.
};

struct MethodConfig {
  FirstPhase first_phase = FirstPhase::kTimed;
  MovesAt moves = MovesAt::kInTime;
  RegionCounts counts = RegionCounts::kAsBuilt;
  Directory directory = Directory::kAsBuilt;
  SharersOver sharers = SharersOver::kPhase;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("first_phase", first_phase,
            "whether statistics include the first phase, in which no page has moved yet, and the "
            "last one, which the program's end truncates");
    v.field("moves", moves,
            "whether the costs of moves apply, or all of a phase's moves are made at its start");
    v.field(
        "counts", counts,
        "whether the policy reads the counts of the machine's tracking hardware, or exact ones");
    v.field("directory", directory,
            "whether pool devices have their snoop filter, or one that never evicts for capacity");
    v.field("sharers", sharers, "phases whose sharers of a region the policy receives");
  }
};

}  // namespace starnuma::assembly

template <>
struct starnuma::base::EnumNames<starnuma::assembly::FirstPhase> {
  static constexpr std::array<std::string_view, 2> kNames{"timed", "untimed"};
};
template <>
struct starnuma::base::EnumNames<starnuma::assembly::MovesAt> {
  static constexpr std::array<std::string_view, 2> kNames{"in_time", "in_place"};
};
template <>
struct starnuma::base::EnumNames<starnuma::assembly::RegionCounts> {
  static constexpr std::array<std::string_view, 2> kNames{"as_built", "exact"};
};
template <>
struct starnuma::base::EnumNames<starnuma::assembly::Directory> {
  static constexpr std::array<std::string_view, 2> kNames{"as_built", "unlimited"};
};
template <>
struct starnuma::base::EnumNames<starnuma::assembly::SharersOver> {
  static constexpr std::array<std::string_view, 2> kNames{"phase", "published_phase"};
};
