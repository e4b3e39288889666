// SPDX-License-Identifier: Apache-2.0
// Text format of recorded annex events of selected cores; `run --record-annex` writes it, and the
// annex testbench replays it.
//
//   starnuma-annex 1            format
//   entries 64                  slots of each recorded STLB
//   count_width 16
//   3 81250 i 17 2c0f           core, picoseconds, kind, slot, page (hexadecimal)
//
// The low 36 bits of a page are its number, the bits above are its address space: 2c0f is a page of
// space 0, 3000002c0f is one of space 3.
// Kinds: i increment, o orphan increment, a access to a marked slot, e evict, s shootdown, m mark
// all. Events of a core are in the order in which its annex received them.
// Errors: a malformed line throws an InputError with file and line.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>

#include "models/base/ids.h"
#include "models/protocol/event_lines.h"
#include "models/protocol/tracking.h"

namespace starnuma::protocol {

inline constexpr std::string_view kAnnexEventLetters = "ioaesm";

class AnnexStreamWriter {
 public:
  AnnexStreamWriter(std::ostream& out, int entries, int count_width) : out_(out) {
    out_ << "starnuma-annex 1\nentries " << entries << "\ncount_width " << count_width << '\n';
  }
  void write(base::CoreId core, const AnnexEvent& event) {
    out_ << base::index_of(core) << ' ' << event.time.ps() << ' '
         << kAnnexEventLetters[static_cast<std::size_t>(event.kind)] << ' ' << event.slot << ' '
         << std::hex << event.page.packed() << std::dec << '\n';
  }

 private:
  std::ostream& out_;
};

class AnnexStreamReader {
 public:
  struct Record {
    base::CoreId core{};
    AnnexEvent event;
  };

  /// Messages refer to the input as `file`.
  AnnexStreamReader(std::istream& in, std::string file)
      : lines_(in, std::move(file), "starnuma-annex 1"),
        entries_(lines_.header("entries", 1, 1 << 20)),
        count_width_(lines_.header("count_width", 0, kMaxCountWidth)) {}

  int entries() const { return entries_; }
  int count_width() const { return count_width_; }

  /// Returns the next event, or nothing at the end.
  std::optional<Record> next() {
    if (!lines_.next()) return std::nullopt;
    std::istringstream words(lines_.line());
    std::uint32_t core = 0;
    std::int64_t time = 0;
    char letter = 0;
    std::uint64_t page = 0;
    AnnexEvent event;
    words >> core >> time >> letter >> event.slot >> std::hex >> page;
    const auto kind = kAnnexEventLetters.find(letter);
    if (words.fail() || !(words >> std::ws).eof() || kind == std::string_view::npos) {
      lines_.fail("is not an event (core, picoseconds, kind, slot, page)");
    }
    if (event.slot >= static_cast<std::uint32_t>(entries_)) {
      lines_.fail("has a slot beyond the entries");
    }
    event.page = lines_.page(page);
    event.kind = static_cast<AnnexEventKind>(kind);
    event.time = base::Time(time);
    return Record{static_cast<base::CoreId>(core), event};
  }

 private:
  EventLines lines_;
  int entries_;
  int count_width_;
};

}  // namespace starnuma::protocol
