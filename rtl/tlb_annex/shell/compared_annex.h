// SPDX-License-Identifier: Apache-2.0
// Runs TlbAnnex and its golden function in parallel, event by event: `tracking.impl: both`.
//
// Contract: the results of the RTL are used. At the first difference of a hand-over or marker, the
// run ends with an InvariantError that contains object, time, slot and page.
#pragma once

#include <sstream>

#include "models/tracking/counter_annex_function.h"
#include "rtl/tlb_annex/shell/tlb_annex.h"

namespace starnuma::rtl {

class ComparedAnnex : public TlbAnnex {
 public:
  ComparedAnnex(const sc_core::sc_module_name& name, base::Time hand_over_latency,
                std::unique_ptr<AnnexEngine> engine, int entries, protocol::Counter counter)
      : TlbAnnex(name, hand_over_latency, std::move(engine)), function_(entries, counter) {}

 protected:
  std::optional<protocol::HandOver> apply(const protocol::AnnexEvent& event) override {
    const auto rtl = TlbAnnex::apply(event);
    const auto expected = function_.apply(event);
    if (!(rtl == expected)) fail(event, "hand-over", text_of(rtl), text_of(expected));
    if (event.kind != protocol::AnnexEventKind::kMarkAll) {
      compare_markers(event, event.slot / kWordBits);
    } else {
      for (std::size_t i = 0; i < function_.marker_word_count(); ++i) compare_markers(event, i);
    }
    return rtl;
  }

 private:
  static constexpr std::uint32_t kWordBits = tracking::CounterAnnexFunction::kWordBits;

  static std::string text_of(const std::optional<protocol::HandOver>& hand_over) {
    if (!hand_over) return "none";
    std::ostringstream text;
    text << "page " << hand_over->page << " count " << hand_over->count;
    return text.str();
  }
  /// Compares a word of markers; the block may have more slots than the STLB.
  void compare_markers(const protocol::AnnexEvent& event, std::size_t word) const {
    const auto slots = static_cast<std::uint32_t>(function_.entries());
    const bool last = word == slots / kWordBits;
    const std::uint64_t in_use = last ? (std::uint64_t{1} << slots % kWordBits) - 1 : ~0ULL;
    const std::uint64_t rtl = marker_words()[word] & in_use;
    const std::uint64_t expected = function_.marker_words()[word];
    if (rtl == expected) return;
    std::ostringstream texts[2];
    texts[0] << std::hex << rtl;
    texts[1] << std::hex << expected;
    fail(event, "marker word", texts[0].str(), texts[1].str());
  }
  [[noreturn, gnu::cold, gnu::noinline]] void fail(const protocol::AnnexEvent& event,
                                                   const char* what, const std::string& rtl,
                                                   const std::string& expected) const {
    static constexpr const char* kKinds[] = {"increment", "orphan increment", "access",
                                             "eviction",  "shootdown",        "mark-all"};
    base::fail_invariant(name(), " at ", base::to_string(event.time), ", ",
                         kKinds[static_cast<int>(event.kind)], " of slot ", event.slot, ", page ",
                         event.page, ": the RTL's ", what, " is ", rtl, ", the function's ",
                         expected);
  }

  tracking::CounterAnnexFunction function_;
};

}  // namespace starnuma::rtl
