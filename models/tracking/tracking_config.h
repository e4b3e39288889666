// SPDX-License-Identifier: Apache-2.0
// Configuration fields of the tracking hardware: counter annexes, tracker update units and
// metadata.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/ids.h"
#include "models/base/power_of_two.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "models/protocol/tracking.h"

namespace starnuma::tracking {

enum class TrackingImpl : std::uint8_t {
  kNone,   ///< no tracking hardware
  kModel,  ///< golden functions
  kRtl,    ///< verilated SystemVerilog
  kBoth    ///< RTL, compared with the golden functions; a difference stops the run
};

enum class MetadataHome : std::uint8_t {
  kDealt,    ///< interleaved over the sockets page by page
  kSocket0,  ///< all pages on socket 0
  kPool      ///< all pages on the first pool device
};

/// Saturation value of a counter in a scaled run.
enum class CountScale : std::uint8_t {
  kFullSize,  ///< scaled from the full-size machine, which counts more per region and phase
  kAsIs,      ///< maximum of the counter's bits
  kUnlimited  ///< never saturates; only for counts without tracking hardware
};

struct TrackingConfig {
  TrackingImpl impl = TrackingImpl::kNone;
  int count_width = 0;
  CountScale count_scale = CountScale::kFullSize;
  base::Bytes region;
  /// Share of `region` that remains after scaling; derived, not a YAML field.
  double region_share = 1;
  protocol::TrackerUpdateMode update = protocol::TrackerUpdateMode::kOwnLine;
  int outstanding_adds = 0;
  int home_lines = 0;
  base::Time add_latency;
  MetadataHome metadata_home = MetadataHome::kDealt;
  int queue_entries = 0;
  base::Cycles hand_over_latency;
  base::Cycles request_latency;
  base::Cycles update_latency;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("impl", impl, "implementation of the tracking hardware; both compares rtl with model");
    v.field("count_width", count_width,
            "bits of a counter, in the annex and in metadata; 0 tracks sharers only",
            base::between(0, protocol::kMaxCountWidth));
    v.field(
        "count_scale", count_scale,
        "saturation of a counter in a scaled run: the full-size limit scaled like HI, the limit of "
        "its own bits, or, without tracking hardware, none");
    v.field("region", region,
            "pages tracked together, a power of two of them; shrinks with the "
            "workload, down to one page",
            base::between(base::kPageBytes, std::int64_t{1} << 40));
    v.field("update", update,
            "how a tracker update unit changes metadata: it reads and writes an entry whose line "
            "it owns, or the line's home adds to it");
    v.field("outstanding_adds", outstanding_adds,
            "add_at_home: most outstanding additions of a tracker update unit",
            base::between(1, 64));
    v.field("home_lines", home_lines,
            "add_at_home: lines of metadata that a home keeps for further additions; with 0 every "
            "addition reads and writes memory",
            base::between(0, 64));
    v.field("add_latency", add_latency,
            "add_at_home: latency of an addition to a line that the home holds");
    v.field("metadata_home", metadata_home, "nodes that hold the pages of the metadata region");
    v.field("queue_entries", queue_entries, "hand-overs that wait in a tracker update unit",
            base::between(1, 64));
    v.field("hand_over_latency", hand_over_latency,
            "time from an event of the STLB to its hand-over");
    v.field("request_latency", request_latency,
            "time from a hand-over at an idle tracker update unit to its read of metadata, or to "
            "its removal from the queue for an addition");
    v.field("update_latency", update_latency,
            "time from the read of metadata to their write, or from the queue to the addition");
  }
  void check(base::Problems& problems) const {
    const std::int64_t pages = region.value / base::kPageBytes;
    if (region.value % base::kPageBytes != 0 || !base::is_power_of_two(pages)) {
      problems.add("region", base::to_string(region), " is not a power of two of 4 KiB pages");
    }
    if (tracks() && count_scale == CountScale::kUnlimited) {
      problems.add_misfit({"count_scale", "impl"},
                          "a counter of hardware has a limit, expected full_size or as_is");
    }
  }

  bool tracks() const { return impl != TrackingImpl::kNone; }
  bool has_rtl() const { return impl == TrackingImpl::kRtl || impl == TrackingImpl::kBoth; }
  bool adds_at_home() const { return update == protocol::TrackerUpdateMode::kAddAtHome; }
  /// Returns log2 of the region size in pages.
  int region_shift() const {
    int shift = 0;
    while ((std::int64_t{base::kPageBytes} << shift) < region.value) ++shift;
    return shift;
  }
};

}  // namespace starnuma::tracking

template <>
struct starnuma::base::EnumNames<starnuma::tracking::TrackingImpl> {
  static constexpr std::array<std::string_view, 4> kNames{"none", "model", "rtl", "both"};
};
template <>
struct starnuma::base::EnumNames<starnuma::tracking::CountScale> {
  static constexpr std::array<std::string_view, 3> kNames{"full_size", "as_is", "unlimited"};
};
template <>
struct starnuma::base::EnumNames<starnuma::protocol::TrackerUpdateMode> {
  static constexpr std::array<std::string_view, 2> kNames{"own_line", "add_at_home"};
};
template <>
struct starnuma::base::EnumNames<starnuma::tracking::MetadataHome> {
  static constexpr std::array<std::string_view, 3> kNames{"dealt", "socket0", "pool"};
};
