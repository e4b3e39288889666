// SPDX-License-Identifier: Apache-2.0
// Text format of recorded inputs of the tracker update units of selected cores; `run
// --record-tracker` writes it, and the tracker testbench replays it.
//
//   starnuma-tracker 1          format
//   sockets 16                  sharer bits of an entry
//   cores_per_socket 4
//   count_width 16
//   count_max 511               saturation value of the counts
//   queue_entries 4
//   region_shift 0              log2 of the pages of a region
//   add_at_home 0
//   bases 0 1000 ...            table base of each address space (hexadecimal)
//   3 81250 h 2c0f 5            core, picoseconds, an accepted hand-over: page (hexadecimal)
//                               and count
//   3 95000 r 4000 1f0001 97500 core, picoseconds, a read of an entry: address, word (both
//                               hexadecimal), and completion time
//   3 95000 a 4000 0 97500      core, picoseconds, an addition by the entry's home, and the
//                               earliest time of the next addition
//
// Pages are written as in annex_stream.h. Events of a core are in the order in which they happened
// in its unit.
// Errors: a malformed line throws an InputError with file and line.
#pragma once

#include <array>
#include <optional>
#include <ostream>

#include "models/base/ids.h"
#include "models/protocol/event_lines.h"
#include "models/protocol/tracking.h"

namespace starnuma::protocol {

enum class TrackerEventKind : std::uint8_t { kHandOver, kRead, kAdd };

/// Event at `time`: a hand-over was accepted, an entry was requested, or an addition left the
/// queue.
struct TrackerEvent {
  TrackerEventKind kind = TrackerEventKind::kHandOver;
  base::Time time;
  HandOver hand_over{};
  std::uint64_t address = 0;
  std::uint64_t word = 0;
  base::Time done{};
};

struct TrackerStreamHeader {
  int sockets = 16;
  int cores_per_socket = 1;
  Counter counter = 16;
  int queue_entries = 4;
  int region_shift = 0;
  bool add_at_home = false;
  std::array<std::uint64_t, base::PageId::kSpaces> bases{};
};

class TrackerStreamWriter {
 public:
  TrackerStreamWriter(std::ostream& out, const TrackerStreamHeader& header) : out_(out) {
    out_ << "starnuma-tracker 1\nsockets " << header.sockets << "\ncores_per_socket "
         << header.cores_per_socket << "\ncount_width " << header.counter.width << "\ncount_max "
         << header.counter.max << "\nqueue_entries " << header.queue_entries << "\nregion_shift "
         << header.region_shift << "\nadd_at_home " << header.add_at_home << "\nbases" << std::hex;
    for (const std::uint64_t base : header.bases) out_ << ' ' << base;
    out_ << std::dec << '\n';
  }
  void write(base::CoreId core, const TrackerEvent& event) {
    out_ << base::index_of(core) << ' ' << event.time.ps();
    if (event.kind == TrackerEventKind::kHandOver) {
      out_ << " h " << std::hex << event.hand_over.page.packed() << std::dec << ' '
           << event.hand_over.count << '\n';
      return;
    }
    out_ << (event.kind == TrackerEventKind::kRead ? " r " : " a ") << std::hex << event.address
         << ' ' << event.word << std::dec << ' ' << event.done.ps() << '\n';
  }

 private:
  std::ostream& out_;
};

class TrackerStreamReader {
 public:
  struct Record {
    base::CoreId core{};
    TrackerEvent event;
  };

  /// Messages refer to the input as `file`.
  TrackerStreamReader(std::istream& in, std::string file)
      : lines_(in, std::move(file), "starnuma-tracker 1") {
    header_.sockets = lines_.header("sockets", 1, 32);
    header_.cores_per_socket = lines_.header("cores_per_socket", 1, 1 << 16);
    const int width = lines_.header("count_width", 0, kMaxCountWidth);
    const auto most = static_cast<int>(max_count(width));
    const int max = lines_.header("count_max", width == 0 ? 0 : 1, most);
    header_.counter = {width, static_cast<std::uint32_t>(max)};
    header_.queue_entries = lines_.header("queue_entries", 1, 64);
    header_.region_shift = lines_.header("region_shift", 0, base::PageId::kNumberBits - 1);
    header_.add_at_home = lines_.header("add_at_home", 0, 1) != 0;
    read_bases();
  }

  const TrackerStreamHeader& header() const { return header_; }

  /// Returns the next event, or nothing at the end.
  std::optional<Record> next() {
    if (!lines_.next()) return std::nullopt;
    std::istringstream words(lines_.line());
    std::uint32_t core = 0;
    std::int64_t time = 0;
    char letter = 0;
    words >> core >> time >> letter;
    TrackerEvent event;
    event.time = base::Time(time);
    if (letter == 'h') {
      read_hand_over(words, event);
    } else if (letter == 'r' || letter == 'a') {
      std::int64_t done = 0;
      words >> std::hex >> event.address >> event.word >> std::dec >> done;
      event.kind = letter == 'r' ? TrackerEventKind::kRead : TrackerEventKind::kAdd;
      event.done = base::Time(done);
    } else {
      fail();
    }
    if (words.fail() || !(words >> std::ws).eof()) fail();
    if (core >= static_cast<std::uint32_t>(header_.sockets * header_.cores_per_socket)) {
      lines_.fail("has a core beyond the sockets");
    }
    return Record{static_cast<base::CoreId>(core), event};
  }

 private:
  void read_bases() {
    std::string word;
    if (!lines_.next()) lines_.fail("is not 'bases'");
    std::istringstream words(lines_.line());
    words >> word >> std::hex;
    for (std::uint64_t& base : header_.bases) words >> base;
    if (word != "bases" || words.fail()) lines_.fail("is not 'bases' of every space");
  }
  void read_hand_over(std::istringstream& words, TrackerEvent& event) {
    std::uint64_t page = 0;
    words >> std::hex >> page >> std::dec >> event.hand_over.count;
    if (event.hand_over.count > header_.counter.max) lines_.fail("counts beyond count_max");
    event.hand_over.page = lines_.page(page);
  }
  [[noreturn]] void fail() const {
    lines_.fail("is not an event (core, picoseconds, h page count, or r or a address word done)");
  }

  EventLines lines_;
  TrackerStreamHeader header_;
};

}  // namespace starnuma::protocol
