// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/protocol_pages.h"

#include <map>
#include <string>

#include "platforms/app/files/status_line.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/verify/murphi.h"
#include "testbenches/coherence/pages.h"
#include "testbenches/coherence/proof.h"

namespace starnuma::app {

namespace bench = coherence_bench;

namespace {

constexpr const char* kCommand = "./starnuma verify protocol --tables docs/generated";

std::string mutant_row(const bench::Mutant& mutant, const bench::Caught& caught) {
  const bench::Exploration& found = caught.exploration;
  const std::size_t steps = found.trace.size() + found.loop.size();
  return "| `" + mutant.name + "` | " + mutant.sentence + " | " +
         (found.failure.empty() ? "NOTHING" : std::string(name_of(found.check))) + " | " +
         caught.where + (steps == 0 ? "" : ", " + std::to_string(steps) + " steps") + " | " +
         murphi_answer(mutant.name) + " |\n";
}

std::string mutants_page() {
  std::string rows;
  std::map<bench::Check, int> found;
  StatusLine line;
  for (const bench::Mutant& mutant : bench::mutants()) {
    line.show("catching " + mutant.name);
    const bench::Caught caught = bench::catch_mutant(mutant);
    ++found[caught.exploration.check];
    rows += mutant_row(mutant, caught);
  }
  std::string text = std::string("<!-- Written by: ") + kCommand +
                     " -->\n# Mutants of the protocol\n\n"
                     "Each is planted into the tables or around the functions, and each has to "
                     "fail: `./starnuma verify protocol`\n"
                     "explores them all. The last column says how it falls in the hand-written "
                     "Murphi models, or why it cannot.\n\n"
                     "| Mutant | What is wrong | Check | Found with | Murphi models |\n"
                     "|---|---|---|---|---|\n" +
                     rows + "\n" + std::to_string(bench::mutants().size()) +
                     " mutants.\n\n| Check | What it says | Mutants |\n|---|---|---:|\n";
  for (std::size_t c = 0; c < bench::kChecks; ++c) {
    const auto check = static_cast<bench::Check>(c);
    if (check == bench::Check::kPages) continue;  // belongs to the random tester
    text += "| " + std::string(name_of(check)) + " | " +
            std::string(bench::kCheckInfos[c].sentence) + " | " + std::to_string(found[check]) +
            " |\n";
  }
  return text;
}

}  // namespace

void write_protocol_pages(const std::filesystem::path& folder) {
  for (const bench::Page& page : bench::protocol_pages(kCommand)) {
    write_text(folder / page.file, page.text);
  }
  write_text(folder / "protocol-mutants.md", mutants_page());
}

void write_rtl_rows(const std::filesystem::path& file) { write_text(file, bench::rtl_rows()); }

}  // namespace starnuma::app
