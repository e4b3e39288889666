// SPDX-License-Identifier: Apache-2.0
// Shortens a failing sequence: drops steps and merges hosts and lines while it still fails.
#include <algorithm>
#include <numeric>

#include "testbenches/coherence/tester.h"

namespace starnuma::coherence_bench {

namespace {

class Shrinker {
 public:
  explicit Shrinker(const Sequence& failed) : best_(failed) { keep_if_shorter(failed, true); }

  Sequence run() {
    keep_a_suffix();
    std::size_t before = 0;
    do {
      before = best_.steps.size();
      drop_chunks();
      merge_hosts();
      merge_lines();
      narrow_filter();
      if (best_.steps.size() == before && before <= kMaxPairs) drop_pairs();
    } while (best_.steps.size() < before);
    renumber_hosts();
    renumber_lines();
    return best_;
  }

 private:
  static constexpr std::size_t kMaxPairs = 120;

  /// Adopts the candidate if it fails with fewer steps (or equally many, if `equal`).
  bool keep_if_shorter(const Sequence& candidate, bool equal = false) {
    Replay again = replay(candidate, false);
    if (again.failure.empty()) return false;
    if (again.taken.size() >= best_.steps.size() + (equal ? 1 : 0)) return false;
    best_ = candidate;
    best_.steps = std::move(again.taken);
    return true;
  }

  void keep_a_suffix() {
    const Sequence whole = best_;
    for (std::size_t length = 32; length < whole.steps.size(); length *= 2) {
      Sequence part = whole;
      part.steps.erase(part.steps.begin(), part.steps.end() - static_cast<std::ptrdiff_t>(length));
      if (keep_if_shorter(part)) return;
    }
  }

  bool without(std::size_t begin, std::size_t length) {
    Sequence part = best_;
    const std::size_t end = std::min(begin + length, part.steps.size());
    part.steps.erase(part.steps.begin() + static_cast<std::ptrdiff_t>(begin),
                     part.steps.begin() + static_cast<std::ptrdiff_t>(end));
    return keep_if_shorter(part);
  }

  void drop_chunks() {
    for (std::size_t length = best_.steps.size() / 2; length > 0; length /= 2) {
      for (std::size_t at = 0; at < best_.steps.size();) {
        if (!without(at, length)) at += length;
      }
    }
  }

  void drop_pairs() {
    for (std::size_t i = 0; i < best_.steps.size(); ++i) {
      for (std::size_t j = i + 1; j < best_.steps.size(); ++j) {
        Sequence part = best_;
        part.steps.erase(part.steps.begin() + static_cast<std::ptrdiff_t>(j));
        part.steps.erase(part.steps.begin() + static_cast<std::ptrdiff_t>(i));
        if (keep_if_shorter(part)) return;
      }
    }
  }

  static void rename(Record& record, int from, int to) {
    if (record.kind == SequenceStepKind::kOwn && record.host == from) {
      record.host = static_cast<std::uint8_t>(to);
    }
    if (record.kind == SequenceStepKind::kPage) {
      for (int* host : {&record.page.host, &record.page.other}) {
        if (*host == from) *host = to;
      }
    }
    for (base::SocketId* end : {&record.from, &record.to}) {
      if (record.kind == SequenceStepKind::kDelivery && base::index_of(*end) == from)
        *end = static_cast<base::SocketId>(to);
    }
  }

  void merge_hosts() {
    for (int from = 1; from < best_.config.hosts; ++from) {
      for (int to = 0; to < from; ++to) {
        Sequence merged = best_;
        for (Record& record : merged.steps) rename(record, from, to);
        if (keep_if_shorter(merged)) break;
      }
    }
  }

  /// Lines of pages cannot be renumbered.
  bool has_pages() const { return best_.config.pages > 0; }

  void merge_lines() {
    if (has_pages()) return;
    for (int from = 1; from < best_.config.lines; ++from) {
      for (int to = 0; to < from; ++to) {
        Sequence merged = best_;
        for (Record& record : merged.steps) {
          if (record.line == from) record.line = static_cast<std::uint8_t>(to);
        }
        if (keep_if_shorter(merged)) break;
      }
    }
  }

  /// Reduces the snoop filter: a smaller one overflows with fewer lines.
  void narrow_filter() {
    if (best_.config.in_order) return;  // requests queue per line, not for the filter
    for (int filter = 1; filter < best_.config.filter; ++filter) {
      Sequence narrow = best_;
      narrow.config.filter = filter;
      if (keep_if_shorter(narrow)) return;
    }
  }

  void renumber_lines() {
    if (has_pages()) return;
    Sequence renamed = best_;
    std::array<int, 8> number{};
    number.fill(-1);
    int lines = 0;
    for (Record& r : renamed.steps) {
      int& n = number[r.line];
      if (n < 0) n = lines++;
      r.line = static_cast<std::uint8_t>(n);
    }
    for (Record& r : renamed.steps) {
      r.victim = static_cast<std::uint8_t>(std::max(number[r.victim], 0));
    }
    renamed.config.lines = std::max(lines, 1);
    renamed.config.filter = std::min(renamed.config.filter, renamed.config.lines);
    keep_if_shorter(renamed, true);
  }

  /// Removes idle hosts; the others keep their order.
  void renumber_hosts() {
    std::array<int, 17> number{};
    const auto seen = [&](base::SocketId socket) {
      if (socket != protocol::kHome) number[static_cast<std::size_t>(base::index_of(socket))] = 1;
    };
    if (has_pages()) number[kMoverHost] = 1;
    for (const Record& r : best_.steps) {
      if (r.kind == SequenceStepKind::kOwn) seen(static_cast<base::SocketId>(r.host));
      if (r.kind == SequenceStepKind::kPage) {
        seen(static_cast<base::SocketId>(r.page.host));
        seen(static_cast<base::SocketId>(r.page.other));
      }
      if (r.kind != SequenceStepKind::kDelivery) continue;
      seen(r.from);
      seen(r.to);
    }
    std::exclusive_scan(number.begin(), number.end(), number.begin(), 0);
    Sequence renamed = best_;
    const auto rename_end = [&](base::SocketId socket) {
      if (socket == protocol::kHome) return socket;
      return static_cast<base::SocketId>(number[static_cast<std::size_t>(base::index_of(socket))]);
    };
    for (Record& r : renamed.steps) {
      r.host = static_cast<std::uint8_t>(number[r.host]);
      r.page.host = number[static_cast<std::size_t>(r.page.host)];
      r.page.other = number[static_cast<std::size_t>(r.page.other)];
      r.from = rename_end(r.from);
      r.to = rename_end(r.to);
    }
    renamed.config.hosts = std::max(number.back(), 2);
    keep_if_shorter(renamed, true);
  }

  Sequence best_;
};

}  // namespace

Sequence shrink(const Sequence& failed) { return Shrinker(failed).run(); }

}  // namespace starnuma::coherence_bench
