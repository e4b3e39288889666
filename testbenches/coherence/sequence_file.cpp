// SPDX-License-Identifier: Apache-2.0
// Text format of sequences: a header of "key value" lines, then one step per line.
#include <algorithm>
#include <array>
#include <fstream>
#include <ostream>

#include "models/base/check.h"
#include "models/protocol/names.h"
#include "testbenches/coherence/sequence.h"

namespace starnuma::coherence_bench {

namespace {

/// Indexed as protocol::kHostEvents.
constexpr std::array<std::string_view, protocol::kHostEvents.size()> kOwnWords{
    "load", "store", "evict", "drop", "weaken", "store_line", "load_current"};

/// Indexed by ReadAnswer.
constexpr std::array<std::string_view, 2> kAnswerWords{"together", "apart"};

std::string end_name(base::SocketId socket) {
  return socket == protocol::kHome ? "home" : std::to_string(base::index_of(socket));
}

std::string_view op_name(bool cxl, std::uint8_t op) {
  return cxl ? protocol::cxl::kOpNames[op] : protocol::coherence::kOpNames[op];
}

/// Words of one line with their columns.
class Words {
 public:
  Words(std::string file, int number, const std::string& text)
      : file_(std::move(file)), number_(number), text_(text) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw base::InputError(file_, ":", number_, ":", column_ + 1, ": ", what);
  }
  std::string word() {
    column_ = std::min(text_.find_first_not_of(' ', end_), text_.size());
    end_ = std::min(text_.find(' ', column_), text_.size());
    if (column_ == end_) fail("expected a word");
    return text_.substr(column_, end_ - column_);
  }
  int number(int least, int most) {
    const std::string text = word();
    const bool digits = text.size() <= 4 && std::all_of(text.begin(), text.end(), [](char c) {
                          return c >= '0' && c <= '9';
                        });
    const int value = digits ? std::stoi(text) : -1;
    if (value < least || value > most) {
      fail("expected a number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
  }
  base::SocketId end(int hosts) {
    const std::size_t before = end_;
    if (word() == "home") return protocol::kHome;
    end_ = before;
    return static_cast<base::SocketId>(number(0, hosts - 1));
  }
  template <class Names>
  std::uint8_t one_of(const Names& names) {
    const std::string text = word();
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) fail("unknown word \"" + text + "\"");
    return static_cast<std::uint8_t>(found - names.begin());
  }

 private:
  std::string file_;
  int number_;
  const std::string& text_;
  std::size_t column_ = 0;
  std::size_t end_ = 0;
};

std::vector<std::string_view> move_mutant_names() {
  std::vector<std::string_view> names{"none"};
  for (const MoveMutantInfo& info : kMoveMutants) names.push_back(info.name);
  return names;
}

std::vector<std::string_view> mutant_names() {
  std::vector<std::string_view> names{"none"};
  for (const Mutant& mutant : mutants()) names.push_back(mutant.name);
  return names;
}

/// Returns the number of values of an operand's letter.
int most(char letter, const SystemConfig& config) {
  if (letter == 'h' || letter == 'o') return config.hosts;
  if (letter == 'p') return config.pages;
  return letter == 'f' ? config.lines / config.page_lines : config.page_lines;
}

PageStep read_page_step(Words& words, PageEvent event, const SystemConfig& config) {
  PageStep step;
  step.event = event;
  for (const char letter : kPageEvents[static_cast<std::size_t>(event)].operands) {
    step.operand(letter) = words.number(0, most(letter, config) - 1);
  }
  return step;
}

void write_page_step(std::ostream& out, PageStep step) {
  const PageEventInfo& info = kPageEvents[static_cast<std::size_t>(step.event)];
  out << info.name;
  for (const char letter : info.operands) out << " " << step.operand(letter);
  out << "\n";
}

/// Reads a header key of episodes with pages; returns false if `key` is not one.
bool read_page_key(Words& words, const std::string& key, Sequence& sequence) {
  SystemConfig& config = sequence.config;
  if (key == "socket_lines") {
    config.socket_lines = words.number(0, 8);
  } else if (key == "page_lines") {
    config.page_lines = words.number(1, config.lines);
  } else if (key == "pages") {
    if (config.page_lines == 0) words.fail("expected page_lines first");
    config.pages = words.number(1, config.lines / config.page_lines);
  } else if (key == "spaces") {
    config.spaces = words.number(1, std::max(config.pages, 1));
    if (config.pages % config.spaces != 0) words.fail("expected as many pages for each space");
  } else if (key == "move_mutant") {
    sequence.move_mutant = static_cast<MoveMutant>(words.one_of(move_mutant_names()));
  } else {
    return false;
  }
  return true;
}

void read_line(Words words, Sequence& sequence) {
  SystemConfig& config = sequence.config;
  const std::string key = words.word();
  if (key == "protocol") {
    config.cxl = words.one_of(std::array<std::string_view, 2>{"socket", "device"}) == 1;
  } else if (key == "hosts") {
    config.hosts = words.number(1, 16);
  } else if (key == "lines") {
    config.lines = words.number(1, 8);
  } else if (key == "filter") {
    config.filter = words.number(1, 8);
  } else if (key == "sector") {
    config.sector = words.number(1, 8);
  } else if (key == "read_answer") {
    config.answer = static_cast<protocol::cxl::ReadAnswer>(words.one_of(kAnswerWords));
  } else if (key == "mutant") {
    const std::uint8_t number = words.one_of(mutant_names());
    sequence.mutant = number > 0 ? &mutants()[number - 1U] : nullptr;
  } else if (key == "in_order") {
    config.in_order = words.one_of(std::array<std::string_view, 2>{"no", "yes"}) == 1;
  } else if (key == "own") {
    Record record;
    record.kind = SequenceStepKind::kOwn;
    record.host = static_cast<std::uint8_t>(words.number(0, config.hosts - 1));
    record.line = static_cast<std::uint8_t>(words.number(0, config.lines - 1));
    record.event = protocol::kHostEvents[words.one_of(kOwnWords)];
    sequence.steps.push_back(record);
  } else if (key == "deliver") {
    Record record;
    record.from = words.end(config.hosts);
    record.to = words.end(config.hosts);
    record.line = static_cast<std::uint8_t>(words.number(0, config.lines - 1));
    record.op = config.on_device(record.line) ? words.one_of(protocol::cxl::kOpNames)
                                              : words.one_of(protocol::coherence::kOpNames);
    record.victim = static_cast<std::uint8_t>(words.number(0, config.lines - 1));
    sequence.steps.push_back(record);
  } else if (!read_page_key(words, key, sequence)) {
    const auto found = std::find_if(kPageEvents.begin(), kPageEvents.end(),
                                    [&](const PageEventInfo& info) { return info.name == key; });
    if (found == kPageEvents.end() || config.pages == 0) {
      words.fail("unknown word \"" + key + "\"");
    }
    Record record;
    record.kind = SequenceStepKind::kPage;
    record.page =
        read_page_step(words, static_cast<PageEvent>(found - kPageEvents.begin()), config);
    sequence.steps.push_back(record);
  }
}

}  // namespace

void write(std::ostream& out, const Sequence& sequence) {
  const SystemConfig& config = sequence.config;
  out << "# Replay with: ./starnuma verify coherence --replay THIS_FILE\n"
      << "protocol " << (config.cxl ? "device" : "socket") << "\nhosts " << config.hosts
      << "\nlines " << config.lines << "\nfilter " << config.filter;
  if (config.sector > 1) out << "\nsector " << config.sector;
  out << "\nread_answer " << kAnswerWords[static_cast<std::size_t>(config.answer)] << "\nmutant "
      << (sequence.mutant != nullptr ? sequence.mutant->name : "none") << "\nin_order "
      << (config.in_order ? "yes" : "no") << "\n";
  if (config.pages > 0) {
    out << "socket_lines " << config.socket_lines << "\npage_lines " << config.page_lines
        << "\npages " << config.pages << "\nspaces " << config.spaces << "\nmove_mutant "
        << name_of(sequence.move_mutant)
        << "\n# walk HOST PAGE, forget HOST PAGE, move PAGE FRAME, acknowledge HOST, copy LINE,"
        << "\n# unmap PAGE, replicate HOST PAGE FRAME, collapse PAGE, exchange HOST HOST\n";
  }
  out << "# own HOST LINE EVENT, or deliver FROM TO LINE MESSAGE FILTER_VICTIM\n";
  for (const Record& r : sequence.steps) {
    if (r.kind == SequenceStepKind::kPage) {
      write_page_step(out, r.page);
    } else if (r.kind == SequenceStepKind::kOwn) {
      out << "own " << int{r.host} << " " << int{r.line} << " "
          << kOwnWords[protocol::number_of_host_event(r.event)] << "\n";
    } else {
      out << "deliver " << end_name(r.from) << " " << end_name(r.to) << " " << int{r.line} << " "
          << op_name(config.on_device(r.line), r.op) << " " << int{r.victim} << "\n";
    }
  }
}

Sequence read_sequence(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw base::InputError(file, ": cannot be read");
  Sequence sequence;
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) {
    const bool empty = text.find_first_not_of(' ') == std::string::npos || text[0] == '#';
    if (!empty) read_line(Words(file, number, text), sequence);
  }
  if (sequence.config.in_order && sequence.config.filter < sequence.config.lines) {
    throw base::InputError(file, ": in_order: expected a filter of as many entries as lines");
  }
  return sequence;
}

}  // namespace starnuma::coherence_bench
