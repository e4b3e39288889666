// SPDX-License-Identifier: Apache-2.0
// A JSON value to be printed: keys keep their order, long values break over lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace starnuma::config {

class Json {
 public:
  static Json text(std::string_view value);
  static Json number(std::int64_t value) { return Json(std::to_string(value)); }
  static Json boolean(bool value) { return Json(value ? "true" : "false"); }
  static Json array(std::vector<Json> items = {});
  static Json texts(const std::vector<std::string>& values);
  static Json object() { return Json(Kind::kObject); }

  /// Of an object: adds a member, replaces one of the same key.
  Json& set(std::string_view key, Json value);
  /// Of an array.
  void push(Json item) { members_.emplace_back("", std::move(item)); }

  /// On one line where it fits into 100 columns, else indented by two blanks a level.
  std::string print(std::size_t indent = 0) const;

 private:
  enum class Kind { kLiteral, kArray, kObject };
  explicit Json(std::string literal) : literal_(std::move(literal)) {}
  explicit Json(Kind kind) : kind_(kind) {}

  std::string print_line() const;

  Kind kind_ = Kind::kLiteral;
  std::string literal_;
  std::vector<std::pair<std::string, Json>> members_;
};

}  // namespace starnuma::config
