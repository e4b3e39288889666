// SPDX-License-Identifier: Apache-2.0
// Group of a part: `of: pool.link` names a group of the machine whose fields the part may have.
//
// Contract: several groups of one struct are equivalent; any of them identifies the struct. A part
// need not have all fields, so no field counts as missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/fields.h"
#include "models/base/repeated.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"
#include "platforms/config/reader.h"

namespace starnuma::config {

/// Visitor that lists the paths of all groups, or reads a mapping as the group at one of them.
class GroupVisitor {
 public:
  /// Creates a visitor that only lists.
  explicit GroupVisitor(std::vector<std::string>& paths) : paths_(&paths) {}
  /// Creates a visitor that reads `body` as the group at `wanted`.
  GroupVisitor(const Node& body, std::string wanted, Diagnostics& diagnostics)
      : body_(&body), wanted_(std::move(wanted)), diagnostics_(&diagnostics) {}

  template <class T>
  void field(std::string_view, const T&, std::string_view, base::Range = {}) {}

  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view sentence) {
    enter(name, value, [&](Reader& reader) { reader.group(name, value, sentence); });
  }
  template <class Struct>
  void optional_group(std::string_view name, std::optional<Struct>& value,
                      std::string_view sentence) {
    Struct inside{};
    enter(name, inside, [&](Reader& reader) { reader.optional_group(name, value, sentence); });
  }
  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& /*values*/, std::string_view sentence) {
    Struct inside{};
    enter(name, inside, [&](Reader& reader) { reader.group(name, inside, sentence); });
  }
  template <class Struct>
  void optional_list(std::string_view name, std::vector<Struct>& values,
                     std::string_view sentence) {
    list(name, values, sentence);
  }
  template <class Struct>
  void repeated(std::string_view name, base::Repeated<Struct>& value, base::Range range,
                std::string_view sentence) {
    Struct inside{};
    enter(name, inside, [&](Reader& reader) { reader.repeated(name, value, range, sentence); });
  }

 private:
  template <class Struct, class Read>
  void enter(std::string_view name, Struct& value, const Read& read) {
    const std::string outer = path_;
    path_ = join_path(path_, name);
    if (paths_ != nullptr) paths_->push_back(path_);
    if (body_ != nullptr && path_ == wanted_) {
      const Node around = incomplete_mapping(name, *body_);
      const std::string parent = outer.empty() ? "machine" : join_path("machine", outer);
      Reader reader(around, parent, *diagnostics_);
      read(reader);
    }
    value.visit(*this);
    path_ = outer;
  }
  static Node incomplete_mapping(std::string_view key, const Node& value);

  std::vector<std::string>* paths_ = nullptr;
  const Node* body_ = nullptr;
  std::string wanted_;
  Diagnostics* diagnostics_ = nullptr;
  std::string path_;
};

/// Returns the possible values of `of:`: "socket", "socket.core", ...
template <class Config>
std::vector<std::string> group_paths() {
  std::vector<std::string> paths;
  GroupVisitor visitor(paths);
  Config{}.visit(visitor);
  return paths;
}

/// Returns the group that a part's file names, or nothing after noting a problem.
std::optional<std::string> part_group(const Node& file, const std::vector<std::string>& groups,
                                      Diagnostics& diagnostics);

}  // namespace starnuma::config
