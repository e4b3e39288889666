// SPDX-License-Identifier: Apache-2.0
// Which bits of a line's address pick sub-channel, rank, bank group, bank, row and column.
//
// Contract: of() maps the lines of one channel one to one. The lowest bit picks the sub-channel;
// of the rest, lowest first:
//   bank_first          bank group, bank, rank, column, row. Neighbours walk through all banks;
//                       higher digits are added to the bank so that strides spread as well.
//   column_first        column, rank, bank group, bank, row (RoBaRaCoCh): a row's lines are
//                       neighbours
//   four_line_runs      four columns, rank, bank group, bank, the other columns, row; those other
//                       columns are added to the bank (after "minimalist open page")
// Counts need not be powers of two.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/base/fields.h"
#include "models/timing/dram_timing.h"

namespace starnuma::memory {

enum class Mapping : std::uint8_t { kBankFirst, kColumnFirst, kFourLineRuns };

class AddressMapping {
 public:
  struct Place {
    int subchannel;
    int bank;  ///< as in timing::DramAccess
    std::int64_t row;
  };

  AddressMapping(Mapping mapping, const timing::DramShape& shape, std::uint64_t lines_per_row)
      : mapping_(mapping),
        groups_(static_cast<std::uint64_t>(shape.bank_groups)),
        banks_(static_cast<std::uint64_t>(shape.banks_per_group)),
        ranks_(static_cast<std::uint64_t>(shape.ranks)),
        all_banks_(groups_.count * banks_.count * ranks_.count),
        columns_(lines_per_row),
        runs_(lines_per_row > kRun ? lines_per_row / kRun : 1) {}

  Place of(std::uint64_t line) const {
    std::uint64_t rest = line >> 1;
    std::uint64_t fold = 0;
    if (mapping_ == Mapping::kColumnFirst) {
      columns_.take(rest);
    } else if (mapping_ == Mapping::kFourLineRuns) {
      rest /= kRun;
    }
    std::uint64_t bank = all_banks_.take(rest);
    if (mapping_ == Mapping::kBankFirst) {
      std::uint64_t higher = rest;
      fold = higher;
      all_banks_.take(higher);
      fold += higher;
      columns_.take(rest);
    } else if (mapping_ == Mapping::kFourLineRuns) {
      fold = runs_.take(rest);
    }
    bank += fold;
    bank = all_banks_.take(bank);
    return {static_cast<int>(line & 1), number_of(bank), static_cast<std::int64_t>(rest)};
  }

 private:
  static constexpr std::uint64_t kRun = 4;

  /// Takes the lowest digit of a number to a base; no division where the base is a power of two.
  struct Digit {
    explicit Digit(std::uint64_t n) : count(n), power_of_two((n & (n - 1)) == 0) {
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

  /// From the order in which a mapping visits the banks to their number.
  int number_of(std::uint64_t visit) const {
    std::uint64_t rank = 0;
    if (mapping_ != Mapping::kBankFirst) rank = ranks_.take(visit);
    const std::uint64_t group = groups_.take(visit);
    const std::uint64_t bank = banks_.take(visit);
    if (mapping_ == Mapping::kBankFirst) rank = visit;
    return static_cast<int>((rank * groups_.count + group) * banks_.count + bank);
  }

  Mapping mapping_;
  Digit groups_;
  Digit banks_;
  Digit ranks_;
  Digit all_banks_;
  Digit columns_;
  Digit runs_;
};

}  // namespace starnuma::memory

template <>
struct starnuma::base::EnumNames<starnuma::memory::Mapping> {
  static constexpr std::array<std::string_view, 3> kNames{"bank_first", "column_first",
                                                          "four_line_runs"};
};
