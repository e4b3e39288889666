// SPDX-License-Identifier: Apache-2.0
#include "stimulus/options.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "models/base/check.h"
#include "models/base/nearest.h"

namespace starnuma::stimulus {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns the index of a word such as `list0`, `list1`; `list` alone is index 0. Returns nothing
/// for any other word.
std::optional<int> index_in(const std::string& list, const std::string& word) {
  if (word.compare(0, list.size(), list) != 0) return std::nullopt;
  if (word == list) return 0;
  const auto index = whole_number(std::string_view(word).substr(list.size()));
  if (!index || *index < 0 || *index > 99) return std::nullopt;
  return static_cast<int>(*index);
}

std::string default_of(const OptionRule& rule, const MachineShape& shape) {
  if (rule.kind == OptionKind::kHome && rule.fallback == "pool" && shape.pool_devices == 0)
    return "0";
  if (rule.kind != OptionKind::kSocket) return rule.fallback;
  const std::vector<int> sockets = shape.own_sockets();
  const auto wanted = static_cast<std::size_t>(*whole_number(rule.fallback));
  return std::to_string(sockets[std::min(wanted, sockets.size() - 1)]);
}

/// Returns the legal values if `value` is illegal, else an empty string.
std::string complaint(const OptionRule& rule, const std::string& value, const MachineShape& shape) {
  if (rule.kind == OptionKind::kChoice) {
    const bool known = std::count(rule.choices.begin(), rule.choices.end(), value) > 0;
    return known ? "" : "is not one of " + join(rule.choices);
  }
  if (rule.kind == OptionKind::kPath) return value.empty() ? "is missing" : "";
  if (rule.kind == OptionKind::kHome) {
    if (const auto device = index_in("pool", value)) {
      if (shape.pool_devices == 0) return "needs a machine with a pool; this one has none";
      if (*device < shape.pool_devices) return "";
      return "is out of range; this machine has " + std::to_string(shape.pool_devices) +
             " pool devices";
    }
    if (const auto node = index_in("memory", value)) {
      if (*node < shape.memory_nodes) return "";
      return "is out of range; this machine has " + std::to_string(shape.memory_nodes) +
             " memory nodes";
    }
  }
  const bool socket = rule.kind != OptionKind::kNumber;
  const std::int64_t low = socket ? 0 : rule.low;
  const std::int64_t high = socket ? shape.sockets - 1 : rule.high;
  const std::string range = std::to_string(low) + ".." + std::to_string(high);
  const std::string legal = (socket ? "the sockets of this machine, " : "") + range +
                            (rule.kind == OptionKind::kHome ? ", or pool" : "");
  const std::optional<std::int64_t> number = whole_number(value);
  if (!number) return "is not a whole number; legal: " + legal;
  return *number < low || *number > high ? "is out of range; legal: " + legal : "";
}

const OptionRule& rule_named(const std::string& workload, const std::vector<OptionRule>& rules,
                             std::string_view name) {
  std::vector<std::string> names;
  for (const OptionRule& rule : rules) {
    if (rule.kind == OptionKind::kPath) continue;
    if (rule.name == name) return rule;
    names.push_back(rule.name);
  }
  const std::string unknown(name);
  throw base::InputError("workload ", workload, ": unknown option '", unknown, "'; ",
                         hint(unknown, "options", names));
}

}  // namespace

bool represents_path(const std::vector<OptionRule>& rules, const std::string& name) {
  if (rules.empty() || rules.front().kind != OptionKind::kPath) return false;
  return std::none_of(rules.begin() + 1, rules.end(),
                      [&](const OptionRule& rule) { return rule.name == name; });
}

OptionRule OptionRule::number(std::string name, std::int64_t fallback, std::int64_t low,
                              std::int64_t high) {
  return {std::move(name), OptionKind::kNumber, std::to_string(fallback), low, high, {}};
}

OptionRule OptionRule::choice(std::string name, std::vector<std::string> choices) {
  std::string fallback = choices.front();
  return {std::move(name), OptionKind::kChoice, std::move(fallback), 0, 0, std::move(choices)};
}

OptionRule OptionRule::path(std::string name) {
  return {std::move(name), OptionKind::kPath, "", 0, 0, {}};
}

OptionRule OptionRule::socket(std::string name, int fallback) {
  return {std::move(name), OptionKind::kSocket, std::to_string(fallback), 0, 0, {}};
}

OptionRule OptionRule::home(std::string name, std::string fallback) {
  return {std::move(name), OptionKind::kHome, std::move(fallback), 0, 0, {}};
}

Options::Options(const std::string& workload, const std::vector<OptionRule>& rules,
                 const std::string& assignments, const MachineShape& shape) {
  const std::string prefix = "workload " + workload + ": ";
  for (std::size_t at = 0; at < assignments.size();) {
    const std::size_t comma = std::min(assignments.find(',', at), assignments.size());
    const std::string part = assignments.substr(at, comma - at);
    at = comma + 1;
    const std::size_t equals = part.find('=');
    if (values_.empty() && represents_path(rules, part.substr(0, equals))) {
      values_.emplace(rules.front().name, part);
      continue;
    }
    if (equals == std::string::npos) {
      throw base::InputError(prefix, "option '", part, "' needs the form name=value");
    }
    const OptionRule& rule = rule_named(workload, rules, std::string_view(part).substr(0, equals));
    const std::string value = part.substr(equals + 1);
    const std::string wrong = complaint(rule, value, shape);
    if (!wrong.empty()) throw base::InputError(prefix, part, " ", wrong);
    if (!values_.emplace(rule.name, value).second) {
      throw base::InputError(prefix, "option '", rule.name, "' is given twice");
    }
  }
  for (const OptionRule& rule : rules) {
    if (rule.kind == OptionKind::kPath && values_.count(rule.name) == 0) {
      throw base::InputError(prefix, rule.name, " is missing; expected ", workload, ":", rule.name);
    }
    if (rule.kind == OptionKind::kPath) path_ = rule.name;
    order_.push_back(rule.name);
    std::string& value = values_.emplace(rule.name, default_of(rule, shape)).first->second;
    const auto number = rule.kind == OptionKind::kPath ? std::nullopt : whole_number(value);
    if (number) value = std::to_string(*number);
  }
}

std::int64_t Options::number(const std::string& name) const {
  const std::optional<std::int64_t> value = whole_number(text(name));
  SN_CHECK(value.has_value(), "option ", name, " is not a number");
  return *value;
}

const std::string& Options::text(const std::string& name) const { return values_.at(name); }

base::NodeId Options::home(const std::string& name, const MachineShape& shape) const {
  if (const auto device = index_in("pool", text(name))) {
    return static_cast<base::NodeId>(shape.sockets + *device);
  }
  if (const auto node = index_in("memory", text(name))) {
    return static_cast<base::NodeId>(shape.sockets + shape.pool_devices + *node);
  }
  return static_cast<base::NodeId>(number(name));
}

std::string Options::to_text() const {
  std::vector<std::string> parts;
  for (const std::string& name : order_) {
    parts.push_back((name == path_ ? "" : name + "=") + values_.at(name));
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

std::string describe(const OptionRule& rule) {
  if (rule.kind == OptionKind::kPath) return rule.name;
  std::string legal;
  if (rule.kind == OptionKind::kNumber)
    legal = std::to_string(rule.low) + ".." + std::to_string(rule.high);
  if (rule.kind == OptionKind::kSocket) legal = "a socket";
  if (rule.kind == OptionKind::kHome) legal = "a socket, pool or memory node";
  for (const std::string& choice : rule.choices) legal += (legal.empty() ? "" : " or ") + choice;
  return rule.name + "=" + rule.fallback + " (" + legal + ")";
}

std::string hint(const std::string& word, const std::string& plural,
                 const std::vector<std::string>& names) {
  const std::optional<std::string> near = base::nearest(word, names);
  return (near ? "did you mean '" + *near + "'? " : "") + plural + ": " + join(names);
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace starnuma::stimulus
