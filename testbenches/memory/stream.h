// SPDX-License-Identifier: Apache-2.0
// Request streams of the memory bench: what a memory controller is asked for.
//
// Contract: the text of a stream is NAME[:N][+READS/WRITES][@LOAD].
//   sequential     neighbouring lines
//   random         lines drawn from 4 GiB
//   stride:N       every Nth line
//   loop:N         the same N lines again and again
//   drawn:N        N sequential streams, the next one drawn at random
//   turn:N         N sequential streams in turn
//   readers:NxM    N sequential readers, each with at most M outstanding reads of its own
// +READS/WRITES mixes writes in; the writes of sequential and stride go to a region of their own.
// @LOAD offers LOAD percent of the peak as Poisson arrivals (open loop); without it the requests of
// all streams share a limit of outstanding ones (closed loop). Equal seeds give equal requests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::memory_bench {

struct Request {
  base::Time at;  ///< Arrival time in an open loop, issue time once it is measured.
  std::uint64_t line = 0;
  bool write = false;
};

enum class StreamKind : std::uint8_t {
  kSequential,
  kRandom,
  kStride,
  kLoop,
  kDrawn,
  kTurn,
  kReaders
};

struct Stream {
  StreamKind kind = StreamKind::kSequential;
  int count = 1;  ///< N
  int each = 1;   ///< M: outstanding reads of a reader
  int reads = 1;
  int writes = 0;
  int load_percent = 0;  ///< 0: closed loop

  bool open_loop() const { return load_percent > 0; }
};

/// Reads the text of a stream. Throws InputError that states the expected form.
Stream parse_stream(const std::string& text);
/// Returns the text that parse_stream() reads back.
std::string to_string(const Stream& stream);

/// Returns the first lines of `streams` sequential streams.
std::vector<std::uint64_t> first_lines(int streams, std::uint64_t seed);

/// Returns `requests` requests of any stream but readers. `peak` gives the rate of an open loop.
std::vector<Request> requests_of(const Stream& stream, int requests, base::Bandwidth peak,
                                 std::uint64_t seed);

}  // namespace starnuma::memory_bench
