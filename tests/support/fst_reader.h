// SPDX-License-Identifier: Apache-2.0
// Reads an FST file back with GTKWave's own reader.
//
//   const FstContents waves(file);
//   waves.changes("machine.socket0.core1.pool0");  // (time in ps, value as text), in order
#pragma once

#include <fstapi.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace starnuma::test {

class FstContents {
 public:
  using Change = std::pair<std::uint64_t, std::string>;

  explicit FstContents(const std::filesystem::path& file) {
    void* reader = fstReaderOpen(file.c_str());
    if (reader == nullptr) throw std::runtime_error("no FST file: " + file.string());
    read_names(reader);
    fstReaderSetFacProcessMaskAll(reader);
    fstReaderIterBlocks2(reader, &fixed, &variable, this, nullptr);
    fstReaderClose(reader);
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<Change>& changes(const std::string& name) const { return changes_.at(name); }
  /// Returns the names of the values of an enumeration; empty for other variables.
  const std::vector<std::string>& enumerations(const std::string& name) const {
    return enumerations_.at(name);
  }
  /// Returns the values of a number other than zero, in order of time.
  std::vector<std::uint64_t> numbers(const std::string& name) const {
    std::vector<std::uint64_t> found;
    for (const auto& [time, text] : changes(name)) {
      const std::uint64_t value = std::stoull(text, nullptr, 2);
      if (value != 0) found.push_back(value);
    }
    return found;
  }

 private:
  void read_names(void* reader) {
    std::vector<std::string> scopes;
    std::vector<std::string> next;
    while (fstHier* entry = fstReaderIterateHier(reader)) {
      if (entry->htyp == FST_HT_SCOPE) scopes.emplace_back(entry->u.scope.name);
      if (entry->htyp == FST_HT_UPSCOPE) scopes.pop_back();
      if (entry->htyp == FST_HT_ATTRBEGIN && entry->u.attr.subtype == FST_MT_ENUMTABLE) {
        const auto& attribute = entry->u.attr;
        if (attribute.name_length != 0) tables_[attribute.arg] = literals(attribute.name);
        if (attribute.name_length == 0) next = tables_[attribute.arg];
      }
      if (entry->htyp != FST_HT_VAR) continue;
      std::string name;
      for (const std::string& scope : scopes) name += scope + ".";
      name += std::string(entry->u.var.name).substr(0, std::string(entry->u.var.name).find(' '));
      names_.push_back(name);
      by_handle_[entry->u.var.handle] = name;
      changes_[name];
      enumerations_[name] = std::exchange(next, {});
    }
  }
  static std::vector<std::string> literals(const char* text) {
    fstETab* table = fstUtilityExtractEnumTableFromString(text);
    std::vector<std::string> names(table->literal_arr, table->literal_arr + table->elem_count);
    fstUtilityFreeEnumTable(table);
    return names;
  }
  static void fixed(void* self, std::uint64_t time, fstHandle handle, const unsigned char* value) {
    auto& contents = *static_cast<FstContents*>(self);
    contents.changes_[contents.by_handle_[handle]].emplace_back(
        time, reinterpret_cast<const char*>(value));
  }
  static void variable(void* self, std::uint64_t time, fstHandle handle, const unsigned char* value,
                       std::uint32_t length) {
    auto& contents = *static_cast<FstContents*>(self);
    contents.changes_[contents.by_handle_[handle]].emplace_back(
        time, std::string(reinterpret_cast<const char*>(value), length));
  }

  std::vector<std::string> names_;
  std::map<std::uint64_t, std::vector<std::string>> tables_;
  std::map<std::string, std::vector<std::string>> enumerations_;
  std::map<fstHandle, std::string> by_handle_;
  std::map<std::string, std::vector<Change>> changes_;
};

}  // namespace starnuma::test
