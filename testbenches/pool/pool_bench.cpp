// SPDX-License-Identifier: Apache-2.0
#include "testbenches/pool/pool_bench.h"

#include <memory>
#include <systemc>

#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/memory/dram_channel.h"
#include "models/observers/request_log.h"
#include "models/pool/multi_headed_device.h"
#include "rtl/directory_slice/shell/compared_device.h"
#include "testbenches/pool/bench_host.h"
#include "testbenches/pool/paths.h"

namespace starnuma::pool_bench {

using base::LineAddress;
using base::Time;

namespace {

/// Number of writes to a line, and number of those that memory has or will receive.
struct Versions {
  std::uint64_t latest = 0;
  std::uint64_t in_memory = 0;
};

observers::Hop hop_of(const Exchange& done, std::uint32_t track) {
  observers::Hop hop;
  hop.begin = done.begin;
  hop.end = done.end;
  hop.wait = done.ledger.queue();
  hop.transaction = done.transaction;
  hop.line = done.line;
  hop.name = kTransactionNames[static_cast<std::size_t>(done.type)].data();
  hop.track = track;
  hop.kind = observers::HopKind::kAccess;
  hop.hop_class = !is_access(done.type) ? observers::HopClass::kWriteback
                  : done.type == TransactionType::kUpgrade
                      ? observers::HopClass::kUpgrade
                      : observers::hop_class(accounting::AccessClasses().pool());
  return hop;
}

std::unique_ptr<pool::MultiHeadedDeviceBase> make_device(const pool::DeviceConfig& config,
                                                         const pool::DevicePlace& place,
                                                         kernel::Dispatcher& dispatcher) {
  constexpr const char* kName = "device";
  if (config.impl == pool::DeviceImpl::kModel) {
    return std::make_unique<pool::MultiHeadedDevice>(kName, config, place, dispatcher);
  }
  auto engine = rtl::make_directory_engine(rtl::shape_of(config, place));
  if (config.impl == pool::DeviceImpl::kRtl) {
    return std::make_unique<rtl::MultiHeadedDevice>(kName, config, place, dispatcher,
                                                    std::move(engine));
  }
  return std::make_unique<rtl::ComparedDevice>(kName, config, place, dispatcher, std::move(engine));
}

class PoolBench : public sc_core::sc_module, public HostCheck {
 public:
  PoolBench(const sc_core::sc_module_name& name, const BenchRun& run)
      : sc_module(name),
        run_(run),
        fabric_("fabric", run, dispatcher_,
                [this](int head, kernel::Envelope& envelope) {
                  dispatcher_.arrived(envelope, *hosts_[static_cast<std::size_t>(head)]);
                }),
        device_(make_device(run.device.device, place(), dispatcher_)) {
    for (int h = 0; h < run.traffic.heads; ++h) {
      const auto i = static_cast<std::size_t>(h);
      device_->head_out[i].bind(fabric_.from_device[i]);
      fabric_.to_device[i].bind(device_->head_in[i]);
      hosts_.push_back(std::make_unique<BenchHost>(h, run, fabric_, dispatcher_, *this, all_));
    }
    for (int c = 0; c < run.device.channels; ++c) {
      channels_.push_back(std::make_unique<memory::DramChannel>(
          ("memory" + std::to_string(c)).c_str(), run.device.channel));
      device_->mem_side[static_cast<std::size_t>(c)].bind(channels_.back()->mem_side);
    }
  }

  void log_to(pool::MessageLog& log) { device_->log_to(log); }
  void log_to(observers::RequestLog& log) {
    requests_ = &log;
    report_exchanges();
  }
  void show_to(const Record& record) { observe(record(*this, dispatcher_)); }

  std::vector<accounting::Stat> simulate() {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (auto& host : hosts_) host->begin();
    kernel::run_for(run_.duration / 10);
    reset_statistics();
    kernel::run_for(run_.duration);
    std::vector<accounting::Stat> stats = report();
    for (auto& host : hosts_) host->stop();
    sc_core::sc_start();
    for (auto& host : hosts_) {
      SN_CHECK(host->idle(), name(), ": a host is not idle at the end");
    }
    SN_CHECK(device_->idle() && dispatcher_.idle(), name(), ": the device is not idle at the end");
    return stats;
  }

 private:
  pool::DevicePlace place() {
    pool::DevicePlace place;
    place.agents = {run_.traffic.heads, 1, 0};
    place.node = place.agents.device_node(0);
    place.heads = run_.traffic.heads;
    for (int h = 0; h < place.heads; ++h) place.head_of_socket.push_back(h);
    place.channels = run_.device.channels;
    place.interleave = run_.device.interleave;
    place.snoop_filter_lines = run_.device.filter_lines;
    place.read_answer = protocol::cxl::ReadAnswer::kApart;
    place.queued = true;
    place.peak = run_.device.channel.bandwidth() * run_.device.channels;
    for (const bool data : {false, true}) {
      place.egress[data] = run_.device.link.service(transport::kBackward, data);
    }
    return place;
  }

  void report_exchanges() {
    for (int h = 0; h < run_.traffic.heads; ++h) {
      hosts_[static_cast<std::size_t>(h)]->on_exchange = [this, h](const Exchange& done) {
        exchanged(h, done);
      };
    }
  }

  void observe(observers::HopRecorder& recorder) {
    accesses_ = &recorder.accesses;
    report_exchanges();
    fabric_.observe(recorder.messages);
    std::vector<std::uint32_t> ingress;
    for (int h = 0; h < run_.traffic.heads; ++h) {
      ingress.push_back(recorder.messages.add_place(head_path(h), "ingress"));
    }
    device_->ingress()->observe(recorder.messages, ingress);
    for (int h = 0; h < run_.traffic.heads; ++h) {
      recorder.messages.name_agent(*hosts_[static_cast<std::size_t>(h)], host_path(h));
      tracks_.push_back(recorder.accesses.add_core(host_path(h)));
    }
  }

  void exchanged(int head, const Exchange& done) {
    if (accesses_ != nullptr) {
      accesses_->on_access(hop_of(done, tracks_[static_cast<std::size_t>(head)]));
    }
    if (requests_ == nullptr || !is_access(done.type)) return;
    requests_->add(
        {done.transaction, static_cast<base::SocketId>(head), done.line, done.end, done.ledger});
  }

  void completed(int head, LineAddress line, bool write, bool fetched) override {
    Versions& versions = versions_[line.value];
    SN_CHECK(!fetched || versions.latest == versions.in_memory, name(), ": host ", head,
             " read version ", versions.in_memory, " of line ", line.value, ", the last write is ",
             versions.latest, ", at ", kernel::now().ps(), " ps");
    for (int h = 0; h < run_.traffic.heads; ++h) {
      if (h == head) continue;
      const auto state = hosts_[static_cast<std::size_t>(h)]->state_of(line);
      const bool wrong = write ? protocol::is_readable(state) : protocol::is_writable(state);
      SN_CHECK(!wrong, name(), ": hosts ", head, " and ", h, " both hold line ", line.value, " at ",
               kernel::now().ps(), " ps");
    }
    const auto* entry = device_->entry_of(line);
    SN_CHECK(entry != nullptr && (entry->sharers >> head & 1U) != 0, name(),
             ": the directory does not know that host ", head, " holds line ", line.value, " at ",
             kernel::now().ps(), " ps");
    if (write) ++versions.latest;
  }
  void written_back(LineAddress line) override {
    Versions& versions = versions_[line.value];
    versions.in_memory = versions.latest;
  }

  void reset_statistics() {
    window_start_ = kernel::now();
    device_->reset_statistics();
    fabric_.reset_statistics();
    for (auto& channel : channels_) channel->reset_statistics();
    all_ = {};
    for (auto& host : hosts_) host->statistics() = {};
  }

  std::vector<accounting::Stat> report() const;
  void report_all(accounting::StatWriter& writer) const;
  void report_heads(accounting::StatWriter& writer) const;

  const BenchRun& run_;
  kernel::QueuedDispatcher dispatcher_{"dispatcher"};
  std::vector<std::unique_ptr<BenchHost>> hosts_;
  Fabric fabric_;
  std::unique_ptr<pool::MultiHeadedDeviceBase> device_;
  std::vector<std::unique_ptr<memory::DramChannel>> channels_;
  HostStatistics all_;
  std::unordered_map<std::uint64_t, Versions> versions_;
  observers::AccessHops* accesses_ = nullptr;
  std::vector<std::uint32_t> tracks_;  ///< Tracks of the hosts in `accesses_`.
  observers::RequestLog* requests_ = nullptr;
  Time window_start_;
};

std::vector<accounting::Stat> PoolBench::report() const {
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats, run_.name);
  report_all(writer);
  report_heads(writer);
  accounting::StatWriter device = writer.under("device");
  device_->report(device);
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    accounting::StatWriter memory = writer.under("memory" + std::to_string(c));
    channels_[c]->report(memory);
  }
  return stats;
}

void PoolBench::report_all(accounting::StatWriter& writer) const {
  const double ns = (kernel::now() - window_start_).ns();
  const auto misses = static_cast<double>(all_.accesses.count());
  writer.write("bandwidth", misses * base::kLineBytes / ns, "GB/s",
               "lines that hosts fetched, over the measured window");
  writer.write("hit_bandwidth", static_cast<double>(all_.hits) * base::kLineBytes / ns, "GB/s",
               "lines that hosts' caches served, over the measured window");
  writer.write("hits", all_.hits, "1", "accesses that a host's cache served");
  writer.write("throttled", all_.throttled, "1",
               "times that a host throttled for the device's load (DevLoad)");
  for (std::size_t c = 1; c < kConflicts; ++c) {
    const std::string kind(kConflictNames[c]);
    writer.write("conflicts." + kind, all_.conflicts[c], "1",
                 c == 1 ? "BIConflicts acknowledged before the request's completion"
                        : "BIConflicts acknowledged after it");
  }
  pool_bench::report(all_.accesses, writer.under("latency").under("all"));
  for (std::size_t t = 0; t < kTransactionTypes; ++t) {
    pool_bench::report(all_.by_type[t], writer.under("latency").under(kTransactionNames[t]));
  }
  for (std::size_t c = 0; c < kConflicts; ++c) {
    pool_bench::report(all_.by_conflict[c],
                       writer.under("latency_by_conflict").under(kConflictNames[c]));
  }
}

void PoolBench::report_heads(accounting::StatWriter& writer) const {
  const auto all = static_cast<double>(all_.accesses.count());
  for (std::size_t h = 0; h < hosts_.size(); ++h) {
    const HostStatistics& host = hosts_[h]->statistics();
    accounting::StatWriter head = writer.under("head" + std::to_string(h));
    head.write("share", all > 0 ? static_cast<double>(host.accesses.count()) / all : 0, "1",
               "share of all lines fetched");
    head.write("throttled", host.throttled, "1",
               "times that the host throttled for the load (DevLoad) of its head");
    head.write("snoops", host.snoops, "1", "Back-Invalidate snoops received");
    pool_bench::report(host.accesses, head.under("latency"));
    fabric_.report(static_cast<int>(h), head);
  }
}

}  // namespace

std::vector<accounting::Stat> run(const BenchRun& run, const Record& record, const Logs& logs) {
  PoolBench bench(kBench, run);
  if (record) bench.show_to(record);
  std::optional<pool::MessageLog> messages;
  if (logs.messages != nullptr) bench.log_to(messages.emplace(*logs.messages));
  const accounting::LatencyKinds kinds({{"cxl", "CXL", "flight over CXL links"}});
  std::optional<observers::RequestLog> requests;
  if (logs.requests != nullptr) bench.log_to(requests.emplace(*logs.requests, kinds));
  std::vector<accounting::Stat> stats = bench.simulate();
  if (messages) messages->finish();
  if (requests) requests->finish();
  return stats;
}

}  // namespace starnuma::pool_bench
