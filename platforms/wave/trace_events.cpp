// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/trace_events.h"

#include <zlib.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstdio>
#include <unordered_map>

#include "models/base/address_text.h"
#include "models/base/check.h"

namespace starnuma::wave {

using base::Time;
using observers::Hop;
using observers::HopKind;
using observers::HopLog;
using observers::MissRecord;

namespace {

constexpr const char* kRun = "run";  ///< Process of the spans and the trigger.

std::string json_text(std::string_view text) {
  return boost::json::serialize(boost::json::string(text));
}

/// Returns a time in microseconds.
std::string microseconds(Time time) {
  constexpr long long kPerMicrosecond = 1'000'000;
  char text[32];
  std::snprintf(text, sizeof text, "%lld.%06lld",
                static_cast<long long>(time.ps()) / kPerMicrosecond,
                static_cast<long long>(time.ps()) % kPerMicrosecond);
  return text;
}

/// File that is compressed while it is written.
class GzipFile {
 public:
  explicit GzipFile(const std::filesystem::path& file) : file_(gzopen(file.c_str(), "wb3")) {
    if (file_ == nullptr) throw base::InputError("cannot write ", file.string());
  }
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;
  ~GzipFile() {
    if (file_ != nullptr) gzclose(file_);
  }

  void write(const std::string& text) {
    const auto bytes = static_cast<unsigned>(text.size());
    if (error_ == 0 && gzwrite(file_, text.data(), bytes) != static_cast<int>(bytes)) note();
  }
  /// Returns 0, or the errno of a failed write; must be the last call.
  int close() {
    errno = 0;
    if (gzclose(file_) != Z_OK && error_ == 0) note();
    file_ = nullptr;
    return error_;
  }

 private:
  void note() { error_ = errno != 0 ? errno : EIO; }

  gzFile file_;
  int error_ = 0;
};

/// Place of an event: a thread of a process.
struct Place {
  int process;
  int thread;

  std::string text() const {
    return "\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread);
  }
};

/// First and last hop of a transaction, in the order in which Perfetto handles slices: by whole
/// nanosecond, then as in the file.
struct Flow {
  std::uint32_t first;
  std::uint32_t last;
};

class EventWriter {
 public:
  EventWriter(const HopLog& log, const Layout& layout, GzipFile& file) : log_(log), file_(file) {
    for (const MissRecord& miss : log.misses) misses_[miss.transaction] = &miss;
    const auto nanosecond = [&](std::uint32_t hop) { return log.hops[hop].begin.ps() / 1000; };
    for (const Lane& lane : layout.lanes) {
      for (const std::uint32_t h : lane.hops) {
        Flow& flow = flows_.try_emplace(log.hops[h].transaction, Flow{h, h}).first->second;
        if (nanosecond(h) < nanosecond(flow.first)) flow.first = h;
        if (nanosecond(h) >= nanosecond(flow.last)) flow.last = h;
      }
    }
    name_processes(layout);
  }

  void write(const Layout& layout) {
    for (const Lane& lane : layout.lanes) write_lane(lane);
    for (const Depth& depth : layout.depths) write_depth(depth);
    write_signals();
    write_run();
  }

 private:
  /// Declares the scopes in the order of an FST file.
  void name_processes(const Layout& layout) {
    std::vector<std::string> scopes;
    for (const Lane& lane : layout.lanes) scopes.push_back(lane.scope);
    for (const observers::Signal& signal : log_.signals) scopes.push_back(signal.object);
    std::sort(scopes.begin(), scopes.end(), path_before);
    scopes.erase(std::unique(scopes.begin(), scopes.end()), scopes.end());
    scopes.insert(scopes.begin(), kRun);
    for (const std::string& scope : scopes) {
      const int process = ++last_;
      processes_[scope] = process;
      event("\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" + std::to_string(process) +
            ",\"args\":{\"name\":" + json_text(scope) + "}");
      event("\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":" + std::to_string(process) +
            ",\"args\":{\"sort_index\":" + std::to_string(process) + "}");
    }
  }

  /// Declares a thread. Its number differs from those of all processes and threads.
  Place add_thread(const std::string& scope, const std::string& name) {
    const Place place{processes_.at(scope), ++last_};
    event("\"ph\":\"M\",\"name\":\"thread_name\"," + place.text() +
          ",\"args\":{\"name\":" + json_text(name) + "}");
    return place;
  }

  void write_lane(const Lane& lane) {
    const Place place = add_thread(lane.scope, lane.name);
    const std::string category(observers::name_of(lane.hop_class, log_.classes));
    for (const std::uint32_t h : lane.hops) {
      const Hop& hop = log_.hops[h];
      begin(place, hop.name, category, hop.begin, flow_of(h) + ",\"args\":" + arguments_of(hop));
      if (hop.kind == HopKind::kAccess) write_ledger(place, hop);
      end(place, shown_end(hop));
    }
  }

  /// Returns the fields that connect the slices of a transaction in order.
  std::string flow_of(std::uint32_t hop) const {
    const std::uint64_t id = log_.hops[hop].transaction;
    const Flow& flow = flows_.at(id);
    if (id == 0 || flow.first == flow.last) return "";
    std::string text = ",\"bind_id\":" + std::to_string(id);
    if (hop != flow.first) text += ",\"flow_in\":true";
    if (hop != flow.last) text += ",\"flow_out\":true";
    return text;
  }

  std::string arguments_of(const Hop& hop) const {
    std::string text = "{\"transaction\":" + std::to_string(hop.transaction) + ",\"line\":\"" +
                       base::address_text(hop.line) +
                       "\",\"wait_ps\":" + std::to_string(hop.wait.ps());
    const auto to = static_cast<std::size_t>(hop.destination);
    if (hop.kind == HopKind::kMessage && to < log_.agents.size() && !log_.agents[to].empty()) {
      text += ",\"to\":" + json_text(log_.agents[to]);
    }
    return text + "}";
  }

  void write_ledger(const Place& place, const Hop& access) {
    const auto found = misses_.find(access.transaction);
    if (found == misses_.end() || found->second->issued != access.begin ||
        observers::access_class_of(access.hop_class, log_.classes) == nullptr) {
      return;
    }
    Time time = access.begin;
    for (const accounting::LatencyRow& row : log_.kinds.rows()) {
      const std::int64_t ps = found->second->ledger.ps[static_cast<std::size_t>(row.kind)];
      if (ps == 0) continue;
      begin(place, row.name, "ledger", time, ",\"args\":{\"ps\":" + std::to_string(ps) + "}");
      time += Time(ps);
      end(place, time);
    }
  }

  void write_depth(const Depth& depth) {
    const int process = processes_.at(depth.scope);
    for (const Depth::Change& change : depth.changes) {
      counter(process, "queue", change.time,
              "{\"in_flight\":" + std::to_string(change.in_box) +
                  ",\"waiting\":" + std::to_string(change.waiting) + "}");
    }
  }

  void write_signals() {
    const Time start = start_of(log_);
    for (const observers::Sample& sample : log_.samples) {
      if (sample.time > log_.to) continue;
      const observers::Signal& signal = log_.signals[sample.signal];
      counter(processes_.at(signal.object), signal.name, std::max(sample.time, start),
              "{\"value\":" + std::to_string(sample.value) + "}");
    }
  }

  /// Writes the spans inside the recorded window, and the trigger.
  void write_run() {
    std::unordered_map<std::string, Place> places;
    for (const observers::RunSpan& span : log_.spans) {
      const Time from = std::max(span.begin, log_.from);
      const Time to = std::min(span.end, log_.to);
      if (from >= to) continue;
      auto found = places.find(span.object);
      if (found == places.end()) {
        found = places.emplace(span.object, add_thread(kRun, span.object)).first;
      }
      begin(found->second, span.name, "run", from, "");
      end(found->second, to);
    }
    if (!log_.fired) return;
    event("\"ph\":\"i\",\"s\":\"g\",\"name\":\"trigger\"," + add_thread(kRun, "trigger").text() +
          ",\"ts\":" + microseconds(log_.fired_at));
  }

  /// Opens a slice. Both of its ends are events, because a viewer with a coarser resolution rounds
  /// a time and a duration (event "X") separately, and the slice may then end after its parent.
  void begin(const Place& place, const std::string& name, const std::string& category, Time time,
             const std::string& more) {
    event("\"ph\":\"B\"," + place.text() + ",\"ts\":" + microseconds(time) +
          ",\"name\":" + json_text(name) + ",\"cat\":" + json_text(category) + more);
  }
  /// Closes the slice of the thread that was opened last.
  void end(const Place& place, Time time) {
    event("\"ph\":\"E\"," + place.text() + ",\"ts\":" + microseconds(time));
  }

  void counter(int process, const std::string& name, Time time, const std::string& values) {
    event("\"ph\":\"C\",\"pid\":" + std::to_string(process) + ",\"ts\":" + microseconds(time) +
          ",\"name\":" + json_text(name) + ",\"args\":" + values);
  }

  void event(const std::string& fields) {
    file_.write((any_ ? ",\n{" : "\n{") + fields + "}");
    any_ = true;
  }

  const HopLog& log_;
  GzipFile& file_;
  std::unordered_map<std::string, int> processes_;
  std::unordered_map<std::uint64_t, const MissRecord*> misses_;
  std::unordered_map<std::uint64_t, Flow> flows_;
  int last_ = 0;
  bool any_ = false;
};

}  // namespace

int write_trace_events(const HopLog& log, const Layout& layout, const std::filesystem::path& path) {
  GzipFile file(path);
  file.write(
      "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"program\":\"starnuma\"},\"traceEvents\":[");
  EventWriter(log, layout, file).write(layout);
  file.write("\n]}\n");
  return file.close();
}

}  // namespace starnuma::wave
