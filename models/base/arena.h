// SPDX-License-Identifier: Apache-2.0
// Memory of the simulated program: real data in host memory at deterministic simulated addresses.
//
// Contract:
// - Addresses depend only on the order and the sizes of allocations, never on host pointers.
// - Every page has an origin, the thread that touches it first or the node that it is bound to.
//   Placement policies read the origins.
// - Code that builds a data structure writes `data` directly, which costs no simulated time.
#pragma once

#include <cstdint>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/base/check.h"
#include "models/base/host_array.h"
#include "models/base/ids.h"

namespace starnuma::base {

/// Array of the simulated program; the address of element i is `base + i * sizeof(T)`.
template <class T>
struct SimArray {
  static_assert(std::is_trivially_copyable_v<T> && kLineBytes % sizeof(T) == 0);
  T* data = nullptr;
  std::uint64_t size = 0;
  VirtualAddress base;

  VirtualAddress address_of(std::uint64_t i) const { return {base.value + i * sizeof(T)}; }
  T* begin() const { return data; }
  T* end() const { return data + size; }
};

enum class TouchKind : std::uint8_t {
  kDealt,    ///< page p is first touched by thread p mod threads
  kBlocked,  ///< contiguous blocks of pages, one per thread
  kNode      ///< all pages are bound to home node `node`, like numactl --membind
};

/// First-touch pattern of an allocation, as if the threads had initialized it in parallel.
struct Touch {
  TouchKind kind = TouchKind::kDealt;
  NodeId node{};

  static constexpr Touch dealt() { return {}; }
  static constexpr Touch blocked() { return {TouchKind::kBlocked, {}}; }
  static constexpr Touch on_node(NodeId node) { return {TouchKind::kNode, node}; }
};

/// Origin of one page: the thread that touches it first, or the node that it is bound to.
struct PageOrigin {
  bool bound = false;
  std::uint16_t id = 0;
  bool shared_mapping = false;
};

/// Visibility of an allocation to other processes: a private one, or a shared segment or file.
enum class Mapping : std::uint8_t { kPrivate, kShared };

class Arena {
 public:
  explicit Arena(int threads) : threads_(threads) { SN_CHECK(threads > 0, "arena: no threads"); }

  /// Allocates a zeroed, page-aligned array of `count` elements; reports print `name`.
  template <class T>
  SimArray<T> allocate(std::string_view name, std::uint64_t count, Touch touch = Touch::dealt(),
                       Mapping mapping = Mapping::kPrivate) {
    const VirtualAddress base = reserve(name, count * sizeof(T), touch, mapping);
    return {reinterpret_cast<T*>(regions_.back().bytes.data()), count, base};
  }

  /// Maps pages that have no host memory, such as those of a trace; only simulated accesses use
  /// them.
  VirtualAddress map(std::string_view name, const std::vector<PageOrigin>& origins);

  /// Sets the line at an address to zero; no effect on pages without host memory.
  void clear_line(VirtualAddress address);

  /// Returns the array that contains an address and the offset in it, as in "bfs.next + 0x40".
  /// Returns an empty string if no array contains the address.
  std::string place_of(VirtualAddress address) const;

  int threads() const { return threads_; }
  std::uint64_t pages() const { return origins_.size(); }
  /// Origins of all pages, indexed by virtual page number.
  const std::vector<PageOrigin>& origins() const { return origins_; }
  bool has_shared_mappings() const { return has_shared_mappings_; }

 private:
  struct Region {
    std::string name;
    VirtualAddress base;
    HostArray<std::byte> bytes;
  };

  /// Returns the region that contains the address of a page of the arena.
  const Region& region_of(VirtualAddress address) const;
  VirtualAddress reserve(std::string_view name, std::uint64_t bytes, Touch touch, Mapping mapping);

  int threads_;
  std::vector<Region> regions_;
  std::vector<PageOrigin> origins_;
  bool has_shared_mappings_ = false;
};

}  // namespace starnuma::base
