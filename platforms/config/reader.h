// SPDX-License-Identifier: Apache-2.0
// Reads a config struct from a tree: the visitor described in models/base/fields.h.
//
//   const auto machine = config::read<MachineConfig>(resolved.tree);   // throws ConfigError
//
// Contract:
// - Every field that is not optional must be present, and no other key may be. Each violation is
//   one line in the Diagnostics and leaves the field unchanged.
// - An optional group is absent, and an optional list empty, if the key is missing or `none`.
// - In any mapping `source:` (text, or a mapping of field to text) documents the origin of numbers
//   and is otherwise ignored.
// - A struct with check() (models/base/problems.h) is checked once all its fields are valid.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/base/repeated.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/elements.h"
#include "platforms/config/field_text.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// Number of problems in one place beyond which consequential problems are omitted.
inline constexpr std::size_t kManyProblems = 100;

namespace detail {
template <class Struct, class = void>
struct HasCheck : std::false_type {};
template <class Struct>
struct HasCheck<Struct, std::void_t<decltype(std::declval<const Struct&>().check(
                            std::declval<base::Problems&>()))>> : std::true_type {};
}  // namespace detail

class Reader {
 public:
  /// `path` is the mapping's path in messages; a node that is not a mapping is a problem. In an
  /// `incomplete` mapping no key counts as missing.
  Reader(const Node& mapping, std::string path, Diagnostics& diagnostics, bool incomplete = false);

  template <class T>
  void field(std::string_view name, T& value, std::string_view sentence, base::Range range = {}) {
    using Plain = typename Written<T>::Type;
    const std::string expected = FieldText<Plain>::expected();
    const Node* node = nullptr;
    if constexpr (Written<T>::kMayBeAbsent) {
      value.reset();
      node = find_optional_scalar(name, expected);
    } else {
      node = kMayBeList<T> ? find(name, sentence, expected) : find_scalar(name, sentence, expected);
    }
    if (node == nullptr) return;
    const std::optional<Plain> read = FieldText<Plain>::read(*node);
    if (!read) {
      add(*node, name, FieldText<Plain>::problem(*node));
    } else if (!lies_in(range, *read)) {
      add(*node, name,
          printable(node->text) + " is out of range, expected " + describe_range<Plain>(range));
    } else {
      value = *read;
    }
  }

  template <class Struct>
  void group(std::string_view name, Struct& value, std::string_view sentence) {
    const Node* node = find(name, sentence, "a mapping");
    if (node != nullptr) read_struct(*node, join_path(path_, name), value);
  }

  template <class Struct>
  void optional_group(std::string_view name, std::optional<Struct>& value,
                      std::string_view /*sentence*/) {
    value.reset();
    const Node* node = find_optional(name, "a mapping");
    if (node != nullptr) read_struct(*node, join_path(path_, name), value.emplace());
  }

  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& values, std::string_view sentence) {
    values.clear();
    const Node* node = find_list(name, sentence);
    if (node == nullptr) return;
    for (const Node& item : node->items) {
      const std::string index = std::to_string(values.size());
      read_struct(item, join_path(join_path(path_, name), index), values.emplace_back());
    }
  }

  template <class Struct>
  void optional_list(std::string_view name, std::vector<Struct>& values,
                     std::string_view sentence) {
    values.clear();
    if (find_optional(name, "a list") == nullptr) return;
    names_.pop_back();
    list(name, values, sentence);
  }

  template <class Struct>
  void repeated(std::string_view name, base::Repeated<Struct>& value, base::Range range,
                std::string_view sentence) {
    value = {};
    const Node* node = find_repeated(name, range, sentence);
    if (node == nullptr) return;
    const std::string path = join_path(path_, name);
    Reader each(*node, path, diagnostics_, incomplete_);
    const Node* written = node->find("count");
    const std::size_t before = diagnostics_.noted();
    each.field("count", value.count, "number of instances", range);
    const bool counted = written != nullptr && diagnostics_.noted() == before;
    each.names_.emplace_back("overrides");
    if (counted && value.count == 0) return each.refuse_unused(*written);
    clean_ = each.read_all(value.each) && counted && clean_;
    // Each element would repeat the problems of the common text.
    if (diagnostics_.noted() > before + kManyProblems) return;
    const auto count = counted ? std::optional(value.count) : std::nullopt;
    const std::size_t shared = diagnostics_.noted();
    for (const Element& element : elements_of(*node, path, count, diagnostics_)) {
      Diagnostics own;
      Struct& read = value.overrides[element.index];
      clean_ = Reader(element.text, element.path, own, incomplete_).read_all(read) && clean_;
      diagnostics_.add_element(own, element.path, path);
    }
    clean_ = clean_ && diagnostics_.noted() == shared;
  }

  /// Reads the whole mapping: its fields, no other keys and, if all are valid, its own check.
  /// Returns true if there was no problem.
  template <class Struct>
  bool read_all(Struct& value) {
    const std::size_t before = diagnostics_.noted();
    value.visit(*this);
    finish();
    clean_ = clean_ && !incomplete_ && mapping_.is_mapping() && diagnostics_.noted() == before;
    if constexpr (detail::HasCheck<Struct>::value) {
      if (!clean_) return false;
      base::Problems problems;
      value.check(problems);
      place(problems);
      return problems.list().empty();
    }
    return clean_;
  }

  /// Adds each problem at the location of its key, or at the location where the key belongs.
  void place(const base::Problems& problems);

 private:
  template <class Struct>
  void read_struct(const Node& node, const std::string& path, Struct& value) {
    clean_ = Reader(node, path, diagnostics_, incomplete_).read_all(value) && clean_;
  }

  /// The find functions return null after noting a problem.
  const Node* find(std::string_view name, std::string_view sentence, std::string_view expected);
  const Node* find_scalar(std::string_view name, std::string_view sentence,
                          std::string_view expected);
  const Node* find_list(std::string_view name, std::string_view sentence);
  const Node* find_optional(std::string_view name, std::string_view expected);
  const Node* find_optional_scalar(std::string_view name, std::string_view expected);
  /// Returns null without a problem if the components are optional and absent.
  const Node* find_repeated(std::string_view name, base::Range range, std::string_view sentence);

  /// Reports the keys that the visit did not use as unknown.
  void finish();
  bool knows(const std::string& key) const;
  bool part_fits();
  /// Reports keys next to a count of zero, where no key has an effect.
  void refuse_unused(const Node& count);
  void check_source(const Node& source);
  bool is_null(const Node& node, std::string_view name, std::string_view expected);
  void add(const Node& node, std::string_view name, std::string_view message);

  const Node& mapping_;
  std::string path_;
  Diagnostics& diagnostics_;
  std::vector<std::string> names_;
  bool incomplete_;
  bool clean_ = true;  ///< true if the mappings below are valid
};

/// Collects problems; the result is valid only if none was added. `check(config, problems)` is
/// called if the current list of problems is empty; its paths start below `machine`.
template <class Config, class Check>
Config read(const Node& tree, Diagnostics& diagnostics, const Check& check) {
  Config config{};
  Reader reader(tree, "machine", diagnostics);
  if (reader.read_all(config)) {
    base::Problems problems;
    check(static_cast<const Config&>(config), problems);
    reader.place(problems);
  }
  return config;
}

template <class Config>
Config read(const Node& tree, Diagnostics& diagnostics) {
  return read<Config>(tree, diagnostics, [](const Config&, base::Problems&) {});
}

/// Throws ConfigError with all problems.
template <class Config>
Config read(const Node& tree) {
  Diagnostics diagnostics;
  Config config = read<Config>(tree, diagnostics);
  diagnostics.throw_if_any();
  return config;
}

}  // namespace starnuma::config
