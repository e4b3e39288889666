// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/splu/splu_structure.h"

#include <algorithm>
#include <array>
#include <map>

namespace starnuma::stimulus {
namespace {

constexpr std::uint32_t kRest = 12;  ///< Number of points that are not divided further.
constexpr std::uint32_t kSolveRows = 8;

/// Points [begin, end) in each direction.
struct Box {
  std::array<std::uint32_t, 3> begin, end;

  std::uint32_t size(std::size_t d) const { return end[d] - begin[d]; }
  std::uint32_t volume() const { return size(0) * size(1) * size(2); }
};

class Dissection {
 public:
  explicit Dissection(std::uint32_t side) : side_(side) { cut({{0, 0, 0}, {side, side, side}}); }

  std::vector<std::uint32_t> points;         ///< Points in order.
  std::vector<std::uint32_t> supernode_end;  ///< Number of columns before the next supernode.

 private:
  void take(const Box& box) {
    if (box.volume() == 0) return;
    for (std::uint32_t z = box.begin[2]; z < box.end[2]; ++z) {
      for (std::uint32_t y = box.begin[1]; y < box.end[1]; ++y) {
        for (std::uint32_t x = box.begin[0]; x < box.end[0]; ++x) {
          points.push_back((z * side_ + y) * side_ + x);
        }
      }
    }
    supernode_end.push_back(static_cast<std::uint32_t>(points.size()));
  }
  void cut(const Box& box) {
    if (box.volume() <= kRest) return take(box);
    std::size_t longest = 0;
    for (const std::size_t d : {1, 2}) {
      if (box.size(d) > box.size(longest)) longest = d;
    }
    const std::uint32_t middle = box.begin[longest] + box.size(longest) / 2;
    Box low = box, plane = box, high = box;
    low.end[longest] = plane.begin[longest] = middle;
    plane.end[longest] = high.begin[longest] = middle + 1;
    cut(low);
    cut(high);
    take(plane);
  }

  std::uint32_t side_;
};

/// Rows of each supernode: its own columns, its later neighbours, and later rows of supernodes
/// whose first row below is one of its columns.
class Rows {
 public:
  Rows(std::uint32_t side, const Dissection& order) : of_supernode(order.supernode_end.size()) {
    const std::vector<std::uint32_t>& ends = order.supernode_end;
    std::vector<std::uint32_t> column_of(order.points.size());
    for (std::uint32_t c = 0; c < column_of.size(); ++c) column_of[order.points[c]] = c;
    for (std::size_t s = 0; s < ends.size(); ++s) {
      const std::uint32_t begin = s == 0 ? 0 : ends[s - 1];
      std::vector<std::uint32_t>& rows = of_supernode[s];
      for (std::uint32_t c = begin; c < ends[s]; ++c) {
        rows.push_back(c);
        for (const std::uint32_t point : splu_neighbours(side, order.points[c])) {
          if (column_of[point] >= ends[s]) rows.push_back(column_of[point]);
        }
      }
      std::sort(rows.begin(), rows.end());
      rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
      pass_on(s, ends);
    }
  }

  std::vector<std::vector<std::uint32_t>> of_supernode;

 private:
  /// Passes rows to the supernode of the first row below, which is later in the order and therefore
  /// not yet deduplicated.
  void pass_on(std::size_t s, const std::vector<std::uint32_t>& ends) {
    const std::vector<std::uint32_t>& rows = of_supernode[s];
    const auto below = std::lower_bound(rows.begin(), rows.end(), ends[s]);
    if (below == rows.end()) return;
    const auto parent = std::upper_bound(ends.begin(), ends.end(), *below) - ends.begin();
    std::vector<std::uint32_t>& theirs = of_supernode[static_cast<std::size_t>(parent)];
    theirs.insert(theirs.end(), below, rows.end());
  }
};

void add_panels(SpluStructure& made, std::uint32_t begin, std::uint32_t end,
                const std::vector<std::uint32_t>& rows) {
  for (std::uint32_t first = begin; first < end; first += kSpluPanel) {
    SpluPanel panel;
    panel.first = first;
    panel.width = std::min(kSpluPanel, end - first);
    panel.rows = static_cast<std::uint32_t>(made.rows.size());
    made.rows.insert(made.rows.end(), std::lower_bound(rows.begin(), rows.end(), first),
                     rows.end());
    panel.count = static_cast<std::uint32_t>(made.rows.size()) - panel.rows;
    panel.lower = made.lower_pairs;
    panel.upper = made.upper_pairs;
    made.lower_pairs += std::uint64_t{panel.count} * panel.pairs();
    made.upper_pairs += std::uint64_t{panel.count - panel.width} * panel.pairs();
    made.panels.push_back(panel);
  }
}

std::uint32_t panel_of(const SpluStructure& made, std::uint32_t column) {
  const auto behind = std::upper_bound(
      made.panels.begin(), made.panels.end(), column,
      [](std::uint32_t wanted, const SpluPanel& panel) { return wanted < panel.first; });
  return static_cast<std::uint32_t>(behind - made.panels.begin() - 1);
}

/// Returns the panels whose columns are rows below a panel, with these rows.
std::vector<std::pair<std::uint32_t, SpluSource>> targets_of(const SpluStructure& made,
                                                             std::uint32_t p) {
  std::vector<std::pair<std::uint32_t, SpluSource>> targets;
  const SpluPanel& panel = made.panels[p];
  for (std::uint32_t row = panel.width; row < panel.count;) {
    const std::uint32_t target = panel_of(made, made.rows[panel.rows + row]);
    const std::uint32_t end = made.panels[target].first + made.panels[target].width;
    const std::uint32_t begin = row;
    while (row < panel.count && made.rows[panel.rows + row] < end) ++row;
    targets.push_back({target, {p, begin, row, 0}});
  }
  return targets;
}

void set_levels(SpluStructure& made) {
  std::uint32_t levels = 0;
  for (std::uint32_t p = 0; p < made.panels.size(); ++p) {
    const std::uint32_t above = made.panels[p].level + 1;
    levels = std::max(levels, above);
    for (const auto& [target, source] : targets_of(made, p)) {
      std::uint32_t& level = made.panels[target].level;
      level = std::max(level, above);
    }
  }
  made.levels.resize(levels);
}

void add_solves(SpluStructure& made, std::uint32_t p) {
  const SpluPanel& panel = made.panels[p];
  for (const std::uint32_t upper : {0U, 1U}) {
    for (std::uint32_t row = panel.width; row < panel.count; row += kSolveRows) {
      made.solves.push_back({p, row, std::min(row + kSolveRows, panel.count), upper});
    }
  }
}

void add_updates(SpluStructure& made, const std::vector<std::uint32_t>& panels) {
  std::map<std::uint32_t, std::vector<SpluSource>> sources;
  for (const std::uint32_t p : panels) {
    const SpluPanel& panel = made.panels[p];
    for (const auto& [target, source] : targets_of(made, p)) {
      sources[target].push_back(source);
      const std::uint64_t rows = 2 * panel.count - source.begin - source.end;
      made.multiplications += rows * (source.end - source.begin) * 2 * panel.pairs();
    }
  }
  for (const auto& [target, some] : sources) {
    const auto begin = static_cast<std::uint32_t>(made.sources.size());
    made.sources.insert(made.sources.end(), some.begin(), some.end());
    const auto end = static_cast<std::uint32_t>(made.sources.size());
    for (const std::uint32_t upper : {0U, 1U}) made.updates.push_back({target, begin, end, upper});
  }
}

}  // namespace

std::vector<std::uint32_t> splu_neighbours(std::uint32_t side, std::uint32_t point) {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t stride : {1U, side, side * side}) {
    const std::uint32_t at = point / stride % side;
    if (at > 0) found.push_back(point - stride);
    if (at + 1 < side) found.push_back(point + stride);
  }
  return found;
}

SpluStructure splu_structure(std::uint32_t side) {
  const Dissection order(side);
  const Rows rows(side, order);
  SpluStructure made;
  made.point_of = order.points;
  for (std::size_t s = 0; s < order.supernode_end.size(); ++s) {
    add_panels(made, s == 0 ? 0 : order.supernode_end[s - 1], order.supernode_end[s],
               rows.of_supernode[s]);
  }
  set_levels(made);
  for (std::uint32_t level = 0; level < made.levels.size(); ++level) {
    std::vector<std::uint32_t> panels;
    for (std::uint32_t p = 0; p < made.panels.size(); ++p) {
      if (made.panels[p].level == level) panels.push_back(p);
    }
    made.by_level.insert(made.by_level.end(), panels.begin(), panels.end());
    for (const std::uint32_t p : panels) add_solves(made, p);
    add_updates(made, panels);
    made.levels[level] = {static_cast<std::uint32_t>(made.by_level.size()),
                          static_cast<std::uint32_t>(made.solves.size()),
                          static_cast<std::uint32_t>(made.updates.size())};
  }
  return made;
}

}  // namespace starnuma::stimulus
