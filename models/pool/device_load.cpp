// SPDX-License-Identifier: Apache-2.0
#include "models/pool/device_load.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace starnuma::pool {

using base::Time;

namespace {

/// Returns a weight of the list; lists shorter than the index repeat.
int nth(const std::optional<base::Weights>& weights, int index, int otherwise) {
  if (!weights) return otherwise;
  return weights->each[static_cast<std::size_t>(index) % weights->each.size()];
}

/// Returns the time between lines at a percentage of the peak; zero for 0 percent.
Time spacing_at(int percent, base::Bandwidth peak) {
  if (percent == 0) return Time(0);
  const double bytes_per_second = static_cast<double>(peak.value) * percent / 100;
  return Time(std::llround(base::kLineBytes * 1e12 / bytes_per_second));
}

}  // namespace

QosClasses QosClasses::of(const QosConfig& config, int heads, int logical_devices,
                          base::Bandwidth peak) {
  QosClasses classes{heads, logical_devices, {}, {}};
  for (int h = 0; h < heads; ++h) {
    for (int l = 0; l < logical_devices; ++l) {
      if (config.shares || config.logical_device_shares) {
        classes.weights.push_back(nth(config.shares, h, 1) *
                                  nth(config.logical_device_shares, l, 1));
      }
      if (config.limits || config.logical_device_limits) {
        classes.spacing.push_back(
            std::max(spacing_at(nth(config.limits, h, 0), peak),
                     spacing_at(nth(config.logical_device_limits, l, 0), peak)));
      }
    }
  }
  return classes;
}

double QosClasses::share(int of) const {
  if (weights.empty()) return 1.0 / count();
  return static_cast<double>(weights[static_cast<std::size_t>(of)]) /
         std::accumulate(weights.begin(), weights.end(), 0);
}

DeviceLoad::DeviceLoad(const QueuedConfig& config, QosClasses classes, std::array<Time, 2> service)
    : config_(config),
      classes_(std::move(classes)),
      service_(service),
      answers_(static_cast<std::size_t>(classes_.count())) {
  if (config.qos && config.qos->egress) {
    egress_.assign(static_cast<std::size_t>(classes_.heads),
                   EgressMeter(config.qos->egress->sample_interval));
  }
  for (int c = 0; c < classes_.count(); ++c) {
    begin_.push_back(classes_.share(c) * config.moderate_load * config.request_entries);
  }
}

DeviceLevel DeviceLoad::level_of(double load) const {
  if (load >= config_.severe_load) return DeviceLevel::kSevere;
  if (load >= config_.moderate_load) return DeviceLevel::kModerate;
  return load >= config_.optimal_load ? DeviceLevel::kOptimal : DeviceLevel::kLight;
}

/// Returns the device's level, or optimal if the class does not cause the overload.
DeviceLevel DeviceLoad::by_share(home_agent::QueuedIngress& ingress, int of) const {
  const DeviceLevel level = level_of(ingress.load());
  const bool causes = ingress.requests_of(of) >= begin_[static_cast<std::size_t>(of)];
  return causes ? level : std::min(level, DeviceLevel::kOptimal);
}

DeviceLevel DeviceLoad::by_egress(int of, Time now) {
  if (egress_.empty()) return DeviceLevel::kLight;
  const int percent = egress_[static_cast<std::size_t>(classes_.head_of(of))].percent(now);
  if (percent >= config_.qos->egress->severe_percent) return DeviceLevel::kSevere;
  return percent >= config_.qos->egress->moderate_percent ? DeviceLevel::kModerate
                                                          : DeviceLevel::kLight;
}

DeviceLevel DeviceLoad::level(home_agent::QueuedIngress& ingress, int of, Time now) {
  const DeviceLevel level = std::max(by_share(ingress, of), by_egress(of, now));
  return ingress.limited(of) ? std::max(level, DeviceLevel::kModerate) : level;
}

DeviceLevel DeviceLoad::answer(home_agent::QueuedIngress& ingress, int of, bool data, Time now) {
  const DeviceLevel level = this->level(ingress, of, now);
  sent(of, data, now);
  ++answers_[static_cast<std::size_t>(of)][static_cast<std::size_t>(level)];
  return level;
}

void DeviceLoad::sent(int of, bool data, Time now) {
  if (egress_.empty()) return;
  egress_[static_cast<std::size_t>(classes_.head_of(of))].sent(now, service_[data ? 1 : 0]);
}

void DeviceLoad::reset_statistics() { answers_.assign(answers_.size(), {}); }

void DeviceLoad::report(accounting::StatWriter& writer) const {
  constexpr std::array<const char*, 4> kLevels{"light", "optimal", "moderate", "severe"};
  std::array<std::int64_t, 4> all{};
  for (const auto& of_class : answers_) {
    for (std::size_t l = 0; l < all.size(); ++l) all[l] += of_class[l];
  }
  const auto share = [](std::int64_t part, const std::array<std::int64_t, 4>& of) {
    const auto sum = static_cast<double>(std::accumulate(of.begin(), of.end(), std::int64_t{0}));
    return sum > 0 ? static_cast<double>(part) / sum : 0;
  };
  for (std::size_t l = 0; l < all.size(); ++l) {
    writer.write(std::string("dev_load.") + kLevels[l], share(all[l], all), "1",
                 std::string("share of the responses (NDR, DRS) that report ") + kLevels[l] +
                     " load (DevLoad)");
  }
  for (int c = 0; c < classes_.count(); ++c) {
    const auto& counts = answers_[static_cast<std::size_t>(c)];
    std::string name = "dev_load.head" + std::to_string(classes_.head_of(c));
    if (classes_.logical_devices > 1) {
      name += ".ld" + std::to_string(c % classes_.logical_devices);
    }
    writer.write(name + ".overload", share(counts[2] + counts[3], counts), "1",
                 "share of the responses to a head, or to one of its logical devices, that report "
                 "moderate or severe overload (DevLoad)");
  }
}

}  // namespace starnuma::pool
