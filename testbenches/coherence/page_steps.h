// SPDX-License-Identifier: Apache-2.0
// Steps of the operating system and of TLBs, and faults of the operating system.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace starnuma::coherence_bench {

/// Faults of the operating system that the tester must detect.
enum class MoveMutant : std::uint8_t {
  kNone,
  kCopyBeforeAcknowledgement,
  kCopyWithoutOwnership,
  kCopyPastTheCaches,
  kAcknowledgeInUse,
  kTranslationStays,
  kTranslationWithoutSpace,
  kShootdownOfAnotherSpace,
  kWriteWithoutFault
};

struct MoveMutantInfo {
  MoveMutant mutant;
  std::string_view name;
  std::string_view sentence;
};

inline constexpr std::array<MoveMutantInfo, 8> kMoveMutants{{
    {MoveMutant::kCopyBeforeAcknowledgement, "copy_before_acknowledgement",
     "the mover does not wait for the hosts' acknowledgements"},
    {MoveMutant::kCopyWithoutOwnership, "copy_without_ownership",
     "the mover reads lines shared and leaves copies of the old frame behind"},
    {MoveMutant::kCopyPastTheCaches, "copy_past_the_caches",
     "the mover reads the memory of the old frame instead of its lines"},
    {MoveMutant::kAcknowledgeInUse, "acknowledge_in_use",
     "a host acknowledges while an access by the old translation is outstanding"},
    {MoveMutant::kTranslationStays, "translation_stays",
     "a host acknowledges and keeps the translation"},
    {MoveMutant::kTranslationWithoutSpace, "translation_without_space",
     "a TLB finds the translation of an equal page number in another space"},
    {MoveMutant::kShootdownOfAnotherSpace, "shootdown_of_another_space",
     "a host invalidates the translation of an equal page number in another space"},
    {MoveMutant::kWriteWithoutFault, "write_without_fault",
     "a host writes to a page that has copies, and they stay"},
}};

/// Returns kNone for an unknown name.
MoveMutant move_mutant_named(std::string_view name);
std::string_view name_of(MoveMutant mutant);

/// Steps of the operating system and of TLBs.
enum class PageEvent : std::uint8_t {
  kWalk,
  kForget,
  kMove,
  kAcknowledge,
  kCopy,
  kUnmap,
  kReplicate,
  kCollapse,
  kExchange
};

struct PageEventInfo {
  std::string_view name;
  std::string_view operands;  ///< h: host, o: other host, p: page, f: frame, l: line of the page.
};

/// Indexed by PageEvent.
inline constexpr std::array<PageEventInfo, 9> kPageEvents{{{"walk", "hp"},
                                                           {"forget", "hp"},
                                                           {"move", "pf"},
                                                           {"acknowledge", "h"},
                                                           {"copy", "l"},
                                                           {"unmap", "p"},
                                                           {"replicate", "hpf"},
                                                           {"collapse", "p"},
                                                           {"exchange", "ho"}}};

struct PageStep {
  PageEvent event{};
  int host = 0;
  int page = 0;
  int frame = 0;  ///< Destination frame.
  int line = 0;   ///< Line within the page in progress.
  int other = 0;  ///< The other host.

  /// Returns the operand of that letter.
  int& operand(char letter);
};

/// Returns, for example, "host 2: walk, page 1" or "mover: copy, line 0".
std::string describe(const PageStep& step);

}  // namespace starnuma::coherence_bench
