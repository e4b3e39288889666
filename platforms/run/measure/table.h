// SPDX-License-Identifier: Apache-2.0
// Table of numbers with named columns; empty if nothing was recorded.
#pragma once

#include <string>
#include <vector>

namespace starnuma::run {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

}  // namespace starnuma::run
