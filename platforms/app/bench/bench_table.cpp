// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_table.h"

#include <boost/json.hpp>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace starnuma::app {
namespace {

std::string number(double value) {
  std::ostringstream out;
  out << std::setprecision(value < 1000 ? 4 : 6) << value;
  return out.str();
}

/// Returns "<= 5" or ">= 5".
std::string bound_of(const BenchRow& row) {
  return (row.bound_is == BenchRow::Bound::kAtMost ? "<= " : ">= ") + number(row.bound);
}

/// Returns the row for --json; a verdict is absent without a bound.
boost::json::object row_json(const BenchRow& row) {
  boost::json::object all{{"what", row.what}, {"measured", row.measured}, {"unit", row.unit}};
  switch (row.bound_is) {
    case BenchRow::Bound::kNone:
      return all;
    case BenchRow::Bound::kAccepted:
      all["accepted"] = {row.bound, row.up_to};
      return all;
    default:
      all[row.bound_is == BenchRow::Bound::kAtMost ? "at_most" : "at_least"] = row.bound;
      all["met"] = row.met();
      return all;
  }
}

}  // namespace

double percent_off(double measured, double expected) {
  return 100 * std::abs(measured / expected - 1);
}

bool BenchRow::met() const {
  switch (bound_is) {
    case Bound::kAtMost:
      return measured <= bound;
    case Bound::kAtLeast:
      return measured >= bound;
    default:
      return true;
  }
}

void print_bench(Verdicts& verdicts, const std::string& title, const std::vector<BenchRow>& rows) {
  std::cout << title << "\n";
  boost::json::array table;
  for (const BenchRow& row : rows) {
    table.push_back(row_json(row));
    std::cout << "  " << std::left << std::setw(58) << row.what << std::right << std::setw(10)
              << number(row.measured) << " " << std::left << std::setw(10) << row.unit;
    if (row.bound_is == BenchRow::Bound::kAccepted) {
      std::cout << "accepted: " << number(row.bound) << " to " << number(row.up_to);
    } else if (row.bound_is != BenchRow::Bound::kNone) {
      std::cout << std::setw(12) << bound_of(row) << (row.met() ? "pass" : "short");
      verdicts.add(title + ": " + row.what,
                   row.met() ? "" : number(row.measured) + " " + row.unit + ", " + bound_of(row));
    }
    std::cout << "\n";
  }
  std::cout << std::endl;
  verdicts.add_table({{"title", title}, {"rows", table}});
}

}  // namespace starnuma::app
