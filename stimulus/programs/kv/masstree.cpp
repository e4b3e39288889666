// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/kv/masstree.h"

#include <algorithm>
#include <map>
#include <set>

namespace starnuma::stimulus {
namespace {

using D = MasstreeData;

std::uint64_t whole_pages(std::uint64_t words) {
  constexpr std::uint64_t kPageWords = base::kPageBytes / sizeof(std::uint64_t);
  return (words + kPageWords - 1) / kPageWords * kPageWords;
}

}  // namespace

void Masstree::build(base::Arena& arena) {
  const auto threads = static_cast<std::uint64_t>(arena.threads());
  wrong_.assign(threads, kNotRun);
  dead_.assign(threads, 0);
  data_.seed = seed_;
  data_.keys = D::keys_at(parameters_.scale);
  data_.batch = D::batch_at(parameters_.scale);
  // Every second request of a batch is a PUT.
  data_.thread_rows = (parameters_.operations / threads + 1 + data_.batch) / 2;
  data_.thread_row_words = whole_pages(data_.thread_rows * D::kRowWords);
  const base::Touch own = base::Touch::blocked();
  data_.loaded = arena.allocate<std::uint64_t>("masstree.loaded",
                                               D::kLoaders * data_.keys * D::kLoadedRowWords, own);
  data_.loaded_dead = arena.allocate<std::uint64_t>("masstree.loaded_dead",
                                                    D::kLoaders * data_.keys * D::kDeadWords, own);
  data_.rows =
      arena.allocate<std::uint64_t>("masstree.rows", threads * data_.thread_row_words, own);
  data_.dead = arena.allocate<std::uint64_t>("masstree.dead",
                                             threads * data_.thread_rows * D::kDeadWords, own);
  TreeItems items;
  for (std::uint64_t i = 0; i < data_.keys; ++i) {
    items.emplace_back(data_.loaded_key(i), data_.loaded_row(i));
    data_.loaded.data[data_.loaded_row(i) + 1] = data_.loaded_key(i);
  }
  std::sort(items.begin(), items.end());
  // At most half of the requests insert a key.
  const std::uint64_t nodes = tree_nodes(data_.keys, data_.keys / 2);
  Tree memory = make_trees(arena, "masstree", nodes);
  memory.ends = arena.allocate<std::uint64_t>("masstree.ends", nodes * TreeNode::kEndWords);
  data_.tree = bulk_load(memory, items, seed_);
}

base::Bytes Masstree::host_bytes() const {
  const std::uint64_t rows = parameters_.operations / 2 * (D::kRowWords + D::kDeadWords);
  return footprint().size + base::Bytes(static_cast<std::int64_t>(rows * sizeof(std::uint64_t)));
}

std::vector<std::string> Masstree::check() const {
  if (std::count(wrong_.begin(), wrong_.end(), kNotRun) != 0) {
    return {"masstree: not all threads ran"};
  }
  Mismatches mismatches("wrong keys and rows");
  for (std::size_t thread = 0; thread < wrong_.size(); ++thread) {
    if (wrong_[thread] == 0) continue;
    mismatches.add("thread ", thread, ": ", wrong_[thread], " GETs have a wrong result");
  }
  if (const std::string fault = tree_fault(data_.tree); !fault.empty()) {
    mismatches.add("tree: ", fault);
  } else {
    const TreeItems items = items_of(data_.tree);
    const auto is_right = [&](std::uint64_t key, std::uint64_t row, const auto& writers) {
      return right_row(key, row, writers);
    };
    check_keys(items, last_writers(), "row", is_right, mismatches);
    check_dead_rows(items, mismatches);
  }
  return mismatches.lines();
}

LastWrites Masstree::last_writers() const {
  LastWrites last;
  for (std::uint64_t i = 0; i < data_.keys; ++i) last[data_.loaded_key(i)];
  const std::uint64_t threads = wrong_.size();
  for (std::uint64_t thread = 0; thread < threads; ++thread) {
    std::map<std::uint64_t, std::uint64_t> mine;
    for (std::uint64_t i = 0; i < operations_of(thread); ++i) {
      const MasstreeRequest request = data_.request_of(thread, threads, i);
      if (request.put) mine[request.key] = 1 + i * threads + thread;
    }
    for (const auto& [key, writer] : mine) last[key].push_back(writer);
  }
  return last;
}

bool Masstree::right_row(std::uint64_t key, std::uint64_t row,
                         const std::vector<std::uint64_t>& writers) const {
  if (writers.empty()) return row < data_.loaded.size && word(row + 1) == key;
  if (row < data_.loaded.size) return false;
  const std::uint64_t writer = word(row);
  if (std::count(writers.begin(), writers.end(), writer) == 0) return false;
  for (std::uint64_t i = 1; i < D::kRowUsedWords; ++i) {
    if (word(row + i) != D::row_word(key, writer, i)) return false;
  }
  return true;
}

void Masstree::check_dead_rows(const TreeItems& items, Mismatches& mismatches) const {
  std::set<std::uint64_t> rows;
  for (const auto& [key, row] : items) rows.insert(row);
  std::uint64_t written = data_.keys;
  const std::uint64_t threads = wrong_.size();
  for (std::uint64_t thread = 0; thread < threads; ++thread) {
    for (std::uint64_t i = 0; i < dead_[thread]; ++i) {
      rows.insert(data_.dead.data[(thread * data_.thread_rows + i) * D::kDeadWords]);
    }
    for (std::uint64_t i = 0; i < operations_of(thread); ++i) {
      written += data_.request_of(thread, threads, i).put ? 1 : 0;
    }
  }
  if (rows.size() == written) return;
  mismatches.add(written, " rows were written, but ", rows.size(), " are live or dead");
}

void Masstree::report(accounting::StatWriter& out) const {
  accounting::StatWriter kv = out.under("kv");
  std::uint64_t dead = 0;
  for (const std::uint64_t each : dead_) dead += each;
  kv.write("items", data_.keys, "1", "items loaded before the run");
  kv.write("operations", parameters_.operations, "1",
           "reads, updates and inserts over all threads");
  kv.write("nodes", data_.tree.used.size > 0 ? data_.tree.used.data[0] : 0, "1",
           "nodes of the tree at the end");
  kv.write("dead_rows", dead, "1",
           "rows of full=masstree that were replaced in the run; none is reclaimed");
}

}  // namespace starnuma::stimulus
