// SPDX-License-Identifier: Apache-2.0
// A user's breadth-first search in plain C++ and OpenMP: direction-optimising like that of the GAP
// suite, with two lines that mark the traced region.
//
//   bfs FILE TRIALS   searches a graph of make_graph, and checks the last result
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "stimulus/trace/capture/starnuma_roi.h"

namespace {

using Vertex = std::int32_t;
constexpr int kSources = 64;
constexpr std::int64_t kChunk = 1024;

struct Graph {
  std::int64_t vertices = 0;
  std::int64_t arcs = 0;
  std::int64_t* offsets = nullptr;
  Vertex* neighbours = nullptr;
  std::vector<Vertex> sources;

  std::int64_t degree(Vertex v) const { return offsets[v + 1] - offsets[v]; }
};

template <class T>
T* new_array(std::int64_t size) {
  return static_cast<T*>(
      std::aligned_alloc(4096, (static_cast<std::size_t>(size) * sizeof(T) + 4095) / 4096 * 4096));
}

template <class T>
void read(std::FILE* file, T* to, std::int64_t count) {
  const auto size = static_cast<std::size_t>(count);
  if (std::fread(to, sizeof(T), size, file) != size) std::exit(2);
}

Graph load(const char* name) {
  Graph graph;
  std::FILE* const file = std::fopen(name, "rb");
  if (file == nullptr) std::exit(2);
  read(file, &graph.vertices, 1);
  read(file, &graph.arcs, 1);
  graph.offsets = new_array<std::int64_t>(graph.vertices + 1);
  graph.neighbours = new_array<Vertex>(graph.arcs);
  graph.sources.resize(kSources);
  read(file, graph.offsets, graph.vertices + 1);
  read(file, graph.neighbours, graph.arcs);
  read(file, graph.sources.data(), kSources);
  std::fclose(file);
  return graph;
}

class Bitmap {
 public:
  explicit Bitmap(std::int64_t size) : words_((size + 63) / 64), bits_(new_array<Word>(words_)) {}

  void clear() {
#pragma omp parallel for
    for (std::int64_t w = 0; w < words_; ++w) bits_[w].store(0, std::memory_order_relaxed);
  }
  bool has(Vertex v) const {
    return (bits_[v >> 6].load(std::memory_order_relaxed) >> (v & 63) & 1) != 0;
  }
  void add(Vertex v) {  // called by one thread per word
    Word& word = bits_[v >> 6];
    word.store(word.load(std::memory_order_relaxed) | std::uint64_t{1} << (v & 63),
               std::memory_order_relaxed);
  }
  void add_atomic(Vertex v) { bits_[v >> 6].fetch_or(std::uint64_t{1} << (v & 63)); }
  void swap(Bitmap& other) { std::swap(bits_, other.bits_); }

 private:
  using Word = std::atomic<std::uint64_t>;
  std::int64_t words_;
  Word* bits_;
};

/// Vertices in the order in which they were reached; the frontier is a part of them.
struct Queue {
  explicit Queue(std::int64_t size) : entries(new_array<Vertex>(size)) {}
  void reset(Vertex source) {
    entries[0] = source;
    begin = 0;
    end = tail = 1;
  }
  void slide() {
    begin = end;
    end = tail;
  }
  Vertex* entries;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::atomic<std::int64_t> tail{0};
};

/// A thread's part of the queue.
class Buffer {
 public:
  explicit Buffer(Queue& queue) : queue_(queue) {}
  void push(Vertex v) {
    if (count_ == kSize) flush();
    entries_[count_++] = v;
  }
  void flush() {
    const std::int64_t at = queue_.tail.fetch_add(count_);
    std::copy(entries_, entries_ + count_, queue_.entries + at);
    count_ = 0;
  }

 private:
  static constexpr std::int64_t kSize = 1024;
  Queue& queue_;
  std::int64_t count_ = 0;
  Vertex entries_[kSize];
};

class Search {
 public:
  explicit Search(const Graph& graph)
      : graph_(graph),
        parents_(new_array<std::atomic<Vertex>>(graph.vertices)),
        front_(graph.vertices),
        next_(graph.vertices),
        queue_(graph.vertices) {}

  void run(Vertex source) {
    constexpr std::int64_t kAlpha = 15, kBeta = 18;
    begin(source);
    std::int64_t unexplored = graph_.arcs, scout = graph_.degree(source);
    while (queue_.begin != queue_.end) {
      if (scout <= unexplored / kAlpha) {
        unexplored -= scout;
        scout = top_down();
        queue_.slide();
        continue;
      }
      queue_to_bitmap();
      std::int64_t awake = queue_.end - queue_.begin, before = 0;
      queue_.slide();
      do {
        before = awake;
        awake = bottom_up();
        front_.swap(next_);
      } while (awake >= before || awake > graph_.vertices / kBeta);
      bitmap_to_queue();
      queue_.slide();
      scout = 1;
    }
#pragma omp parallel for
    for (std::int64_t v = 0; v < graph_.vertices; ++v) {
      if (parent(v) < -1) set_parent(v, -1);
    }
  }
  std::int64_t reached() const {
    std::int64_t count = 0;
    for (std::int64_t v = 0; v < graph_.vertices; ++v) count += parent(v) >= 0 ? 1 : 0;
    return count;
  }
  /// Returns true if every parent is a neighbour.
  bool sound() const {
    for (std::int64_t v = 0; v < graph_.vertices; ++v) {
      const Vertex* first = graph_.neighbours + graph_.offsets[v];
      const Vertex* last = graph_.neighbours + graph_.offsets[v + 1];
      if (parent(v) >= 0 && parent(v) != v && !std::binary_search(first, last, parent(v))) {
        return false;
      }
    }
    return true;
  }

 private:
  Vertex parent(std::int64_t v) const { return parents_[v].load(std::memory_order_relaxed); }
  void set_parent(std::int64_t v, Vertex p) { parents_[v].store(p, std::memory_order_relaxed); }

  void begin(Vertex source) {
#pragma omp parallel for
    for (std::int64_t v = 0; v < graph_.vertices; ++v) {
      const std::int64_t degree = graph_.degree(static_cast<Vertex>(v));
      set_parent(v, degree != 0 ? static_cast<Vertex>(-degree) : -1);
    }
    set_parent(source, source);
    front_.clear();
    next_.clear();
    queue_.reset(source);
  }

  std::int64_t top_down() {
    std::int64_t scout = 0;
#pragma omp parallel reduction(+ : scout)
    {
      Buffer reached(queue_);
#pragma omp for schedule(static, 1) nowait
      for (std::int64_t i = queue_.begin; i < queue_.end; ++i) {
        const Vertex u = queue_.entries[i];
        for (std::int64_t e = graph_.offsets[u]; e < graph_.offsets[u + 1]; ++e) {
          const Vertex v = graph_.neighbours[e];
          Vertex old = parent(v);
          if (old >= 0 || !parents_[v].compare_exchange_strong(old, u)) continue;
          reached.push(v);
          scout -= old;
        }
      }
      reached.flush();
    }
    return scout;
  }

  std::int64_t bottom_up() {
    std::int64_t awake = 0;
    next_.clear();
#pragma omp parallel for schedule(dynamic, kChunk) reduction(+ : awake)
    for (std::int64_t u = 0; u < graph_.vertices; ++u) {
      if (parent(u) >= 0) continue;
      for (std::int64_t e = graph_.offsets[u]; e < graph_.offsets[u + 1]; ++e) {
        const Vertex v = graph_.neighbours[e];
        if (!front_.has(v)) continue;
        set_parent(u, v);
        next_.add(static_cast<Vertex>(u));
        ++awake;
        break;
      }
    }
    return awake;
  }

  void queue_to_bitmap() {
#pragma omp parallel for
    for (std::int64_t i = queue_.begin; i < queue_.end; ++i) front_.add_atomic(queue_.entries[i]);
  }
  void bitmap_to_queue() {
#pragma omp parallel
    {
      Buffer members(queue_);
#pragma omp for nowait
      for (std::int64_t v = 0; v < graph_.vertices; ++v) {
        if (front_.has(static_cast<Vertex>(v))) members.push(static_cast<Vertex>(v));
      }
      members.flush();
    }
  }

  const Graph& graph_;
  std::atomic<Vertex>* parents_;
  Bitmap front_;
  Bitmap next_;
  Queue queue_;
};

[[gnu::noinline]] void search_all(Search& search, const Graph& graph, int trials) {
  STARNUMA_ROI_BEGIN();
  for (int trial = 0; trial < trials; ++trial) {
    search.run(graph.sources[static_cast<std::size_t>(trial)]);
  }
  STARNUMA_ROI_END();
}

int search(const char* name, int trials) {
  const Graph graph = load(name);
  Search search(graph);
  search_all(search, graph, trials);
  std::printf("%lld vertices, %lld reached\n", static_cast<long long>(graph.vertices),
              static_cast<long long>(search.reached()));
  return search.sound() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return argc == 3 ? search(argv[1], std::atoi(argv[2])) : 2; }
