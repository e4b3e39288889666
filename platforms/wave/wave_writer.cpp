// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/wave_writer.h"

#include <algorithm>

#include "platforms/wave/fst_file.h"

namespace starnuma::wave {

using base::Time;
using observers::Hop;
using observers::HopLog;

namespace {

constexpr int kDepthBits = 16;
constexpr int kIdBits = 64;

/// Variable to be declared, and the destination of its handle.
struct Declaration {
  std::string scope;
  std::string name;
  int bits;  ///< Zero: text.
  const std::vector<std::string>* values;
  FstFile::Variable* variable;
};

struct Change {
  enum ChangeKind : std::uint8_t { kNumber, kHop, kIdle, kMark, kCopied };
  Time time;
  FstFile::Variable variable;
  std::uint64_t value;  ///< Number, index of a hop, or index of a copied change.
  ChangeKind kind;
};

struct Variables {
  struct OfLane {
    FstFile::Variable text;
    FstFile::Variable id;
  };
  struct OfDepth {
    FstFile::Variable in_flight;
    FstFile::Variable waiting;
  };
  std::vector<OfLane> lanes;
  std::vector<OfDepth> depths;
  std::vector<FstFile::Variable> signals;
  FstFile::Variable trigger = 0;
};

void declare(FstFile& file, std::vector<Declaration> all) {
  std::stable_sort(all.begin(), all.end(), [](const Declaration& a, const Declaration& b) {
    return path_before(a.scope, b.scope);
  });
  for (const Declaration& one : all) {
    file.enter(one.scope);
    *one.variable = one.values != nullptr && !one.values->empty()
                        ? file.enumeration(one.name, *one.values)
                    : one.bits == 0 ? file.text(one.name)
                                    : file.number(one.name, one.bits);
  }
  file.enter("");
}

Variables declare(FstFile& file, const HopLog& log, const Layout& layout) {
  Variables variables;
  variables.lanes.resize(layout.lanes.size());
  variables.depths.resize(layout.depths.size());
  variables.signals.resize(log.signals.size());
  std::vector<Declaration> all;
  for (std::size_t l = 0; l < layout.lanes.size(); ++l) {
    const Lane& lane = layout.lanes[l];
    all.push_back({lane.scope, lane.name, 0, nullptr, &variables.lanes[l].text});
    all.push_back({lane.scope, lane.name + "_id", kIdBits, nullptr, &variables.lanes[l].id});
  }
  for (std::size_t d = 0; d < layout.depths.size(); ++d) {
    const std::string& scope = layout.depths[d].scope;
    all.push_back({scope, "in_flight", kDepthBits, nullptr, &variables.depths[d].in_flight});
    all.push_back({scope, "waiting", kDepthBits, nullptr, &variables.depths[d].waiting});
  }
  for (std::size_t s = 0; s < log.signals.size(); ++s) {
    const observers::Signal& signal = log.signals[s];
    all.push_back({signal.object, signal.name, signal.bits, &signal.values, &variables.signals[s]});
  }
  if (log.fired) all.push_back({"wave", "trigger", 0, nullptr, &variables.trigger});
  declare(file, std::move(all));
  return variables;
}

void add_lane(const HopLog& log, const Lane& lane, const Variables::OfLane& variables,
              std::vector<Change>& out) {
  for (std::size_t i = 0; i < lane.hops.size(); ++i) {
    const Hop& hop = log.hops[lane.hops[i]];
    out.push_back({hop.begin, variables.text, lane.hops[i], Change::kHop});
    out.push_back({hop.begin, variables.id, hop.transaction, Change::kNumber});
    const Time end = shown_end(hop);
    if (i + 1 < lane.hops.size() && log.hops[lane.hops[i + 1]].begin == end) continue;
    out.push_back({end, variables.text, 0, Change::kIdle});
    out.push_back({end, variables.id, 0, Change::kNumber});
  }
}

std::vector<Change> changes_of(const HopLog& log, const Layout& layout, const Variables& variables,
                               Time start) {
  std::vector<Change> changes;
  for (std::size_t l = 0; l < layout.lanes.size(); ++l) {
    add_lane(log, layout.lanes[l], variables.lanes[l], changes);
  }
  for (std::size_t d = 0; d < layout.depths.size(); ++d) {
    for (const Depth::Change& change : layout.depths[d].changes) {
      changes.push_back({change.time, variables.depths[d].in_flight,
                         static_cast<std::uint64_t>(change.in_box), Change::kNumber});
      changes.push_back({change.time, variables.depths[d].waiting,
                         static_cast<std::uint64_t>(change.waiting), Change::kNumber});
    }
  }
  for (const observers::Sample& sample : log.samples) {
    if (sample.time > log.to) continue;
    changes.push_back({std::max(sample.time, start), variables.signals[sample.signal], sample.value,
                       Change::kNumber});
  }
  return changes;
}

void write_idle(FstFile& file, const HopLog& log, const Variables& variables) {
  for (const Variables::OfLane& lane : variables.lanes) {
    file.set(lane.text, std::string_view{});
    file.set(lane.id, std::uint64_t{0});
  }
  for (const Variables::OfDepth& depth : variables.depths) {
    file.set(depth.in_flight, std::uint64_t{0});
    file.set(depth.waiting, std::uint64_t{0});
  }
  for (const FstFile::Variable signal : variables.signals) file.set(signal, std::uint64_t{0});
  if (log.fired) file.set(variables.trigger, std::string_view{});
}

}  // namespace

WrittenFst write_fst(const HopLog& log, const Layout& layout, const std::filesystem::path& path,
                     const FstSources& rtl) {
  FstFile file(path);
  const Variables variables = declare(file, log, layout);
  const Time start = start_of(log);
  std::vector<FstSource::Change> copied;
  for (const auto& source : rtl) {
    file.enter(source->scope());
    source->declare(file);
    auto changes = source->changes(start, log.to);
    copied.insert(copied.end(), std::make_move_iterator(changes.begin()),
                  std::make_move_iterator(changes.end()));
  }
  file.enter("");
  file.at(start);
  write_idle(file, log, variables);
  std::vector<Change> changes = changes_of(log, layout, variables, start);
  for (std::size_t c = 0; c < copied.size(); ++c) {
    changes.push_back({copied[c].time, copied[c].variable, c, Change::kCopied});
  }
  const bool any = std::any_of(changes.begin(), changes.end(),
                               [&](const Change& change) { return change.time > start; });
  if (log.fired) changes.push_back({log.fired_at, variables.trigger, 0, Change::kMark});
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.time < b.time; });
  for (const Change& change : changes) {
    file.at(change.time);
    switch (change.kind) {
      case Change::kNumber:
        file.set(change.variable, change.value);
        break;
      case Change::kHop:
        file.set(change.variable, std::string_view(label(log.hops[change.value], log.agents)));
        break;
      case Change::kIdle:
        file.set(change.variable, std::string_view{});
        break;
      case Change::kMark:
        file.set(change.variable, std::string_view("trigger"));
        break;
      case Change::kCopied:
        file.set_copied(change.variable, copied[change.value].value);
        break;
    }
  }
  return {file.close(), any};
}

}  // namespace starnuma::wave
