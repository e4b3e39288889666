// SPDX-License-Identifier: Apache-2.0
// Access classes by the source of the data of a miss, as publications report them. The class of
// data from memory is the distance of the home, in levels of the machine's topology.
//
// Contract: the topology creates the classes once per machine. All results list them in this order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starnuma::accounting {

/// Access class; an index of the rows of the machine's AccessClasses.
enum class AccessClass : std::uint8_t {};

/// Maximum number of rows on any machine; the size of arrays indexed by class.
inline constexpr int kMostAccessClasses = 8;
/// Memory of the requester's own socket; the same value on every machine.
inline constexpr AccessClass kLocalAccess{0};

struct AccessClassRow {
  std::string name;      ///< Name in statistics paths: "one_hop".
  std::string sentence;  ///< Description of the class.
  bool pool;  ///< True if the home is a pool device, false if it is a socket or memory node.
  /// True if the data came from another socket's cache, false if from memory.
  bool block_transfer;
  int level;  ///< Distance of the home, from 0; 0 for pool homes and block transfers.
};

class AccessClasses {
 public:
  /// Creates the classes for a number of distance levels between two sockets, at most 5. Three
  /// levels are the own socket, the same chassis and another chassis.
  explicit AccessClasses(int levels = 3);

  int count() const { return static_cast<int>(rows_.size()); }
  const std::vector<AccessClassRow>& rows() const { return rows_; }
  const AccessClassRow& row(AccessClass c) const { return rows_[static_cast<std::size_t>(c)]; }

  /// Returns the class of data from the memory of a home at this level.
  AccessClass at_level(int level) const { return static_cast<AccessClass>(level); }
  /// Returns the class of data from a pool device's memory.
  AccessClass pool() const { return static_cast<AccessClass>(levels_); }
  /// Returns the class of data from another socket's cache.
  AccessClass block_transfer(bool pool_home) const {
    return static_cast<AccessClass>(levels_ + 1 + (pool_home ? 1 : 0));
  }

 private:
  int levels_;
  std::vector<AccessClassRow> rows_;
};

}  // namespace starnuma::accounting
