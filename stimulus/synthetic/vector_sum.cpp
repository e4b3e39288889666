// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/vector_sum.h"

#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

void set_place(VectorSumParameters& all, const Options& options, const MachineShape& shape) {
  if (options.text("lies") == "home") all.home = options.home("home", shape);
  if (options.text("lies") != "servers") return;
  for (const int socket : shape.own_sockets()) {
    all.servers.emplace_back(static_cast<base::NodeId>(socket), shape.threads_on(socket));
  }
}

/// Small integers, so that every sum is exact.
double value_of(std::uint64_t line, std::size_t lane) {
  return static_cast<double>((line * 7 + lane) % 1024);
}

}  // namespace

void VectorSum::build(base::Arena& arena) {
  sums_.assign(static_cast<std::size_t>(parameters_.rounds), 0);
  const base::Touch touch =
      parameters_.home ? base::Touch::on_node(*parameters_.home) : base::Touch::blocked();
  const int servers = static_cast<int>(parameters_.servers.size());
  if (servers == 0) {
    pieces_.push_back(
        {0, arena.allocate<Line>("vector_sum.vector", lines(), touch), 0, arena.threads()});
  }
  for (int s = 0; s < servers; ++s) {
    const auto& [node, threads] = parameters_.servers[static_cast<std::size_t>(s)];
    const Range own = Range{0, lines()}.share(s, servers, 1);
    const int first = pieces_.empty() ? 0 : pieces_.back().first_thread + pieces_.back().threads;
    const auto part =
        arena.allocate<Line>("vector_sum.vector", own.size(), base::Touch::on_node(node));
    pieces_.push_back({own.begin, part, first, threads});
  }
  data_ = TeamSumWords::in(arena, "vector_sum.parts");
  for (const Piece& piece : pieces_) {
    for (std::uint64_t i = 0; i < piece.lines.size; ++i) {
      auto& lanes = piece.lines.data[i].lanes;
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        lanes[lane] = value_of(piece.first_line + i, lane);
      }
    }
  }
}

std::vector<std::string> VectorSum::check() const {
  double expected = 0;
  for (std::uint64_t i = 0; i < lines(); ++i) {
    for (std::size_t lane = 0; lane < Line().lanes.size(); ++lane) expected += value_of(i, lane);
  }
  for (std::size_t round = 0; round < sums_.size(); ++round) {
    if (sums_[round] == expected) continue;
    return {"vector_sum: the sum of round " + std::to_string(round) + " is " +
            std::to_string(sums_[round]) + ", not " + std::to_string(expected)};
  }
  return {};
}

void VectorSum::report(accounting::StatWriter& out) const {
  accounting::StatWriter sum = out.under("vector_sum");
  sum.write("vector_bytes", lines() * base::kLineBytes, "bytes", "size of the vector");
  sum.write("rounds", sums_.size(), "1", "measured rounds");
}

std::string VectorSum::measured() const {
  return std::to_string(parameters_.rounds) + (parameters_.rounds == 1 ? " round" : " rounds");
}

Definition define_vector_sum() {
  return KernelDefinition<VectorSum>(
             "vector_sum",
             "the sum of a vector, round after round: bandwidth of memory on several servers")
      .scale()
      .number("gib", &VectorSumParameters::gib, 1, 1024)
      .number("rounds", &VectorSumParameters::rounds, 1, 64)
      .option(OptionRule::choice("lies", {"touched", "home", "servers"}))
      .option(OptionRule::home("home", "0"))
      .then(set_place);
}

}  // namespace starnuma::stimulus
