// SPDX-License-Identifier: Apache-2.0
// Address bits of a line that select sub-channel, rank, bank group, bank, row and column.
//
// Contract: of() maps the lines of one channel one to one. The lowest digit selects the
// sub-channel; of the rest, lowest first:
//   bank_first          bank group, bank, rank, column, row. Neighbours walk through all banks;
//                       higher digits are added to the bank so that strides spread as well.
//   column_first        column, rank, bank group, bank, row (RoBaRaCoCh): a row's lines are
//                       neighbours
//   column_first_hashed column_first with the row added to the bank (permutation-based
//   interleaving) four_line_runs      four columns, rank, bank group, bank, the other columns, row;
//   those other
//                       columns and the row are added to the bank (after "minimalist open page")
// Counts need not be powers of two.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/power_of_two.h"
#include "models/timing/dram_policies.h"

namespace starnuma::memory {

enum class Mapping : std::uint8_t { kBankFirst, kColumnFirst, kFourLineRuns, kColumnFirstHashed };

class AddressMapping {
 public:
  struct Location {
    int subchannel;
    int bank;  ///< as in timing::DramAccess
    std::int64_t row;
  };

  AddressMapping(Mapping mapping, int subchannels, const timing::DramShape& shape,
                 std::uint64_t lines_per_row)
      : mapping_(mapping),
        subchannels_(static_cast<std::uint64_t>(subchannels)),
        banks_(static_cast<std::uint64_t>(shape.banks())),
        columns_(lines_per_row),
        runs_(lines_per_row > kRun ? lines_per_row / kRun : 1) {
    for (int visit = 0; visit < shape.banks(); ++visit) numbers_.push_back(number_of(visit, shape));
  }

  Location of(std::uint64_t line) const {
    std::uint64_t rest = line;
    const auto subchannel = static_cast<int>(subchannels_.take(rest));
    std::uint64_t visit = 0;  // position of the bank in the order in which the mapping visits them
    switch (mapping_) {
      case Mapping::kBankFirst: {
        visit = banks_.take(rest);
        std::uint64_t higher = rest;
        visit += higher;
        banks_.take(higher);
        visit += higher;
        columns_.take(rest);
        break;
      }
      case Mapping::kColumnFirst:
        columns_.take(rest);
        visit = banks_.take(rest);
        break;
      case Mapping::kFourLineRuns:
        rest /= kRun;
        visit = banks_.take(rest);
        visit += runs_.take(rest);
        visit += rest;
        break;
      case Mapping::kColumnFirstHashed:
        columns_.take(rest);
        visit = banks_.take(rest);
        visit += rest;
        break;
    }
    return {subchannel, numbers_[banks_.take(visit)], static_cast<std::int64_t>(rest)};
  }

 private:
  static constexpr std::uint64_t kRun = 4;

  /// Takes the lowest digit of a number to a base; no division where the base is a power of two.
  struct Digit {
    explicit Digit(std::uint64_t n) : count(n), power_of_two(base::is_power_of_two(n)) {
      while ((std::uint64_t{1} << shift) < n) ++shift;
    }
    std::uint64_t take(std::uint64_t& rest) const {
      const std::uint64_t whole = rest;
      if (power_of_two) {
        rest = whole >> shift;
        return whole & (count - 1);
      }
      rest = whole / count;
      return whole % count;
    }
    std::uint64_t count;
    int shift = 0;
    bool power_of_two;
  };

  int number_of(int visit, const timing::DramShape& shape) const {
    const bool rank_first = mapping_ != Mapping::kBankFirst;
    const int in_rank = rank_first ? visit / shape.ranks : visit;
    const int group = in_rank % shape.bank_groups;
    const int bank = in_rank / shape.bank_groups % shape.banks_per_group;
    const int rank =
        rank_first ? visit % shape.ranks : visit / (shape.bank_groups * shape.banks_per_group);
    return (rank * shape.bank_groups + group) * shape.banks_per_group + bank;
  }

  Mapping mapping_;
  Digit subchannels_;
  Digit banks_;
  Digit columns_;
  Digit runs_;
  std::vector<int> numbers_;  ///< by position
};

}  // namespace starnuma::memory

template <>
struct starnuma::base::EnumNames<starnuma::memory::Mapping> {
  static constexpr std::array<std::string_view, 4> kNames{"bank_first", "column_first",
                                                          "four_line_runs", "column_first_hashed"};
};
