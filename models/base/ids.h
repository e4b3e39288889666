// SPDX-License-Identifier: Apache-2.0
// Names of things as types: sockets, cores, home nodes, fabric agents, addresses.
//
// A physical address says where it lives: the home node in the high bits (a socket, a pool device
// or a memory node), the offset inside that node's memory below.
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
enum class CoreId : std::uint16_t {};   ///< Over the whole machine, socket by socket.
enum class NodeId : std::uint16_t {};   ///< A home of memory: sockets, pool devices, memory nodes.
enum class AgentId : std::uint16_t {};  ///< An end point of the fabric; assembly numbers them.
enum class ThreadId : std::uint16_t {};

template <class Id>
constexpr int index_of(Id id) {
  return static_cast<int>(id);
}

/// A byte address of the simulated program.
struct VirtualAddress {
  std::uint64_t value = 0;
  constexpr std::uint64_t page() const { return value >> kPageShift; }
  constexpr std::uint64_t page_offset() const { return value & (kPageBytes - 1); }
};

/// A 64-byte line of physical memory: home node and line number inside that node.
struct LineAddress {
  static constexpr int kNodeShift = 40 - kLineShift;
  std::uint64_t value = 0;

  static constexpr LineAddress of(NodeId node, std::uint64_t line_in_node) {
    return {(static_cast<std::uint64_t>(node) << kNodeShift) | line_in_node};
  }
  constexpr NodeId node() const { return static_cast<NodeId>(value >> kNodeShift); }
  constexpr std::uint64_t in_node() const { return value & ((std::uint64_t{1} << kNodeShift) - 1); }
  friend constexpr bool operator==(LineAddress a, LineAddress b) { return a.value == b.value; }
  friend constexpr bool operator!=(LineAddress a, LineAddress b) { return a.value != b.value; }
};

/// A physical page frame: the line address of its first line.
struct Frame {
  LineAddress first_line;
  constexpr LineAddress line_at(std::uint64_t page_offset) const {
    return {first_line.value + (page_offset >> kLineShift)};
  }
};

}  // namespace starnuma::base
