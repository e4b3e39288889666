// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/tree_builder.h"

#include <yaml-cpp/exceptions.h>

#include <cctype>
#include <string_view>

namespace starnuma::config {
namespace {

/// Returns true for "010", "-007 ns", "00.5": a number with a zero before another digit.
bool has_leading_zero(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const std::string_view word = text.substr(0, text.find(' '));
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  return word.size() > 1 && word[0] == '0' && digit(word[1]) &&
         word.find_first_not_of("0123456789._eE") == std::string_view::npos;
}

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Returns true if the quoted text at the start of `text` is closed before the end of the file.
bool quote_closes(std::string_view text) {
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return true;
      ++i;
    }
  }
  return false;
}

}  // namespace

TreeBuilder::TreeBuilder(std::string_view text, std::string file, std::size_t most_values,
                         Diagnostics& diagnostics)
    : text_(text), file_(std::move(file)), most_values_(most_values), diagnostics_(diagnostics) {
  // The parser does not count the byte order mark either.
  if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text_.remove_prefix(kByteOrderMark.size());
  }
}

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ == 1) return;
  diagnostics_.add(node_at(mark, YamlKind::kNull).origin, "",
                   "a second document starts here, a file holds one");
}

/// yaml-cpp locates an empty value at the following token; its key or list is a better location.
void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  Node node = node_at(mark, YamlKind::kNull);
  if (!open_.empty() && open_.back().has_key) node.origin = open_.back().next.origin;
  if (!open_.empty() && open_.back().node.is_sequence()) node.origin = open_.back().node.origin;
  accept(std::move(node));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  Node node = node_at(mark, YamlKind::kScalar);
  node.incomplete = true;
  diagnostics_.add(node.origin, "", "aliases are not allowed, write the value again");
  accept(std::move(node));
}

void TreeBuilder::OnAnchor(const YAML::Mark& mark, const std::string& name) {
  diagnostics_.add(node_at(mark, YamlKind::kNull).origin, "",
                   "anchors are not allowed: &" + printable(name));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag,
                           YAML::anchor_t /*anchor*/, const std::string& value) {
  refuse_tag(mark, tag);
  if (value.size() > kLongest) {
    throw YAML::ParserException(mark, "longer than " + std::to_string(kLongest) + " characters");
  }
  Node node = node_at(mark, YamlKind::kScalar);
  node.text = value;
  node.quoted = tag == "!";
  if (node.quoted) refuse_open_quote(mark);
  if (!node.quoted && has_leading_zero(value)) {
    node.incomplete = true;
    diagnostics_.add(node.origin, "",
                     in_quotes(value) + " has a leading zero, remove it or quote the text");
  }
  accept(std::move(node));
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) {
  refuse_tag(mark, tag);
  open(mark, YamlKind::kSequence);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag,
                             YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) {
  refuse_tag(mark, tag);
  open(mark, YamlKind::kMapping);
}

Node TreeBuilder::node_at(const YAML::Mark& mark, YamlKind kind) const {
  Node node;
  node.kind = kind;
  node.origin = {file_, mark.line + 1, mark.column + 1};
  return node;
}

/// yaml-cpp reads the rest of the file as the text in this case.
void TreeBuilder::refuse_open_quote(const YAML::Mark& mark) {
  const auto at = static_cast<std::size_t>(mark.pos);
  if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) return;
  if (!quote_closes(text_.substr(at))) {
    diagnostics_.add(node_at(mark, YamlKind::kScalar).origin, "", "this quote is never closed");
  }
}

/// yaml-cpp uses "?" for no tag and "!" for quoted.
void TreeBuilder::refuse_tag(const YAML::Mark& mark, const std::string& tag) {
  if (tag.empty() || tag == "?" || tag == "!") return;
  diagnostics_.add(node_at(mark, YamlKind::kNull).origin, "",
                   "tags are not allowed: " + printable(tag));
}

void TreeBuilder::open(const YAML::Mark& mark, YamlKind kind) {
  if (open_.size() == kDeepest) {
    throw YAML::ParserException(mark, "nested deeper than " + std::to_string(kDeepest) + " levels");
  }
  open_.push_back({node_at(mark, kind), false, false, {}, {}});
}

void TreeBuilder::close() {
  Node done = std::move(open_.back().node);
  open_.pop_back();
  accept(std::move(done));
}

void TreeBuilder::accept(Node node) {
  if (++values_ > most_values_) {
    YAML::Mark mark;
    mark.line = node.origin.line - 1;
    mark.column = node.origin.column - 1;
    throw YAML::ParserException(mark, "more than " + std::to_string(most_values_) + " values");
  }
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  Open& top = open_.back();
  if (top.node.is_sequence()) {
    top.node.items.push_back(std::move(node));
  } else if (!top.has_key) {
    accept_key(top, node);
  } else {
    top.next.value = std::move(node);
    if (!top.refused) top.node.entries.push_back(std::move(top.next));
    top.has_key = false;
  }
}

void TreeBuilder::accept_key(Open& mapping, const Node& key) {
  mapping.refused = refuse_key(mapping, key);
  mapping.next = {key.text, key.origin, {}};
  mapping.has_key = true;
}

bool TreeBuilder::refuse_key(Open& mapping, const Node& key) {
  if (!key.is_scalar() || key.incomplete) {
    mapping.node.incomplete = true;
    if (!key.incomplete) {
      diagnostics_.add(key.origin, "", "a key must be text, found " + describe(key));
    }
    return true;
  }
  if (key.text == "<<" && !key.quoted) {
    mapping.node.incomplete = true;
    diagnostics_.add(key.origin, "", "merge keys are not allowed, use extends: or part:");
    return true;
  }
  const auto [first, is_new] = mapping.lines.emplace(key.text, key.origin.line);
  if (is_new) return false;
  diagnostics_.add(key.origin, "",
                   "duplicate key " + in_quotes(key.text) + ", first written in line " +
                       std::to_string(first->second));
  return true;
}

}  // namespace starnuma::config
