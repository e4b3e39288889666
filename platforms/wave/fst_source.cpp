// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/fst_source.h"

#include <fstapi.h>

#include <algorithm>
#include <limits>
#include <map>

#include "models/base/check.h"
#include "platforms/wave/clocked_times.h"

namespace starnuma::wave {

using base::Time;

struct FstSource::Collected {
  const FstSource& source;
  Time from;
  Time to;
  std::map<fstHandle, std::string> before;
  std::vector<Change> changes;

  static void fixed(void* self, std::uint64_t time, fstHandle handle, const unsigned char* value) {
    static_cast<Collected*>(self)->add(time, handle, reinterpret_cast<const char*>(value));
  }
  static void variable(void* self, std::uint64_t time, fstHandle handle, const unsigned char* value,
                       std::uint32_t length) {
    static_cast<Collected*>(self)->add(time, handle,
                                       {reinterpret_cast<const char*>(value), length});
  }
  void add(std::uint64_t units, fstHandle handle, std::string value) {
    const Time time = source.offset_ + Time(static_cast<std::int64_t>(units) * source.numerator_ /
                                            source.denominator_);
    if (time < from) {
      before[handle] = std::move(value);
    } else if (time <= to) {
      changes.push_back({time, source.variables_[handle], std::move(value)});
    }
  }
};

namespace {

constexpr Time kEver{std::numeric_limits<std::int64_t>::max()};

/// Returns the name in GTKWave's save files: scopes, name, and the bit range of a vector.
std::string shown_name(const std::vector<std::string>& scopes, std::string name,
                       std::uint32_t bits) {
  std::string text;
  for (const std::string& scope : scopes) text += scope + ".";
  name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
  text += name;
  const bool vector = bits > 1 && name.find('[') == std::string::npos;
  return vector ? text + "[" + std::to_string(bits - 1) + ":0]" : text;
}

}  // namespace

FstSource::FstSource(const std::filesystem::path& file, Time offset)
    : reader_(fstReaderOpen(file.c_str())), offset_(offset) {
  if (reader_ == nullptr) throw base::InputError(file.string(), ": is not an FST waveform");
  int exponent = fstReaderGetTimescale(reader_) + 12;  // relative to picoseconds
  for (; exponent > 0; --exponent) numerator_ *= 10;
  for (; exponent < 0; ++exponent) denominator_ *= 10;
}

FstSource::FstSource(BlockWave block) : FstSource(block.file) {
  scope_ = block.scope;
  block_ = std::move(block);
}

FstSource::~FstSource() { fstReaderClose(reader_); }

void FstSource::declare(FstFile& file) {
  variables_.assign(fstReaderGetMaxHandle(reader_) + std::size_t{1}, 0);
  std::map<std::uint64_t, std::uint32_t> tables;
  std::vector<std::string> scopes{scope_};
  bool enumeration = false;
  fstReaderIterateHierRewind(reader_);
  while (const fstHier* entry = fstReaderIterateHier(reader_)) {
    if (entry->htyp == FST_HT_SCOPE) {
      file.open_scope(entry->u.scope.name);
      scopes.emplace_back(entry->u.scope.name);
    } else if (entry->htyp == FST_HT_UPSCOPE) {
      file.close_scope();
      scopes.pop_back();
    }
    if (entry->htyp == FST_HT_ATTRBEGIN && entry->u.attr.typ == FST_AT_MISC &&
        entry->u.attr.subtype == FST_MT_ENUMTABLE) {
      const auto& attribute = entry->u.attr;
      if (attribute.name_length != 0) tables[attribute.arg] = file.copy_table(attribute.name);
      const auto known = tables.find(attribute.arg);
      if (attribute.name_length == 0 && known != tables.end()) {
        file.use_table(known->second);
        enumeration = true;
      }
    }
    if (entry->htyp != FST_HT_VAR) continue;
    const auto& variable = entry->u.var;
    const FstFile::Variable same = variable.is_alias ? variables_[variable.handle] : 0;
    variables_[variable.handle] =
        file.copy_variable(variable.typ, variable.length, variable.name, same);
    if (variable.typ != FST_VT_VCD_PARAMETER) {
      note({shown_name(scopes, variable.name, variable.length), enumeration,
            variables_[variable.handle], variable.length, scopes.size() == 1});
    }
    enumeration = false;
  }
}

void FstSource::note(Declared one) {
  for (Declared& known : declared_) {
    if (known.variable != one.variable) continue;
    if (known.outside) known = std::move(one);
    return;
  }
  declared_.push_back(std::move(one));
}

std::vector<FstSource::Change> FstSource::changes(Time from, Time to) {
  if (!block_) return scaled_changes(from, to);
  const auto all = in_platform_time(scaled_changes(Time(0), kEver), block_->pieces,
                                    block_->half_period, Time(0));
  std::map<FstFile::Variable, std::string> before;
  std::vector<Change> kept;
  for (const Change& change : all) {
    if (change.time < from) before[change.variable] = change.value;
    if (change.time >= from && change.time <= to) kept.push_back(change);
  }
  std::vector<Change> out;
  for (auto& [variable, value] : before) out.push_back({from, variable, std::move(value)});
  out.insert(out.end(), kept.begin(), kept.end());
  return out;
}

/// Returns the changes in picoseconds, or in evaluations if the file counts those.
std::vector<FstSource::Change> FstSource::scaled_changes(Time from, Time to) {
  Collected collected{*this, from, to, {}, {}};
  fstReaderSetFacProcessMaskAll(reader_);
  fstReaderIterBlocks2(reader_, &Collected::fixed, &Collected::variable, &collected, nullptr);
  std::vector<Change> all;
  for (auto& [handle, value] : collected.before) {
    all.push_back({from, variables_[handle], std::move(value)});
  }
  all.insert(all.end(), std::make_move_iterator(collected.changes.begin()),
             std::make_move_iterator(collected.changes.end()));
  return all;
}

}  // namespace starnuma::wave
