// SPDX-License-Identifier: Apache-2.0
// Writes the graph that the workload `bfs` searches, and the sources of its searches:
//
//   make_graph FILE SCALE
//
// The file has two numbers (vertices, arcs), offsets, neighbours and 64 sources, in memory format.
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "stimulus/graph/sources.h"

namespace {

constexpr std::uint64_t kSeed = 27491095;  // default seed of the command line
constexpr int kSources = 64;

template <class T>
void write(std::FILE* file, const T* from, std::size_t count) {
  if (std::fwrite(from, sizeof(T), count, file) != count) std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  std::FILE* const file = argc == 3 ? std::fopen(argv[1], "wb") : nullptr;
  if (file == nullptr) return 2;
  const auto graph = starnuma::stimulus::generate_kronecker({std::atoi(argv[2]), 32}, kSeed);
  std::vector<std::uint64_t> offsets(graph.degrees.size() + 1);
  std::partial_sum(graph.degrees.begin(), graph.degrees.end(), offsets.begin() + 1);
  starnuma::base::SimArray<std::uint64_t> placed;
  placed.data = offsets.data();
  placed.size = offsets.size();
  const auto sources = starnuma::stimulus::pick_sources(placed, kSources, kSeed);
  const std::uint64_t sizes[] = {graph.degrees.size(), graph.arcs};
  write(file, sizes, 2);
  write(file, offsets.data(), offsets.size());
  write(file, graph.neighbours.get(), graph.arcs);
  write(file, sources.data(), sources.size());
  return std::fclose(file) == 0 ? 0 : 2;
}
