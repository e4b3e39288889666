// SPDX-License-Identifier: Apache-2.0
// Construction by sorting of arcs (directed edges). A bucket holds the arcs of a range of vertices
// and is small enough to be sorted in the host's caches. Only a quarter of all arcs is in buckets
// at a time.
#include "stimulus/graph/kronecker.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "models/base/check.h"
#include "stimulus/graph/kronecker_edge.h"

namespace starnuma::stimulus {
namespace {

using Vertex = std::uint32_t;

/// Uninitialized buffer; buffers are as large as the graph, so zeroing is avoided.
template <class T>
struct Buffer {
  explicit Buffer(std::uint64_t capacity) : data(new T[capacity]) {}
  std::unique_ptr<T[]> data;
  std::uint64_t size = 0;

  void push(T item) { data[size++] = item; }
};

/// Grouping of vertices during the sort; every number is a power of two.
struct Grouping {
  static constexpr int kArcsPerBucketLog = 20;
  static constexpr int kGroupsLog = 2;
  int scale;
  int buckets_log;

  explicit Grouping(const KroneckerParameters& p) : scale(p.scale), buckets_log(kGroupsLog) {
    const std::uint64_t arcs = static_cast<std::uint64_t>(2 * p.degree) << p.scale;
    while (buckets_log < scale && arcs >> buckets_log > 1ULL << kArcsPerBucketLog) ++buckets_log;
  }
  std::uint32_t bucket_of(Vertex v) const { return v >> (scale - buckets_log); }
  std::uint32_t buckets_per_group() const { return 1U << (buckets_log - kGroupsLog); }
  std::uint32_t vertices_per_bucket() const { return 1U << (scale - buckets_log); }
};

/// Edges are generated in blocks; each block has its own generator.
constexpr std::uint64_t kEdgesPerBlock = 1 << 18;

Buffer<Edge> generate_edges(const KroneckerParameters& parameters, std::uint64_t seed) {
  const KroneckerEdge draw(parameters.scale);
  const std::uint64_t count = static_cast<std::uint64_t>(parameters.degree) << parameters.scale;
  Buffer<Edge> edges(count);
  Twister random;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % kEdgesPerBlock == 0) {
      random.seed(static_cast<std::uint32_t>(seed + i / kEdgesPerBlock));
    }
    const Edge edge = draw(random);
    edges.data[edges.size] = edge;
    edges.size += edge.from != edge.to;
  }
  return edges;
}

void shuffle_numbers(Buffer<Edge>& edges, std::uint64_t vertices, std::uint64_t seed) {
  std::vector<Vertex> number(vertices);
  std::iota(number.begin(), number.end(), Vertex{0});
  Twister random(static_cast<std::uint32_t>(seed));
  std::shuffle(number.begin(), number.end(), random);
  for (std::uint64_t i = 0; i < edges.size; ++i) {
    Edge& edge = edges.data[i];
    edge = {number[edge.from], number[edge.to]};
  }
}

template <class Visit>
void for_each_arc(const Buffer<Edge>& edges, Visit visit) {
  for (std::uint64_t i = 0; i < edges.size; ++i) {
    const Edge edge = edges.data[i];
    visit(edge);
    visit(Edge{edge.to, edge.from});
  }
}

/// Arcs of a bucket, or a buffer for sorting; a part of a larger buffer.
struct Arcs {
  Edge* data = nullptr;
  std::uint64_t size = 0;
};

/// Copies `from` to `to`, stably sorted by `digit(arc)` < digits.
template <class Digit>
void counting_pass(Arcs from, Arcs to, std::uint32_t digits, Digit digit) {
  std::vector<std::uint32_t> next(digits + 1, 0);
  for (std::uint64_t i = 0; i < from.size; ++i) ++next[digit(from.data[i]) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::uint64_t i = 0; i < from.size; ++i) {
    to.data[next[digit(from.data[i])]++] = from.data[i];
  }
}

/// Sorts the arcs by (from, to) into `sorted`; within a bucket only the low bits of `from` differ.
void sort_bucket(Arcs arcs, Arcs sorted, const Grouping& grouping) {
  const int low = grouping.scale / 2;
  const std::uint32_t low_mask = (1U << low) - 1;
  const std::uint32_t from_mask = grouping.vertices_per_bucket() - 1;
  counting_pass(arcs, sorted, low_mask + 1, [=](Edge e) { return e.to & low_mask; });
  counting_pass(sorted, arcs, 1U << (grouping.scale - low), [=](Edge e) { return e.to >> low; });
  counting_pass(arcs, sorted, from_mask + 1, [=](Edge e) { return e.from & from_mask; });
}

/// Appends to neighbour lists under construction, in ascending order of vertices.
void append_without_duplicates(HostGraph& rows, Arcs sorted) {
  Edge last{0, 0};
  for (std::uint64_t i = 0; i < sorted.size; ++i) {
    const Edge arc = sorted.data[i];
    const bool same = arc.from == last.from && arc.to == last.to;
    last = arc;
    if (same) continue;
    rows.neighbours[rows.arcs++] = arc.to;
    ++rows.degrees[arc.from];
  }
}

/// Sorts the arcs one group of buckets after another, in buffers that fit the largest group and
/// bucket.
class GroupSorter {
 public:
  GroupSorter(const Buffer<Edge>& edges, const Grouping& grouping)
      : edges_(edges),
        grouping_(grouping),
        sizes_(bucket_sizes(edges, grouping)),
        group_(largest_group()),
        sorted_(*std::max_element(sizes_.begin(), sizes_.end())) {}

  void append_all(HostGraph& rows) {
    for (std::uint32_t b = 0; b < sizes_.size(); b += grouping_.buckets_per_group()) {
      append_group(rows, b);
    }
  }

 private:
  using Sizes = std::vector<std::uint64_t>;

  static Sizes bucket_sizes(const Buffer<Edge>& edges, const Grouping& grouping) {
    Sizes sizes(std::uint64_t{1} << grouping.buckets_log, 0);
    for_each_arc(edges, [&](Edge arc) { ++sizes[grouping.bucket_of(arc.from)]; });
    return sizes;
  }
  std::uint64_t largest_group() const {
    std::uint64_t largest = 0;
    for (std::size_t b = 0; b < sizes_.size(); b += grouping_.buckets_per_group()) {
      const auto first = sizes_.begin() + static_cast<std::ptrdiff_t>(b);
      const auto group =
          std::accumulate(first, first + grouping_.buckets_per_group(), Sizes::value_type{0});
      largest = std::max(largest, group);
    }
    return largest;
  }
  void append_group(HostGraph& rows, std::uint32_t first) {
    std::vector<Arcs> buckets(grouping_.buckets_per_group());
    Edge* next = group_.data.get();
    for (std::size_t b = 0; b < buckets.size(); ++b) {
      buckets[b].data = next;
      next += sizes_[first + b];
    }
    for_each_arc(edges_, [&](Edge arc) {
      const std::uint32_t b = grouping_.bucket_of(arc.from) - first;
      if (b < buckets.size()) buckets[b].data[buckets[b].size++] = arc;
    });
    for (const Arcs& bucket : buckets) {
      const Arcs sorted{sorted_.data.get(), bucket.size};
      sort_bucket(bucket, sorted, grouping_);
      append_without_duplicates(rows, sorted);
    }
  }

  const Buffer<Edge>& edges_;
  const Grouping grouping_;
  const Sizes sizes_;
  Buffer<Edge> group_;
  Buffer<Edge> sorted_;
};

}  // namespace

HostGraph generate_kronecker(const KroneckerParameters& parameters, std::uint64_t seed) {
  SN_CHECK(parameters.scale >= 2 && parameters.scale < 31, "kronecker: scale ", parameters.scale);
  const std::uint64_t vertices = std::uint64_t{1} << parameters.scale;
  const Grouping grouping(parameters);
  Buffer<Edge> edges = generate_edges(parameters, seed);
  shuffle_numbers(edges, vertices, seed);
  HostGraph rows{std::vector<std::uint64_t>(vertices, 0),
                 std::unique_ptr<Vertex[]>(new Vertex[2 * edges.size]), 0};
  GroupSorter(edges, grouping).append_all(rows);
  return rows;
}

CsrGraph build_kronecker(base::Arena& arena, const KroneckerParameters& parameters,
                         std::uint64_t seed) {
  return place(arena, generate_kronecker(parameters, seed));
}

}  // namespace starnuma::stimulus
