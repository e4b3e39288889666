// SPDX-License-Identifier: Apache-2.0
// Rows of numbers under named columns; empty where nothing was recorded.
#pragma once

#include <string>
#include <vector>

namespace starnuma::run {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
};

}  // namespace starnuma::run
