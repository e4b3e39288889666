// SPDX-License-Identifier: Apache-2.0
#include "testbenches/pool/fabric.h"

#include "models/kernel/now.h"
#include "models/protocol/channel.h"
#include "testbenches/pool/paths.h"

namespace starnuma::pool_bench {

using kernel::Envelope;
using protocol::Channel;
using transport::QueuedChannel;

namespace {

/// Inputs of one direction of a link.
constexpr int kClasses = 3;
constexpr int kOrderedClass = 0;  ///< NDR.
constexpr int kRequestClass = 2;  ///< Req.
constexpr std::array<const char*, kClasses> kUpNames{"bi_rsp", "rwd", "req"};
constexpr std::array<const char*, kClasses> kDownNames{"ndr", "drs", "bi_snp"};

int class_of(Channel channel) {
  switch (channel) {
    case Channel::kNdr:
    case Channel::kBIRsp:
      return 0;
    case Channel::kDrs:
    case Channel::kRwD:
      return 1;
    default:
      return 2;  // BISnp, Req
  }
}

int class_of(const Envelope& envelope) {
  return class_of(protocol::channel_of(envelope.open<protocol::Message>()));
}

}  // namespace

Fabric::Fabric(const sc_core::sc_module_name& name, const BenchRun& run,
               kernel::QueuedDispatcher& dispatcher, ToHost to_host)
    : sc_module(name),
      from_device("from_device", static_cast<std::size_t>(run.traffic.heads),
                  [this](const char* port, std::size_t head) {
                    return new FromDevice(port, *this, static_cast<int>(head));
                  }),
      to_device("to_device", static_cast<std::size_t>(run.traffic.heads)),
      run_(run),
      to_host_(std::move(to_host)),
      heads_(run.traffic.heads) {
  for (int h = 0; h < heads_; ++h) {
    up_.push_back(std::make_unique<QueuedChannel>(
        dispatcher, link(true, h),
        [this, h](int, Envelope& e) { to_device[static_cast<std::size_t>(h)].send(e); }));
    down_.push_back(std::make_unique<QueuedChannel>(
        dispatcher, link(false, h), [this, h](int, Envelope& e) { to_host_(h, e); }));
  }
}

QueuedChannel::Config Fabric::link(bool upwards, int head) const {
  QueuedChannel::Config config;
  for (int c = 0; c < kClasses; ++c) {
    QueuedChannel::Input input;
    input.may_overtake = upwards || c != kOrderedClass;
    if (upwards && c == kRequestClass) input.credits = 0;
    config.inputs.push_back(input);
  }
  config.credits = {run_.device.request_credits};
  for (const bool data : {false, true}) {
    config.service[data] =
        run_.device.link.service(upwards ? transport::kForward : transport::kBackward, data);
  }
  config.latency = run_.device.path;
  config.longest_delay = run_.longest_delay;
  config.seed = run_.traffic.seed * 64 + static_cast<std::uint64_t>(2 * head + (upwards ? 1 : 0));
  return config;
}

void Fabric::observe(observers::MessageHops& hops) {
  for (int h = 0; h < heads_; ++h) {
    const std::string head = head_path(h);
    std::vector<std::uint32_t> up;
    std::vector<std::uint32_t> down;
    for (int c = 0; c < kClasses; ++c) {
      up.push_back(hops.add_place(head, kUpNames[c], host_path(h)));
      down.push_back(hops.add_place(head, kDownNames[c]));
    }
    up_[static_cast<std::size_t>(h)]->observe(hops, std::move(up));
    down_[static_cast<std::size_t>(h)]->observe(hops, std::move(down));
  }
}

void Fabric::up(int head, Envelope& envelope) {
  up_[static_cast<std::size_t>(head)]->offer(class_of(envelope), envelope);
}

void Fabric::down(Envelope& envelope, int head) {
  down_[static_cast<std::size_t>(head)]->offer(class_of(envelope), envelope);
}

base::Time Fabric::measured() const { return kernel::now() - window_start_; }

void Fabric::report(int head, accounting::StatWriter& writer) const {
  const auto h = static_cast<std::size_t>(head);
  const double ns = measured().ns();
  accounting::StatWriter up = writer.under("up");
  accounting::StatWriter down = writer.under("down");
  const auto busy = [](const QueuedChannel& channel) {
    base::Time sum;
    for (int c = 0; c < kClasses; ++c) sum += channel.counts(c).served;
    return sum.ns();
  };
  up.write("utilisation", ns > 0 ? busy(*up_[h]) / ns : 0, "1",
           "share of the measured time that the link towards the device was busy");
  down.write("utilisation", ns > 0 ? busy(*down_[h]) / ns : 0, "1",
             "share of the measured time that the link towards the host was busy");
}

void Fabric::reset_statistics() {
  window_start_ = kernel::now();
  for (auto& channel : up_) channel->reset_statistics();
  for (auto& channel : down_) channel->reset_statistics();
}

}  // namespace starnuma::pool_bench
