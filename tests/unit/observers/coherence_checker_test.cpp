// SPDX-License-Identifier: Apache-2.0
#include "models/observers/coherence_checker.h"

#include <gtest/gtest.h>

#include "models/base/check.h"

namespace starnuma::observers {
namespace {

using base::InvariantError;
using base::LineAddress;
using base::SocketId;
using Version = kernel::CopyObserver::Version;

constexpr LineAddress kChecked{7};
constexpr SocketId kA{0};
constexpr SocketId kB{1};
constexpr base::Time kAt{1000};
constexpr Version kNone = kernel::CopyObserver::kNoVersion;

struct Checked : CoherenceChecker {
  void gets(SocketId socket, Version version, bool may_write = false) {
    gained(kChecked, socket, may_write, version, kAt);
  }
  /// Socket A gets the line from memory, writes it and evicts it; returns the version that it
  /// sends.
  Version written_by_a() {
    gets(kA, sent_by_memory(kChecked), true);
    wrote(kChecked, kA, kAt);
    const Version version = sent(kChecked);
    lost(kChecked, kA);
    return version;
  }
};

TEST(CoherenceChecker, DataOfTheLastWriteAreGoodFromWhereverTheyCome) {
  Checked checker;
  const Version version = checker.written_by_a();
  checker.gets(kB, version);
  checker.lost(kChecked, kB);
  checker.stored(kChecked, version);
  checker.gets(kB, checker.sent_by_memory(kChecked));
}

TEST(CoherenceChecker, MemoryHasAWriteWhenItIsStoredNotWhenItSetsOut) {
  Checked checker;
  const Version version = checker.written_by_a();
  EXPECT_THROW(checker.gets(kB, checker.sent_by_memory(kChecked)), InvariantError);
  checker.stored(kChecked, version);
  checker.gets(kB, checker.sent_by_memory(kChecked));
}

TEST(CoherenceChecker, DataThatHaveBeenOvertakenByAWriteAreStale) {
  Checked checker;
  const Version old = checker.sent_by_memory(kChecked);
  checker.stored(kChecked, checker.written_by_a());
  EXPECT_THROW(checker.gets(kB, old), InvariantError);
}

TEST(CoherenceChecker, ACopyThatIsHereNeedsNoData) {
  Checked checker;
  checker.gets(kA, checker.sent_by_memory(kChecked));
  checker.gets(kA, kNone, true);
  EXPECT_THROW(checker.gets(kB, kNone), InvariantError);
}

TEST(CoherenceChecker, DataThatMemorySentBeforeItLostThemAreGoodAndNoneAfter) {
  Checked checker;
  const Version before = checker.sent_by_memory(kChecked);
  checker.vanished(kChecked);
  checker.gets(kA, before);
  EXPECT_THROW(checker.gets(kB, checker.sent_by_memory(kChecked)), InvariantError);
}

TEST(CoherenceChecker, DataOnTheirWayToMemoryRestoreWhatItHasLost) {
  Checked checker;
  const Version on_the_way = checker.written_by_a();
  checker.vanished(kChecked);
  checker.stored(kChecked, on_the_way);
  checker.gets(kB, checker.sent_by_memory(kChecked));
}

TEST(CoherenceChecker, PoisonIsNotReadSoThatItsVersionIsNotAsked) {
  Checked checker;
  checker.written_by_a();
  checker.gained_without_data(kChecked, kB, true, kAt);
  checker.wrote(kChecked, kB, kAt);  // the whole line
  checker.stored(kChecked, checker.sent(kChecked));
  checker.lost(kChecked, kB);
  checker.gets(kA, checker.sent_by_memory(kChecked));
}

TEST(CoherenceChecker, AWriterIsAloneAndNobodyIsForgotten) {
  Checked checker;
  checker.gets(kA, checker.sent_by_memory(kChecked), true);
  EXPECT_THROW(checker.gets(kB, checker.sent_by_memory(kChecked)), InvariantError);
  EXPECT_THROW(checker.tracked(kChecked, 0b10, kAt), InvariantError);
  checker.weakened(kChecked, kA);
  checker.gets(kB, checker.sent_by_memory(kChecked));
  EXPECT_THROW(checker.wrote(kChecked, kA, kAt), InvariantError);
}

}  // namespace
}  // namespace starnuma::observers
