// SPDX-License-Identifier: Apache-2.0
// The one writer of JSON text. Values are Boost.JSON's, whose objects keep the order of their keys.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace starnuma::config {

/// How lines break. Where there are blanks, a number is the shortest text that reads back to it;
/// without blanks it has an exponent.
enum class JsonLayout {
  kDense,      ///< One line without blanks.
  kRows,       ///< Each member of the outermost value on a line of its own.
  kInnerRows,  ///< Each item of the arrays in the outermost object on a line, itself dense.
  kColumns,    ///< One line where it fits into 100 columns, else indented by two blanks a level.
};

/// The text of an array or object, ended by a newline.
std::string json_text(const boost::json::value& value, JsonLayout layout = JsonLayout::kDense);

}  // namespace starnuma::config
