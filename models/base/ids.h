// SPDX-License-Identifier: Apache-2.0
// Identifier types of sockets, cores, home nodes, fabric agents and pages, and address types.
//
// A physical address names its home node (a socket, a pool device or a memory node) and the offset
// inside that node's memory; LineAddress owns the layout.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>

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

/// Returns the bit of a socket in a set of sockets.
constexpr std::uint32_t bit_of(SocketId socket) { return std::uint32_t{1} << index_of(socket); }

/// Numbering of the endpoints of the fabric: the caching agents, then the homes of all nodes in the
/// order sockets, pool devices, memory nodes.
struct AgentMap {
  int sockets = 0;
  int devices = 0;
  int memory_nodes = 0;

  constexpr int nodes() const { return sockets + devices + memory_nodes; }
  constexpr int count() const { return sockets + nodes(); }
  static constexpr AgentId caching_agent(SocketId socket) { return static_cast<AgentId>(socket); }
  constexpr AgentId home_of(NodeId node) const {
    return static_cast<AgentId>(sockets + index_of(node));
  }
  constexpr NodeId device_node(int device) const { return static_cast<NodeId>(sockets + device); }
  constexpr NodeId memory_node(int index) const {
    return static_cast<NodeId>(sockets + devices + index);
  }
  constexpr bool is_pool(NodeId node) const {
    const int device = index_of(node) - sockets;
    return device >= 0 && device < devices;
  }
};

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

enum class SpaceId : std::uint8_t {};  ///< Address space; values are below PageId::kSpaces.

/// Page of an address space.
///
/// Contract:
/// - A page number is a 48-bit virtual address without the page offset, below 2^kNumberBits.
/// - Equal page numbers in two address spaces identify two different pages.
/// - A PageId occupies one word and is compared as one word.
class PageId {
 public:
  static constexpr int kNumberBits = 36;
  static constexpr int kSpaceBits = 4;
  static constexpr int kSpaces = 1 << kSpaceBits;

  /// Creates page 0 of space 0.
  constexpr PageId() = default;
  constexpr PageId(SpaceId space, std::uint64_t number)
      : packed_(static_cast<std::uint64_t>(space) << kNumberBits | number) {}

  /// Returns a value that differs from every page.
  static constexpr PageId none() { return unpack(~std::uint64_t{0}); }

  constexpr SpaceId space() const { return static_cast<SpaceId>(packed_ >> kNumberBits); }
  constexpr std::uint64_t number() const { return packed_ & kNumberMask; }
  /// Returns the block of 2^shift pages, in the same space, that contains the page.
  constexpr PageId block(int shift) const {
    return unpack((packed_ & ~kNumberMask) | number() >> shift);
  }

  /// Returns the space and the page number as an integer of kSpaceBits + kNumberBits bits, with the
  /// space in the high bits.
  constexpr std::uint64_t packed() const { return packed_; }
  static constexpr PageId unpack(std::uint64_t packed) {
    PageId id;
    id.packed_ = packed;
    return id;
  }

  friend constexpr bool operator==(PageId a, PageId b) { return a.packed_ == b.packed_; }
  friend constexpr bool operator!=(PageId a, PageId b) { return a.packed_ != b.packed_; }
  friend std::ostream& operator<<(std::ostream& out, PageId page) {
    return out << page.number() << " of space " << static_cast<int>(page.space());
  }

 private:
  static constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kNumberBits) - 1;

  std::uint64_t packed_ = 0;
};

}  // namespace starnuma::base
