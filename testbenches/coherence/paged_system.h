// SPDX-License-Identifier: Apache-2.0
// Pages that move between frames while hosts access them: page map, translations and the mover of
// an operating system, on top of the lines of a system.
//
// Contract: a frame is `page_lines` lines next to each other, and page p begins in frame p. A host
// accesses a line only while it holds a translation to its frame; copies are given up whenever. One
// page moves at a time, as the platform moves it: its entry is unmapped, hosts that the directory
// of TLBs lists acknowledge when their accesses by the old translation are over, each line is taken
// with ownership and written to the new frame by the protocol, the new entry is written. A TLB
// gives a translation up only when it is not in use. take() takes one step and returns what System
// says of a step. Checked: an access finds the last write to its page, in whatever frame; no
// translation is used after its acknowledgement; no host keeps a line of a frame that was given
// back. Without pages (`pages` is 0) hosts access lines as they are.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

/// The system of the random tester.
using Large = System<16, 8, 768>;

/// Faults of the operating system, which the tester must notice.
enum class MoveMutant : std::uint8_t {
  kNone,
  kCopyBeforeAcknowledgement,
  kCopyWithoutOwnership,
  kCopyPastTheCaches,
  kAcknowledgeInUse,
  kTranslationStays
};

struct MoveMutantInfo {
  MoveMutant mutant;
  std::string_view name;
  std::string_view sentence;
};

inline constexpr std::array<MoveMutantInfo, 5> kMoveMutants{{
    {MoveMutant::kCopyBeforeAcknowledgement, "copy_before_acknowledgement",
     "the mover does not wait for the hosts' acknowledgements"},
    {MoveMutant::kCopyWithoutOwnership, "copy_without_ownership",
     "the mover reads lines shared and leaves copies of the old frame behind"},
    {MoveMutant::kCopyPastTheCaches, "copy_past_the_caches",
     "the mover reads the memory of the old frame instead of its lines"},
    {MoveMutant::kAcknowledgeInUse, "acknowledge_in_use",
     "a host acknowledges while an access by the old translation is under way"},
    {MoveMutant::kTranslationStays, "translation_stays",
     "a host acknowledges and keeps the translation"},
}};

/// kNone if there is none of that name.
MoveMutant move_mutant_named(std::string_view name);
std::string_view name_of(MoveMutant mutant);

/// Steps of the operating system and of TLBs.
enum class PageEvent : std::uint8_t { kWalk, kForget, kMove, kAcknowledge, kCopy };
inline constexpr std::array<std::string_view, 5> kPageEventNames{"walk", "forget", "move",
                                                                 "acknowledge", "copy"};

struct PageStep {
  PageEvent event{};
  int host = 0;   ///< Of kWalk, kForget and kAcknowledge.
  int page = 0;   ///< Of kWalk, kForget and kMove.
  int frame = 0;  ///< Of kMove: where to.
  int line = 0;   ///< Of kCopy: within the moving page.
};

class PagedSystem {
 public:
  PagedSystem(const SystemConfig& config, Subject subject, MoveMutant mutant);

  Step start(int host, int line, protocol::RequesterEvent own);
  Step deliver(int index, int victim = 0);
  Step take(const PageStep& step);

  const Large& lines() const { return lines_; }
  const SystemConfig& config() const { return lines_.config(); }
  int frames() const { return config().lines / config().page_lines; }
  bool frame_is_free(int frame) const;
  /// The frame that the host's translation of the page names; none: -1.
  int translation(int host, int page) const { return translations_[host][page]; }
  bool moving() const { return move_.page >= 0; }
  bool awaits(int host) const { return moving() && (move_.awaited >> host & 1) != 0; }
  /// Nothing is in flight or under way, and no page moves.
  bool idle() const { return lines_.idle() && !moving(); }
  const std::string& failure() const { return failure_.empty() ? lines_.failure() : failure_; }

 private:
  static constexpr int kMostHosts = 16;
  static constexpr int kMostLines = 8;
  static constexpr int kNone = -1;

  enum class Copying : std::uint8_t { kNotYet, kTaking, kTaken, kFilling, kFilled, kDone };
  struct Move {
    int page = kNone;
    int from = 0;
    int to = 0;
    std::uint32_t awaited = 0;  ///< Hosts that have not acknowledged.
    std::array<Copying, kMostLines> lines{};
    std::array<Data, kMostLines> data{};
  };

  bool uses_pages() const { return config().pages > 0; }
  bool broken(MoveMutant m) const { return m == mutant_; }
  Step fail(std::string what);
  int line_of(int frame, int offset) const { return frame * config().page_lines + offset; }
  Data& truth(int page, int line) { return truth_[line_of(page, line % config().page_lines)]; }
  bool in_use(int host, int frame) const;
  Step walk(int host, int page);
  Step begin_move(int page, int frame);
  Step acknowledge(int host);
  Step copy(int offset);
  Step settle();
  /// What a step of the lines has completed.
  Step completed();
  Step check_access(const Completed& access);

  Large lines_;
  MoveMutant mutant_;
  std::array<std::array<int, kMostLines>, kMostHosts> translations_;  ///< By page: a frame.
  std::array<std::uint32_t, kMostLines> listed_{};  ///< By page: hosts in the directory of TLBs.
  std::array<int, kMostLines> frame_of_{};          ///< The page map.
  std::array<std::array<int, kMostLines>, kMostHosts> accessed_;  ///< Page under way, by line.
  std::array<Data, kMostLines> truth_{};  ///< The last write, by line of the pages.
  Move move_;
  std::string failure_;
};

/// "host 2: walk, page 1", "mover: copy, line 0".
std::string describe(const PageStep& step);

}  // namespace starnuma::coherence_bench
