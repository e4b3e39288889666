// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/vector_sum.h"

#include "stimulus/definition.h"
#include "stimulus/kernel_workload.h"

namespace starnuma::stimulus {
namespace {

std::unique_ptr<Workload> make_vector_sum(const Options& options, const MachineShape& shape,
                                          std::uint64_t) {
  VectorSum::Parameters parameters;
  parameters.scale = static_cast<int>(options.number("scale"));
  parameters.gib = static_cast<int>(options.number("gib"));
  parameters.rounds = static_cast<int>(options.number("rounds"));
  if (options.text("lies") == "home") parameters.home = options.home("home", shape);
  if (options.text("lies") == "servers") {
    for (const int socket : shape.own_sockets()) {
      parameters.servers.emplace_back(static_cast<base::NodeId>(socket), shape.threads_on(socket));
    }
  }
  return workload_of(VectorSum(parameters));
}

/// Small integers, so that every sum is exact.
double value_of(std::uint64_t line, std::size_t lane) {
  return static_cast<double>((line * 7 + lane) % 1024);
}

}  // namespace

void VectorSum::build(base::Arena& arena) {
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
  words_ = TeamSumWords::in(arena, "vector_sum.parts");
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
  return {
      "vector_sum",
      "the sum of a vector, round after round: bandwidth of memory on several servers",
      {OptionRule::number("scale", 20, 8, 28), OptionRule::number("gib", 24, 1, 1024),
       OptionRule::number("rounds", 10, 1, 64),
       OptionRule::choice("lies", {"touched", "home", "servers"}), OptionRule::home("home", "0")},
      make_vector_sum};
}

}  // namespace starnuma::stimulus
