// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/sharing.h"

#include <algorithm>
#include <cmath>

#include "models/base/check.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

constexpr std::uint64_t kSharingPageWords = base::kPageBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kSharingLineWords = base::kLineBytes / sizeof(std::uint64_t);
constexpr int kSharingPublishedSockets = 16;

// Points read from figures 2 (BFS) and 13 (TC) of the publication.
const std::vector<SharingPoint> kBfsPages = {{1, .17}, {4, .78}, {8, .93}, {15, .98}, {16, 1}};
const std::vector<SharingPoint> kBfsAccesses = {{1, .02},  {4, .15},  {8, .32}, {13, .37},
                                                {14, .47}, {15, .64}, {16, 1}};
const std::vector<SharingPoint> kTcPages = {{1, .12}, {8, .21}, {15, .38}, {16, 1}};
const std::vector<SharingPoint> kTcAccesses = {{8, .02}, {15, .10}, {16, 1}};

/// Returns three groups in percent: private, shared by all sockets, and the rest evenly distributed
/// between.
std::vector<SharingPoint> groups(std::int64_t own, std::int64_t all) {
  return {{1, static_cast<double>(own) / 100},
          {kSharingPublishedSockets - 1, static_cast<double>(100 - all) / 100},
          {kSharingPublishedSockets, 1}};
}

void set_shape(SharingParameters& all, const Options& options, const MachineShape& machine) {
  all.sockets = static_cast<int>(machine.own_sockets().size());
  const auto shape = [&](const auto& pages, const auto& accesses) {
    all.shape = {shares_of(pages, all.sockets), shares_of(accesses, all.sockets)};
  };
  if (options.text("shape") == "bfs") return shape(kBfsPages, kBfsAccesses);
  if (options.text("shape") == "tc") return shape(kTcPages, kTcAccesses);
  for (const std::string what : {"pages", "accesses"}) {
    if (options.number("private_" + what) + options.number("shared_" + what) <= 100) continue;
    throw base::InputError("workload sharing: private_", what, "=", options.text("private_" + what),
                           " and shared_", what, "=", options.text("shared_" + what),
                           " are more than 100 percent together");
  }
  shape(groups(options.number("private_pages"), options.number("shared_pages")),
        groups(options.number("private_accesses"), options.number("shared_accesses")));
}

}  // namespace

std::vector<double> shares_of(const std::vector<SharingPoint>& curve, int sockets) {
  std::vector<double> shares(static_cast<std::size_t>(sockets), 0);
  int sharers = 0;
  double share = 0;
  for (const SharingPoint& point : curve) {
    const double each = (point.share - share) / (point.sharers - sharers);
    for (int k = sharers + 1; k <= point.sharers; ++k) {
      const int scaled = (k * sockets + kSharingPublishedSockets - 1) / kSharingPublishedSockets;
      shares[static_cast<std::size_t>(scaled - 1)] += each;
    }
    sharers = point.sharers;
    share = point.share;
  }
  return shares;
}

void Sharing::draw_sharers(Phase& phase, base::Random& random, std::uint64_t page) const {
  const auto sockets = static_cast<std::uint64_t>(parameters_.sockets);
  std::uint64_t mask = 0;
  for (int left = phase.sharers[page]; left > 0;) {
    const std::uint64_t bit = std::uint64_t{1} << random.below(sockets);
    if ((mask & bit) != 0) continue;
    mask |= bit;
    --left;
  }
  phase.masks[page] = mask;
}

void Sharing::group_pages(Phase& phase) const {
  const auto sockets = static_cast<std::size_t>(parameters_.sockets);
  phase.groups.assign(sockets * sockets, {});
  for (std::uint32_t page = 0; page < phase.masks.size(); ++page) {
    for (std::size_t socket = 0; socket < sockets; ++socket) {
      if ((phase.masks[page] >> socket & 1) == 0) continue;
      phase.groups[socket * sockets + phase.sharers[page] - 1].push_back(page);
    }
  }
}

const std::vector<std::uint32_t>& Sharing::pages(std::uint64_t phase, int socket,
                                                 int sharers) const {
  return phases_[phase]
      .groups[static_cast<std::size_t>(socket * parameters_.sockets + sharers - 1)];
}

void Sharing::build(base::Arena& arena) {
  threads_ = static_cast<std::uint64_t>(arena.threads());
  const auto pages = static_cast<std::uint64_t>(footprint().size.value / base::kPageBytes);
  data_ = arena.allocate<std::uint64_t>("sharing.pages", pages * kSharingPageWords);
  base::Random random(seed_);

  Phase first;
  first.masks.resize(pages);
  for (std::size_t k = 0; k < parameters_.shape.pages.size(); ++k) {
    double until = 0;
    for (std::size_t j = 0; j <= k; ++j) until += parameters_.shape.pages[j];
    const auto end = static_cast<std::uint64_t>(std::llround(until * static_cast<double>(pages)));
    first.sharers.resize(std::max<std::uint64_t>(first.sharers.size(), std::min(end, pages)),
                         static_cast<std::uint8_t>(k + 1));
  }
  first.sharers.resize(pages, static_cast<std::uint8_t>(parameters_.sockets));
  for (std::uint64_t page = pages - 1; page > 0; --page) {
    std::swap(first.sharers[page], first.sharers[random.below(page + 1)]);
  }
  for (std::uint64_t page = 0; page < pages; ++page) draw_sharers(first, random, page);
  group_pages(first);
  phases_.push_back(std::move(first));
  while (phases_.size() < parameters_.phases) {
    Phase next = phases_.back();
    for (std::uint64_t page = 0; page < pages; ++page) {
      if (random.below(100) < parameters_.drift) draw_sharers(next, random, page);
    }
    group_pages(next);
    phases_.push_back(std::move(next));
  }
  double until = 0;
  for (const double share : parameters_.shape.accesses) {
    until += share;
    until_.push_back(static_cast<std::uint64_t>(std::llround(until * 4294967296.0)));
  }
}

Sharing::Stream::Stream(const Sharing& sharing, std::uint64_t thread)
    : sharing_(sharing),
      socket_(static_cast<int>(thread * static_cast<std::uint64_t>(sharing.parameters_.sockets) /
                               sharing.threads_)),
      random_(base::Random(sharing.seed_ + 1 + thread).next()) {}

Sharing::Access Sharing::Stream::next(std::uint64_t phase) {
  const Parameters& parameters = sharing_.parameters_;
  const std::vector<std::uint64_t>& until = sharing_.until_;
  const std::uint64_t draw = random_.next() >> 32;
  int sharers =
      1 + static_cast<int>(std::upper_bound(until.begin(), until.end(), draw) - until.begin());
  sharers = std::min(sharers, parameters.sockets);
  // If the socket has no page with this number of sharers, use a larger number, then a smaller one.
  int taken = sharers;
  while (taken <= parameters.sockets && sharing_.pages(phase, socket_, taken).empty()) ++taken;
  if (taken > parameters.sockets) {
    for (taken = sharers; sharing_.pages(phase, socket_, taken).empty();) {
      SN_CHECK(--taken > 0, "sharing: socket ", socket_, " has no page");
    }
  }
  const std::vector<std::uint32_t>& pages = sharing_.pages(phase, socket_, taken);
  const bool hot = random_.below(100) < parameters.hot_accesses;
  const std::uint64_t among = hot ? (pages.size() * parameters.hot_pages + 99) / 100 : pages.size();
  const std::uint64_t page = pages[random_.below(std::max<std::uint64_t>(1, among))];
  const std::uint64_t line = random_.below(base::kLinesPerPage);
  return {page * kSharingPageWords + line * kSharingLineWords,
          random_.below(100) < parameters.writes};
}

std::vector<std::string> Sharing::check() const {
  if (!ran_) return {"sharing: did not run"};
  std::vector<bool> stored(data_.size / kSharingLineWords, false);
  for (std::uint64_t thread = 0; thread < threads_; ++thread) {
    Stream stream(*this, thread);
    for (std::uint64_t phase = 0; phase < parameters_.phases; ++phase) {
      for (std::uint64_t i = 0; i < accesses_of(thread); ++i) {
        const Access access = stream.next(phase);
        if (access.store) stored[access.word / kSharingLineWords] = true;
      }
    }
  }
  Mismatches mismatches("wrong lines");
  for (std::uint64_t line = 0; line < stored.size(); ++line) {
    const std::uint64_t word = line * kSharingLineWords;
    const std::uint64_t expected = stored[line] ? word : 0;
    if (data_.data[word] == expected) continue;
    mismatches.add("sharing: line ", line, " holds ", data_.data[word], ", expected ", expected);
  }
  return mismatches.lines();
}

void Sharing::report(accounting::StatWriter& out) const {
  accounting::StatWriter sharing = out.under("sharing");
  sharing.write("pages", data_.size / kSharingPageWords, "1", "pages");
  sharing.write("accesses", parameters_.accesses, "1", "loads and stores over all threads");
  sharing.write("in_flight", parameters_.in_flight, "1",
                "accesses of a thread that may be in flight");
  sharing.write("phases", parameters_.phases, "1",
                "phases that begin with new sharers of the pages");
}

Definition define_sharing() {
  return KernelDefinition<Sharing>(
             "sharing",
             "accesses whose sharing is given: pages and accesses by the number of sockets")
      .scale()
      .option(OptionRule::choice("shape", {"bfs", "tc", "groups"}))
      .number("accesses", &SharingParameters::accesses, 64, 1 << 30)
      .number("writes", &SharingParameters::writes, 0, 100)
      .number("hot_pages", &SharingParameters::hot_pages, 1, 100)
      .number("hot_accesses", &SharingParameters::hot_accesses, 0, 100)
      .number("in_flight", &SharingParameters::in_flight, 1, 64)
      .number("work", &SharingParameters::work, 0, 10000)
      .number("phases", &SharingParameters::phases, 1, 64)
      .number("drift", &SharingParameters::drift, 0, 100)
      .option(OptionRule::number("private_pages", 50, 0, 100))
      .option(OptionRule::number("shared_pages", 10, 0, 100))
      .option(OptionRule::number("private_accesses", 30, 0, 100))
      .option(OptionRule::number("shared_accesses", 50, 0, 100))
      .then(set_shape);
}

}  // namespace starnuma::stimulus
