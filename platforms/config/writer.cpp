// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/writer.h"

namespace starnuma::config {

void Writer::line(std::string_view name, std::string_view value) {
  text_.append(static_cast<std::size_t>(indent_), ' ').append(name).append(": ");
  text_.append(value).append("\n");
}

void Writer::block(std::string_view name, const std::string& body, std::string_view when_empty) {
  if (body.empty()) {
    line(name, when_empty);
  } else {
    text_.append(static_cast<std::size_t>(indent_), ' ').append(name).append(":\n").append(body);
  }
}

std::string Writer::item(std::string fields) const {
  const auto dash = static_cast<std::size_t>(indent_) + 2;
  if (fields.empty()) return std::string(dash, ' ') + "- {}\n";
  fields[dash] = '-';
  return fields;
}

}  // namespace starnuma::config
