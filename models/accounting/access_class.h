// SPDX-License-Identifier: Apache-2.0
// Where the data of a missing access came from, as published tables split it: rows by how far the
// home is, in levels of the machine's wiring.
//
// Contract: made once per machine, by its wiring; the order of the rows is that of every result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace starnuma::accounting {

/// A row of the machine's AccessClasses.
enum class AccessClass : std::uint8_t {};

/// Rows of any machine, for arrays by class.
inline constexpr int kMostAccessClasses = 8;
/// The requester's own socket is the home, on every machine.
inline constexpr AccessClass kLocalAccess{0};

struct AccessClassRow {
  std::string name;      ///< In paths: "one_hop".
  std::string sentence;  ///< What is in it.
  bool pool;             ///< The home is a pool device, else a socket or memory node.
  bool block_transfer;  ///< The data came from another socket's cache, else from the home's memory.
  int level;            ///< How far the home is, from 0; of homes in a pool and transfers 0.
};

class AccessClasses {
 public:
  /// Levels of distance between two sockets, their own included: 3 are the socket, its chassis and
  /// the other chassis. At most 5.
  explicit AccessClasses(int levels = 3);

  int count() const { return static_cast<int>(rows_.size()); }
  const std::vector<AccessClassRow>& rows() const { return rows_; }
  const AccessClassRow& row(AccessClass c) const { return rows_[static_cast<std::size_t>(c)]; }

  /// Data from the memory of a home at this level.
  AccessClass at_level(int level) const { return static_cast<AccessClass>(level); }
  /// Data from a pool device's memory.
  AccessClass pool() const { return static_cast<AccessClass>(levels_); }
  /// Data from another socket's cache.
  AccessClass block_transfer(bool pool_home) const {
    return static_cast<AccessClass>(levels_ + 1 + (pool_home ? 1 : 0));
  }

 private:
  int levels_;
  std::vector<AccessClassRow> rows_;
};

}  // namespace starnuma::accounting
