// SPDX-License-Identifier: Apache-2.0
// One core loads lines of one home in a random cycle. Measures the host cost of an access that hits
// the L1, or that misses all caches of an idle machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/arena.h"
#include "models/base/random.h"
#include "stimulus/workload.h"

namespace starnuma::speed {

class AccessLoop {
 public:
  struct Parameters {
    base::NodeId home{};
    std::uint64_t lines =
        1;  ///< Length of the cycle; a short one hits the L1, a long one misses every cache.
    std::int64_t loads = 1;
    bool dependent = true;  ///< Each load waits for the previous one.
    int scale = 20;
  };
  static constexpr std::string_view kWorkUnit = "load";
  static constexpr int kInstructionsPerUnit = 3;

  explicit AccessLoop(const Parameters& parameters) : parameters_(parameters) {}

  void build(base::Arena& arena) {
    words_ = arena.allocate<std::uint64_t>("circle", parameters_.lines * kWordsPerLine,
                                           base::Touch::on_node(parameters_.home));
    std::vector<std::uint64_t> order(parameters_.lines);
    for (std::uint64_t i = 0; i < parameters_.lines; ++i) order[i] = i * kWordsPerLine;
    base::Random random(1);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    for (std::size_t i = 0; i < order.size(); ++i) {
      words_.data[order[i]] = order[(i + 1) % order.size()];
    }
  }

  template <class Thread>
  void run(Thread& thread) {
    if (thread.index() != 0) return;
    auto place = thread.load(words_, 0);
    for (std::int64_t i = 1; i < parameters_.loads; ++i) {
      thread.work(2);
      const auto after = parameters_.dependent ? place.ready : decltype(place.ready){};
      place = thread.load(words_, place.value, after);
    }
  }

  std::vector<std::string> check() const { return {}; }
  base::Footprint footprint() const { return stimulus::graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter&) const {}
  std::uint64_t work_units() const { return static_cast<std::uint64_t>(parameters_.loads); }

 private:
  static constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);

  Parameters parameters_;
  base::SimArray<std::uint64_t> words_;
};

}  // namespace starnuma::speed
