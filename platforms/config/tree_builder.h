// SPDX-License-Identifier: Apache-2.0
// Converts yaml-cpp's event stream to a Node and notes constructs that `load` rejects.
//
// Contract: private to load.cpp. Events are necessary because a YAML::Node has lost duplicate keys
// and reports an alias at its anchor. A rejected key is dropped with its value, a rejected value
// leaves an incomplete node, so that the rest of the file is checked too. Nesting beyond kDeepest,
// a text beyond kLongest and too many values throw YAML::ParserException.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

class TreeBuilder : public YAML::EventHandler {
 public:
  static constexpr std::size_t kDeepest = 64;
  static constexpr std::size_t kLongest = 4096;  ///< characters of a text

  /// `text` is the parser's input and must outlive the builder. Keys count as values.
  TreeBuilder(std::string_view text, std::string file, std::size_t most_values,
              Diagnostics& diagnostics);

  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAnchor(const YAML::Mark& mark, const std::string& name) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  /// Collection under construction; a mapping alternates between a key and its value.
  struct Open {
    Node node;
    bool has_key = false;
    bool refused = false;  ///< true if the key was rejected and its value is to be dropped
    Node::Entry next;
    std::unordered_map<std::string, int> lines;  ///< line of each key of a mapping
  };

  Node node_at(const YAML::Mark& mark, YamlKind kind) const;
  void refuse_open_quote(const YAML::Mark& mark);
  void refuse_tag(const YAML::Mark& mark, const std::string& tag);
  void open(const YAML::Mark& mark, YamlKind kind);
  void close();
  void accept(Node node);
  void accept_key(Open& mapping, const Node& key);
  bool refuse_key(Open& mapping, const Node& key);

  std::string_view text_;
  std::string file_;
  std::size_t most_values_;
  std::size_t values_ = 0;
  Diagnostics& diagnostics_;
  std::vector<Open> open_;
  Node root_;
  int documents_ = 0;
};

}  // namespace starnuma::config
