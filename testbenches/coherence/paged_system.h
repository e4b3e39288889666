// SPDX-License-Identifier: Apache-2.0
// Pages of several address spaces that migrate between frames while hosts access them. Models page
// maps, translations and the operating system's page mover on top of the lines of a System.
//
// Contract:
// - A frame is `page_lines` adjacent lines; page p starts in frame p. Spaces own equal blocks of
//   pages, and a host names a page by its number in its space.
// - A host runs a task of one space. Two hosts exchange their tasks only if neither has an
//   outstanding access; their translations remain.
// - A host accesses a line only while it holds a translation to the line's frame. Cached lines are
//   evicted at any time, translations only while they are unused.
// - One page is in progress at a time, as in the platform.
// - Migration: unmap the entry; hosts in the TLB directory acknowledge after their accesses through
//   the old translation; acquire each line with ownership and write it to the new frame; write the
//   new entry.
// - Unmapping: the same without a copy. The next walk faults and maps the page.
// - Read-only copy for a host: invalidate all translations, then allow only reads. Copy the lines,
//   then invalidate that host's translation. A write first invalidates all translations and the
//   copies.
// - take() takes one step and returns the result of System.
// - Without pages (`pages` is 0) hosts access lines directly.
//
// Checked:
// - An access finds the last write to its page, in any frame and of its own space (data carry the
//   space).
// - No translation is used after its acknowledgement.
// - No host retains a line of a frame that a page has left.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "testbenches/coherence/system.h"

namespace starnuma::coherence_bench {

/// System of the random tester.
using Large = System<16, 8, 768>;

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
  /// Returns the page of that number in the space whose task the host runs.
  int page_at(int host, int number) const { return runs_[host] * pages_of_space() + number; }
  int pages_of_space() const { return config().pages / config().spaces; }
  /// Returns the frame in the host's translation of the page, or -1.
  int translation(int host, int page) const {
    const int entry = entry_for(host, page);
    return entry < 0 ? kNone : translations_[host][entry];
  }
  /// Returns true if the translation is read-only: a write must first remove the page's copies.
  bool write_faults(int host, int page) const {
    const int entry = entry_for(host, page);
    return entry >= 0 && (only_read_[host] >> entry & 1) != 0 &&
           !broken(MoveMutant::kWriteWithoutFault);
  }
  /// Returns the number of accesses to unmapped pages.
  std::uint64_t faults() const { return faults_; }
  bool moving() const { return move_.page >= 0; }
  bool awaits(int host) const { return moving() && (move_.awaited >> host & 1) != 0; }
  /// Returns true if no message or access is outstanding and no page is migrating.
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
    int reader = 0;             ///< kReplicate: host that owns the copy.
    bool protect = false;       ///< kReplicate: the page is read-only.
    bool copied = false;        ///< kReplicate: the lines are copied.
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
  /// Returns the page whose translation the host's TLB finds for `page`, or kNone.
  int entry_for(int host, int page) const;
  /// Returns the frame that the host's page walk finds for the page.
  int frame_for(int host, int page) const;
  /// Returns the page of the running space whose translation names the frame, or kNone.
  int page_in(int host, int frame) const;
  Step check_translation(int host, int page, int frame, bool store);
  Step walk(int host, int page);
  Step forget(int host, int page);
  Step exchange(int host, int other);
  Step begin(const PageStep& step);
  bool may_begin(const PageStep& step) const;
  Step acknowledge(int host);
  Step copy(int offset);
  /// Checks the conditions for the end of the work on the page.
  Step settle();
  Step settle_copy();
  Step settle_move();
  bool all_copied() const;
  /// Processes the access that the last step of the lines completed.
  Step completed();
  Step check_access(const Completed& access);

  Large lines_;
  MoveMutant mutant_;
  std::array<int, kMostHosts> runs_{};  ///< Space of each host's task.
  std::array<std::array<int, kMostLines>, kMostHosts> translations_;  ///< Frame by host and page.
  std::array<std::uint32_t, kMostHosts> only_read_{};  ///< Read-only translations: a bit per page.
  std::array<std::uint32_t, kMostLines> listed_{};     ///< Hosts in the TLB directory, by page.
  std::array<int, kMostLines> frame_of_{};             ///< Page map.
  std::array<bool, kMostLines> absent_{};              ///< Unmapped pages.
  std::array<bool, kMostLines> protected_{};           ///< Read-only pages.
  std::array<std::array<int, kMostLines>, kMostHosts>
      copies_;  ///< Frame of each host's copy, by page.
  std::array<std::array<int, kMostLines>, kMostHosts>
      accessed_;                          ///< Page of the outstanding access, by host and line.
  std::array<Data, kMostLines> truth_{};  ///< Last write, by line of the pages.
  Move move_;
  std::uint64_t faults_ = 0;
  std::string failure_;
};

/// Returns, for example, "host 2: walk, page 1" or "mover: copy, line 0".
std::string describe(const PageStep& step);

}  // namespace starnuma::coherence_bench
