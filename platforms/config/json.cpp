// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/json.h"

#include "platforms/config/field_text.h"

namespace starnuma::config {
namespace {

constexpr std::size_t kColumns = 100;

std::string quoted(std::string_view text) { return escaped(text, "\\u00"); }

}  // namespace

Json Json::text(std::string_view value) { return Json(quoted(value)); }

Json Json::array(std::vector<Json> items) {
  Json array(Kind::kArray);
  for (Json& item : items) array.push(std::move(item));
  return array;
}

Json Json::texts(const std::vector<std::string>& values) {
  Json array(Kind::kArray);
  for (const std::string& value : values) array.push(text(value));
  return array;
}

Json& Json::set(std::string_view key, Json value) {
  for (auto& [known, old] : members_) {
    if (known != key) continue;
    old = std::move(value);
    return *this;
  }
  members_.emplace_back(key, std::move(value));
  return *this;
}

std::string Json::print_line() const {
  if (kind_ == Kind::kLiteral) return literal_;
  std::string text;
  for (const auto& [key, value] : members_) {
    text += (text.empty() ? "" : ", ") + (kind_ == Kind::kObject ? quoted(key) + ": " : "") +
            value.print_line();
  }
  return kind_ == Kind::kObject ? "{" + text + "}" : "[" + text + "]";
}

std::string Json::print(std::size_t indent) const {
  const std::string line = print_line();
  if (indent + line.size() <= kColumns || members_.empty()) return line;
  std::string text;
  for (const auto& [key, value] : members_) {
    text += (text.empty() ? "\n" : ",\n") + std::string(indent + 2, ' ') +
            (kind_ == Kind::kObject ? quoted(key) + ": " : "") + value.print(indent + 2);
  }
  text += "\n" + std::string(indent, ' ');
  return kind_ == Kind::kObject ? "{" + text + "}" : "[" + text + "]";
}

}  // namespace starnuma::config
