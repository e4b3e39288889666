// SPDX-License-Identifier: Apache-2.0
// Identifier types of sockets, cores, home nodes, fabric agents and threads, and address types.
//
// A physical address names its home node (a socket, a pool device or a memory node) and the offset
// inside that node's memory; LineAddress owns the layout.
#pragma once

#include <cstdint>
#include <functional>

namespace starnuma::base {

inline constexpr int kLineShift = 6;
inline constexpr int kLineBytes = 1 << kLineShift;
inline constexpr int kPageShift = 12;
inline constexpr int kPageBytes = 1 << kPageShift;
inline constexpr int kLinesPerPage = kPageBytes / kLineBytes;

enum class SocketId : std::uint16_t {};
enum class CoreId : std::uint16_t {};  ///< Numbered across the whole machine, socket by socket.
enum class NodeId : std::uint16_t {
};  ///< A home of memory: a socket, a pool device or a memory node.
enum class AgentId : std::uint16_t {
};  ///< An endpoint of the fabric; assembly assigns the numbers.

template <class Id>
constexpr int index_of(Id id) {
  return static_cast<int>(id);
}

/// Byte address of the simulated program.
struct VirtualAddress {
  std::uint64_t value = 0;
  constexpr std::uint64_t page() const { return value >> kPageShift; }
  constexpr std::uint64_t page_offset() const { return value & (kPageBytes - 1); }
};

/// A 64-byte line of physical memory: home node and line number inside that node.
///
/// This struct is the only owner of the layout. The machine's address space is divided into slices
/// of 1 TiB: slice t of node n is slice t * 64 + n of the machine. A line number therefore has the
/// line in the slice in its lowest bits, then the node, then the slice. Configurations are checked
/// against the limits below; of() throws for a node or line beyond them.
struct LineAddress {
  static constexpr int kSliceBits = 40 - kLineShift;     ///< Line in its slice.
  static constexpr int kNodeBits = 6;                    ///< Node.
  static constexpr int kInNodeBits = 50 - kLineShift;    ///< Line in its node, slices included.
  static constexpr int kBits = kInNodeBits + kNodeBits;  ///< Any line of any node.

  static constexpr int kMostNodes = 1 << kNodeBits;
  /// Largest memory of a node, in bytes: 64 TiB.
  static constexpr std::int64_t kMostNodeBytes = std::int64_t{1} << 46;
  /// Number of address ranges in a node; hosts that share an extent without coherence have one
  /// each.
  static constexpr int kMostRanges =
      static_cast<int>((std::int64_t{1} << (kInNodeBits + kLineShift)) / kMostNodeBytes);

  std::uint64_t value = 0;

  static constexpr LineAddress of(NodeId node, std::uint64_t line_in_node) {
    const auto n = static_cast<std::uint64_t>(node);
    if (n >> kNodeBits != 0 || line_in_node >> kInNodeBits != 0) fail(node, line_in_node);
    return {(line_in_node & kSliceMask) | n << kSliceBits |
            (line_in_node >> kSliceBits) << (kSliceBits + kNodeBits)};
  }
  constexpr NodeId node() const {
    return static_cast<NodeId>(value >> kSliceBits & (kMostNodes - 1));
  }
  constexpr std::uint64_t in_node() const {
    return (value & kSliceMask) | (value >> (kSliceBits + kNodeBits)) << kSliceBits;
  }
  friend constexpr bool operator==(LineAddress a, LineAddress b) { return a.value == b.value; }
  friend constexpr bool operator!=(LineAddress a, LineAddress b) { return a.value != b.value; }

 private:
  static constexpr std::uint64_t kSliceMask = (std::uint64_t{1} << kSliceBits) - 1;

  /// Throws InvariantError: the layout has no such line.
  [[noreturn]] static void fail(NodeId node, std::uint64_t line_in_node);
};

/// Physical page frame, identified by the address of its first line.
struct Frame {
  LineAddress first_line;
  constexpr LineAddress line_at(std::uint64_t page_offset) const {
    return {first_line.value + (page_offset >> kLineShift)};
  }
};

}  // namespace starnuma::base
