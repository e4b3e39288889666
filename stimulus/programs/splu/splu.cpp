// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/splu/splu.h"

#include <algorithm>
#include <cmath>

#include "models/base/random.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: a cube of 112 points per side, whose factors are as large as the matrices of `matmul`.
constexpr double kSpluFullSide = 112;
constexpr base::Bytes kSpluFullSize(std::int64_t{26'460'506'000});
/// log2 of the growth of the factors' memory for a cube of twice the side.
constexpr double kSpluGrowth = 4.2;
constexpr double kSpluTolerance = 1e-9;

template <class T>
base::SimArray<T> place(base::Arena& arena, const char* name, const std::vector<T>& values) {
  const auto placed = arena.allocate<T>(name, std::max<std::size_t>(values.size(), 1));
  std::copy(values.begin(), values.end(), placed.begin());
  return placed;
}

struct Entry {
  std::uint32_t column;
  double value;
};
using RowsOfEntries = std::vector<std::vector<Entry>>;

/// Calls take(row, column, pair, lane) for every element of the factors.
template <class Take>
void each_element(const SpluData& data, const Take& take) {
  for (const SpluPanel& panel : data.structure.panels) {
    for (std::uint32_t r = 0; r < panel.count; ++r) {
      const std::uint32_t row = data.structure.rows[panel.rows + r];
      for (std::uint32_t c = 0; c < panel.width; ++c) {
        take(row, panel.first + c, data.lower.data[splu_lower_row(panel, r) + c / 2], c % 2);
        if (r < panel.width) continue;
        take(panel.first + c, row, data.upper.data[splu_upper_row(panel, r) + c / 2], c % 2);
      }
    }
  }
}

/// Computes rows sequentially, each minus its multiples of previous rows.
class PlainFactors {
 public:
  explicit PlainFactors(std::size_t size) : row_(size, 0), upper_(size) {}

  /// Returns row `number` of L, whose diagonal is 1, and U as dense vector, from the row of the
  /// matrix.
  const std::vector<double>& factor(std::uint32_t number, const std::vector<Entry>& of_matrix) {
    std::fill(row_.begin(), row_.end(), 0);
    for (const Entry& entry : of_matrix) row_[entry.column] = entry.value;
    for (std::uint32_t k = 0; k < number; ++k) {
      if (row_[k] == 0) continue;
      row_[k] /= upper_[k].front().value;
      for (std::size_t e = 1; e < upper_[k].size(); ++e) {
        row_[upper_[k][e].column] -= row_[k] * upper_[k][e].value;
      }
    }
    for (std::uint32_t c = number; c < row_.size(); ++c) {
      if (row_[c] != 0 || c == number) upper_[number].push_back({c, row_[c]});
    }
    return row_;
  }

 private:
  std::vector<double> row_;
  RowsOfEntries upper_;  ///< Entries from the diagonal on.
};

}  // namespace

std::uint32_t Splu::side() const {
  const double side = kSpluFullSide * std::exp2((parameters_.scale - 28) / kSpluGrowth);
  return static_cast<std::uint32_t>(std::max<std::int64_t>(2, std::lround(side)));
}

base::Footprint Splu::footprint() const { return footprint_at(parameters_.scale, kSpluFullSize); }

double Splu::entry(std::uint32_t row, std::uint32_t column) const {
  const std::vector<std::uint32_t>& points = data_.structure.point_of;
  const auto coupling = [&](std::uint32_t from, std::uint32_t to) {
    base::Random random(seed_ ^ (std::uint64_t{from} << 32 | to));
    return static_cast<double>(random.below(2'000'001)) * 1e-6 - 1;
  };
  if (row != column) return coupling(points[row], points[column]);
  double sum = 1;
  for (const std::uint32_t other : splu_neighbours(side(), points[row])) {
    sum += std::abs(coupling(points[row], other));
  }
  return sum;
}

void Splu::build(base::Arena& arena) {
  data_.structure = splu_structure(side());
  const SpluStructure& structure = data_.structure;
  data_.panels = place(arena, "splu.panels", structure.panels);
  data_.rows = place(arena, "splu.rows", structure.rows);
  data_.by_level = place(arena, "splu.by_level", structure.by_level);
  data_.solves = place(arena, "splu.solves", structure.solves);
  data_.updates = place(arena, "splu.updates", structure.updates);
  data_.sources = place(arena, "splu.sources", structure.sources);
  data_.lower = arena.allocate<Pair>("splu.lower", structure.lower_pairs);
  data_.upper =
      arena.allocate<Pair>("splu.upper", std::max<std::uint64_t>(structure.upper_pairs, 1));
  data_.counters = arena.allocate<std::uint64_t>("splu.counters", StepCounter::kWords);
  const auto coupled = [&](std::uint32_t row, std::uint32_t column) {
    const auto beside = splu_neighbours(side(), structure.point_of[row]);
    return row == column ||
           std::count(beside.begin(), beside.end(), structure.point_of[column]) > 0;
  };
  each_element(data_, [&](std::uint32_t row, std::uint32_t column, Pair& pair, std::uint32_t lane) {
    pair.lanes[lane] = coupled(row, column) ? entry(row, column) : 0;
  });
}

std::vector<std::string> Splu::check() const {
  const auto size = static_cast<std::uint32_t>(data_.structure.point_of.size());
  RowsOfEntries found(size);
  each_element(data_,
               [&](std::uint32_t row, std::uint32_t column, const Pair& pair, std::uint32_t lane) {
                 found[row].push_back({column, pair.lanes[lane]});
               });
  std::vector<std::uint32_t> column_of(size);
  for (std::uint32_t c = 0; c < size; ++c) column_of[data_.structure.point_of[c]] = c;
  PlainFactors plain(size);
  Mismatches mismatches("wrong elements of the factors");
  for (std::uint32_t row = 0; row < size; ++row) {
    std::vector<Entry> of_matrix{{row, entry(row, row)}};
    for (const std::uint32_t point : splu_neighbours(side(), data_.structure.point_of[row])) {
      of_matrix.push_back({column_of[point], entry(row, column_of[point])});
    }
    std::vector<double> expected = plain.factor(row, of_matrix);
    const auto differ = [&](std::uint32_t column, double value) {
      mismatches.add("element (", row, ", ", column, ") is ", value, ", expected ",
                     expected[column]);
    };
    for (const Entry& entry : found[row]) {
      const bool near = std::abs(entry.value - expected[entry.column]) <= kSpluTolerance;
      if (!near) differ(entry.column, entry.value);
      expected[entry.column] = 0;
    }
    for (std::uint32_t column = 0; column < size; ++column) {
      if (expected[column] != 0) differ(column, 0);
    }
  }
  return mismatches.lines();
}

void Splu::report(accounting::StatWriter& out) const {
  accounting::StatWriter splu = out.under("splu");
  const SpluStructure& structure = data_.structure;
  splu.write("unknowns", structure.point_of.size(), "1", "rows of the matrix");
  splu.write("elements", 2 * (structure.lower_pairs + structure.upper_pairs), "1",
             "elements of the factors, zeros in supernodes included");
  splu.write("panels", structure.panels.size(), "1", "parts of supernodes");
  splu.write("levels", structure.levels.size(), "1",
             "levels of supernodes; each level waits for the previous one");
}

Definition define_splu() {
  return KernelDefinition<Splu>("splu",
                                "LU factorisation of a sparse matrix by supernodes: small dense "
                                "products at scattered places")
      .scale();
}

}  // namespace starnuma::stimulus
