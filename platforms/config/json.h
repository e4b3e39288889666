// SPDX-License-Identifier: Apache-2.0
// Writer of all JSON text. Values are Boost.JSON's, whose objects keep the order of their keys.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace starnuma::config {

/// Layout of the lines. In layouts with blanks, a number is the shortest text that reads back to
/// it; in dense text it has an exponent.
enum class JsonLayout {
  kDense,      ///< One line without blanks.
  kRows,       ///< One line for each member of the outermost value.
  kInnerRows,  ///< One dense line for each item of the arrays in the outermost object.
  kColumns,    ///< One line if it fits into 100 columns, else indented by two blanks per level.
};

/// Returns the text of an array or object, with a trailing newline.
std::string json_text(const boost::json::value& value, JsonLayout layout = JsonLayout::kDense);

}  // namespace starnuma::config
