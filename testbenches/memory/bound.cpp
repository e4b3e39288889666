// SPDX-License-Identifier: Apache-2.0
#include "testbenches/memory/bound.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>

#include "models/base/ids.h"
#include "testbenches/memory/channels.h"

namespace starnuma::memory_bench {
namespace {

using timing::PagePolicy;
using timing::RefreshPolicy;

/// Clocks that one request of the stream costs at least, by rule.
using Clocks = std::array<double, std::tuple_size_v<decltype(base::EnumNames<Rule>::kNames)>>;

/// Returns the least height of the highest column after `removed` units are taken from columns.
double level(std::vector<double> columns, double removed) {
  std::sort(columns.begin(), columns.end(), std::greater<>());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double next = i + 1 < columns.size() ? columns[i + 1] : 0;
    const double step = (columns[i] - next) * static_cast<double>(i + 1);
    if (step > removed) return columns[i] - removed / static_cast<double>(i + 1);
    removed -= step;
  }
  return 0;
}

/// Requests of a part of the stream that need one bank.
struct OfBank {
  double reads = 0;
  double writes = 0;
  double activates = 0;
};

/// Requests and activates of one block of the stream, by bank.
class Block {
 public:
  Block(const memory::DramConfig& config, int buses)
      : config_(config),
        in_bus_(static_cast<std::size_t>(config.shape().banks())),
        banks_(in_bus_ * static_cast<std::size_t>(buses)) {}

  void add(const LinePlace& place, bool write) {
    const std::size_t bank =
        static_cast<std::size_t>(place.bus) * in_bus_ + static_cast<std::size_t>(place.bank);
    ++(write ? banks_[bank].writes : banks_[bank].reads);
    rows_.emplace_back(bank, place.row);
  }

  /// Clocks that the block takes at least if `elsewhere` of its requests are served in others.
  Clocks least(double elsewhere) {
    count_activates();
    const timing::DramTimings& t = config_.timings;
    const auto clocks = [](base::Cycles c) { return static_cast<double>(c.value); };
    const double column_read = clocks(t.t_ccd_l);
    const double column_write = clocks(t.t_ccd_l_wr);
    // A column command of the other kind may follow sooner than one of the same kind.
    const double read_to_write =
        clocks(t.t_cl) + clocks(t.burst) + clocks(t.read_to_write_gap) - clocks(t.t_cwl);
    const double write_to_read = clocks(t.t_cwl) + clocks(t.burst) + clocks(t.t_wtr_l);
    const double read_cycle = std::max({clocks(t.t_rc), clocks(t.t_ras) + clocks(t.t_rp),
                                        clocks(t.t_rcd) + clocks(t.t_rtp) + clocks(t.t_rp)});
    const double write_cycle =
        std::max(read_cycle, clocks(t.t_rcd) + clocks(t.t_cwl) + clocks(t.burst) + clocks(t.t_wr) +
                                 clocks(t.t_rp));
    const auto column = [&](const OfBank& bank) {
      const bool mixed = bank.reads > 0 && bank.writes > 0;
      return bank.reads * (mixed ? std::min(column_read, read_to_write) : column_read) +
             bank.writes * (mixed ? std::min(column_write, write_to_read) : column_write);
    };
    const double activate = std::max(clocks(t.t_faw) / 4, clocks(t.t_rrd_s));
    const auto cycle = [&](const OfBank& bank) {
      if (config_.page_policy != PagePolicy::kClosed) return bank.activates * read_cycle;
      return bank.reads * read_cycle + bank.writes * write_cycle;
    };
    const auto group = static_cast<std::size_t>(config_.banks_per_group);
    const auto rank = group * static_cast<std::size_t>(config_.bank_groups);
    const auto activates = [](const OfBank& bank) { return bank.activates; };
    const auto requests = [](const OfBank& bank) { return bank.reads + bank.writes; };

    Clocks least{};
    at(least, Rule::kDataBus) = level(sums(in_bus_, requests), elsewhere) * clocks(t.burst);
    const double column_least = std::min(column_read, column_write);
    at(least, Rule::kColumnSameGroup) = level(sums(group, column), elsewhere * column_least);
    at(least, Rule::kActivates) =
        std::max(level(sums(rank, activates), elsewhere) * activate,
                 level(sums(group, activates), elsewhere) * clocks(t.t_rrd_l));
    at(least, Rule::kBankCycle) = level(sums(1, cycle), elsewhere * read_cycle);
    return least;
  }
  /// Activates of all banks.
  double activates() const {
    double sum = 0;
    for (const OfBank& bank : banks_) sum += bank.activates;
    return sum;
  }

  static double& at(Clocks& clocks, Rule rule) { return clocks[static_cast<std::size_t>(rule)]; }

 private:
  /// One for each access of a closed page, else one for each row but the one that was open before.
  void count_activates() {
    if (config_.page_policy == PagePolicy::kClosed) {
      for (OfBank& bank : banks_) bank.activates = bank.reads + bank.writes;
      return;
    }
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    for (const auto& [bank, row] : rows_) ++banks_[bank].activates;
    for (OfBank& bank : banks_) bank.activates = std::max(0.0, bank.activates - 1);
  }
  /// Sums of `value` over each `together` neighbouring banks.
  template <class Value>
  std::vector<double> sums(std::size_t together, const Value& value) const {
    std::vector<double> all(banks_.size() / together);
    for (std::size_t bank = 0; bank < banks_.size(); ++bank) {
      all[bank / together] += value(banks_[bank]);
    }
    return all;
  }

  const memory::DramConfig& config_;
  std::size_t in_bus_;
  std::vector<OfBank> banks_;
  std::vector<std::pair<std::size_t, std::int64_t>> rows_;
};

struct Shares {
  double bus = 0;  ///< that refresh takes of a data bus, and of all that is of a whole rank
  double rank = 0;
  double bank = 0;
};

Shares refresh_shares(const memory::DramConfig& config) {
  const auto share = [](base::Cycles length, base::Cycles interval) {
    return static_cast<double>(length.value) / static_cast<double>(interval.value);
  };
  const timing::DramTimings& t = config.timings;
  switch (config.refresh) {
    case RefreshPolicy::kNone:
      return {};
    case RefreshPolicy::kAllBank: {
      const double rank = share(t.t_rfc, t.t_refi);
      return {config.ranks == 1 ? rank : 0, rank, rank};
    }
    default:
      return {0, 0, share(t.t_rfc_sb, t.t_refi_sb)};
  }
}

double share_of(const Shares& shares, Rule rule) {
  switch (rule) {
    case Rule::kDataBus:
    case Rule::kTurnaround:
      return shares.bus;
    case Rule::kColumnSameGroup:
    case Rule::kActivates:
      return shares.rank;
    case Rule::kBankCycle:
      return shares.bank;
    default:
      return 0;
  }
}

/// Clocks of a data bus that a drain of writes costs beyond its bursts.
double turnaround(const memory::DramConfig& config) {
  const timing::DramTimings& t = config.timings;
  const std::int64_t same_rank = t.t_cl.value + t.read_to_write_gap.value + t.t_wtr_s.value;
  const std::int64_t other_rank =
      std::max(t.read_to_write_gap.value, t.rank_gap.value) + t.rank_gap.value;
  return static_cast<double>(config.ranks == 1 ? same_rank : std::min(same_rank, other_rank));
}

/// Finds the costs per request of a measured stream.
class Costs {
 public:
  Costs(const memory::DramConfig& config, const Stream& stream, const Load& load,
        const std::vector<Request>& issued)
      : config_(config),
        buses_(config.subchannels * load.channels),
        outstanding_(most_outstanding(stream, load)),
        issued_(issued),
        map_(config, load.channels) {
    const std::size_t most = issued.size() - first();
    const auto elsewhere = static_cast<std::size_t>(
        outstanding_ + (stream.writes > 0 ? buses_ * config.queues.write_buffer : 0));
    // Small blocks show what is uneven in time, large ones lose little at their edges.
    for (std::size_t size = 2 * elsewhere; size < most; size *= 2) {
      take_blocks(size, static_cast<double>(elsewhere));
    }
    take_blocks(most, 0);
    add_turnaround(stream);
  }

  const Clocks& costs() const { return costs_; }
  double activates_per_request() const { return activates_per_request_; }

 private:
  std::size_t first() const { return issued_.size() / 10; }

  /// Takes the costs of the stream in blocks of `size` where they are higher than those known.
  void take_blocks(std::size_t size, double elsewhere) {
    Clocks sum{};
    std::size_t count = 0;
    double activates = 0;
    for (std::size_t from = first(); from + size <= issued_.size(); from += size) {
      Block block(config_, buses_);
      for (std::size_t i = from; i < from + size; ++i) {
        block.add(map_.of(issued_[i].line), issued_[i].write);
      }
      const Clocks least = block.least(elsewhere);
      for (std::size_t r = 0; r < sum.size(); ++r) sum[r] += least[r];
      activates += block.activates();
      count += size;
    }
    for (std::size_t r = 0; r < sum.size(); ++r) {
      costs_[r] = std::max(costs_[r], sum[r] / static_cast<double>(count));
    }
    activates_per_request_ = activates / static_cast<double>(count);
  }

  /// A drain sends the writes between the two marks and those that arrive as it goes on, before the
  /// reads that wait are all that may be outstanding.
  void add_turnaround(const Stream& stream) {
    if (stream.writes == 0) return;
    const double writes_per_read =
        static_cast<double>(stream.writes) / static_cast<double>(stream.reads);
    const double of_a_drain = config_.queues.write_high - config_.queues.write_low +
                              writes_per_read * outstanding_ / buses_;
    const double share = writes_per_read / (1 + writes_per_read);
    const double bus = Block::at(costs_, Rule::kDataBus);
    Block::at(costs_, Rule::kTurnaround) = bus + share / of_a_drain * turnaround(config_) / buses_;
  }

  const memory::DramConfig& config_;
  int buses_;
  int outstanding_;
  const std::vector<Request>& issued_;
  LineMap map_;
  Clocks costs_{};
  double activates_per_request_ = 0;
};

/// Bandwidth at which the outstanding reads do nothing but take their unloaded latency.
double of_latency(const memory::DramConfig& config, const Stream& stream, const Load& load,
                  double activates_per_request) {
  const bool closed = config.page_policy == PagePolicy::kClosed;
  const double row = static_cast<double>((config.unloaded_read() - config.row_hit_read()).ps());
  // A read may find the row that a write opened.
  const double opened = closed ? 1 : stream.writes == 0 ? activates_per_request : 0;
  const double latency = static_cast<double>(config.row_hit_read().ps()) + row * opened;
  const double reads = static_cast<double>(stream.reads) / (stream.reads + stream.writes);
  return most_outstanding(stream, load) * base::kLineBytes * 1e12 / latency / reads;
}

}  // namespace

std::string to_string(const Bound& bound) {
  std::string text(base::EnumNames<Rule>::kNames[static_cast<std::size_t>(bound.rule)]);
  if (!(bound.refresh_share > 0)) return text;
  char refresh[40];
  std::snprintf(refresh, sizeof refresh, ", refresh %.1f %%", 100 * bound.refresh_share);
  return text + refresh;
}

Bound bound_of(const memory::DramConfig& config, const Stream& stream, const Load& load,
               const std::vector<Request>& issued) {
  const Costs found(config, stream, load, issued);
  const Shares shares = refresh_shares(config);
  Bound lowest;
  lowest.bytes_per_second = std::numeric_limits<double>::infinity();
  const auto take = [&](Rule rule, double bytes_per_second, double refresh) {
    if (bytes_per_second < lowest.bytes_per_second) lowest = {rule, bytes_per_second, refresh};
  };
  for (std::size_t r = 0; r < found.costs().size(); ++r) {
    if (!(found.costs()[r] > 0)) continue;
    const auto rule = static_cast<Rule>(r);
    const double refresh = share_of(shares, rule);
    const double per_second = static_cast<double>(config.clock.value) / found.costs()[r];
    take(rule, base::kLineBytes * per_second * (1 - refresh), refresh);
  }
  if (stream.open_loop()) {
    const auto peak = static_cast<double>((config.bandwidth() * load.channels).value);
    take(Rule::kOffered, peak * stream.load_percent / 100, 0);
  } else {
    take(Rule::kOutstanding, of_latency(config, stream, load, found.activates_per_request()), 0);
  }
  return lowest;
}

}  // namespace starnuma::memory_bench
