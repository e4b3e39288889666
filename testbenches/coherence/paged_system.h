// SPDX-License-Identifier: Apache-2.0
// Pages of several address spaces that move between frames while hosts access them: page maps,
// translations and the mover of an operating system, on top of the lines of a system.
//
// Contract: a frame is `page_lines` lines next to each other, and page p begins in frame p. Pages
// are dealt over spaces in blocks: the page's number in its space is what a host names. A host runs
// a task of one space, and two of them exchange theirs when neither has an access under way; their
// translations stay. A host accesses a line only while it holds a translation to its frame; cached
// lines are given up whenever. One page at a time is worked at, as the platform does it. To move
// it, its entry is unmapped, hosts that the directory of TLBs lists acknowledge when their accesses
// by the old translation are over, each line is taken with ownership and written to the new frame
// by the protocol, the new entry is written. To unmap it, the same without a copy: the next walk
// faults and maps it. For a read-only copy at a host all translations are taken away, after which
// the page may only be read; its lines are copied meanwhile, then that host's translation is taken
// away. Before a write all translations go, and the copies with them. A TLB gives a translation up
// only when it is not in use. take() takes one step and returns what System says of a step.
// Checked: an access finds the last write to its page, in whatever frame, and of its own space:
// what is written carries it; no translation is used after its acknowledgement; no host keeps a
// line of a frame that a page has left. Without pages (`pages` is 0) hosts access lines as they
// are.
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
     "a host acknowledges while an access by the old translation is under way"},
    {MoveMutant::kTranslationStays, "translation_stays",
     "a host acknowledges and keeps the translation"},
    {MoveMutant::kTranslationWithoutSpace, "translation_without_space",
     "a TLB finds the translation of an equal page number in another space"},
    {MoveMutant::kShootdownOfAnotherSpace, "shootdown_of_another_space",
     "a host takes away the translation of an equal page number in another space"},
    {MoveMutant::kWriteWithoutFault, "write_without_fault",
     "a host writes to a page that has copies, and they stay"},
}};

/// kNone if there is none of that name.
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

/// By PageEvent.
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
  int frame = 0;  ///< Where to.
  int line = 0;   ///< Within the page that is worked at.
  int other = 0;  ///< The other host.

  /// The operand of that letter.
  int& operand(char letter);
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
  /// The page of that number in the space whose task the host runs.
  int page_at(int host, int number) const { return runs_[host] * pages_of_space() + number; }
  int pages_of_space() const { return config().pages / config().spaces; }
  /// The frame that the host's translation of the page names; none: -1.
  int translation(int host, int page) const {
    const int entry = entry_for(host, page);
    return entry < 0 ? kNone : translations_[host][entry];
  }
  /// It is for reading only: before a write the page's copies have to go.
  bool write_faults(int host, int page) const {
    const int entry = entry_for(host, page);
    return entry >= 0 && (only_read_[host] >> entry & 1) != 0 &&
           !broken(MoveMutant::kWriteWithoutFault);
  }
  /// Touches of unmapped pages.
  std::uint64_t faults() const { return faults_; }
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
  enum class Work : std::uint8_t { kMove, kUnmap, kReplicate, kCollapse };
  struct Move {
    int page = kNone;
    Work work = Work::kMove;
    int from = 0;
    int to = 0;
    int reader = 0;             ///< Of kReplicate: whose copy it is.
    bool protect = false;       ///< The same: the page may only be read.
    bool copied = false;        ///< The same: the lines are there.
    std::uint32_t awaited = 0;  ///< Hosts that have not acknowledged.
    std::array<Copying, kMostLines> lines{};
    std::array<Data, kMostLines> data{};
  };

  bool uses_pages() const { return config().pages > 0; }
  bool broken(MoveMutant m) const { return m == mutant_; }
  Step fail(std::string what);
  int line_of(int frame, int offset) const { return frame * config().page_lines + offset; }
  int space_of(int page) const { return page / pages_of_space(); }
  Data& truth(int page, int line) { return truth_[line_of(page, line % config().page_lines)]; }
  bool in_use(int host, int frame) const;
  /// Which translation the host's TLB finds for a page; none: kNone.
  int entry_for(int host, int page) const;
  /// Where a walk of the host's finds the page.
  int frame_for(int host, int page) const;
  /// The page of the running space whose translation names the frame; none: kNone.
  int page_in(int host, int frame) const;
  Step check_translation(int host, int page, int frame, bool store);
  Step walk(int host, int page);
  Step forget(int host, int page);
  Step exchange(int host, int other);
  Step begin(const PageStep& step);
  bool may_begin(const PageStep& step) const;
  Step acknowledge(int host);
  Step copy(int offset);
  /// What has to be so before the page is worked at no more.
  Step settle();
  Step settle_copy();
  Step settle_move();
  bool all_copied() const;
  /// What a step of the lines has completed.
  Step completed();
  Step check_access(const Completed& access);

  Large lines_;
  MoveMutant mutant_;
  std::array<int, kMostHosts> runs_{};  ///< The space of each host's task.
  std::array<std::array<int, kMostLines>, kMostHosts> translations_;  ///< By page: a frame.
  std::array<std::uint32_t, kMostHosts> only_read_{};                 ///< Of these a bit by page.
  std::array<std::uint32_t, kMostLines> listed_{};  ///< By page: hosts in the directory of TLBs.
  std::array<int, kMostLines> frame_of_{};          ///< The page map.
  std::array<bool, kMostLines> absent_{};           ///< By page: unmapped.
  std::array<bool, kMostLines> protected_{};        ///< By page: may only be read.
  std::array<std::array<int, kMostLines>, kMostHosts> copies_;    ///< By page: a frame.
  std::array<std::array<int, kMostLines>, kMostHosts> accessed_;  ///< Page under way, by line.
  std::array<Data, kMostLines> truth_{};  ///< The last write, by line of the pages.
  Move move_;
  std::uint64_t faults_ = 0;
  std::string failure_;
};

/// "host 2: walk, page 1", "mover: copy, line 0".
std::string describe(const PageStep& step);

}  // namespace starnuma::coherence_bench
