// SPDX-License-Identifier: Apache-2.0
// Partial-order alignment with Debian's libspoa: each thread computes consensus sequences of its
// own windows of noisy reads, as genome assemblers do.
//
//   poa WINDOWS LENGTH READS   windows of each thread; bases and reads of a window
//
// Reads differ from their window in a tenth of the bases (substituted, deleted or repeated, a third
// each). Scores are those of the program `spoa` (convex gaps). The exit code is 1 if consensus
// sequences differ from the windows in more than a tenth of their lengths.
// Each thread generates its own reads, so no other thread accesses its data. The region starts when
// half of the reads of its first window are aligned, which represents the middle of a long run.
#include <omp.h>

#include <starnuma_roi.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <spoa/spoa.hpp>
#include <string>
#include <vector>

namespace {

using Random = std::minstd_rand;
constexpr unsigned kSeed = 1, kErrorOneIn = 10;

struct Window {
  std::string truth;
  std::vector<std::string> reads;
  spoa::Graph graph;
};

std::string noisy(const std::string& truth, Random& random) {
  std::string read;
  for (const char base : truth) {
    const unsigned kind = random() % kErrorOneIn == 0 ? random() % 3 : 3;
    if (kind == 0) read += "ACGT"[random() % 4];
    if (kind == 2) read += base;
    if (kind >= 2) read += base;
  }
  return read;
}

Window make_window(int length, int reads, Random& random) {
  Window window;
  for (int i = 0; i < length; ++i) window.truth += "ACGT"[random() % 4];
  for (int i = 0; i < reads; ++i) window.reads.push_back(noisy(window.truth, random));
  return window;
}

/// Aligns reads [first, last) of a window to the graph of the previous reads.
void align(spoa::AlignmentEngine& engine, Window& window, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    const std::string& read = window.reads[i];
    window.graph.AddAlignment(engine.Align(read, window.graph), read);
  }
}

/// Returns the edit distance: the number of insertions, deletions and substitutions between both
/// sequences.
int distance(const std::string& from, const std::string& to) {
  std::vector<int> row(to.size() + 1);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < from.size(); ++i) {
    int before = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const int same = before + (from[i] != to[j] ? 1 : 0);
      before = row[j + 1];
      row[j + 1] = std::min(same, std::min(before, row[j]) + 1);
    }
  }
  return row.back();
}

/// Executes a thread's part; returns the number of wrong bases.
[[gnu::noinline]] int work(int windows, int length, int reads) {
  Random random(kSeed + static_cast<unsigned>(omp_get_thread_num()));
  std::vector<Window> own;
  for (int i = 0; i < windows; ++i) own.push_back(make_window(length, reads, random));
  const auto engine =
      spoa::AlignmentEngine::Create(spoa::AlignmentType::kNW, 5, -4, -8, -6, -10, -4);
  const auto all = static_cast<std::size_t>(reads), half = all / 2;
  align(*engine, own.front(), 0, half);
  std::vector<std::string> consensus;
#pragma omp barrier
#pragma omp master
  STARNUMA_ROI_BEGIN();
#pragma omp barrier
  for (Window& window : own) {
    if (&window != own.data()) (&window)[-1].graph = spoa::Graph();  // memory is used again
    align(*engine, window, &window == own.data() ? half : 0, all);
    consensus.push_back(window.graph.GenerateConsensus());
  }
#pragma omp barrier
#pragma omp master
  STARNUMA_ROI_END();
  int errors = 0;
  for (std::size_t i = 0; i < own.size(); ++i) errors += distance(own[i].truth, consensus[i]);
  return errors;
}

/// Executes work() on stack pages below the page with the thread's control block. The creator of
/// the thread touches that page first, so scaled caches would miss on it.
int work_on_own_pages(int windows, int length, int reads) {
  constexpr std::size_t kTwoPages = 8192;
  auto* const gap = static_cast<volatile char*>(__builtin_alloca(kTwoPages));
  gap[0] = 0;
  return work(windows, length, reads);
}

int run(int windows, int length, int reads) {
  int errors = 0, threads = 0;
#pragma omp parallel reduction(+ : errors, threads)
  {
    errors += work_on_own_pages(windows, length, reads);
    threads += 1;
  }
  const int bases = threads * windows * length;
  std::printf("%d threads, %d bases, %d wrong in the consensus\n", threads, bases, errors);
  return errors * 10 <= bases ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 || std::atoi(argv[1]) < 1) return 2;
  return run(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]));
}
