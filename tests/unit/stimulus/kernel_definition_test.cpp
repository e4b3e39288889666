// SPDX-License-Identifier: Apache-2.0
#include "stimulus/kernel_definition.h"

#include <gtest/gtest.h>

#include "stimulus/kernel_state.h"

namespace starnuma::stimulus {
namespace {

enum class Order : std::uint8_t { kUp, kDown };

struct Nested {
  std::uint64_t share = 30;
};

struct SampleParameters {
  int scale = 12;
  std::uint64_t rounds = 3;
  int limit = 8;  ///< Has no option.
  Order order = Order::kUp;
  Nested nested = {};
  base::NodeId home{};
  int thread = 0;
  std::string late = {};
};

struct NoData {};

/// Reports its parameters.
class Sample : public KernelState<SampleParameters, NoData> {
 public:
  static constexpr std::string_view kWorkUnit = "round";
  static constexpr int kInstructionsPerUnit = 1;

  using KernelState::KernelState;
  void build(base::Arena&) {}
  template <class Thread>
  void run(Thread&) {}
  std::vector<std::string> check() const {
    return {std::to_string(parameters_.scale),
            std::to_string(parameters_.rounds),
            parameters_.order == Order::kDown ? "down" : "up",
            std::to_string(parameters_.nested.share),
            std::to_string(base::index_of(parameters_.home)),
            std::to_string(parameters_.thread),
            parameters_.late,
            std::to_string(seed_)};
  }
  base::Footprint footprint() const { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter&) const {}
  std::uint64_t work_units() const { return parameters_.rounds; }
};

Definition define_sample() {
  return KernelDefinition<Sample>("sample", "reports its parameters", {12, 4, 9})
      .scale()
      .number("rounds", &SampleParameters::rounds, 1, 10)
      .choice("order", &SampleParameters::order, {"up", "down"})
      .number(
          "share", [](SampleParameters & all) -> auto& { return all.nested.share; }, 0, 100)
      .home("home", &SampleParameters::home, "pool")
      .thread_on("socket", &SampleParameters::thread, 1)
      .option(OptionRule::choice("late", {"no", "yes"}))
      .then([](SampleParameters& all, const Options& options, const MachineShape&) {
        all.late = options.text("late") + " after " + std::to_string(all.rounds) + " of " +
                   std::to_string(all.limit);
      });
}

std::vector<std::string> parameters_of(const std::string& assignments) {
  const Definition sample = define_sample();
  const MachineShape two_sockets_and_pool{2, 4, 1};
  const Options options(sample.name, sample.options, assignments, two_sockets_and_pool);
  return sample.make(options, two_sockets_and_pool, 7)->check();
}

using Texts = std::vector<std::string>;

TEST(KernelDefinition, TheInitialValueOfAParameterIsTheDefaultOfItsOption) {
  Texts options;
  for (const OptionRule& rule : define_sample().options) options.push_back(describe(rule));
  EXPECT_EQ(options, (Texts{"scale=12 (8..28)", "rounds=4 (1..10)", "order=up (up or down)",
                            "share=30 (0..100)", "home=pool (a socket, pool or memory node)",
                            "socket=1 (a socket)", "late=no (no or yes)"}));
  EXPECT_EQ(parameters_of(""), (Texts{"12", "4", "up", "30", "2", "4", "no after 4 of 9", "7"}));
}

TEST(KernelDefinition, EachOptionSetsItsParameterOnly) {
  EXPECT_EQ(parameters_of("scale=9"),
            (Texts{"9", "4", "up", "30", "2", "4", "no after 4 of 9", "7"}));
  EXPECT_EQ(parameters_of("rounds=5"),
            (Texts{"12", "5", "up", "30", "2", "4", "no after 5 of 9", "7"}));
  EXPECT_EQ(parameters_of("order=down"),
            (Texts{"12", "4", "down", "30", "2", "4", "no after 4 of 9", "7"}));
  EXPECT_EQ(parameters_of("share=31"),
            (Texts{"12", "4", "up", "31", "2", "4", "no after 4 of 9", "7"}));
  EXPECT_EQ(parameters_of("home=1"),
            (Texts{"12", "4", "up", "30", "1", "4", "no after 4 of 9", "7"}));
  EXPECT_EQ(parameters_of("socket=0"),
            (Texts{"12", "4", "up", "30", "2", "0", "no after 4 of 9", "7"}));
  EXPECT_EQ(parameters_of("late=yes"),
            (Texts{"12", "4", "up", "30", "2", "4", "yes after 4 of 9", "7"}));
}

}  // namespace
}  // namespace starnuma::stimulus
