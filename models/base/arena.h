// SPDX-License-Identifier: Apache-2.0
// The simulated program's memory: real data in host memory under deterministic simulated addresses.
//
// Contract: addresses depend only on the order and size of allocations, never on host pointers.
// Every page knows who touched it first (a thread) or where it is bound (a node); placement reads
// that. Building data structures writes `data` directly and costs no simulated time.
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

/// An array of the simulated program: element i lives at `base + i * sizeof(T)`.
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

/// Who touches the pages of an allocation first, as if the threads had built it together.
struct Touch {
  enum class Kind : std::uint8_t {
    kDealt,    ///< page p by thread p mod threads
    kBlocked,  ///< contiguous blocks, one per thread
    kThread,   ///< all by thread `which`
    kNode      ///< bound to home node `which`, like numactl --membind
  };
  Kind kind = Kind::kDealt;
  int which = 0;

  static constexpr Touch dealt() { return {Kind::kDealt, 0}; }
  static constexpr Touch blocked() { return {Kind::kBlocked, 0}; }
  static constexpr Touch by_thread(int thread) { return {Kind::kThread, thread}; }
  static constexpr Touch on_node(NodeId node) { return {Kind::kNode, index_of(node)}; }
};

/// Origin of one page: a first-touching thread, or a node it is bound to.
struct PageOrigin {
  bool bound = false;
  std::uint16_t id = 0;
  bool shared_mapping = false;
};

/// Whether other processes could map an allocation, as they can a segment or a file.
enum class Mapping : std::uint8_t { kPrivate, kShared };

class Arena {
 public:
  explicit Arena(int threads) : threads_(threads) { SN_CHECK(threads > 0, "arena: no threads"); }

  /// Zeroed, page-aligned array of `count` elements; `name` appears in reports.
  template <class T>
  SimArray<T> allocate(std::string_view name, std::uint64_t count, Touch touch = Touch::dealt(),
                       Mapping mapping = Mapping::kPrivate) {
    const VirtualAddress base = reserve(name, count * sizeof(T), touch, mapping);
    return {reinterpret_cast<T*>(regions_.back().bytes.data()), count, base};
  }

  /// Pages without host memory, which only simulated accesses reach, as those of a trace.
  VirtualAddress map(std::string_view name, const std::vector<PageOrigin>& origins);

  /// The array that an address lies in, and where: "bfs.next + 0x40"; empty where there is none.
  std::string place_of(VirtualAddress address) const;

  int threads() const { return threads_; }
  std::uint64_t pages() const { return origins_.size(); }
  /// Indexed by virtual page number.
  const std::vector<PageOrigin>& origins() const { return origins_; }
  bool has_shared_mappings() const { return has_shared_mappings_; }

 private:
  struct Region {
    std::string name;
    VirtualAddress base;
    HostArray<std::byte> bytes;
  };

  VirtualAddress reserve(std::string_view name, std::uint64_t bytes, Touch touch, Mapping mapping);

  int threads_;
  std::vector<Region> regions_;
  std::vector<PageOrigin> origins_;
  bool has_shared_mappings_ = false;
};

}  // namespace starnuma::base
