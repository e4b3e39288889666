// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/commands/usage.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace starnuma::app {

bool is_placeholder(std::string_view word) {
  return !word.empty() && std::isupper(static_cast<unsigned char>(word.front())) != 0;
}

class Usage::Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Part choice() {
    Part all{PartKind::kChoice, {}, {sequence()}};
    while (take("|")) all.parts.push_back(sequence());
    return all;
  }

 private:
  static constexpr const char* kMarks = "[]| ";

  bool take(std::string_view mark) {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
    if (text_.substr(0, mark.size()) != mark) return false;
    text_.remove_prefix(mark.size());
    return true;
  }

  Part sequence() {
    Part all{PartKind::kSequence, {}, {}};
    for (;;) {
      if (take("[")) {
        all.parts.push_back({PartKind::kOptional, {}, {choice()}});
        take("]");
      } else if (text_.empty() || text_.front() == '|' || text_.front() == ']') {
        return all;
      } else {
        all.parts.push_back(word());
      }
    }
  }

  Part word() {
    constexpr std::string_view kMore = "...";
    std::string_view word = text_.substr(0, text_.find_first_of(kMarks));
    text_.remove_prefix(word.size());
    const bool repeated =
        word.size() > kMore.size() && word.substr(word.size() - kMore.size()) == kMore;
    if (repeated) word.remove_suffix(kMore.size());
    Part one{PartKind::kWord, std::string(word), {}};
    return repeated ? Part{PartKind::kRepeated, {}, {one}} : one;
  }

  std::string_view text_;
};

class Usage::Matcher {
 public:
  using Ends = std::set<std::size_t>;  ///< possible numbers of consumed words

  explicit Matcher(const std::vector<std::string>& words) : words_(words) {}

  Ends match(const Part& part, std::size_t from) {
    switch (part.kind) {
      case PartKind::kWord:
        return match_word(part.word, from);
      case PartKind::kSequence: {
        Ends ends{from};
        for (const Part& one : part.parts) ends = match_from(one, ends);
        return ends;
      }
      case PartKind::kChoice: {
        Ends ends;
        for (const Part& one : part.parts) ends.merge(match(one, from));
        return ends;
      }
      case PartKind::kOptional: {
        Ends ends = match(part.parts[0], from);
        ends.insert(from);
        return ends;
      }
      case PartKind::kRepeated: {
        Ends all;
        for (Ends ends{from}; !ends.empty();) {
          ends = match_from(part.parts[0], ends);
          all.insert(ends.begin(), ends.end());
        }
        return all;
      }
    }
    return {};
  }

  std::vector<std::string> next;  ///< valid continuations of all words

 private:
  Ends match_from(const Part& part, const Ends& starts) {
    Ends ends;
    for (const std::size_t from : starts) ends.merge(match(part, from));
    return ends;
  }

  Ends match_word(const std::string& word, std::size_t from) {
    if (from == words_.size()) {
      if (std::find(next.begin(), next.end(), word) == next.end()) next.push_back(word);
      return {};
    }
    if (is_placeholder(word) || words_[from] == word) return {from + 1};
    return {};
  }

  const std::vector<std::string>& words_;
};

Usage::Usage(std::string_view text) : whole_(Parser(text).choice()) {}

std::vector<std::string> Usage::after(const std::vector<std::string>& words) const {
  Matcher matcher(words);
  matcher.match(whole_, 0);
  return matcher.next;
}

}  // namespace starnuma::app
