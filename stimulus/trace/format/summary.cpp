// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/summary.h"

#include <boost/json.hpp>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "models/base/check.h"
#include "stimulus/trace/format/write_failure.h"

namespace starnuma::trace {
namespace {

namespace json = boost::json;

constexpr const char* kFormat = "starnuma trace";
constexpr std::uintmax_t kMaxSummaryBytes = 16 << 20;

std::string hex(std::uint64_t value, int digits) {
  char text[24];
  std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(value));
  return text;
}

/// Object of the file, with its location for error messages.
class Reader {
 public:
  Reader(const json::value& value, std::string file, std::string place)
      : file_(std::move(file)), place_(std::move(place)) {
    if (!value.is_object()) fail(place_.empty() ? "the file" : place_, "an object");
    object_ = &value.get_object();
  }

  std::uint64_t number(const char* key, std::uint64_t most = ~std::uint64_t{0}) const {
    const json::value& value = at(key);
    std::uint64_t number = 0;
    if (value.is_uint64()) {
      number = value.get_uint64();
    } else if (value.is_int64() && value.get_int64() >= 0) {
      number = static_cast<std::uint64_t>(value.get_int64());
    } else {
      fail(key, "a whole number");
    }
    if (number > most) fail(key, "at most " + std::to_string(most));
    return number;
  }
  bool flag(const char* key) const {
    if (!at(key).is_bool()) fail(key, "true or false");
    return at(key).get_bool();
  }
  std::string text(const char* key) const {
    if (!at(key).is_string()) fail(key, "a text");
    return json::value_to<std::string>(at(key));
  }
  /// Returns text without control characters, since it is printed unchanged.
  std::string plain_text(const char* key) const {
    const std::string value = text(key);
    for (const char c : value) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
        fail(key, "a text without control characters");
      }
    }
    return value;
  }
  std::uint64_t hex_number(const char* key, std::size_t digits) const {
    const std::string value = text(key);
    if (value.size() != digits || value.find_first_not_of("0123456789abcdef") != value.npos) {
      fail(key, std::to_string(digits) + " hexadecimal digits");
    }
    return std::stoull(value, nullptr, 16);
  }
  const json::array& list(const char* key) const {
    if (!at(key).is_array()) fail(key, "a list");
    return at(key).get_array();
  }
  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> words;
    for (const json::value& word : list(key)) {
      if (!word.is_string()) fail(key, "a list of texts");
      words.push_back(json::value_to<std::string>(word));
    }
    return words;
  }
  Reader object(const char* key) const { return {at(key), file_, path(key)}; }
  Reader item(const char* key, std::size_t i) const {
    return {list(key)[i], file_, path(key) + "[" + std::to_string(i) + "]"};
  }
  [[noreturn]] void fail(const std::string& key, const std::string& expected) const {
    throw base::InputError(file_, ": ", (object_ != nullptr ? path(key) : key), ": expected ",
                           expected);
  }

 private:
  std::string path(const std::string& key) const {
    return place_.empty() ? key : place_ + "." + key;
  }
  const json::value& at(const char* key) const {
    const json::value* value = object_->if_contains(key);
    if (value == nullptr) throw base::InputError(file_, ": ", path(key), ": is missing");
    return *value;
  }

  const json::object* object_ = nullptr;
  std::string file_;
  std::string place_;
};

json::object written(const ThreadSummary& thread) {
  return {{"file", thread.file},
          {"instructions", thread.totals.instructions},
          {"loads", thread.totals.loads},
          {"stores", thread.totals.stores},
          {"atomics", thread.totals.atomics},
          {"mispredictions", thread.totals.mispredictions},
          {"program_accesses", thread.program_accesses},
          {"epochs", thread.epochs},
          {"leaves", thread.leaves},
          {"bytes", thread.bytes},
          {"checksum", hex(thread.checksum, 8)}};
}

ThreadSummary read_thread(const Reader& from) {
  ThreadSummary thread;
  thread.file = from.text("file");
  thread.totals = {from.number("instructions"), from.number("loads"), from.number("stores"),
                   from.number("atomics"), from.number("mispredictions")};
  thread.program_accesses = from.number("program_accesses");
  thread.epochs = from.number("epochs");
  thread.leaves = from.number("leaves");
  thread.bytes = from.number("bytes");
  thread.checksum = static_cast<std::uint32_t>(from.hex_number("checksum", 8));
  return thread;
}

json::object written(const Summary& summary) {
  const Contents& contents = summary.contents;
  const Quality& quality = summary.quality;
  return {{"format", kFormat},
          {"version", kVersion},
          {"id", hex(summary.id, 16)},
          {"program", summary.program},
          {"arguments", json::value_from(summary.arguments)},
          {"front_end",
           {{"name", summary.front_end.name},
            {"version", summary.front_end.version},
            {"options", json::value_from(summary.front_end.options)}}},
          {"contents",
           {{"dependences", contents.dependences},
            {"mispredictions", contents.mispredictions},
            {"instructions", contents.instructions},
            {"order", contents.order},
            {"whole_run", contents.whole_run},
            {"filter_bytes", contents.filter_bytes}}},
          {"quality",
           {{"epoch_instructions", quality.epoch_instructions},
            {"epochs_used", quality.epochs_used},
            {"epochs_needed", quality.epochs_needed},
            {"time_outs", quality.time_outs}}},
          {"work", {{"count", summary.work.count}, {"unit", summary.work.unit}}},
          {"full_size_bytes", summary.full_size_bytes},
          {"expected_instructions", summary.expected_instructions},
          {"regions", summary.regions},
          {"pages",
           {{"count", summary.pages.pages},
            {"used", summary.pages.used},
            {"bytes", summary.pages.bytes},
            {"checksum", hex(summary.pages.checksum, 8)}}}};
}

Summary read_object(const Reader& from) {
  if (from.text("format") != kFormat) from.fail("format", std::string("\"") + kFormat + "\"");
  if (from.number("version") != kVersion) {
    from.fail("version", std::to_string(kVersion) + ", the only one this program reads");
  }
  Summary summary;
  summary.id = from.hex_number("id", 16);
  summary.program = from.plain_text("program");
  summary.arguments = from.texts("arguments");
  const Reader front_end = from.object("front_end");
  summary.front_end = {front_end.plain_text("name"), front_end.plain_text("version"),
                       front_end.texts("options")};
  const Reader contents = from.object("contents");
  summary.contents = {contents.flag("dependences"),  contents.flag("mispredictions"),
                      contents.flag("instructions"), contents.flag("order"),
                      contents.flag("whole_run"),    contents.number("filter_bytes")};
  const Reader quality = from.object("quality");
  summary.quality = {quality.number("epoch_instructions"), quality.number("epochs_used"),
                     quality.number("epochs_needed"), quality.number("time_outs")};
  const Reader work = from.object("work");
  summary.work = {work.number("count"), work.plain_text("unit")};
  summary.full_size_bytes = from.number("full_size_bytes", std::uint64_t{1} << 50);
  summary.expected_instructions = from.number("expected_instructions", std::uint64_t{1} << 60);
  summary.regions = from.number("regions", 1 << 20);
  const Reader pages = from.object("pages");
  summary.pages = {pages.number("count", kMaxPages), pages.number("used", kMaxPages),
                   pages.number("bytes"),
                   static_cast<std::uint32_t>(pages.hex_number("checksum", 8))};
  const std::size_t threads = from.list("threads").size();
  if (threads == 0 || threads > kMaxThreads) {
    from.fail("threads", "1 to " + std::to_string(kMaxThreads) + " threads");
  }
  for (std::size_t i = 0; i < threads; ++i) {
    const Reader thread = from.item("threads", i);
    summary.threads.push_back(read_thread(thread));
    if (summary.threads.back().file != thread_file("", i)) {
      thread.fail("file", thread_file("", i).string());
    }
  }
  return summary;
}

}  // namespace

Totals Summary::totals() const {
  Totals sum;
  for (const ThreadSummary& thread : threads) {
    sum.instructions += thread.totals.instructions;
    sum.loads += thread.totals.loads;
    sum.stores += thread.totals.stores;
    sum.atomics += thread.totals.atomics;
    sum.mispredictions += thread.totals.mispredictions;
  }
  return sum;
}

std::uint64_t Summary::program_accesses() const {
  std::uint64_t sum = 0;
  for (const ThreadSummary& thread : threads) sum += thread.program_accesses;
  return sum;
}

std::uint64_t Summary::bytes() const {
  std::uint64_t sum = 0;
  for (const ThreadSummary& thread : threads) sum += thread.bytes;
  return sum;
}

std::uint64_t id_of(const std::string& origin) {
  std::uint64_t id = 0xCBF29CE484222325;
  for (const char c : origin) id = (id ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return id;
}

std::filesystem::path summary_file(const std::filesystem::path& folder) {
  return folder / "trace.json";
}

void write_summary(const std::filesystem::path& folder, const Summary& summary) {
  std::string text = "{\n";
  for (const auto& member : written(summary)) {
    text += json::serialize(json::string(member.key())) + ": " + json::serialize(member.value()) +
            ",\n";
  }
  text += "\"threads\": [";
  for (std::size_t i = 0; i < summary.threads.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + json::serialize(written(summary.threads[i]));
  }
  errno = 0;
  std::ofstream file(summary_file(folder), std::ios::binary);
  file << text << "]\n}\n";
  file.close();
  if (!file) fail_to_write(summary_file(folder));
}

Summary parse_summary(const std::string& text, const std::string& name) {
  json::error_code error;
  const json::value value = json::parse(text, error);
  if (error) throw base::InputError(name, ": not JSON: ", error.message());
  return read_object(Reader(value, name, ""));
}

Summary read_summary(const std::filesystem::path& folder) {
  const std::filesystem::path path = summary_file(folder);
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) {
    throw base::InputError(
        folder.string(), ": not a trace: it has no trace.json, which recording writes at its end");
  }
  if (size > kMaxSummaryBytes)
    throw base::InputError(path.string(), ": too large for a trace.json");
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return parse_summary(text, path.string());
}

}  // namespace starnuma::trace
